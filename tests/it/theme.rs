//! Themes: complete, readable at every depth, and faults that name their place.

use catseye::ui::theme::{self, Depth, Ground, NAMES, Role, Theme};
use ratatui::style::{Color, Modifier, Style};

#[test]
fn every_built_in_theme_can_be_read_and_names_every_role() {
    for name in NAMES {
        let theme = theme::builtin(name).unwrap_or_else(|| panic!("{name} is built in"));
        assert_ne!(theme, Theme::default(), "{name}");
    }
    let dark = include_str!("../../themes/dark.toml");
    for role in Role::ALL {
        assert!(dark.contains(&format!("\n{} = ", role.name())), "{} stands in dark.toml", role.name());
    }
    assert_eq!(theme::builtin("sepia"), None);
}

#[test]
fn a_user_theme_changes_what_it_names_and_inherits_the_rest() {
    let text = "inherits = \"light\"\n[palette]\nsea = \"#102030\"\n[roles]\nhere = \"sea\"\nraised = 236\nerror = { fg = \"bright-red\", bold = true }\n";
    let theme = theme::parse(text).expect("a theme");
    assert_eq!(theme[Role::Here], Style::new().fg(Color::Rgb(16, 32, 48)));
    assert_eq!(theme[Role::Raised], Style::new().bg(Color::Indexed(236)));
    assert_eq!(theme[Role::Error], Style::new().fg(Color::LightRed).add_modifier(Modifier::BOLD));
    assert_eq!(theme[Role::Key], Theme::light()[Role::Key]);
}

#[test]
fn faults_name_their_place_and_what_would_be_right() {
    let fault = |text: &str| theme::parse(text).expect_err("a fault").to_string();
    assert_eq!(
        fault("[roles]\nacent = \"red\""),
        "line 2, column 1: no role is called \"acent\"; the nearest is \"caret\""
    );
    assert_eq!(
        fault("[roles]\nmutet = \"red\""),
        "line 2, column 1: no role is called \"mutet\"; the nearest is \"muted\""
    );
    assert_eq!(fault("[roles]\ntext = \"#12345\""), "line 2, column 8: \"#12345\" is no colour; write \"#rrggbb\"");
    assert_eq!(
        fault("[roles]\n\ntext = \"grene\""),
        "line 3, column 8: no colour is called \"grene\"; the nearest is \"green\""
    );
    assert_eq!(fault("[roles]\ntext = 300"), "line 2, column 8: 300 is none of the 256 colours, 0 to 255");
    assert_eq!(
        fault("[roles]\ntext = { blink = true }"),
        "line 2, column 8: \"blink\" is none of fg, bg, bold, italic, underline, reverse"
    );
    assert_eq!(
        fault("inherits = \"sepia\""),
        "line 1, column 12: no theme is called \"sepia\"; there are dark, light, terminal, mono"
    );
    assert!(fault("[roles\n").starts_with("line 1, column 7: "));
    assert!(fault("[rolls]\n").starts_with("line 1, column 2: unknown field `rolls`"));
}

#[test]
fn without_colour_only_modifiers_are_left_and_place_is_still_told() {
    let theme = Theme::dark().at_depth(Depth::None);
    for role in Role::ALL {
        for colour in [theme[role].fg, theme[role].bg].into_iter().flatten() {
            assert_eq!(colour, Color::Reset, "{}", role.name());
        }
    }
    for role in [Role::CursorRow, Role::Selection, Role::Caret] {
        assert!(theme[role].add_modifier.contains(Modifier::REVERSED), "{}", role.name());
    }
    assert!(theme[Role::TitleHere].add_modifier.contains(Modifier::BOLD));
}

#[test]
fn few_colours_are_the_terminal_s_own() {
    let theme = Theme::dark().at_depth(Depth::Ansi16);
    assert_eq!(theme, Theme::terminal());
    let own =
        theme::parse("[roles]\nok = \"bright-green\"\nwarn = \"#ff8800\"").expect("a theme").at_depth(Depth::Ansi16);
    assert_eq!(own[Role::Ok], Style::new().fg(Color::LightGreen));
    assert_eq!(own[Role::Warn], Style::new().fg(Color::Yellow));
}

#[test]
fn with_256_colours_the_surfaces_stay_apart() {
    for theme in [Theme::dark(), Theme::light()] {
        let theme = theme.at_depth(Depth::Ansi256);
        let surfaces = [Role::Ground, Role::CursorRow, Role::Selection].map(|role| theme[role].bg);
        for (at, surface) in surfaces.iter().enumerate() {
            assert!(matches!(surface, Some(Color::Indexed(16..))));
            assert!(!surfaces[..at].contains(surface), "{surfaces:?}");
        }
        assert_ne!(theme[Role::Ground].bg, theme[Role::Raised].bg);
        let weights = [Role::Text, Role::Muted, Role::Faint].map(|role| theme[role].fg);
        assert!(weights[0] != weights[1] && weights[1] != weights[2]);
    }
}

/// Contrast of two colours as WCAG 2 counts it.
fn contrast(a: Option<Color>, b: Option<Color>) -> f64 {
    let light = |colour: Option<Color>| {
        let Some(Color::Rgb(r, g, b)) = colour else { panic!("a colour of 16 million: {colour:?}") };
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn what_must_be_read_can_be_read_on_every_surface() {
    let read = [
        Role::Text,
        Role::Muted,
        Role::Strong,
        Role::Here,
        Role::Ok,
        Role::Warn,
        Role::Error,
        Role::Live,
        Role::Key,
        Role::String,
        Role::Number,
        Role::Literal,
    ];
    for (name, theme) in [("dark", Theme::dark()), ("light", Theme::light())] {
        for role in read {
            for surface in [Role::Ground, Role::Raised, Role::Overlay, Role::CursorRow] {
                let ratio = contrast(theme[role].fg, theme[surface].bg);
                assert!(ratio >= 3.9, "{name}: {} on {} has {ratio:.2}", role.name(), surface.name());
            }
        }
        let ratio = contrast(theme[Role::Text].fg, theme[Role::Selection].bg);
        assert!(ratio >= 4.5, "{name}: selected text has {ratio:.2}");
    }
}

fn depth(variables: &[(&str, &str)]) -> Depth {
    Depth::detect(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
}

#[test]
fn the_environment_tells_how_many_colours_there_are() {
    assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
    assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Ansi256);
    assert_eq!(depth(&[("TERM", "xterm")]), Depth::Ansi16);
    assert_eq!(depth(&[("TERM", "linux")]), Depth::Ansi16);
    assert_eq!(depth(&[("TERM", "dumb"), ("COLORTERM", "truecolor")]), Depth::None);
    assert_eq!(depth(&[]), Depth::None);
    assert_eq!(depth(&[("CI", "true")]), Depth::Ansi16);
    assert_eq!(depth(&[("TERM", "xterm-kitty")]), Depth::True);
    assert_eq!(depth(&[("TERM", "screen-256color"), ("COLORTERM", "truecolor")]), Depth::Ansi256);
    assert_eq!(depth(&[("TERM", "screen-256color"), ("COLORTERM", "truecolor"), ("TMUX", "/tmp/x")]), Depth::True);
    assert_eq!(depth(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "Apple_Terminal")]), Depth::Ansi256);
}

#[test]
fn no_color_wins_and_an_empty_one_says_nothing() {
    assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
    assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1"), ("FORCE_COLOR", "3")]), Depth::None);
    assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), Depth::Ansi256);
    assert_eq!(depth(&[("TERM", "dumb"), ("FORCE_COLOR", "1")]), Depth::Ansi16);
    assert_eq!(depth(&[("TERM", "xterm"), ("FORCE_COLOR", "3")]), Depth::True);
    assert_eq!(depth(&[("TERM", "xterm"), ("FORCE_COLOR", "0")]), Depth::None);
}

#[test]
fn the_ground_is_told_by_a_variable() {
    assert_eq!(Ground::from_colorfgbg("15;0"), Some(Ground::Dark));
    assert_eq!(Ground::from_colorfgbg("0;default;15"), Some(Ground::Light));
    assert_eq!(Ground::from_colorfgbg("0;default"), None);
}
