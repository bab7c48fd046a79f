//! The few words for numbers: counts, sizes, times.

/// `1 event`, `2 events`, `1 042 events`. Nouns whose plural is not an added `s` end in `y` (`property`) or `s`, `x`, `h`.
pub fn count(n: u64, noun: &str) -> String {
    let number = thousands(n);
    if n == 1 {
        return format!("{number} {noun}");
    }
    let before_y = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match before_y {
        Some(stem) => format!("{number} {stem}ies"),
        None if noun.ends_with(['s', 'x', 'h']) => format!("{number} {noun}es"),
        None => format!("{number} {noun}s"),
    }
}

/// Digits in groups of three: `32 768`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// A size in bytes for people: `212 B`, `4.1 KB`, `212 KB`, `1.9 MB`. A KB is 1 000 bytes.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 5] = ["KB", "MB", "GB", "TB", "PB"];
    if n < 1_000 {
        return format!("{n} B");
    }
    let mut unit = 1_000_u64;
    for name in UNITS {
        // In tenths, rounded half up; from 100 on whole ones.
        let tenths = (u128::from(n) * 10 + u128::from(unit) / 2) / u128::from(unit);
        if tenths < 1_000 {
            return format!("{}.{} {name}", tenths / 10, tenths % 10);
        }
        let whole = (u128::from(n) + u128::from(unit) / 2) / u128::from(unit);
        if whole < 1_000 || name == "PB" {
            return format!("{whole} {name}");
        }
        unit = unit.saturating_mul(1_000);
    }
    format!("{n} B")
}

/// How long something took: `3 ms`, `0.4 s`, `1.9 s`, `31 s`, `2m 04s`, `1h 05m`.
pub fn duration(ms: u64) -> String {
    match ms {
        0..100 => format!("{ms} ms"),
        100..9_950 => {
            let tenths = (ms + 50) / 100;
            format!("{}.{} s", tenths / 10, tenths % 10)
        }
        9_950..59_500 => format!("{} s", (ms + 500) / 1_000),
        59_500..3_599_500 => {
            let seconds = (ms + 500) / 1_000;
            format!("{}m {:02}s", seconds / 60, seconds % 60)
        }
        _ => {
            let minutes = (ms + 30_000) / 60_000;
            format!("{}h {:02}m", minutes / 60, minutes % 60)
        }
    }
}

/// A moment of a run, counted from its beginning, in at most seven columns: to the millisecond in the first minute
/// (`0.042`, `41.870`), then `2:04.1`, from an hour on `1:02:04`.
pub fn instant(ms: u64) -> String {
    let seconds = ms / 1_000;
    match seconds {
        0..60 => format!("{seconds}.{:03}", ms % 1_000),
        60..3_600 => format!("{}:{:02}.{}", seconds / 60, seconds % 60, ms % 1_000 / 100),
        _ => format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60),
    }
}
