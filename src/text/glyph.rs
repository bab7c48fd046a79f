//! Which characters may not reach a terminal, and what is shown in their place.

use unicode_width::UnicodeWidthChar;

/// What a character is to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// Takes columns and does nothing else.
    Visible,
    /// Sits on the character before it: combining marks, vowels of a Hangul syllable.
    Mark,
    /// U+FE0E and U+FE0F: choose between text and emoji form of the character before them.
    Presentation,
    /// C0 and DEL: has a control picture.
    Control,
    /// Invisible or obeyed by terminals: shown by name.
    Hidden,
}

pub(super) fn nature(c: char) -> Nature {
    match c {
        ' '..='~' => Nature::Visible,
        '\u{0}'..='\u{1f}' | '\u{7f}' => Nature::Control,
        '\u{fe0e}' | '\u{fe0f}' => Nature::Presentation,
        c if is_hidden(c) => Nature::Hidden,
        // Counted as a column by ratatui, because terminals give them one.
        '\u{ff9e}' | '\u{ff9f}' => Nature::Visible,
        c if c.width() == Some(0) => Nature::Mark,
        _ => Nature::Visible,
    }
}

/// C1, the bidirectional controls and everything Unicode calls default-ignorable, save the two presentation selectors.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The control picture of a C0 control or DEL.
pub(super) fn picture(control: char) -> char {
    match control {
        '\u{7f}' => '␡',
        c => char::from_u32(0x2400 + c as u32).unwrap_or('␦'),
    }
}

/// Appends the bracketed name of a hidden character.
pub(super) fn push_name(out: &mut String, hidden: char) {
    let name = match hidden {
        '\u{85}' => "NEL",
        '\u{90}' => "DCS",
        '\u{9b}' => "CSI",
        '\u{9c}' => "ST",
        '\u{9d}' => "OSC",
        '\u{ad}' => "SHY",
        '\u{61c}' => "ALM",
        '\u{200b}' => "ZWSP",
        '\u{200c}' => "ZWNJ",
        '\u{200d}' => "ZWJ",
        '\u{200e}' => "LRM",
        '\u{200f}' => "RLM",
        '\u{2028}' => "LS",
        '\u{2029}' => "PS",
        '\u{202a}' => "LRE",
        '\u{202b}' => "RLE",
        '\u{202c}' => "PDF",
        '\u{202d}' => "LRO",
        '\u{202e}' => "RLO",
        '\u{2060}' => "WJ",
        '\u{2066}' => "LRI",
        '\u{2067}' => "RLI",
        '\u{2068}' => "FSI",
        '\u{2069}' => "PDI",
        '\u{feff}' => "BOM",
        c => {
            out.push_str(&format!("⟨U+{:04X}⟩", c as u32));
            return;
        }
    };
    out.push('⟨');
    out.push_str(name);
    out.push('⟩');
}
