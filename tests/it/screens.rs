//! Every state of the workbench as a picture in words: text, roles, surfaces.

use catseye::app::{GROWING_MOST, Msg, Pane};
use catseye::command::{Code, Key};
use catseye::ui::theme::Theme;

use crate::picture;
use crate::run::play;
use crate::stage::{MISMATCH, SCHEMA, Stage, VALUE};

fn snapshot(name: &str, stage: &mut Stage) {
    // The first frame tells the model what stands where; the second is what people see from then on.
    stage.draw(&picture::theme());
    insta::with_settings!({ snapshot_path => "snapshots/screens", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, stage.picture());
    });
}

#[test]
fn a_fresh_demo_at_every_size() {
    for (width, height) in [(160, 45), (140, 40), (100, 30), (80, 24), (60, 16)] {
        snapshot(&format!("fresh-{width}x{height}"), &mut Stage::ready(width, height));
    }
}

#[test]
fn during_a_run() {
    for (width, height) in [(160, 45), (100, 30), (80, 24)] {
        snapshot(&format!("running-{width}x{height}"), &mut Stage::under_way(width, height));
    }
}

#[test]
fn a_typed_value() {
    for (width, height) in [(160, 45), (80, 24)] {
        let mut stage = Stage::ended(width, height, VALUE);
        stage.press(&[Key::char('4')]);
        snapshot(&format!("typed-{width}x{height}"), &mut stage);
    }
}

#[test]
fn a_mismatch_with_two_places() {
    for (width, height) in [(160, 45), (140, 40), (80, 24)] {
        let mut stage = Stage::ended(width, height, MISMATCH);
        stage.press(&[Key::char('4')]);
        snapshot(&format!("mismatch-{width}x{height}"), &mut stage);
    }
}

#[test]
fn a_mismatch_without_colour() {
    let mut stage = Stage::ended(100, 30, MISMATCH);
    stage.press(&[Key::char('4')]);
    let theme = Theme::mono();
    let cells = stage.draw(&theme);
    insta::with_settings!({ snapshot_path => "snapshots/screens", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("mismatch-mono-100x30", picture::rows(&cells, &theme));
    });
}

#[test]
fn a_failed_task_with_the_agents_own_words() {
    let mut stage = Stage::under_way(140, 40);
    stage.plays(|play| {
        play.result(1, &play::status("FAILED", "the oven is cold: nobody paid for the gas"));
        play.close(1);
    });
    stage.press(&[Key::char('4')]);
    snapshot("failed-140x40", &mut stage);
}

#[test]
fn an_agent_that_waits() {
    let mut stage = Stage::under_way(100, 30);
    stage.plays(|play| {
        play.result(1, &play::status("INPUT_REQUIRED", "for how many people?"));
        play.close(1);
    });
    stage.press(&[Key::char('4'), Key::char('a')]);
    stage.types("four");
    snapshot("waiting-100x30", &mut stage);
}

#[test]
fn an_agent_that_is_not_there() {
    let mut stage = Stage::looking(140, 40);
    stage.unreachable();
    stage.press(&[Key::char('1')]);
    snapshot("unreachable-140x40", &mut stage);
}

#[test]
fn a_schema_that_is_wrong_while_it_is_typed() {
    let mut stage = Stage::ready(140, 40);
    stage.tell(Msg::Edited {
        pane: Pane::Schema,
        text: Ok("{\n  \"type\": \"strng\",\n  \"minimum\": \"1\"\n}".into()),
    });
    stage.press(&[crate::stage::ENTER, crate::stage::DOWN]);
    snapshot("bad-schema-140x40", &mut stage);
    stage.model.size = (80, 24);
    snapshot("bad-schema-80x24", &mut stage);
}

/// A stage on which this much of the result has arrived.
fn growing(width: u16, height: u16, so_far: &str) -> Stage {
    let mut stage = Stage::under_way(width, height);
    stage.plays(|play| play.result(1, &play::artifact_update(&play::artifact(&play::raw(so_far)))));
    stage.press(&[Key::char('4')]);
    stage
}

#[test]
fn a_result_that_grows_is_the_tree_it_will_be_and_no_value() {
    for (width, height) in [(140, 40), (80, 24)] {
        let mut stage = growing(width, height, &VALUE[..VALUE.len() - 17]);
        snapshot(&format!("growing-{width}x{height}"), &mut stage);
        assert!(!stage.model.on_tree() && stage.model.selected_run().is_some_and(|entry| !entry.has_result()));
    }
}

#[test]
fn a_result_that_broke_off_stays_unfinished() {
    let mut stage = growing(140, 40, &VALUE[..VALUE.len() - 17]);
    stage.plays(|play| play.result(1, &play::status("FAILED", "out of tokens")));
    let text = stage.text();
    assert!(text.contains("Result, unfinished") && text.contains("no value"), "{text}");
    assert!(text.contains("\"tomat…"), "{text}");
}

#[test]
fn a_growing_result_that_is_no_json_is_text_and_a_very_large_one_waits() {
    let text = growing(140, 40, "Here you are: {").text();
    assert!(text.contains("Result so far") && text.contains(" Here you are: {"), "{text}");
    let text = growing(140, 40, &format!("[\"{}", "x".repeat(GROWING_MOST))).text();
    assert!(text.contains("more than 250 KB: shown when it is whole"), "{text}");
}

#[test]
fn a_long_answer_in_words_begins_at_its_beginning_and_is_read_by_pages() {
    let mut stage = Stage::under_way(100, 30);
    let lines: Vec<String> = (1..=60).map(|n| format!("line {n} of the answer")).collect();
    let part = format!(r#"{{"artifactId":"n","name":"notes","parts":[{{"text":{:?}}}]}}"#, lines.join("\n"));
    stage.plays(|play| play.result(1, &play::artifact_update(&part)));
    stage.plays(|play| play.result(1, &play::status("FAILED", "no")));
    stage.press(&[Key::char('4')]);
    let text = stage.text();
    assert!(text.contains("line 2 of") && !text.contains("line 60 of"), "{text}");
    stage.press(&[Key::plain(Code::PageDown); 20]);
    let text = stage.text();
    assert!(text.contains("line 60 of") && !text.contains("line 2 of"), "{text}");
}

#[test]
fn a_schema_that_was_refused_before_it_was_sent() {
    let mut stage = Stage::ready(140, 40);
    let schema = SCHEMA.replace("\"integer\"", "\"int\"");
    stage.tell(Msg::Edited { pane: Pane::Schema, text: Ok(schema) });
    stage.send();
    stage.press(&[Key::char('4')]);
    snapshot("schema-refused-140x40", &mut stage);
    stage.press(&[Key::char('s')]);
    assert_eq!((stage.model.focus, stage.model.schema.field.place().line), (Pane::Schema, 7));
}

#[test]
fn overlays() {
    let mut stage = Stage::ready(100, 30);
    stage.press(&[Key::ctrl('p')]);
    stage.types("copy");
    snapshot("palette-100x30", &mut stage);
    stage.press(&[crate::stage::ESC, Key::char('?')]);
    stage.types("find");
    snapshot("help-100x30", &mut stage);
    let mut running = Stage::under_way(80, 24);
    running.press(&[Key::char('q')]);
    snapshot("leave-80x24", &mut running);
}

#[test]
fn wire_and_log() {
    let mut stage = Stage::ended(140, 40, MISMATCH);
    stage.press(&[Key::char('6')]);
    snapshot("log-140x40", &mut stage);
    stage.press(&[Key::char('5')]);
    snapshot("wire-140x40", &mut stage);
    let mut narrow = Stage::ended(80, 24, MISMATCH);
    narrow.press(&[Key::char('6')]);
    snapshot("log-80x24", &mut narrow);
}

#[test]
fn no_size_panics_in_any_state() {
    let states: [fn(u16, u16) -> Stage; 4] =
        [Stage::looking, Stage::ready, Stage::under_way, |width, height| Stage::ended(width, height, MISMATCH)];
    let theme = Theme::dark();
    for make in states {
        let mut stage = make(80, 24);
        for keys in ["", "1", "2", "3", "4", "5", "6", "z", ":", "?"] {
            stage.types(keys);
            for (width, height) in [
                (1, 1),
                (2, 1),
                (1, 9),
                (59, 15),
                (60, 16),
                (61, 17),
                (99, 16),
                (100, 16),
                (132, 16),
                (300, 20),
                (133, 90),
            ] {
                stage.model.size = (width, height);
                stage.draw(&theme);
            }
        }
    }
}

#[test]
fn an_unchanged_redraw_changes_no_cell() {
    let theme = Theme::dark();
    let mut stage = Stage::ended(160, 45, MISMATCH);
    stage.draw(&theme);
    let first = stage.draw(&theme);
    let second = stage.draw(&theme);
    assert_eq!(first.diff(&second).len(), 0);
}

#[test]
fn what_an_agent_sends_never_reaches_a_cell_as_a_control_character() {
    let hostile = "\\u001b]52;c;AAAA\\u0007\\u009b31m\\u202e\\u200b";
    let mut stage = Stage::looking(160, 45);
    stage.found(&crate::stage::card().replace("Recipe Agent", hostile).replace("good path", hostile));
    stage.send();
    stage.plays(|play| {
        play.result(1, &play::task("WORKING", ""));
        play.result(1, &play::status("FAILED", "\u{1b}[2J\u{9d}0;title\u{7}\u{202e}gone"));
        play.close(1);
    });
    for key in ['1', '4', '5', '6'] {
        stage.press(&[Key::char(key)]);
        let text = stage.text();
        let bad = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{200b}';
        assert!(!text.contains(bad), "pane {key}");
    }
}
