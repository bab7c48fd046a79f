//! Numbers by their text: equality, integers, and what a double would make of them.

/// A JSON number literal.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a> {
    text: &'a str,
}

impl<'a> Number<'a> {
    /// A number from a literal that follows JSON's grammar.
    pub fn new(text: &'a str) -> Self {
        Number { text }
    }

    /// The literal as written.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Whether the literal has neither fraction nor exponent.
    pub fn is_integer_literal(self) -> bool {
        !self.text.contains(['.', 'e', 'E'])
    }

    /// How many digits the literal has, exponent included.
    pub fn digits(self) -> usize {
        self.text.bytes().filter(u8::is_ascii_digit).count()
    }

    /// The nearest double, infinite when it is out of range. For measuring only, never for passing a value on.
    pub fn nearest_double(self) -> f64 {
        self.text.parse().unwrap_or(f64::NAN)
    }

    /// Whether the nearest double is finite.
    pub fn is_finite_double(self) -> bool {
        self.nearest_double().is_finite()
    }

    /// Sign, significant digits without leading or trailing zeros, and the power of ten of the last one; zero is
    /// `(false, "", 0)`. `None` when the power does not fit 64 bits.
    pub fn decimal(self) -> Option<(bool, String, i64)> {
        let (negative, digits, power) = self.scientific()?;
        Some((negative, digits, power.try_into().ok()?))
    }

    /// The same with 128 bits of exponent: literals beyond that exist only to break readers.
    fn scientific(self) -> Option<(bool, String, i128)> {
        let (negative, rest) = match self.text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, self.text),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (rest, None),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: String = format!("{whole}{fraction}");
        let trimmed = digits.trim_start_matches('0');
        let significant = trimmed.trim_end_matches('0');
        if significant.is_empty() {
            return Some((false, String::new(), 0));
        }
        let exponent: i128 = exponent.map_or(Some(0), |e| e.strip_prefix('+').unwrap_or(e).parse().ok())?;
        let zeros = (trimmed.len() - significant.len()) as i128;
        let power = exponent.checked_sub(fraction.len() as i128)?.checked_add(zeros)?;
        Some((negative, significant.to_owned(), power))
    }

    /// Whether the value has no fraction, whatever the spelling: 78, 78.0 and 1e2 are integers.
    pub fn is_integer_value(self) -> bool {
        match self.scientific() {
            Some((_, _, power)) => power >= 0,
            None => !self.text.contains("e-") && !self.text.contains("E-"),
        }
    }

    /// Whether both are the same value, whatever the spelling. Literals whose exponent does not fit 128 bits are
    /// compared by their text.
    pub fn same_value(self, other: Number<'_>) -> bool {
        match (self.scientific(), other.scientific()) {
            (Some(a), Some(b)) => a == b,
            _ => self.text == other.text,
        }
    }

    /// Whether the value is zero: `0`, `-0.0`, `0e7`.
    pub fn is_zero(self) -> bool {
        let mantissa = self.text.split(['e', 'E']).next().unwrap_or_default();
        !mantissa.bytes().any(|b| matches!(b, b'1'..=b'9'))
    }

    /// Whether literal → nearest double → shortest decimal is the same value.
    pub fn survives_double(self) -> bool {
        let double = self.nearest_double();
        double.is_finite() && self.same_value(Number::new(&format!("{double:e}")))
    }
}
