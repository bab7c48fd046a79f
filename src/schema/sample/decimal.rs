//! Exact decimal numbers for bounds and steps, as far as they fit 128 bits.

use crate::json::Number;

/// `units` times ten to the power of `-scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    pub(super) units: i128,
    pub(super) scale: u32,
}

/// The finest scale; what is finer does not fit.
const FINEST: u32 = 30;

impl Decimal {
    /// A decimal from hundredths and the like.
    pub(super) const fn new(units: i128, scale: u32) -> Decimal {
        Decimal { units, scale }
    }

    /// A decimal from a JSON number; `None` when it does not fit.
    pub(super) fn parse(number: Number<'_>) -> Option<Decimal> {
        let (negative, digits, power) = number.decimal()?;
        if digits.is_empty() {
            return Some(Decimal::new(0, 0));
        }
        let mut units: i128 = digits.parse().ok()?;
        if power > 0 {
            units = units.checked_mul(10i128.checked_pow(u32::try_from(power).ok()?)?)?;
        }
        let scale = if power < 0 { u32::try_from(-power).ok().filter(|s| *s <= FINEST)? } else { 0 };
        Some(Decimal::new(if negative { -units } else { units }, scale))
    }

    /// The units at a finer scale.
    pub(super) fn at(self, scale: u32) -> Option<i128> {
        self.units.checked_mul(10i128.checked_pow(scale.checked_sub(self.scale)?)?)
    }

    /// The literal, with as many digits after the point as the scale says, none when it is whole.
    pub(super) fn literal(self) -> String {
        if self.scale == 0 {
            return self.units.to_string();
        }
        let digits = format!("{:0width$}", self.units.unsigned_abs(), width = self.scale as usize + 1);
        let (whole, fraction) = digits.split_at(digits.len() - self.scale as usize);
        let sign = if self.units < 0 { "-" } else { "" };
        format!("{sign}{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_read_and_written_exactly() {
        let literal = |text: &str| Decimal::parse(Number::new(text)).map(Decimal::literal);
        assert_eq!(literal("0.10").as_deref(), Some("0.1"));
        assert_eq!(literal("-1.5e3").as_deref(), Some("-1500"));
        assert_eq!(literal("-0.05").as_deref(), Some("-0.05"));
        assert_eq!(literal("9007199254740993").as_deref(), Some("9007199254740993"));
        assert_eq!(literal("1e400"), None);
        assert_eq!(literal("1e-40"), None);
        assert_eq!(Decimal::new(125, 1).at(3), Some(12_500));
    }
}
