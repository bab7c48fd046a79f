//! The workbench's update: keys in, model and effects out.

use catseye::app::{self, Mouse, MouseKind, Msg, Overlay, Pane, Spot};
use catseye::command::{self, COMMANDS, Code, Key, book};

use crate::run::play;
use crate::stage::{DOWN, ENTER, ESC, MISMATCH, Stage, TAB, UP, VALUE};

#[test]
fn the_key_table_in_the_docs_is_the_command_table() {
    let page = include_str!("../../docs/keys.md");
    assert!(page == book::markdown(), "docs/keys.md differs from the table; it should be:\n{}", book::markdown());
}

#[test]
fn every_command_has_a_name_a_key_and_no_twin() {
    let mut names = std::collections::HashSet::new();
    for row in COMMANDS {
        assert!(names.insert(row.name), "{} stands twice", row.name);
        assert!(!row.keys.is_empty(), "{} has no key", row.name);
        assert!(!row.title.ends_with('.') && !row.title.is_empty(), "{}", row.name);
        assert_eq!(command::row(row.command).map(|found| found.name), Some(row.name));
    }
}

#[test]
fn the_demo_opens_in_the_schema_outside_of_the_field_ready_to_send() {
    let mut stage = Stage::ready(140, 40);
    assert_eq!((stage.model.focus, stage.model.in_field), (Pane::Schema, false));
    assert!(stage.text().contains("Agent"));
    stage.press(&[Key::ctrl('s')]);
    assert_eq!(stage.model.runs.len(), 1);
}

#[test]
fn digits_go_to_panes_and_in_a_field_only_with_alt_or_as_function_keys() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[Key::char('4')]);
    assert_eq!(stage.model.focus, Pane::Run);
    stage.press(&[Key::char('2'), ENTER, Key::char('4')]);
    assert_eq!((stage.model.focus, stage.model.in_field), (Pane::Schema, true));
    assert!(stage.model.schema.field.text().starts_with('4'));
    stage.press(&[Key::alt('3')]);
    assert_eq!((stage.model.focus, stage.model.in_field), (Pane::Task, true));
    stage.press(&[Key::plain(Code::F(1))]);
    assert_eq!((stage.model.focus, stage.model.in_field), (Pane::Agent, false));
}

#[test]
fn tab_goes_round_the_four_panes_and_indents_in_leading_blanks_of_the_schema() {
    let mut stage = Stage::ready(140, 40);
    let mut seen = Vec::new();
    for _ in 0..4 {
        stage.press(&[TAB]);
        seen.push(stage.model.focus);
    }
    assert_eq!(seen, [Pane::Task, Pane::Run, Pane::Agent, Pane::Schema]);
    stage.press(&[ENTER, TAB]);
    assert_eq!(stage.model.focus, Pane::Schema);
    assert!(stage.model.schema.field.text().starts_with("  {"));
    stage.press(&[Key::plain(Code::End), TAB]);
    assert_eq!(stage.model.focus, Pane::Task);
}

#[test]
fn escape_leaves_the_field_and_then_takes_messages_away() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[ENTER, ESC]);
    assert!(!stage.model.in_field);
    stage.tell(Msg::Fault("the draft cannot be saved".into()));
    stage.press(&[ESC]);
    assert!(stage.model.toasts.is_empty());
}

#[test]
fn ctrl_c_copies_a_selection_and_leaves_without_one() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[ENTER, Key::ctrl('a'), Key::ctrl('c')]);
    assert_eq!(stage.wanted(), ["Copy"]);
    stage.press(&[Key::plain(Code::Right), Key::ctrl('c')]);
    assert_eq!(stage.wanted(), ["Quit"]);
    assert!(stage.model.leaving);
}

#[test]
fn ctrl_x_cuts_a_selection_and_stops_the_task_without_one() {
    let mut stage = Stage::under_way(140, 40);
    stage.press(&[ENTER, Key::ctrl('a'), Key::ctrl('x')]);
    assert_eq!(stage.wanted(), ["Copy"]);
    assert!(stage.model.schema.field.is_empty());
    stage.press(&[Key::ctrl('x')]);
    assert_eq!(stage.wanted(), ["StopRun"]);
}

#[test]
fn leaving_asks_while_a_task_is_running_and_then_stops_it() {
    let mut stage = Stage::under_way(140, 40);
    stage.press(&[Key::char('q')]);
    assert!(matches!(stage.model.overlay, Some(Overlay::Leave)));
    stage.press(&[ESC]);
    assert!(!stage.model.leaving);
    stage.press(&[Key::char('q'), ENTER]);
    assert_eq!(stage.wanted(), ["StopRun", "Quit"]);
}

#[test]
fn a_key_that_cannot_be_used_now_says_why() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[Key::ctrl('x')]);
    let said: Vec<_> = stage.model.toasts.iter().map(|toast| toast.text.clone()).collect();
    assert_eq!(said, ["Ctrl-X: no task is running"]);
}

#[test]
fn typing_checks_the_schema_and_a_check_of_an_older_text_is_dropped() {
    let mut stage = Stage::ready(140, 40);
    let old = stage.model.schema.generation;
    let checked = stage.model.schema.checked().cloned().expect("checked");
    stage.press(&[ENTER]);
    stage.types("x");
    assert_eq!(stage.model.schema.counts().0, 1, "{:?}", stage.model.schema.findings());
    stage.tell(Msg::Checked { generation: old, checked: checked.into(), took: 1 });
    assert_eq!(stage.model.schema.counts().0, 1);
}

#[test]
fn what_is_typed_is_kept_once_the_hands_rest() {
    let mut stage = Stage::ready(140, 40);
    stage.model.now = 1_000;
    stage.press(&[Key::char('3'), ENTER]);
    stage.types("x");
    let due = app::next_deadline(&stage.model).expect("a draft is due");
    stage.model.now = due;
    stage.tell(Msg::Tick);
    assert_eq!(stage.wanted(), ["SaveDraft"]);
}

#[test]
fn nothing_wakes_the_workbench_when_nothing_moves() {
    assert_eq!(app::next_deadline(&Stage::ready(140, 40).model), None);
    assert_eq!(app::next_deadline(&Stage::ended(140, 40, VALUE).model), None);
    assert!(app::next_deadline(&Stage::under_way(140, 40).model).is_some(), "the spinner moves");
}

#[test]
fn progress_follows_the_stream_until_the_person_looks_back() {
    let mut stage = Stage::under_way(140, 40);
    let spot = |stage: &Stage| stage.model.selected_run().map(|entry| entry.spot);
    let last = stage.model.selected_run().expect("a run").progress_count() - 1;
    assert_eq!(spot(&stage), Some(Spot::Progress(last)));
    stage.press(&[Key::char('4'), UP]);
    stage.plays(|play| play.result(1, &play::status("WORKING", "something else")));
    assert_eq!(spot(&stage), Some(Spot::Progress(last - 1)));
    stage.press(&[Key::plain(Code::End)]);
    stage.plays(|play| play.result(1, &play::status("WORKING", "yet something else")));
    assert_eq!(spot(&stage), Some(Spot::Progress(last + 2)));
}

#[test]
fn a_mismatch_leads_from_the_value_to_the_rule() {
    let mut stage = Stage::ended(140, 40, MISMATCH);
    stage.press(&[Key::char('4')]);
    let pointer = |stage: &Stage| stage.model.evidence_under_cursor().and_then(|evidence| evidence.pointer.clone());
    assert!(pointer(&stage).is_some(), "the cursor stands on the first finding");
    stage.press(&[Key::plain(Code::F(8))]);
    assert_eq!(stage.model.selected_run().map(|entry| entry.spot), Some(Spot::Place(0)));
    let first = pointer(&stage);
    stage.press(&[ENTER]);
    assert!(stage.model.on_tree(), "Enter shows the place");
    assert_eq!(pointer(&stage), first);
    stage.press(&[Key::char('s')]);
    assert_eq!(stage.model.focus, Pane::Schema);
    assert!(stage.model.schema.field.place().line > 1);
}

#[test]
fn an_agent_that_waits_is_answered_in_the_same_task() {
    let mut stage = Stage::under_way(140, 40);
    stage.plays(|play| {
        play.result(1, &play::status("INPUT_REQUIRED", "for how many?"));
        play.close(1);
    });
    stage.press(&[Key::char('4'), Key::char('a')]);
    assert_eq!((stage.model.focus, stage.model.in_field), (Pane::Task, true));
    stage.types("four");
    stage.press(&[Key::ctrl('s')]);
    let plan = stage.play.as_ref().expect("a run").run.plan.clone();
    assert_eq!((plan.task_id.as_deref(), plan.context_id.as_deref()), (Some("t-1"), Some("c-1")));
    stage.press(&[ESC, Key::alt('3'), Key::char('u'), Key::char('u')]);
    assert!(stage.model.task.field.text().contains("dinner"), "the earlier text is not lost");
}

#[test]
fn a_skills_example_becomes_the_task() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[Key::char('1'), DOWN, ENTER]);
    assert_eq!(stage.model.task.field.text(), "burn it");
}

#[test]
fn several_runs_stand_side_by_side_and_the_panes_show_the_selected_one() {
    let mut stage = Stage::under_way(140, 40);
    stage.press(&[Key::ctrl('s')]);
    assert_eq!((stage.model.runs.len(), stage.model.runs.active()), (2, 2));
    assert_eq!(stage.model.selected_run().map(|entry| entry.id.0), Some(2));
    stage.press(&[Key::char('[')]);
    assert_eq!(stage.model.selected_run().map(|entry| entry.id.0), Some(1));
}

#[test]
fn a_click_takes_the_focus_and_a_click_on_a_hint_does_what_it_says() {
    let mut stage = Stage::ready(160, 45);
    stage.draw(&catseye::ui::theme::Theme::dark());
    let click = |x, y| Msg::Mouse(Mouse { x, y, kind: MouseKind::Press });
    stage.tell(click(5, 10));
    assert_eq!(stage.model.focus, Pane::Agent);
    stage.draw(&catseye::ui::theme::Theme::dark());
    stage.tell(click(2, 44));
    assert_eq!(stage.model.runs.len(), 1, "the first hint is send");
}

#[test]
fn a_click_into_the_schema_puts_the_cursor_there() {
    let mut stage = Stage::ready(160, 45);
    stage.draw(&catseye::ui::theme::Theme::dark());
    let area = stage.model.drawn.field(Pane::Schema).expect("drawn").area;
    stage.tell(Msg::Mouse(Mouse { x: area.x + 6 + 2, y: area.y + 1, kind: MouseKind::Press }));
    assert!(stage.model.in_field);
    assert_eq!((stage.model.schema.field.place().line, stage.model.schema.field.place().column), (2, 3));
}

#[test]
fn the_palette_finds_by_letters_and_says_why_something_cannot_be_done() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[Key::ctrl('p')]);
    stage.types("stop");
    let text = stage.text();
    assert!(text.contains("no task is running"), "{text}");
    stage.press(&[ESC, Key::char(':')]);
    stage.types("zoom");
    stage.press(&[ENTER]);
    assert!(stage.model.zoom && stage.model.overlay.is_none());
}

#[test]
fn what_is_typed_survives_a_resize_and_a_failed_send() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[Key::char('3'), ENTER]);
    stage.types("and soup ");
    stage.tell(Msg::Resize { width: 61, height: 16 });
    stage.press(&[Key::ctrl('s')]);
    stage.unreachable();
    assert!(stage.model.task.field.text().starts_with("and soup "));
}

#[test]
fn an_empty_task_is_not_sent_but_asked_for() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[Key::char('3'), ENTER, Key::ctrl('a'), Key::plain(Code::Backspace), Key::ctrl('s')]);
    assert_eq!(stage.model.runs.len(), 0);
    assert_eq!((stage.model.focus, stage.model.in_field), (Pane::Task, true));
}

#[test]
fn formatting_and_compacting_keep_every_number_as_it_was() {
    let mut stage = Stage::ready(140, 40);
    stage.tell(Msg::Edited {
        pane: Pane::Schema,
        text: Ok(r#"{"minimum":1.0,"maximum":1e2,"const":9007199254740993}"#.into()),
    });
    stage.press(&[Key::char('f')]);
    assert_eq!(stage.model.schema.field.text().lines().count(), 5);
    stage.press(&[Key::char('c')]);
    assert_eq!(stage.model.schema.field.text(), r#"{"minimum":1.0,"maximum":1e2,"const":9007199254740993}"#);
}

#[test]
fn finding_goes_from_match_to_match() {
    let mut stage = Stage::ready(140, 40);
    stage.press(&[Key::char('/')]);
    stage.types("grams");
    stage.press(&[ENTER]);
    assert_eq!(stage.model.schema.field.selected().as_deref(), Some("grams"));
    stage.press(&[Key::char('/'), Key::ctrl('a')]);
    stage.types("nowhere");
    stage.press(&[ENTER]);
    assert!(stage.model.toasts.iter().any(|toast| toast.text.contains("is not here")));
}
