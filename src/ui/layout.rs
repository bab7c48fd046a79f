//! Where the panes stand: three columns, two, or one with tabs; a pure function of size and focus.

use ratatui::layout::Rect;

use crate::app::Pane;

/// From this width on there are three columns.
pub const WIDE: u16 = 132;
/// From this width on there are two columns.
pub const MIDDLE: u16 = 100;
/// Below this height Findings and Size stand as chips in the Schema's title.
pub const SHORT: u16 = 30;
/// The least width in which the workbench works.
pub const LEAST_WIDTH: u16 = 60;
/// The least height in which the workbench works.
pub const LEAST_HEIGHT: u16 = 16;

/// How many columns of panes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Agent · Schema and Task · Run.
    Three,
    /// Agent or Schema and Task · Run.
    Two,
    /// One pane and a row of tabs.
    One,
}

/// What the layout needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Wants {
    /// The pane that is in use.
    pub focus: Pane,
    /// Whether it is shown alone.
    pub zoom: bool,
    /// What stands on the left of two columns: Agent, or Schema with Task.
    pub agent_on_left: bool,
    /// Whether a line of hints is shown above the footer.
    pub hint: bool,
    /// How many rows the task's text takes as it is wrapped.
    pub task_rows: u16,
}

/// Where everything stands. A pane without an area is not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many columns.
    pub columns: Columns,
    /// The line at the top.
    pub header: Rect,
    /// The row of tabs, in one column.
    pub tabs: Option<Rect>,
    /// Areas of the panes that are drawn, in the order of their numbers.
    pub panes: Vec<(Pane, Rect)>,
    /// Columns of `│` between panes: x, first row, height.
    pub rules: Vec<Rect>,
    /// The line of hints.
    pub hint: Option<Rect>,
    /// The line at the bottom.
    pub footer: Rect,
    /// Whether there is little height: Findings and Size are chips.
    pub short: bool,
}

impl Layout {
    /// The area of a pane, when it is drawn.
    pub fn pane(&self, pane: Pane) -> Option<Rect> {
        self.panes.iter().find(|(p, _)| *p == pane).map(|(_, area)| *area)
    }
}

/// Whether the workbench works in this size.
pub fn fits(width: u16, height: u16) -> bool {
    width >= LEAST_WIDTH && height >= LEAST_HEIGHT
}

/// Where everything stands in a screen of this size. Areas never leave the screen, whatever its size.
pub fn layout(screen: Rect, wants: Wants) -> Layout {
    let columns = match screen.width {
        WIDE.. => Columns::Three,
        MIDDLE.. => Columns::Two,
        _ => Columns::One,
    };
    let line = |y: u16| Rect { x: screen.x, y: screen.y + y, width: screen.width, height: 1 }.intersection(screen);
    let header = line(0);
    let footer = line(screen.height.saturating_sub(1));
    let hint = (wants.hint && screen.height >= LEAST_HEIGHT).then(|| line(screen.height.saturating_sub(2)));
    let tabs = (columns == Columns::One).then(|| line(1));
    // Wide screens have a free line under the header and above the footer; small ones have none to spare.
    let airy = columns == Columns::Three && screen.height >= SHORT;
    let top = if tabs.is_some() || airy { 2 } else { 1 };
    let bottom = if hint.is_some() || airy { 2 } else { 1 };
    let body = Rect {
        x: screen.x,
        y: screen.y + top,
        width: screen.width,
        height: screen.height.saturating_sub(top + bottom),
    }
    .intersection(screen);
    let short = screen.height < SHORT;
    let mut panes = Vec::new();
    let mut rules = Vec::new();
    if wants.zoom || wants.focus.is_full_screen() || columns == Columns::One {
        panes.push((wants.focus, body));
    } else {
        let (left, rest) = match columns {
            Columns::Three => {
                let left = (screen.width * 33 / 160).clamp(32, 44);
                let right = (screen.width - left - 2) / 2;
                (Some(left), right)
            }
            _ => (None, (screen.width - 1) / 2),
        };
        let mut x = body.x;
        let mut column = |width: u16, last: bool| {
            let area = Rect { x, width, ..body };
            x += width + 1;
            if !last {
                rules.push(Rect { x: x - 1, width: 1, ..body });
            }
            area
        };
        match left {
            Some(left) => {
                panes.push((Pane::Agent, column(left, false)));
                let middle = column(screen.width - left - 2 - rest, false);
                push_schema_and_task(&mut panes, middle, wants);
                panes.push((Pane::Run, column(rest, true)));
            }
            None => {
                let first = column(screen.width - 1 - rest, false);
                if wants.agent_on_left {
                    panes.push((Pane::Agent, first));
                } else {
                    push_schema_and_task(&mut panes, first, wants);
                }
                panes.push((Pane::Run, column(rest, true)));
            }
        }
    }
    Layout { columns, header, tabs, panes, rules, hint, footer, short }
}

/// The schema above, the task under it: a title, the text, a line of facts.
fn push_schema_and_task(panes: &mut Vec<(Pane, Rect)>, column: Rect, wants: Wants) {
    let most = (column.height / 3).max(4);
    let task = (wants.task_rows.saturating_add(4)).clamp(5.min(most), most).min(column.height);
    let schema = column.height - task;
    panes.push((Pane::Schema, Rect { height: schema, ..column }));
    panes.push((Pane::Task, Rect { y: column.y + schema, height: task, ..column }));
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTS: Wants = Wants { focus: Pane::Schema, zoom: false, agent_on_left: false, hint: false, task_rows: 2 };

    fn shown(width: u16, height: u16, wants: Wants) -> Vec<Pane> {
        layout(Rect::new(0, 0, width, height), wants).panes.into_iter().map(|(pane, _)| pane).collect()
    }

    #[test]
    fn wide_screens_show_three_columns_middle_ones_two_narrow_ones_one() {
        assert_eq!(shown(160, 45, WANTS), [Pane::Agent, Pane::Schema, Pane::Task, Pane::Run]);
        assert_eq!(shown(132, 45, WANTS), [Pane::Agent, Pane::Schema, Pane::Task, Pane::Run]);
        assert_eq!(shown(131, 45, WANTS), [Pane::Schema, Pane::Task, Pane::Run]);
        assert_eq!(shown(100, 30, Wants { agent_on_left: true, ..WANTS }), [Pane::Agent, Pane::Run]);
        assert_eq!(shown(99, 30, WANTS), [Pane::Schema]);
    }

    #[test]
    fn a_zoomed_pane_and_wire_and_log_stand_alone() {
        assert_eq!(shown(160, 45, Wants { zoom: true, ..WANTS }), [Pane::Schema]);
        assert_eq!(shown(160, 45, Wants { focus: Pane::Wire, ..WANTS }), [Pane::Wire]);
    }

    #[test]
    fn no_area_leaves_the_screen_or_meets_another_at_any_size() {
        for width in (1..=200).step_by(3) {
            for height in 1..=50 {
                let screen = Rect::new(0, 0, width, height);
                for (hint, zoom) in [(false, false), (true, false), (true, true)] {
                    let laid = layout(screen, Wants { hint, zoom, ..WANTS });
                    for (pane, area) in &laid.panes {
                        assert_eq!(area.intersection(screen), *area, "{pane:?} at {width}x{height}");
                    }
                    for (one, other) in laid.panes.iter().zip(laid.panes.iter().skip(1)) {
                        assert!(!one.1.intersects(other.1), "{one:?} {other:?} at {width}x{height}");
                    }
                }
            }
        }
    }
}
