//! A frame of the workbench, and a key while a run streams: `cargo bench --bench frame`.

#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../tests/it/run/play.rs"]
mod play;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use catseye::a2a::card;
use catseye::app::{self, FoundCard, Model, Msg, RunId, Start};
use catseye::command::Key;
use catseye::json;
use catseye::ui::theme::Theme;
use catseye::ui::view;
use criterion::{Criterion, criterion_group, criterion_main};
use play::Play;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::{TerminalOptions, Viewport};

const SIZE: Rect = Rect { x: 0, y: 0, width: 200, height: 60 };

/// A workbench in the middle of a run with much progress, and the agent that is played to it.
fn streaming() -> (Model, Play) {
    let start = Start {
        address: "http://127.0.0.1:9".into(),
        schema: play::SCHEMA.into(),
        task: "count".into(),
        size: (SIZE.width, SIZE.height),
        ..Start::default()
    };
    let (mut model, _) = Model::new(start);
    let text = play::card(&play::extension(play::PARAMS));
    let document = json::parse_text(&text, &json::Limits::default()).expect("JSON");
    let card = Arc::new(card::parse(&document).expect("a card"));
    let found = FoundCard { url: play::CARD_URL.into(), card, text: text.into() };
    let generation = model.agent.generation;
    app::update(&mut model, Msg::Discovered { generation, found: Some(found) });
    app::update(&mut model, Msg::Key(Key::ctrl('s')));
    let mut play = Play::streaming(play::plan());
    play.result(1, &play::task("WORKING", ""));
    for n in 0..2_000 {
        play.result(1, &play::status("WORKING", &format!("counted {} of 2000 things", n * 7)));
    }
    show(&mut model, &play);
    (model, play)
}

fn show(model: &mut Model, play: &Play) {
    app::update(model, Msg::Run { id: RunId(1), run: Arc::new(play.run.clone()), growing: None });
}

fn draw(model: &mut Model, theme: &Theme, cells: &mut Buffer) {
    let drawn = view(model, theme, cells).drawn;
    app::update(model, Msg::Drawn(Box::new(drawn)));
}

fn frames(criterion: &mut Criterion) {
    let theme = Theme::dark();
    let (mut model, mut play) = streaming();
    let mut cells = Buffer::empty(SIZE);
    criterion
        .bench_function("frame 200x60: cells", |bench| bench.iter(|| draw(&mut model, &theme, black_box(&mut cells))));

    let mut out = Vec::new();
    let options = TerminalOptions { viewport: Viewport::Fixed(SIZE) };
    let mut terminal = Terminal::with_options(CrosstermBackend::new(&mut out), options).expect("a terminal in memory");
    criterion.bench_function("frame 200x60: cells, difference, escapes", |bench| {
        bench.iter(|| {
            app::update(&mut model, Msg::Key(Key::char('j')));
            terminal.draw(|frame| draw(&mut model, &theme, frame.buffer_mut())).expect("memory takes every byte");
        });
    });

    let mut n = 0;
    let mut key = || {
        flood(&mut play, &mut n);
        show(&mut model, &play);
        app::update(&mut model, Msg::Key(Key::char('k')));
        terminal.draw(|frame| draw(&mut model, &theme, frame.buffer_mut())).expect("memory takes every byte");
    };
    spread(&mut key);
    criterion.bench_function("key to screen after 333 updates of a stream", |bench| bench.iter(&mut key));
}

/// 10 000 updates a second are 333 between two frames of the stream.
fn flood(play: &mut Play, n: &mut u64) {
    for _ in 0..333 {
        *n += 1;
        play.result(1, &play::status("WORKING", &format!("counted {n}")));
    }
}

/// How the times of 300 keys spread: each waits for the updates before it to be folded and taken in, then for its frame.
fn spread(key: &mut impl FnMut()) {
    let mut times: Vec<_> = (0..300)
        .map(|_| {
            let began = Instant::now();
            key();
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!(
        "key to screen under 10 000 updates/s: median {:?}, p95 {:?}, longest {:?}",
        times[150], times[285], times[299]
    );
}

criterion_group!(benches, frames);
criterion_main!(benches);
