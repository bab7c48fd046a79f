//! The table. Order is the order of help, palette and `docs/keys.md`.

use super::Command as C;
use super::key::{Code, Key};
use super::when;
use super::{Row, Scope, When};
use crate::app::{Model, Pane};

const EDITED: &[Pane] = &[Pane::Schema, Pane::Task];
const LISTS: &[Pane] = &[Pane::Agent, Pane::Run, Pane::Wire, Pane::Log];
const FOUND_IN: &[Pane] = &[Pane::Schema, Pane::Run];

const fn row(
    command: C,
    words: (&'static str, &'static str, &'static str),
    keys: &'static [Key],
    scope: Scope,
    rank: u8,
    when: fn(&Model) -> When,
) -> Row {
    Row { command, name: words.0, hint: words.1, title: words.2, keys, scope, rank, when }
}

const ALL: Scope = Scope::Everywhere;

/// Every command of the workbench.
pub static COMMANDS: &[Row] = &[
    // -- the task
    row(C::Send, ("send", "send", "send the task to the agent"), &[Key::ctrl('s')], ALL, 1, when::can_send),
    row(C::Stop, ("stop", "stop", "stop the running task"), &[Key::ctrl('x')], ALL, 3, when::run_is_active),
    row(
        C::Answer,
        ("answer", "answer", "answer the agent that waits for you"),
        &[Key::char('a')],
        Scope::Panes(&[Pane::Run, Pane::Log]),
        2,
        when::agent_waits,
    ),
    row(
        C::SendAgain,
        ("send-again", "send again", "send again what this run sent"),
        &[Key::char('a')],
        Scope::Panes(&[Pane::Run, Pane::Log]),
        14,
        when::run_is_over,
    ),
    row(
        C::Preview,
        ("request", "request", "show the exact request before it is sent"),
        &[Key::ctrl('r')],
        ALL,
        15,
        when::has_request,
    ),
    // -- fields
    row(
        C::EnterField,
        ("edit", "edit", "type in this field"),
        &[Key::plain(Code::Enter), Key::char('i')],
        Scope::Panes(EDITED),
        2,
        when::outside_field,
    ),
    row(C::LeaveField, ("leave-field", "leave field", "leave the field"), &[Key::plain(Code::Esc)], Scope::Panes(EDITED), 2, when::in_field),
    row(C::Cut, ("cut", "cut", "cut the selection"), &[Key::ctrl('x')], Scope::Panes(EDITED), 4, when::has_selection),
    row(C::CopySelection, ("copy-selection", "copy", "copy the selection"), &[Key::ctrl('c')], Scope::Panes(EDITED), 4, when::has_selection),
    row(C::SelectAll, ("select-all", "select all", "select the whole field"), &[Key::ctrl('a')], Scope::Panes(EDITED), 0, when::in_field),
    row(C::Undo, ("undo", "undo", "undo the last change"), &[Key::char('u'), Key::alt('u')], Scope::Panes(EDITED), 16, when::can_undo),
    row(C::Redo, ("redo", "redo", "do again what was undone"), &[Key::char('U'), Key::alt('e')], Scope::Panes(EDITED), 0, when::can_redo),
    row(
        C::Editor,
        ("editor", "$EDITOR", "edit this field in $VISUAL or $EDITOR"),
        &[Key::ctrl('e')],
        Scope::Panes(EDITED),
        17,
        when::always,
    ),
    // -- the schema
    row(
        C::Format,
        ("format", "format", "indent the schema; numbers and order stay"),
        &[Key::char('f'), Key::alt('f')],
        Scope::Panes(&[Pane::Schema]),
        6,
        when::schema_is_json,
    ),
    row(
        C::Compact,
        ("compact", "compact", "take the white space out of the schema"),
        &[Key::char('c'), Key::alt('c')],
        Scope::Panes(&[Pane::Schema]),
        7,
        when::schema_is_json,
    ),
    row(C::NextFinding, ("next-finding", "next finding", "go to the next finding"), &[Key::plain(Code::F(8))], Scope::Panes(FOUND_IN), 5, when::has_findings),
    row(
        C::PreviousFinding,
        ("previous-finding", "previous finding", "go to the previous finding"),
        &[Key::shift(Code::F(8))],
        Scope::Panes(FOUND_IN),
        0,
        when::has_findings,
    ),
    // -- the task's options
    row(
        C::ToggleSchema,
        ("ask-typed", "typed or text", "ask for a typed answer, or for text"),
        &[Key::char('d')],
        Scope::Panes(&[Pane::Task]),
        6,
        when::outside_field,
    ),
    row(
        C::ToggleStream,
        ("stream", "stream", "stream the answer, or wait for it in one piece"),
        &[Key::char('s')],
        Scope::Panes(&[Pane::Task]),
        7,
        when::outside_field,
    ),
    row(
        C::ToggleEncoding,
        ("encoding", "encoding", "choose how the result is encoded"),
        &[Key::char('e')],
        Scope::Panes(&[Pane::Task]),
        8,
        when::outside_field,
    ),
    row(
        C::ToggleCompact,
        ("send-compact", "compact", "send the schema without white space, or as it stands"),
        &[Key::char('c')],
        Scope::Panes(&[Pane::Task]),
        9,
        when::outside_field,
    ),
    row(
        C::ToggleFormats,
        ("formats", "formats", "take an unmet format as a mismatch, or as a warning"),
        &[Key::char('o')],
        Scope::Panes(&[Pane::Task]),
        10,
        when::outside_field,
    ),
    row(
        C::NewConversation,
        ("new-conversation", "new conversation", "forget the context and the task, begin anew"),
        &[Key::char('x')],
        Scope::Panes(&[Pane::Task]),
        5,
        when::has_conversation,
    ),
    row(
        C::Continue,
        ("continue", "go on", "go on with this run's conversation"),
        &[Key::char('g')],
        Scope::Panes(&[Pane::Task, Pane::Run]),
        0,
        when::has_context,
    ),
    // -- the agent
    row(C::UseExample, ("use-example", "use example", "put this skill's example into the task"), &[Key::plain(Code::Enter)], Scope::Panes(&[Pane::Agent]), 2, when::on_skill),
    row(C::RawCard, ("raw-card", "raw card", "show the card as it came, or read"), &[Key::char('r')], Scope::Panes(&[Pane::Agent]), 6, when::has_card),
    row(C::FetchAgain, ("fetch-card", "fetch again", "fetch the card again"), &[Key::char('g')], Scope::Panes(&[Pane::Agent]), 7, when::has_address),
    row(C::OpenAgent, ("open", "open agent", "open another agent by its address"), &[Key::ctrl('o')], ALL, 18, when::always),
    // -- the run
    row(
        C::ShowRun,
        ("show-run", "show run", "show the run under the cursor"),
        &[Key::plain(Code::Enter)],
        Scope::Panes(&[Pane::Agent, Pane::Log]),
        2,
        when::on_run,
    ),
    row(C::ShowPlace, ("show-place", "show the place", "show the place in the value"), &[Key::plain(Code::Enter)], Scope::Panes(&[Pane::Run]), 4, when::on_evidence),
    row(C::Fold, ("fold", "fold", "fold or unfold"), &[Key::plain(Code::Enter), Key::char(' ')], Scope::Panes(&[Pane::Run]), 5, when::on_branch),
    row(C::ShowRule, ("show-rule", "rule", "show the rule in the schema"), &[Key::char('s')], Scope::Panes(&[Pane::Run]), 6, when::has_rule),
    row(C::Copy, ("copy", "copy", "copy what is under the cursor"), &[Key::char('y')], Scope::Panes(LISTS), 7, when::can_copy),
    row(C::CopyPointer, ("copy-pointer", "pointer", "copy the JSON pointer of the value"), &[Key::char('p')], Scope::Panes(&[Pane::Run]), 0, when::on_tree),
    row(C::CopyRaw, ("copy-result", "copy all", "copy the whole result as it came"), &[Key::char('Y')], Scope::Panes(&[Pane::Run]), 12, when::has_result),
    row(C::CopyCurl, ("copy-curl", "curl", "copy the request as a curl command"), &[Key::char('c')], Scope::Panes(&[Pane::Run, Pane::Wire, Pane::Log]), 13, when::has_sent),
    row(C::CopyRetry, ("copy-retry", "retry prompt", "copy a prompt that tells the agent what was wrong"), &[Key::char('r')], Scope::Panes(&[Pane::Run]), 0, when::has_mismatch),
    row(C::PreviousRun, ("previous-run", "earlier run", "show the earlier run"), &[Key::char('[')], ALL, 0, when::has_earlier_run),
    row(C::NextRun, ("next-run", "later run", "show the later run"), &[Key::char(']')], ALL, 0, when::has_later_run),
    // -- moving
    row(C::Up, ("up", "up", "move up"), &[Key::plain(Code::Up), Key::char('k')], ALL, 0, when::outside_field),
    row(C::Down, ("down", "down", "move down"), &[Key::plain(Code::Down), Key::char('j')], ALL, 0, when::outside_field),
    row(C::PageUp, ("page-up", "page up", "move a page up"), &[Key::plain(Code::PageUp)], ALL, 0, when::outside_field),
    row(C::PageDown, ("page-down", "page down", "move a page down"), &[Key::plain(Code::PageDown)], ALL, 0, when::outside_field),
    row(C::Top, ("top", "top", "go to the first row"), &[Key::plain(Code::Home)], ALL, 0, when::outside_field),
    row(C::Bottom, ("bottom", "bottom", "go to the last row and follow"), &[Key::plain(Code::End), Key::char('G')], ALL, 0, when::outside_field),
    row(C::Left, ("left", "fold", "fold, or go to the parent"), &[Key::plain(Code::Left), Key::char('h')], Scope::Panes(&[Pane::Run]), 0, when::on_tree),
    row(C::Right, ("right", "unfold", "unfold, or go to the first child"), &[Key::plain(Code::Right), Key::char('l')], Scope::Panes(&[Pane::Run]), 0, when::on_tree),
    // -- panes
    row(C::Show(Pane::Agent), ("agent", "agent", "go to the agent"), &[Key::char('1'), Key::alt('1'), Key::plain(Code::F(1))], ALL, 0, when::always),
    row(C::Show(Pane::Schema), ("schema", "schema", "go to the schema"), &[Key::char('2'), Key::alt('2'), Key::plain(Code::F(2))], ALL, 0, when::always),
    row(C::Show(Pane::Task), ("task", "task", "go to the task"), &[Key::char('3'), Key::alt('3'), Key::plain(Code::F(3))], ALL, 0, when::always),
    row(C::Show(Pane::Run), ("run", "run", "go to the run"), &[Key::char('4'), Key::alt('4'), Key::plain(Code::F(4))], ALL, 0, when::always),
    row(C::Show(Pane::Wire), ("wire-pane", "wire", "go to the wire"), &[Key::char('5'), Key::alt('5'), Key::plain(Code::F(5))], ALL, 0, when::always),
    row(C::Show(Pane::Log), ("log", "log", "go to the log of runs"), &[Key::char('6'), Key::alt('6'), Key::plain(Code::F(6))], ALL, 0, when::always),
    row(C::ShowWire, ("wire", "wire", "show the bytes behind this"), &[Key::char('w')], ALL, 8, when::has_frames),
    row(C::Back, ("back", "back", "go back to the bench"), &[Key::plain(Code::Esc)], Scope::Panes(&[Pane::Wire, Pane::Log]), 2, when::always),
    row(C::Zoom, ("zoom", "zoom", "show this pane alone, or all"), &[Key::char('z'), Key::alt('z')], ALL, 9, when::always),
    row(C::NextPane, ("next-pane", "next pane", "go to the next pane"), &[Key::plain(Code::Tab)], ALL, 10, when::always),
    row(C::PreviousPane, ("previous-pane", "previous pane", "go to the previous pane"), &[Key::shift(Code::Tab)], ALL, 0, when::always),
    row(C::Find, ("find", "find", "find text in this pane"), &[Key::char('/'), Key::ctrl('f')], ALL, 11, when::can_find),
    row(C::FindNext, ("find-next", "next match", "go to the next match"), &[Key::char('n')], ALL, 0, when::is_finding),
    row(C::FindPrevious, ("find-previous", "previous match", "go to the previous match"), &[Key::char('N')], ALL, 0, when::is_finding),
    // -- the workbench
    row(C::Theme, ("theme", "theme", "use the next theme"), &[Key::char('t')], ALL, 0, when::always),
    row(C::Mouse, ("mouse", "mouse", "give the mouse to the terminal, or take it"), &[Key::char('m')], ALL, 0, when::always),
    row(C::Redraw, ("redraw", "redraw", "draw the screen again"), &[Key::ctrl('l')], ALL, 0, when::always),
    row(C::Suspend, ("suspend", "suspend", "suspend; fg comes back"), &[Key::ctrl('z')], ALL, 0, when::always),
    row(C::Dismiss, ("dismiss", "dismiss", "take the messages away"), &[Key::plain(Code::Esc)], ALL, 0, when::has_messages),
    row(C::Leave, ("leave", "leave", "leave catseye; asks while a task is running"), &[Key::char('q'), Key::ctrl('c')], ALL, 0, when::always),
    row(C::Palette, ("commands", "commands", "find a command by its name"), &[Key::ctrl('p'), Key::char(':')], ALL, 200, when::always),
    row(C::Help, ("help", "help", "show every key"), &[Key::char('?')], ALL, 201, when::always),
];
