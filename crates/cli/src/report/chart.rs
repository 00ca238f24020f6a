//! Lines over time, as SVG.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 24.0;
/// More points than this cannot be told apart: of each stretch the least and the greatest are kept.
const POINTS: usize = 600;

/// One line of a chart.
pub struct Series {
    pub name: &'static str,
    /// The class of the line: its colour.
    pub class: &'static str,
    /// Seconds, and what is shown; `None` where there is nothing to show.
    pub points: Vec<(f64, Option<f64>)>,
}

/// How values become heights, and how they are written.
#[derive(Clone, Copy)]
pub enum Scale {
    /// From 1, each step ten times the one before.
    Logarithmic,
    /// From 0.
    Linear(fn(f64) -> String),
}

/// A chart with its legend.
pub fn chart(title: &str, scale: Scale, series: &[Series]) -> String {
    let values = || series.iter().flat_map(|one| &one.points);
    let last = values().map(|&(at, _)| at).fold(0.0, f64::max).max(1e-3);
    let most = values().filter_map(|&(_, value)| value).fold(0.0, f64::max);
    let top = match scale {
        Scale::Logarithmic => most.max(10.0).log10().ceil(),
        Scale::Linear(_) => nice(most),
    };
    let height = |value: f64| match scale {
        Scale::Logarithmic => value.max(1.0).log10(),
        Scale::Linear(_) => value,
    };
    let mut out = format!(
        "<figure class=\"card\"><h3>{title}</h3>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\" aria-label=\"{title} over time\">\n"
    );
    axes(&mut out, &scale, top, last);
    for one in series {
        let mut path = String::new();
        let mut is_drawn = false;
        for (at, value) in thinned(&one.points) {
            let Some(value) = value else {
                is_drawn = false;
                continue;
            };
            let command = if is_drawn { 'L' } else { 'M' };
            let _ = write!(path, "{command}{:.1} {:.1}", x(at, last), y(height(value), top));
            is_drawn = true;
        }
        let _ = writeln!(out, "<path class=\"{}\" d=\"{path}\"/>", one.class);
    }
    out.push_str("</svg>\n<figcaption class=\"legend\">");
    for one in series {
        let _ = write!(
            out,
            "<span><svg viewBox=\"0 0 14 14\" aria-hidden=\"true\"><path class=\"{}\" \
             d=\"M0 7H14\"/></svg>{}</span>",
            one.class, one.name
        );
    }
    out.push_str("</figcaption></figure>\n");
    out
}

/// Where something of a time is, and of a height.
fn x(at: f64, last: f64) -> f64 {
    LEFT + (WIDTH - LEFT - RIGHT) * at / last
}

fn y(height: f64, top: f64) -> f64 {
    HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (height / top).clamp(0.0, 1.0)
}

/// Lines of equal height, and what heights and times there are.
fn axes(out: &mut String, scale: &Scale, top: f64, last: f64) {
    for step in 0..=4 {
        let at = top * f64::from(step) / 4.0;
        // Powers of ten only: between two of them there is none.
        let (at, label) = match scale {
            Scale::Logarithmic => (at.round(), power(at.round())),
            Scale::Linear(written) => (at, written(at)),
        };
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {0:.1}H{1}\"/><text x=\"{2}\" y=\"{3:.1}\" \
             text-anchor=\"end\">{label}</text>",
            y(at, top),
            WIDTH - RIGHT,
            LEFT - 6.0,
            y(at, top) + 3.5
        );
    }
    for step in 0..=4 {
        let at = last * f64::from(step) / 4.0;
        let anchor = ["start", "middle", "middle", "middle", "end"][step as usize];
        let label = time(at);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{label}</text>",
            x(at, last),
            HEIGHT - 6.0
        );
    }
}

/// No more points than can be told apart: the least and the greatest of each stretch, in order.
fn thinned(points: &[(f64, Option<f64>)]) -> Vec<(f64, Option<f64>)> {
    if points.len() <= POINTS {
        return points.to_vec();
    }
    let mut kept = Vec::with_capacity(POINTS);
    for stretch in points.chunks(points.len().div_ceil(POINTS / 2)) {
        let value = |&(_, value): &(f64, Option<f64>)| value.unwrap_or(f64::NAN);
        let by = |a: &&(f64, _), b: &&(f64, _)| value(a).total_cmp(&value(b));
        let (least, greatest) = (stretch.iter().min_by(by), stretch.iter().max_by(by));
        let mut both: Vec<_> = least.into_iter().chain(greatest).copied().collect();
        both.sort_by(|a, b| a.0.total_cmp(&b.0));
        kept.extend(both);
    }
    kept
}

/// The next number with few digits.
fn nice(most: f64) -> f64 {
    let power = 10_f64.powf(most.max(1e-3).log10().floor());
    let steps = [1.0, 2.0, 4.0, 5.0, 8.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|&step| step >= most).unwrap_or(10.0 * power)
}

fn power(of_ten: f64) -> String {
    match of_ten as u32 {
        0 => "1".to_owned(),
        n @ 1..=2 => 10_u32.pow(n).to_string(),
        n => {
            const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
            let digits = n.to_string();
            let raised = digits.bytes().filter_map(|b| DIGITS.get(usize::from(b - b'0')));
            format!("10{}", raised.collect::<String>())
        }
    }
}

/// Seconds as people write them on an axis.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} d", s / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_stay() {
        let mut points: Vec<_> = (0..10_000).map(|n| (f64::from(n), Some(5.0))).collect();
        points[4321].1 = Some(99.0);
        points[777].1 = Some(1.0);
        let kept = thinned(&points);
        assert!(kept.len() <= POINTS + 2);
        assert!(kept.contains(&points[4321]) && kept.contains(&points[777]));
        assert!(kept.is_sorted_by(|a, b| a.0 <= b.0));
    }

    #[test]
    fn axes_end_at_round_numbers() {
        assert_eq!([0.7, 12.0, 21.0, 100.0].map(nice), [0.8, 20.0, 40.0, 100.0]);
        assert_eq!([0.0, 2.0, 3.0, 10.0].map(power), ["1", "100", "10³", "10¹⁰"]);
    }
}
