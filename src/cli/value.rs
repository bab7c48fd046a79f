//! The words that flags take: durations, sizes, headers, addresses. Each error is a fragment that says what to write instead.

use std::time::Duration;

use url::Url;

/// The longest duration a flag may name: a thousand hours.
const LONGEST: Duration = Duration::from_secs(1000 * 3600);

/// The largest size a flag may name: what the wire store holds at most.
const LARGEST: u64 = 1 << 30;

/// A header that is sent with every request to the agent. Its value never shows in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct Header {
    /// The name as it was typed.
    pub name: String,
    /// The value; a secret.
    pub value: String,
}

impl std::fmt::Debug for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Header({}: …)", self.name)
    }
}

/// A bearer token. It never shows in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The token itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// `500ms`, `15s`, `2m`, `1h`; more than nothing, at most a thousand hours.
///
/// # Errors
/// A fragment that says what to write.
pub fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let wrong = || format!("{text:?} is no duration; write it like 500ms, 15s or 2m");
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let milliseconds = match unit {
        "ms" => Some(number),
        "s" => number.checked_mul(1000),
        "m" => number.checked_mul(60_000),
        "h" => number.checked_mul(3_600_000),
        "" => return Err(format!("{text:?} has no unit; write {text}s for seconds or {text}ms for milliseconds")),
        _ => return Err(wrong()),
    };
    match milliseconds.map(Duration::from_millis) {
        Some(Duration::ZERO) => Err("a limit of nothing would stop everything; write it like 500ms, 15s or 2m".into()),
        Some(duration) if duration <= LONGEST => Ok(duration),
        _ => Err(format!("{text} is too long; 1000h is the most")),
    }
}

/// `4096`, `64KiB`, `64MiB`, `1GiB` (and `kB`, `MB`, `GB` as powers of ten); at least one byte, at most 1 GiB.
///
/// # Errors
/// A fragment that says what to write.
pub fn size(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let wrong = || format!("{text:?} is no size; write it like 4096, 512KiB or 64MiB");
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err(wrong()),
    };
    match number.checked_mul(factor) {
        Some(0) => Err("a limit of nothing would refuse everything; write it like 4096, 512KiB or 64MiB".into()),
        Some(bytes) if bytes <= LARGEST => Ok(bytes),
        _ => Err(format!("{text} is too large; 1GiB is the most")),
    }
}

/// Levels of nesting: 1 to 512.
///
/// # Errors
/// A fragment that says what to write.
pub fn levels(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(levels @ 1..=512) => Ok(levels),
        _ => Err(format!("{text:?} is no depth; write a number from 1 to 512")),
    }
}

/// `Name: value`. The value is never repeated in an error: it may be a secret.
///
/// # Errors
/// A fragment that says what to write.
pub fn header(text: &str) -> Result<Header, String> {
    let Some((name, value)) = text.split_once(':') else {
        return Err("a header is written 'Name: value', with a colon".into());
    };
    let (name, value) = (name.trim(), value.trim());
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if name.is_empty() || !name.chars().all(is_token) {
        return Err(format!("{name:?} is no header name; write 'Name: value'"));
    }
    if ["content-length", "transfer-encoding", "connection", "host"].contains(&name.to_ascii_lowercase().as_str()) {
        return Err(format!("{name} is set by catseye itself, from the request it sends"));
    }
    if let Some(bad) = value.chars().find(|c| c.is_control() && *c != '\t') {
        return Err(format!("the value of {name} holds the control character U+{:04X}", u32::from(bad)));
    }
    if value.is_empty() {
        return Err(format!("the value of {name} is empty; write 'Name: value'"));
    }
    Ok(Header { name: name.to_owned(), value: value.to_owned() })
}

/// A bearer token: visible ASCII, without the word `Bearer`. Never repeated in an error.
///
/// # Errors
/// A fragment that says what to write.
pub fn token(text: &str) -> Result<Token, String> {
    let token = text.trim();
    if token.is_empty() {
        return Err("the token is empty".into());
    }
    if token.to_ascii_lowercase().starts_with("bearer ") {
        return Err("give the token alone; catseye writes the word Bearer before it".into());
    }
    if !token.chars().all(|c| c.is_ascii_graphic()) {
        return Err("the token holds a space or a character that no header can carry".into());
    }
    Ok(Token(token.to_owned()))
}

/// An http or https address.
///
/// # Errors
/// A fragment that says what to write.
pub fn address(text: &str) -> Result<Url, String> {
    let wrong = |why: &str| format!("{text:?} {why}; write it like https://agent.example/a2a");
    let url = Url::parse(text).map_err(|fault| wrong(&format!("is no address ({fault})")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("is neither http nor https"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(wrong("names no host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("an address may not carry a user name or password; use --header or --bearer".into());
    }
    Ok(url)
}

/// An address as an origin: `https://agent.example:8443`.
///
/// # Errors
/// A fragment that says what to write.
pub fn origin(text: &str) -> Result<String, String> {
    Ok(address(text)?.origin().ascii_serialization())
}

/// Output modes, separated by commas: `application/json,text/plain`.
///
/// # Errors
/// A fragment that says what to write.
pub fn mode(text: &str) -> Result<String, String> {
    let mode = text.trim();
    if mode.is_empty() || !mode.chars().all(|c| c.is_ascii_graphic() || c == ' ') {
        return Err(format!("{text:?} is no media type; write it like application/json,text/plain"));
    }
    Ok(mode.to_owned())
}

/// An id that goes into a request: not empty, no control characters.
///
/// # Errors
/// A fragment that says what to write.
pub fn id(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        return Err(format!("{text:?} is no id; copy it from the task it belongs to"));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("15s"), Ok(Duration::from_secs(15)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(duration("15").unwrap_err(), "\"15\" has no unit; write 15s for seconds or 15ms for milliseconds");
        for wrong in
            ["", "s", "1.5s", "-1s", "5 s", "5d", "99999999999999999999s", "0s", "1001h", "18446744073709551615m"]
        {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_size_is_bytes_or_has_a_unit() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("64MiB"), Ok(64 << 20));
        assert_eq!(size("2kb"), Ok(2000));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        for wrong in ["", "MiB", "1.5MiB", "-1", "4 KiB", "0", "2GiB", "18446744073709551615GiB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_header_is_a_name_a_colon_and_a_value() {
        let good = header("X-Key:  a b: c ").expect("a header");
        assert_eq!((good.name.as_str(), good.value.as_str()), ("X-Key", "a b: c"));
        assert_eq!(format!("{good:?}"), "Header(X-Key: …)");
        for wrong in ["X-Key", "X Key: v", ": v", "X-Key:", "X-Key: a\r\nB: c", "Host: x", "content-length: 3"] {
            let sentence = header(wrong).expect_err(wrong);
            assert!(!sentence.contains('\r'), "{sentence}");
        }
    }

    #[test]
    fn a_token_is_never_repeated() {
        assert_eq!(token(" abc ").map(|token| token.reveal().to_owned()), Ok("abc".to_owned()));
        for wrong in ["", "Bearer sesame", "se same", "sesam\u{e9}"] {
            let sentence = token(wrong).expect_err(wrong);
            assert!(!sentence.contains("sesam") && !sentence.contains("same"), "{sentence}");
        }
        assert_eq!(format!("{:?}", token("abc")), "Ok(Token(…))");
    }

    #[test]
    fn an_address_is_http_with_a_host_and_without_secrets() {
        assert!(address("http://127.0.0.1:8080/a").is_ok());
        for wrong in ["127.0.0.1:80", "agent.example", "ftp://x", "http://", "https://u:p@x/"] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
        assert_eq!(origin("https://Agent.example:443/x?y"), Ok("https://agent.example".to_owned()));
    }
}
