//! What a person types wrong: exit status 2, nothing on standard output, one sentence with the flag and what to do.

use super::program::{Files, catseye, catseye_reading};

/// The first line of standard error, after asserting the rest.
fn usage(arguments: &[&str]) -> String {
    let ran = catseye(arguments);
    assert_eq!((ran.status, ran.stdout.as_slice()), (2, b"".as_slice()), "{arguments:?}: {}", ran.stderr);
    let line = ran.stderr.lines().next().unwrap_or_default();
    line.strip_prefix("catseye: ").unwrap_or_else(|| panic!("{arguments:?}: {line}")).to_owned()
}

#[test]
fn wrong_words_exit_2_and_say_what_to_write() {
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    let s = schema.as_str();
    for (arguments, sentence) in [
        (vec!["run"], "AGENT is missing"),
        (vec!["chek", s], "there is no command \"chek\"; did you mean check?"),
        (vec!["run", "a.example", "--text", "x", "--bogus"], "there is no flag --bogus here"),
        (
            vec!["run", "a.example", "--text", "x", "--idle-timeout", "90"],
            "--idle-timeout: \"90\" has no unit; write 90s for seconds or 90ms for milliseconds",
        ),
        (
            vec!["run", "a.example", "--text", "x", "--max-event-bytes", "64MeB"],
            "--max-event-bytes: \"64MeB\" is no size; write it like 4096, 512KiB or 64MiB",
        ),
        (
            vec!["run", "a.example", "--text", "x", "--url-override", "a.example"],
            "--url-override: \"a.example\" is no address (relative URL without a base); write it like https://agent.example/a2a",
        ),
        (vec!["run", "a.example", "--text", " "], "--text is empty; say what the agent is to do"),
        (vec!["run", "a.example", "--text", "x", "--compact"], "--compact is about the schema; give one with --schema"),
        (
            vec!["run", "a.example", "--schema", "-", "--text", "-"],
            "--schema and --text cannot both be standard input; name a file for one of them",
        ),
        (
            vec!["run", "a.example", "--schema", "-"],
            "standard input is the schema, so there is no task; give it with --text or --message",
        ),
        (
            vec!["run", "a.example", "--text", "x", "--header", "X: 1", "--header", "x: 2"],
            "--header: x is given twice; give it once",
        ),
        (
            vec!["demo", "--theme", "sepia"],
            "--theme: no theme is called \"sepia\"; there are dark, light, terminal, mono",
        ),
        (vec!["check", "-", "-"], "SCHEMA and VALUE cannot both be standard input; name a file for one of them"),
        (vec!["serve", "--listen", "4310"], "--listen: \"4310\" is no address and port; write it like 127.0.0.1:4310"),
    ] {
        assert_eq!(usage(&arguments), sentence, "{arguments:?}");
    }
}

#[test]
fn an_address_that_is_none_is_usage_for_run_and_card() {
    for agent in ["http://", "ftp://a.example", "http://a b", "http://[::1"] {
        assert!(usage(&["run", agent, "--text", "x"]).starts_with("AGENT: "), "{agent}");
        assert!(usage(&["card", agent]).starts_with("AGENT: "), "{agent}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named_with_its_flag() {
    let files = Files::new();
    let latin = files.write("latin.json", b"{\n\"a\xe9\":1}");
    let broken = files.write("message.json", "{\"parts\": [}");
    let list = files.write("list.json", "[]");
    let missing = "/nowhere/at-all.json";
    assert_eq!(
        usage(&["run", "a.example", "--text", "x", "--schema", missing]),
        format!("--schema: {missing} cannot be read: no such file or directory")
    );
    assert_eq!(
        usage(&["run", "a.example", "--text", "x", "--schema", &latin]),
        format!("--schema: {latin}:2:3 is not UTF-8; save it as UTF-8")
    );
    assert!(
        usage(&["run", "a.example", "--message", &broken]).starts_with(&format!("--message: {broken}:1:12 ")),
        "{}",
        usage(&["run", "a.example", "--message", &broken])
    );
    assert_eq!(
        usage(&["run", "a.example", "--message", &list]),
        format!("--message: {list} holds array, a message is an object with parts")
    );
    assert_eq!(usage(&["check", "/"]), "SCHEMA: / is a directory; name a file in it");
    assert_eq!(
        usage(&["card", "https://a.example", "--ca-file", missing]),
        format!("--ca-file: {missing} cannot be read: no such file or directory")
    );
}

#[test]
fn empty_standard_input_is_no_task() {
    let ran = catseye_reading(&["run", "a.example"], b"\n");
    assert_eq!((ran.status, ran.stdout.as_slice()), (2, b"".as_slice()));
    assert_eq!(ran.stderr, "catseye: standard input, the task, is empty; say what the agent is to do\n");
}

#[test]
fn a_secret_is_not_repeated() {
    for arguments in [
        ["run", "a.example", "--text", "x", "--bearer", "se same"],
        ["run", "a.example", "--text", "x", "--header", "X-Key=sesame"],
        ["run", "http://sesame:sesame@a.example", "--text", "x", "--format", "json"],
    ] {
        let ran = catseye(&arguments);
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(!ran.stderr.contains("same"), "{}", ran.stderr);
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    for (arguments, words) in [
        (vec!["--help"], "Examples:"),
        (vec!["run", "--help"], "--assume-extension"),
        (vec!["check", "--help"], "--max-schema-bytes"),
        (vec!["card", "-h"], "AGENT"),
        (vec!["serve", "--help"], "--listen"),
        (vec!["--version"], "catseye 0."),
    ] {
        let ran = catseye(&arguments);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments:?}");
        assert!(ran.stdout().contains(words), "{arguments:?}: {}", ran.stdout());
        assert!(!ran.stdout().contains("__judge"), "the hidden command stays hidden");
    }
}
