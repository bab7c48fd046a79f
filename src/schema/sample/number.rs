//! Making numbers: in range, on the step, and of the size that the name suggests.

use crate::json::Value;

use super::decimal::Decimal;
use super::facets::Facets;
use super::names::Spot;
use super::{Made, Maker, Result_};

/// A whole number that no double holds: ids are made of this size so that a peer that rounds is found out.
const BEYOND_DOUBLES: i128 = 9_007_199_254_740_993;

/// What a name suggests: from, to, and how many digits after the point.
struct Usual {
    low: i128,
    high: i128,
    digits: u32,
}

fn usual(spot: &Spot, integer: bool) -> Usual {
    let of = |low, high, digits| Usual { low, high, digits };
    if integer && (spot.says(&["id", "uid", "guid"]) || spot.noun() == "identifier") {
        return of(BEYOND_DOUBLES, BEYOND_DOUBLES + 8_999, 0);
    }
    if spot.says(&["confidence", "probability", "likelihood", "relevance", "similarity", "ratio", "fraction"]) {
        return of(0, 1, 2);
    }
    if spot.says(&["score"]) {
        return if integer { of(1, 10, 0) } else { of(0, 1, 2) };
    }
    if spot.says(&["rating", "star", "priority", "severity", "level"]) {
        return of(1, 5, u32::from(!integer));
    }
    if spot.says(&["price", "amount", "total", "subtotal", "cost", "fee", "balance", "sum", "net", "gross"]) {
        return if spot.says(&["total", "subtotal", "sum", "gross", "net"]) { of(60, 900, 2) } else { of(2, 90, 2) };
    }
    if spot.says(&["tax", "vat", "discount", "rate"]) {
        return of(5, 21, 1);
    }
    if spot.says(&["percent", "percentage", "progress"]) {
        return of(5, 95, u32::from(!integer));
    }
    if spot.says(&["latitude", "lat"]) {
        return of(38, 59, 4);
    }
    if spot.says(&["longitude", "lon", "lng"]) {
        return of(-9, 24, 4);
    }
    if spot.says(&["year"]) {
        return of(2019, 2026, 0);
    }
    if spot.says(&["month"]) {
        return of(1, 12, 0);
    }
    if spot.says(&["day", "hour"]) {
        return of(1, 20, 0);
    }
    if spot.says(&["age"]) {
        return of(23, 67, 0);
    }
    if spot.says(&["minute", "duration", "second"]) {
        return of(5, 45, 0);
    }
    if spot.says(&["gram", "weight", "ml", "calorie", "kcal"]) {
        return of(40, 500, u32::from(!integer));
    }
    if spot.says(&["temperature", "celsius", "degree"]) {
        return of(4, 31, 1);
    }
    if spot.says(&["serving", "quantity", "qty", "count", "number", "people", "step", "position", "index", "order"]) {
        return of(1, 9, 0);
    }
    if spot.says(&["page", "line", "port", "size", "length", "width", "height"]) {
        return of(12, 480, 0);
    }
    of(1, 99, if integer { 0 } else { 2 })
}

impl Maker<'_> {
    pub(super) fn number(&mut self, facets: &Facets<'_>, spot: &Spot, integer: bool) -> Result_ {
        let usual = usual(spot, integer);
        let made = Range::of(facets, integer, usual.digits).and_then(|range| {
            let pick = range.pick(&usual, |low, high| self.chance.between(low, high))?;
            Some(Decimal::new(pick, range.scale))
        });
        if let Some(decimal) = made {
            // 12.50 stays a price; of other numbers the digits that say nothing go.
            let money = usual.digits == 2 && decimal.scale == 2;
            return Ok(Made::Raw(if money { decimal.literal() } else { shortened(decimal).literal() }));
        }
        // Beyond 128 bits: a bound itself may do.
        let bound = facets.all("minimum").chain(facets.all("maximum")).chain(facets.all("multipleOf")).next();
        match bound {
            Some(bound) => Ok(Made::Raw(bound.raw().to_owned())),
            None => Err(format!("no number fits at {}", spot.place())),
        }
    }
}

fn shortened(mut decimal: Decimal) -> Decimal {
    while decimal.scale > 0 && decimal.units % 10 == 0 {
        decimal = Decimal::new(decimal.units / 10, decimal.scale - 1);
    }
    decimal
}

/// Bounds and step in units of one scale.
struct Range {
    low: Option<i128>,
    high: Option<i128>,
    step: i128,
    scale: u32,
}

impl Range {
    /// `None` when a bound does not fit 128 bits.
    fn of(facets: &Facets<'_>, integer: bool, digits: u32) -> Option<Range> {
        let read = |keyword: &'static str| -> Option<Vec<Decimal>> {
            facets.all(keyword).filter_map(Value::as_number).map(Decimal::parse).collect()
        };
        let (minimum, above) = (read("minimum")?, read("exclusiveMinimum")?);
        let (maximum, below) = (read("maximum")?, read("exclusiveMaximum")?);
        let mut steps = read("multipleOf")?;
        if integer {
            steps.push(Decimal::new(1, 0));
        }
        let all = [&minimum, &above, &maximum, &below, &steps];
        let finest = all.into_iter().flatten().map(|d| d.scale).max().unwrap_or(0);
        // Between two exclusive bounds there must be room for a number.
        let strict = !integer && steps.is_empty() && !(above.is_empty() && below.is_empty());
        let scale = if integer || !steps.is_empty() { finest } else { finest.max(digits) + u32::from(strict) };
        let at = |list: &[Decimal]| -> Option<Vec<i128>> { list.iter().map(|d| d.at(scale)).collect() };
        let step = at(&steps)?.into_iter().try_fold(1, common_multiple)?;
        let inclusive = at(&minimum)?.into_iter();
        let low = inclusive.chain(at(&above)?.into_iter().map(|v| v.saturating_add(1))).max();
        let inclusive = at(&maximum)?.into_iter();
        let high = inclusive.chain(at(&below)?.into_iter().map(|v| v.saturating_sub(1))).min();
        Some(Range { low, high, step, scale })
    }

    /// A multiple of the step within the bounds, near to what is usual.
    fn pick(&self, usual: &Usual, mut draw: impl FnMut(i128, i128) -> i128) -> Option<i128> {
        let one = 10i128.checked_pow(self.scale)?;
        let (low, high) = (usual.low.checked_mul(one)?, usual.high.checked_mul(one)?);
        let width = high - low;
        let within = (self.low.map_or(low, |l| l.max(low)), self.high.map_or(high, |h| h.min(high)));
        let beside = match (self.low, self.high) {
            (Some(l), Some(h)) => (l, h),
            (Some(l), None) => (l, l.checked_add(width.max(self.step))?),
            (None, Some(h)) => (h.checked_sub(width.max(self.step))?, h),
            (None, None) => (low, low.checked_add(width.max(self.step))?),
        };
        [within, beside].into_iter().find_map(|(from, to)| {
            let first = from.div_euclid(self.step) + i128::from(from.rem_euclid(self.step) != 0);
            let last = to.div_euclid(self.step);
            // 0 says little where something else may stand.
            let first = if first == 0 && last > 0 { 1 } else { first };
            (first <= last).then(|| draw(first, last).checked_mul(self.step)).flatten()
        })
    }
}

fn common_multiple(a: i128, b: i128) -> Option<i128> {
    if b <= 0 {
        return None;
    }
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}
