//! The bar of a gauge, in eighths of a column.

const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A bar of `value` out of `limit`, at most `columns` wide; anything above nothing shows at least one eighth, and only
/// the limit itself fills it.
pub fn bar(value: u64, limit: u64, columns: usize) -> String {
    let most = columns * 8;
    if value == 0 || most == 0 {
        return String::new();
    }
    let eighths = if value >= limit {
        most
    } else {
        let scaled = u128::from(value) * most as u128 / u128::from(limit);
        (scaled as usize).clamp(1, (most - 1).max(1))
    };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}
