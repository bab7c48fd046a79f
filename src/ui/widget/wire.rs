//! Bytes as they went over the wire: as text with every control shown, or in hexadecimal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::Pen;
use crate::text;
use crate::ui::theme::{Role, Theme};

/// Bytes in a row of the hexadecimal view.
const ROW: usize = 16;

/// Bytes in hexadecimal.
#[derive(Clone, Copy, Debug)]
pub struct HexView<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The offset of the first of them, for the labels.
    pub offset: u64,
}

impl HexView<'_> {
    /// Rows in all.
    pub fn rows(&self) -> usize {
        self.bytes.len().div_ceil(ROW)
    }

    /// Draws the rows from `first` on.
    pub fn draw(&self, theme: &Theme, area: Rect, first: usize, cells: &mut Buffer) {
        let rows = self.bytes.chunks(ROW).enumerate().skip(first).take(usize::from(area.height));
        for (line, (number, chunk)) in rows.enumerate() {
            let mut pen = Pen::new(cells, area, line);
            pen.put(theme[Role::Faint], &format!("{:08x}", self.offset.saturating_add((number * ROW) as u64))).skip(2);
            for (at, byte) in chunk.iter().enumerate() {
                pen.put(theme[byte_role(*byte)], &format!("{byte:02x}")).skip(if at == 7 { 2 } else { 1 });
            }
            pen.to(8 + 2 + ROW * 3 + 2);
            for byte in chunk {
                let sign = match byte {
                    0x20..0x7f => (*byte as char).to_string(),
                    _ => "·".to_owned(),
                };
                pen.put(theme[byte_role(*byte)], &sign);
            }
        }
    }
}

fn byte_role(byte: u8) -> Role {
    match byte {
        0x20..0x7f => Role::Text,
        b'\n' | b'\r' | b'\t' => Role::Muted,
        0..0x20 | 0x7f => Role::Warn,
        _ => Role::Literal,
    }
}

/// Bytes as text: line ends and controls shown, bytes that are no UTF-8 in angle brackets, long lines wrapped.
#[derive(Clone, Copy, Debug)]
pub struct WireText<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
}

impl WireText<'_> {
    /// How many rows they take in so many columns, counted up to `limit`.
    pub fn rows(&self, columns: usize, limit: usize) -> usize {
        let mut rows = 0;
        let mut used = 0;
        for (sign, _) in signs(self.bytes) {
            let wide = text::width(&sign);
            if used + wide > columns && used > 0 {
                rows += 1;
                used = 0;
            }
            used += wide;
            if sign.ends_with('␊') {
                rows += 1;
                used = 0;
            }
            if rows >= limit {
                return limit;
            }
        }
        rows + usize::from(used > 0)
    }

    /// Draws the rows from `first` on.
    pub fn draw(&self, theme: &Theme, area: Rect, first: usize, cells: &mut Buffer) {
        let columns = usize::from(area.width);
        let end = first.saturating_add(usize::from(area.height));
        let (mut row, mut used) = (0, 0);
        for (sign, role) in signs(self.bytes) {
            let wide = text::width(&sign);
            if used + wide > columns && used > 0 {
                row += 1;
                used = 0;
            }
            if row >= end {
                return;
            }
            if row >= first {
                let mut pen = Pen::new(cells, area, row - first);
                pen.to(used).write(theme[role], &sign);
            }
            used += wide;
            if sign.ends_with('␊') {
                row += 1;
                used = 0;
            }
        }
    }
}

/// What is drawn for each character or broken byte.
fn signs(bytes: &[u8]) -> impl Iterator<Item = (String, Role)> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let valid = text::graphemes(chunk.valid()).map(|(cluster, _)| match cluster {
            "\n" => ("␊".to_owned(), Role::Faint),
            "\r\n" => ("␍␊".to_owned(), Role::Faint),
            other if text::is_harmless(other) => (other.to_owned(), Role::Text),
            other => (text::harmless(other).into_owned(), Role::Warn),
        });
        let broken = chunk.invalid().iter().map(|byte| (format!("⟨{byte:02X}⟩"), Role::Error));
        valid.chain(broken)
    })
}
