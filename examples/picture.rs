//! Takes a picture of a terminal program: runs it in a pseudo-terminal, types keys, writes the screen as SVG.
//!
//! ```text
//! cargo run --example picture -- docs/screens/typed.svg --size 140x40 \
//!     --do until:Agent --do key:ctrl-s --do until:typed -- target/release/catseye demo
//! ```
//!
//! Steps run in order: `until:TEXT` waits (20 s at most) until TEXT is on the screen, `key:NAME` presses a key
//! (`ctrl-s`, `enter`, `esc`, `tab`, `up`, `down`, `f1`…`f6`, or one character), `text:STRING` types.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const CELL: (f32, f32) = (8.4, 18.0);
const PATIENCE: Duration = Duration::from_secs(20);

struct Order {
    out: String,
    columns: u16,
    rows: u16,
    light: bool,
    steps: Vec<String>,
    command: Vec<String>,
}

fn order() -> Result<Order> {
    let mut order =
        Order { out: String::new(), columns: 140, rows: 40, light: false, steps: Vec::new(), command: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--size" => {
                let size = arguments.next().context("--size wants COLUMNSxROWS")?;
                let (columns, rows) = size.split_once('x').context("--size wants COLUMNSxROWS")?;
                (order.columns, order.rows) = (columns.parse()?, rows.parse()?);
            }
            "--light" => order.light = true,
            "--do" => order.steps.push(arguments.next().context("--do wants a step")?),
            "--" => order.command = arguments.by_ref().collect(),
            out => order.out = out.to_owned(),
        }
    }
    if order.out.is_empty() || order.command.is_empty() {
        bail!("usage: picture OUT.svg [--size 140x40] [--light] [--do STEP]… -- COMMAND…");
    }
    Ok(order)
}

fn main() -> Result<()> {
    let order = order()?;
    let size = PtySize { rows: order.rows, cols: order.columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size)?;
    // A relative path is ours to resolve: portable-pty looks a program up in PATH alone.
    let program = match order.command[0].contains('/') {
        true => std::path::absolute(&order.command[0])?.into_os_string(),
        false => order.command[0].clone().into(),
    };
    let mut command = CommandBuilder::new(program);
    command.args(&order.command[1..]);
    command.cwd(std::env::current_dir()?);
    for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")] {
        command.env(name, value);
    }
    let home = tempfile::tempdir()?;
    command.env("CATSEYE_HOME", home.path());
    let mut child = pair.slave.spawn_command(command)?;
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader()?;
    let mut writer = pair.master.take_writer()?;
    let (sender, bytes) = channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 65536];
        while let Ok(read @ 1..) = reader.read(&mut buffer) {
            if sender.send(buffer[..read].to_vec()).is_err() {
                break;
            }
        }
    });
    let cells = |count: u16| std::num::NonZero::new(count).context("a size of zero shows nothing");
    let mut screen = vt100::Parser::new(cells(order.rows)?, cells(order.columns)?, 0);
    for step in &order.steps {
        match step.split_once(':').context("a step is NAME:VALUE")? {
            ("until", text) => until(&mut screen, &bytes, text)?,
            ("text", text) => writer.write_all(text.as_bytes())?,
            ("key", name) => writer.write_all(&key(name)?)?,
            (other, _) => bail!("no step is called {other}"),
        }
        writer.flush()?;
    }
    settle(&mut screen, &bytes);
    std::fs::write(&order.out, svg(screen.screen(), order.light))?;
    child.kill().ok();
    Ok(())
}

fn until(screen: &mut vt100::Parser, bytes: &Receiver<Vec<u8>>, text: &str) -> Result<()> {
    let end = Instant::now() + PATIENCE;
    while !screen.screen().contents().contains(text) {
        let left = end.saturating_duration_since(Instant::now());
        match bytes.recv_timeout(left) {
            Ok(more) => screen.process(&more),
            Err(_) => bail!("{text:?} never came; the screen was:\n{}", screen.screen().contents()),
        }
    }
    Ok(())
}

/// Reads on until nothing comes for a moment.
fn settle(screen: &mut vt100::Parser, bytes: &Receiver<Vec<u8>>) {
    while let Ok(more) = bytes.recv_timeout(Duration::from_millis(400)) {
        screen.process(&more);
    }
}

fn key(name: &str) -> Result<Vec<u8>> {
    Ok(match name {
        "enter" => b"\r".to_vec(),
        "esc" => b"\x1b".to_vec(),
        "tab" => b"\t".to_vec(),
        "up" => b"\x1b[A".to_vec(),
        "down" => b"\x1b[B".to_vec(),
        "f1" | "f2" | "f3" | "f4" => vec![0x1b, b'O', b'P' + name.as_bytes()[1] - b'1'],
        "f5" => b"\x1b[15~".to_vec(),
        "f6" => b"\x1b[17~".to_vec(),
        _ => match name.strip_prefix("ctrl-") {
            Some(letter) if letter.len() == 1 => vec![letter.as_bytes()[0] & 0x1f],
            None if name.chars().count() == 1 => name.as_bytes().to_vec(),
            _ => bail!("no key is called {name}"),
        },
    })
}

fn colour(colour: vt100::Color, default: &str) -> String {
    match colour {
        vt100::Color::Default => default.to_owned(),
        vt100::Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        vt100::Color::Idx(index) => indexed(index),
    }
}

/// xterm's 256 colours.
fn indexed(index: u8) -> String {
    const BASE: [&str; 16] = [
        "#1c1c1c", "#d75f5f", "#87af5f", "#d7af5f", "#5f87d7", "#af87d7", "#5fafaf", "#d0d0d0", "#767676", "#ff8787",
        "#afd787", "#ffd787", "#87afff", "#d7afff", "#87d7d7", "#ffffff",
    ];
    match index {
        0..=15 => BASE[index as usize].to_owned(),
        16..=231 => {
            let cube = index - 16;
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            format!("#{:02x}{:02x}{:02x}", level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        _ => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

#[derive(PartialEq, Clone)]
struct Look {
    ink: String,
    paper: String,
    bold: bool,
    italic: bool,
    underline: bool,
}

fn svg(screen: &vt100::Screen, light: bool) -> String {
    let (ink, paper) = if light { ("#24292f", "#ffffff") } else { ("#d0d0d0", "#121212") };
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let (width, height) = (columns as f32 * CELL.0, rows as f32 * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"'DejaVu Sans \
         Mono','JetBrains Mono',Menlo,Consolas,monospace\" font-size=\"14\"><rect width=\"100%\" height=\"100%\" \
         fill=\"{paper}\"/>\n"
    );
    for row in 0..rows {
        let mut column = 0;
        while column < columns {
            let look = look_of(screen, row, column, ink, paper);
            let start = column;
            let mut text = String::new();
            while column < columns && look_of(screen, row, column, ink, paper) == look {
                let cell = screen.cell(row, column);
                let contents = cell.map(|cell| cell.contents().to_owned()).unwrap_or_default();
                let wide = cell.is_some_and(|cell| cell.is_wide());
                text.push_str(if contents.is_empty() { " " } else { &contents });
                column += if wide { 2 } else { 1 };
            }
            run(&mut out, row, start, column, &text, &look, paper);
        }
    }
    out.push_str("</svg>\n");
    out
}

fn look_of(screen: &vt100::Screen, row: u16, column: u16, ink: &str, paper: &str) -> Look {
    let Some(cell) = screen.cell(row, column) else {
        return Look { ink: ink.into(), paper: paper.into(), bold: false, italic: false, underline: false };
    };
    let (mut front, mut back) = (colour(cell.fgcolor(), ink), colour(cell.bgcolor(), paper));
    if cell.inverse() {
        std::mem::swap(&mut front, &mut back);
    }
    Look { ink: front, paper: back, bold: cell.bold(), italic: cell.italic(), underline: cell.underline() }
}

fn run(out: &mut String, row: u16, start: u16, end: u16, text: &str, look: &Look, paper: &str) {
    let (x, y) = (start as f32 * CELL.0, row as f32 * CELL.1);
    let width = (end - start) as f32 * CELL.0;
    if look.paper != paper {
        out.push_str(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.0}\" width=\"{width:.1}\" height=\"{:.0}\" fill=\"{}\"/>",
            CELL.1, look.paper
        ));
    }
    if text.trim().is_empty() && !look.underline {
        return;
    }
    let mut style = String::new();
    for (is, what) in [
        (look.bold, " font-weight=\"bold\""),
        (look.italic, " font-style=\"italic\""),
        (look.underline, " text-decoration=\"underline\""),
    ] {
        if is {
            style.push_str(what);
        }
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    out.push_str(&format!(
        "<text x=\"{x:.1}\" y=\"{:.0}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
         xml:space=\"preserve\" fill=\"{}\"{style}>{text}</text>\n",
        y + CELL.1 * 0.75,
        look.ink
    ));
}
