//! Plots as inline SVG, on logarithmic scales.

use std::fmt::Write;

use threefold_lab::compare::Finding;
use threefold_terminal::html::escape;

const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 42.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 34.0;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Nodes,
    Seconds,
}

impl Unit {
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Nodes => "nodes",
            Unit::Seconds => "time",
        }
    }

    /// The smallest value that is told apart: a count of 0 has no logarithm.
    const fn least(self) -> f64 {
        match self {
            Unit::Nodes => 1.0,
            Unit::Seconds => 1e-6,
        }
    }

    /// The label at a power of ten.
    fn label(self, decade: i32) -> String {
        let (steps, offset): (&[&str], i32) = match self {
            Unit::Nodes => (&["", "k", "M", "G", "T"], 0),
            Unit::Seconds => (&[" µs", " ms", " s", "k s"], 6),
        };
        let place = decade + offset;
        let step = (place.div_euclid(3)).clamp(0, steps.len() as i32 - 1);
        let mantissa = 10_f64.powi(place - 3 * step);
        format!("{mantissa}{}", steps[step as usize])
    }
}

/// A logarithmic scale from one power of ten to another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    /// The smallest scale on which all values have a place, and at least one decade.
    pub fn over(values: impl IntoIterator<Item = f64>, unit: Unit) -> Self {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for value in values {
            let value = value.max(unit.least());
            least = least.min(value);
            most = most.max(value);
        }
        if least > most {
            (least, most) = (unit.least(), unit.least());
        }
        let low = least.log10().floor() as i32;
        Scale { low, high: (most.log10().ceil() as i32).max(low + 1) }
    }

    /// 0 at the lower end, 1 at the upper.
    fn place(&self, value: f64, unit: Unit) -> f64 {
        let decades = f64::from(self.high - self.low);
        ((value.max(unit.least()).log10() - f64::from(self.low)) / decades).clamp(0.0, 1.0)
    }

    fn decades(&self) -> impl Iterator<Item = i32> + use<> {
        self.low..=self.high
    }

    /// Decades that get a label: not so many that they touch.
    fn labels(&self, most: i32) -> impl Iterator<Item = i32> + use<> {
        let every = (self.high - self.low).max(1).div_euclid(most + 1) + 1;
        let low = self.low;
        self.decades().filter(move |decade| (decade - low) % every == 0)
    }
}

fn x_at(share: f64) -> f64 {
    LEFT + share * (WIDTH - LEFT - RIGHT)
}

fn y_at(share: f64) -> f64 {
    HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
}

/// What two policies took on one position.
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub finding: Finding,
    /// What the position is called.
    pub title: String,
}

/// One policy against another one, a mark for each position.
pub fn scatter(points: &[Point], scale: Scale, unit: Unit, x_name: &str, y_name: &str) -> String {
    let mut out = open(&format!("{} of {y_name} against {x_name}", unit.name()));
    for decade in scale.decades() {
        let share = scale.place(10_f64.powi(decade), unit);
        let (x, y) = (x_at(share), y_at(share));
        let (x0, x1, y0, y1) = (x_at(0.0), x_at(1.0), y_at(0.0), y_at(1.0));
        let _ = write!(
            out,
            "<path class=\"grid\" d=\"M{x:.1} {y0:.1}V{y1:.1}M{x0:.1} {y:.1}H{x1:.1}\"/>"
        );
    }
    x_labels(&mut out, scale, unit, x_name);
    for decade in scale.labels(6) {
        let y = y_at(scale.place(10_f64.powi(decade), unit));
        y_label(&mut out, y, &unit.label(decade));
    }
    let (x0, x1, y0, y1) = (x_at(0.0), x_at(1.0), y_at(0.0), y_at(1.0));
    let _ = write!(out, "<path class=\"even\" d=\"M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}\"/>");
    // Wrong answers last: nothing may hide them.
    for wrong in [false, true] {
        for point in points.iter().filter(|point| (point.finding == Finding::Wrong) == wrong) {
            let x = x_at(scale.place(point.x, unit));
            let y = y_at(scale.place(point.y, unit));
            let _ = write!(
                out,
                "<g><title>{}: {}</title>{}</g>",
                escape(&point.title),
                point.finding.name(),
                mark(point.finding, x, y)
            );
        }
    }
    out.push_str("</svg>");
    out
}

/// The mark of a finding.
pub fn mark(finding: Finding, x: f64, y: f64) -> String {
    let name = finding.name();
    match finding {
        Finding::Right => {
            format!("<circle class=\"{name}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\"/>")
        }
        Finding::Wrong => {
            format!("<path class=\"{name}\" d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\"/>", x - 4.0, y - 4.0)
        }
        Finding::Unknown => {
            format!("<circle class=\"{name}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>")
        }
        Finding::Unverified => {
            format!("<path class=\"{name}\" d=\"M{x:.1} {:.1}l4 4l-4 4l-4 -4z\"/>", y - 4.0)
        }
    }
}

/// How many positions a policy has solved within a budget, beside the same of the others. Each
/// curve is given by what each solved position took, in any order.
pub fn solved_within(
    curves: &[Vec<f64>],
    this: usize,
    all: usize,
    scale: Scale,
    unit: Unit,
    name: &str,
) -> String {
    let mut out = open(&format!("positions solved by {name} within a budget of {}", unit.name()));
    for decade in scale.decades() {
        let x = x_at(scale.place(10_f64.powi(decade), unit));
        let (y0, y1) = (y_at(0.0), y_at(1.0));
        let _ = write!(out, "<path class=\"grid\" d=\"M{x:.1} {y0:.1}V{y1:.1}\"/>");
    }
    x_labels(&mut out, scale, unit, unit.name());
    for count in [0, all / 2, all] {
        let y = y_at(count as f64 / all.max(1) as f64);
        let (x0, x1) = (x_at(0.0), x_at(1.0));
        let _ = write!(out, "<path class=\"grid\" d=\"M{x0:.1} {y:.1}H{x1:.1}\"/>");
        y_label(&mut out, y, &count.to_string());
    }
    let others = (0..curves.len()).filter(|&i| i != this);
    for (i, class) in others.map(|i| (i, "others")).chain([(this, "this")]) {
        let path = staircase(&curves[i], all, scale, unit);
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    out.push_str("</svg>");
    out
}

fn staircase(costs: &[f64], all: usize, scale: Scale, unit: Unit) -> String {
    let mut costs = costs.to_vec();
    costs.sort_by(f64::total_cmp);
    let mut path = format!("M{:.1} {:.1}", x_at(0.0), y_at(0.0));
    for (i, &cost) in costs.iter().enumerate() {
        let y = y_at((i + 1) as f64 / all.max(1) as f64);
        let _ = write!(path, "H{:.1}V{y:.1}", x_at(scale.place(cost, unit)));
    }
    let _ = write!(path, "H{:.1}", x_at(1.0));
    path
}

fn open(label: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">", escape(label))
}

fn x_labels(out: &mut String, scale: Scale, unit: Unit, name: &str) {
    for decade in scale.labels(4) {
        let x = x_at(scale.place(10_f64.powi(decade), unit));
        let y = HEIGHT - BOTTOM + 13.0;
        let label = unit.label(decade);
        let _ =
            write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>");
    }
    let (x, y) = (x_at(1.0), HEIGHT - 5.0);
    let _ =
        write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", escape(name));
    let (x0, x1, y0, y1) = (x_at(0.0), x_at(1.0), y_at(0.0), y_at(1.0));
    let _ = write!(out, "<path class=\"axis\" d=\"M{x0:.1} {y1:.1}V{y0:.1}H{x1:.1}\"/>");
}

fn y_label(out: &mut String, y: f64, label: &str) {
    let (x, y) = (LEFT - 6.0, y + 3.5);
    let _ = write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_hold_all_values() {
        let scale = Scale::over([3.0, 2000.0, 0.0], Unit::Nodes);
        assert_eq!(scale, Scale { low: 0, high: 4 });
        assert_eq!(scale.place(100.0, Unit::Nodes), 0.5);
        assert_eq!(Scale::over([], Unit::Nodes), Scale { low: 0, high: 1 });
        assert_eq!(Scale::over([5.0], Unit::Seconds), Scale { low: 0, high: 1 });
        assert_eq!(Scale::over([0.0], Unit::Seconds).low, -6);
    }

    #[test]
    fn powers_of_ten_have_names() {
        let nodes = [0, 2, 3, 5, 6, 9].map(|decade| Unit::Nodes.label(decade));
        assert_eq!(nodes, ["1", "100", "1k", "100k", "1M", "1G"]);
        let times = [-6, -4, -3, -1, 0, 2].map(|decade| Unit::Seconds.label(decade));
        assert_eq!(times, ["1 µs", "100 µs", "1 ms", "100 ms", "1 s", "100 s"]);
    }

    /// As many steps as solved positions, and none for what was not solved.
    #[test]
    fn a_curve_has_a_step_for_each_solved_position() {
        let scale = Scale::over([1.0, 1000.0], Unit::Nodes);
        let path = staircase(&[100.0, 10.0], 4, scale, Unit::Nodes);
        assert_eq!(path.matches('V').count(), 2);
        let first = format!("H{:.1}V{:.1}", x_at(1.0 / 3.0), y_at(0.25));
        assert!(path.contains(&first), "{path}");
    }

    #[test]
    fn wrong_answers_are_drawn_last() {
        let point = |finding, title: &str| Point { x: 1.0, y: 1.0, finding, title: title.into() };
        let points = [point(Finding::Wrong, "<bad>"), point(Finding::Right, "good")];
        let scale = Scale::over([1.0], Unit::Nodes);
        let svg = scatter(&points, scale, Unit::Nodes, "a", "b");
        assert!(svg.find("good").unwrap() < svg.find("&lt;bad&gt;: wrong").unwrap());
    }
}
