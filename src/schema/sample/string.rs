//! Making texts: by format, by pattern, by the property's name; of the right length.

use super::facets::Facets;
use super::names::Spot;
use super::vocabulary;
use super::{Made, Maker, Result_};

/// Characters of a text at most.
const LONGEST: usize = 1 << 16;

impl Maker<'_> {
    pub(super) fn string(&mut self, facets: &Facets<'_>, spot: &Spot) -> Result_ {
        let least = facets.count("minLength").unwrap_or(0);
        let most = facets.count("maxLength").unwrap_or(usize::MAX);
        if least > most {
            return Err(format!("the text at {} needs {least} characters and may have {most}", spot.place()));
        }
        if least > LONGEST {
            return Err(format!("the text at {} needs {least} characters, more than are made", spot.place()));
        }
        let patterns = facets.texts("pattern");
        let formats = facets.texts("format");
        let number = spot.ordinal + spot.depth + self.chance.base;
        let told = match formats.iter().find_map(|format| vocabulary::of_format(format, spot, number)) {
            Some(text) => text,
            None => fitted(&vocabulary::text(spot, self.theme, number), least, most),
        };
        if patterns.iter().all(|pattern| self.matches(pattern, &told)) {
            return Ok(Made::Text(told));
        }
        // Several patterns: a text for one of them may do for all.
        for pattern in &patterns {
            for again in 0..4 {
                let Some(text) = self.text_for_pattern(pattern, least, number + again) else { break };
                let fits = text.chars().count() <= most && patterns.iter().all(|other| self.matches(other, &text));
                if fits {
                    return Ok(Made::Text(text));
                }
            }
        }
        Err(format!("no text was found for the pattern at {}", spot.place()))
    }
}

/// A text made as long as it must be, and no longer than it may be.
fn fitted(text: &str, least: usize, most: usize) -> String {
    let mut out = text.to_owned();
    let mut length = out.chars().count();
    if length > most {
        // Whole words, when at least one is left.
        let cut: String = text.chars().take(most).collect();
        let words = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
        out = if words.chars().count() >= least.max(1) { words.to_owned() } else { cut.clone() };
        out = out.trim_end_matches([',', ' ']).to_owned();
        length = out.chars().count();
        if length < least {
            out = cut;
            length = out.chars().count();
        }
    }
    let mut more = vocabulary::FILLER.iter().cycle();
    while length < least {
        let Some(word) = more.next() else { break };
        let room = most - length;
        let addition: String = format!(" {word}").chars().take(room).collect();
        length += addition.chars().count();
        out.push_str(&addition);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_fitted_to_its_bounds_by_whole_words() {
        assert_eq!(fitted("Lemon and chickpea stew", 0, 12), "Lemon and");
        assert_eq!(fitted("Lemon", 0, 3), "Lem");
        for (least, most) in [(0, 0), (1, 1), (7, 7), (40, 41), (300, 300)] {
            let length = fitted("Lemon and chickpea stew", least, most).chars().count();
            assert!((least..=most).contains(&length), "{least}..={most} gave {length}");
        }
    }
}
