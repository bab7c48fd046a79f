//! Messages at the lower right: one line, four seconds; errors stay until they are taken away.

/// How long a message stays, in milliseconds.
pub const STAYS_MS: u64 = 4_000;
/// How many messages are kept at once; older ones go.
const KEPT: usize = 4;

/// What kind of news it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Something worth knowing.
    Note,
    /// Something went wrong.
    Fault,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// One line, made harmless.
    pub text: String,
    /// What kind of news it is.
    pub tone: Tone,
    /// When it goes, in milliseconds of the workbench's clock; `None`: when it is taken away.
    pub until: Option<u64>,
}

/// The messages on screen, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Toasts {
    shown: Vec<Toast>,
}

impl Toasts {
    /// Says something. The same words again renew the message that stands.
    pub fn say(&mut self, now: u64, text: impl Into<String>) {
        self.push(Toast { text: text.into(), tone: Tone::Note, until: Some(now + STAYS_MS) });
    }

    /// Says that something was done.
    pub fn done(&mut self, now: u64, text: impl Into<String>) {
        self.push(Toast { text: text.into(), tone: Tone::Done, until: Some(now + STAYS_MS) });
    }

    /// Says that something went wrong.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.push(Toast { text: text.into(), tone: Tone::Fault, until: None });
    }

    fn push(&mut self, toast: Toast) {
        let text = crate::text::harmless(&toast.text).into_owned();
        self.shown.retain(|shown| shown.text != text);
        self.shown.push(Toast { text, ..toast });
        let over = self.shown.len().saturating_sub(KEPT);
        self.shown.drain(..over);
    }

    /// Takes away what is over. Whether anything went.
    pub fn expire(&mut self, now: u64) -> bool {
        let before = self.shown.len();
        self.shown.retain(|toast| toast.until.is_none_or(|until| until > now));
        before != self.shown.len()
    }

    /// When the next message goes.
    pub fn next_deadline(&self) -> Option<u64> {
        self.shown.iter().filter_map(|toast| toast.until).min()
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.shown.clear();
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// Oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Toast> {
        self.shown.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(toasts: &Toasts) -> Vec<&str> {
        toasts.iter().map(|toast| toast.text.as_str()).collect()
    }

    #[test]
    fn a_message_goes_after_four_seconds_and_an_error_stays() {
        let mut toasts = Toasts::default();
        toasts.say(1_000, "copied");
        toasts.warn("the draft cannot be saved");
        assert_eq!(toasts.next_deadline(), Some(5_000));
        assert!(!toasts.expire(4_999));
        assert!(toasts.expire(5_000));
        assert_eq!(texts(&toasts), ["the draft cannot be saved"]);
        assert_eq!(toasts.next_deadline(), None);
    }

    #[test]
    fn the_same_words_stand_once_and_only_the_last_four_stay() {
        let mut toasts = Toasts::default();
        for text in ["a", "b", "a", "c", "d", "e"] {
            toasts.say(0, text);
        }
        assert_eq!(texts(&toasts), ["a", "c", "d", "e"]);
    }
}
