//! Which rows of a long list are on screen. The view reports what it drew, so that the next frame begins there and
//! nothing jumps.

/// Something that scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// The Agent pane.
    Agent,
    /// The card as it came.
    RawCard,
    /// Findings under the schema.
    Findings,
    /// Progress of the run.
    Progress,
    /// The result's tree.
    Tree,
    /// Steps and evidence of the verdict.
    Verdict,
    /// Frames in the Wire pane.
    Frames,
    /// Bytes of the selected frame as they came.
    Bytes,
    /// The selected frame, read.
    Decoded,
    /// Runs in the Log pane.
    Log,
    /// The palette.
    Palette,
    /// The help.
    Help,
    /// The request before it is sent.
    Preview,
}

const LISTS: usize = List::Preview as usize + 1;

/// What was drawn of one list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// First row on screen.
    pub first: usize,
    /// Rows on screen.
    pub height: usize,
    /// Rows in all.
    pub total: usize,
}

impl Window {
    /// The window of this height over `total` rows that shows `cursor`, as near to this one as can be.
    pub fn around(self, cursor: Option<usize>, height: usize, total: usize) -> Window {
        let last = total.saturating_sub(height);
        let mut first = self.first.min(last);
        if let Some(cursor) = cursor.filter(|_| height > 0) {
            let cursor = cursor.min(total.saturating_sub(1));
            first = first.clamp((cursor + 1).saturating_sub(height), cursor).min(last);
        }
        Window { first, height, total }
    }

    /// This window moved by so many rows, within the list.
    pub fn moved(self, by: isize) -> Window {
        let last = self.total.saturating_sub(self.height);
        Window { first: self.first.saturating_add_signed(by).min(last), ..self }
    }

    /// Whether the last row is on screen.
    pub fn at_end(self) -> bool {
        self.first + self.height >= self.total
    }
}

/// The windows of all lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scrolls {
    windows: [Window; LISTS],
}

impl Scrolls {
    /// The window of a list.
    pub fn get(&self, list: List) -> Window {
        self.windows[list as usize]
    }

    /// Remembers the window of a list.
    pub fn set(&mut self, list: List, window: Window) {
        self.windows[list as usize] = window;
    }

    /// Begins at the first row again.
    pub fn reset(&mut self, list: List) {
        self.windows[list as usize].first = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(from: usize, cursor: Option<usize>, height: usize, total: usize) -> usize {
        Window { first: from, ..Window::default() }.around(cursor, height, total).first
    }

    #[test]
    fn a_window_moves_only_as_far_as_the_cursor_asks() {
        assert_eq!(first(0, Some(3), 10, 100), 0);
        assert_eq!(first(0, Some(10), 10, 100), 1);
        assert_eq!(first(50, Some(55), 10, 100), 50);
        assert_eq!(first(50, Some(20), 10, 100), 20);
    }

    #[test]
    fn a_window_never_shows_more_empty_rows_than_it_must() {
        assert_eq!(first(95, None, 10, 100), 90);
        assert_eq!(first(5, None, 10, 3), 0);
        assert_eq!(first(5, Some(2), 0, 3), 3);
        assert_eq!(first(7, Some(9), 1, 0), 0);
    }

    #[test]
    fn moving_stops_at_both_ends() {
        let window = Window { first: 4, height: 10, total: 20 };
        assert_eq!(window.moved(-9).first, 0);
        assert_eq!(window.moved(99).first, 10);
        assert!(window.moved(99).at_end());
    }
}
