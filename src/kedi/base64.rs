//! Base64 as peers write it: both alphabets, padding optional, white space between; every deviation is noted.

/// What was not standard about a base64 text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deviations {
    /// `-` or `_` stood for `+` or `/`.
    pub url_alphabet: bool,
    /// The padding was missing or short.
    pub unpadded: bool,
    /// White space stood between.
    pub white_space: bool,
    /// The last character carried bits that belong to no byte.
    pub stray_bits: bool,
}

impl Deviations {
    /// What was not standard, a fragment; `None` for standard base64.
    pub fn words(&self) -> Option<String> {
        let told = [
            (self.url_alphabet, "the url-safe alphabet"),
            (self.unpadded, "no padding"),
            (self.white_space, "white space"),
            (self.stray_bits, "stray bits at its end"),
        ];
        let words: Vec<_> = told.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
        (!words.is_empty()).then(|| format!("base64 with {}", words.join(", ")))
    }
}

/// What is wrong with a base64 text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base64Fault {
    /// Byte offset in the base64 text.
    pub at: usize,
    /// One sentence without a full stop.
    pub sentence: String,
}

/// Decodes a base64 text.
///
/// # Errors
/// The first character that cannot stand where it stands, or an impossible length.
pub fn decode(text: &str) -> Result<(Vec<u8>, Deviations), Base64Fault> {
    let mut deviations = Deviations::default();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut held, mut digits, mut padding) = (0u32, 0u32, 0usize, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        if byte.is_ascii_whitespace() {
            deviations.white_space = true;
            continue;
        }
        if byte == b'=' {
            padding += 1;
            let room = (4 - digits % 4) % 4;
            if padding > room || digits % 4 == 1 {
                return Err(Base64Fault { at, sentence: format!("a padding character too many at byte {at}") });
            }
            continue;
        }
        let Some(value) = sextet(byte) else {
            let shown = text[text.floor_char_boundary(at)..].chars().next().unwrap_or('?');
            return Err(Base64Fault { at, sentence: format!("{shown:?} at byte {at} is no base64") });
        };
        if padding > 0 {
            return Err(Base64Fault { at, sentence: format!("more base64 after the padding at byte {at}") });
        }
        deviations.url_alphabet |= matches!(byte, b'-' | b'_');
        digits += 1;
        held = held << 6 | value;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    if digits % 4 == 1 {
        let sentence = format!("{digits} base64 characters cannot end on a byte: the text was cut");
        return Err(Base64Fault { at: text.len(), sentence });
    }
    deviations.unpadded = digits % 4 != 0 && padding != 4 - digits % 4;
    deviations.stray_bits = held != 0;
    Ok((bytes, deviations))
}

/// Decodes as much of a growing base64 text as makes whole bytes; stops at what is no base64.
pub fn decode_prefix(text: &str) -> Vec<u8> {
    let end = text.bytes().position(|byte| sextet(byte).is_none() && !byte.is_ascii_whitespace()).unwrap_or(text.len());
    let whole = &text[..end];
    let digits = whole.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
    match decode(whole) {
        Ok((bytes, _)) => bytes,
        Err(_) if digits % 4 == 1 => {
            let last = whole.trim_end().len().saturating_sub(1);
            decode(&whole[..last]).map(|(bytes, _)| bytes).unwrap_or_default()
        }
        Err(_) => Vec::new(),
    }
}

fn sextet(byte: u8) -> Option<u32> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    } as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
    use proptest::prelude::*;

    fn deviations(text: &str) -> Option<String> {
        decode(text).unwrap().1.words()
    }

    #[test]
    fn standard_base64_has_no_deviation() {
        assert_eq!(decode("eyJhIjoxfQ==").unwrap(), (br#"{"a":1}"#.to_vec(), Deviations::default()));
        assert_eq!(decode("").unwrap().0, b"");
    }

    #[test]
    fn deviations_are_read_and_named() {
        assert_eq!(deviations("eyJhIjoxfQ"), Some("base64 with no padding".into()));
        assert_eq!(deviations("eyJhIjoxfQ="), Some("base64 with no padding".into()));
        assert_eq!(deviations("-_-_"), Some("base64 with the url-safe alphabet".into()));
        assert_eq!(deviations("eyJh\r\nIjoxfQ=="), Some("base64 with white space".into()));
        assert_eq!(deviations("eyJhIjoxfR=="), Some("base64 with stray bits at its end".into()));
    }

    #[test]
    fn what_is_no_base64_is_named_with_its_place() {
        let fault = |text| decode(text).unwrap_err();
        assert_eq!(fault("eyJh!jox"), Base64Fault { at: 4, sentence: "'!' at byte 4 is no base64".into() });
        assert_eq!(fault("eyé").sentence, "'é' at byte 2 is no base64");
        assert_eq!(fault("eyJhI").sentence, "5 base64 characters cannot end on a byte: the text was cut");
        assert_eq!(fault("eyJ=hIjo").at, 4);
        assert_eq!(fault("eyJh=").at, 4);
        assert_eq!(fault("=").at, 0);
    }

    proptest! {
        #[test]
        fn every_bytes_come_back_in_both_alphabets(bytes: Vec<u8>) {
            prop_assert_eq!(&decode(&STANDARD.encode(&bytes)).unwrap().0, &bytes);
            prop_assert_eq!(&decode(&URL_SAFE_NO_PAD.encode(&bytes)).unwrap().0, &bytes);
        }

        #[test]
        fn a_prefix_decodes_to_a_prefix(bytes: Vec<u8>, cut in 0usize..400) {
            let text = STANDARD.encode(&bytes);
            let prefix = decode_prefix(&text[..cut.min(text.len())]);
            prop_assert!(bytes.starts_with(&prefix));
            prop_assert!(prefix.len() >= cut.min(text.trim_end_matches('=').len()) / 4 * 3);
        }

        #[test]
        fn no_text_makes_it_panic(text: String) {
            let _ = decode(&text);
            let _ = decode_prefix(&text);
        }
    }
}
