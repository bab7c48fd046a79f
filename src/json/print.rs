//! Printing a document again: only white space changes; numbers, key order and escapes stay as they were written.
//! Of a partial document what is there is printed: no bracket and no quote that is not in the text.

use super::document::Kind;
use super::value::Value;

/// The value without white space between tokens.
pub fn compact(value: Value<'_>) -> String {
    let mut out = String::with_capacity(value.raw().len());
    print(value, &mut out, None);
    out
}

/// The value with each member and item on its own line, indented by `indent` spaces a level; empty containers stay on
/// one line.
pub fn pretty(value: Value<'_>, indent: usize) -> String {
    let mut out = String::with_capacity(value.raw().len() * 2);
    print(value, &mut out, Some(indent));
    out
}

fn print(value: Value<'_>, out: &mut String, indent: Option<usize>) {
    let document = value.document();
    let text = document.text();
    let end = value.next_index();
    // Containers that are open: (index after the last child, closing bracket if there is one).
    let mut open: Vec<(usize, Option<char>)> = Vec::new();
    let mut first = true;
    let newline = |out: &mut String, depth: usize| {
        if let Some(width) = indent {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', width * depth));
        }
    };
    let mut index = value.index();
    loop {
        while let Some(&(close, bracket)) = open.last() {
            if close > index {
                break;
            }
            open.pop();
            if let Some(bracket) = bracket {
                newline(out, open.len());
                out.push(bracket);
            }
            first = false;
        }
        if index >= end {
            return;
        }
        let Some(current) = document.value(index) else { return };
        if !open.is_empty() {
            if !first {
                out.push(',');
            }
            newline(out, open.len());
            if let Some(key) = current.key_span() {
                out.push_str(&text[key]);
                out.push_str(if indent.is_some() { ": " } else { ":" });
            }
        }
        first = false;
        let brackets = match current.kind() {
            Kind::Object => Some(('{', '}')),
            Kind::Array => Some(('[', ']')),
            _ => None,
        };
        match brackets {
            Some((opening, closing)) => {
                out.push(opening);
                let closing = (!current.is_cut()).then_some(closing);
                if current.next_index() == index + 1 {
                    out.extend(closing);
                } else {
                    open.push((current.next_index(), closing));
                    first = true;
                }
            }
            None => out.push_str(current.raw()),
        }
        index += 1;
    }
}
