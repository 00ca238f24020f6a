//! Sets of options of the solver, by name: what random games are thrown at, in `fuzz-graphs` and in
//! the tests of `threefold-search`, and what `go-options` compares. An option that changes what is
//! stored or used has a set here.

use threefold_search::{Options, PathCodeKind, Policy, TwinKind, Verify};

/// What is demanded of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Every answer is there, right and certified.
    Everything,
    /// No answer is wrong; some may be missing.
    NoWrongAnswer,
    /// Wrong answers are expected, but none of them can be certified.
    NoWrongCertificate,
}

/// Options with a name.
pub struct OptionSet {
    pub name: &'static str,
    /// Makes the set of options that it does not change.
    pub options: fn(Options) -> Options,
    pub demand: Demand,
    /// Which roots of a case one solver is asked about, in this order.
    pub roots: &'static [usize],
    /// Nodes for one question about a small game.
    pub nodes: u64,
}

/// Enough for every small game, unless something runs for ever.
const GENEROUS: u64 = 1_000_000;
/// Without threshold control some games do run for ever.
const SHORT: u64 = 2_000;

impl OptionSet {
    /// A set of which everything is demanded, asked about one root.
    const fn new(name: &'static str, options: fn(Options) -> Options) -> Self {
        OptionSet { name, options, demand: Demand::Everything, roots: &[0], nodes: GENEROUS }
    }

    const fn demanding(self, demand: Demand) -> Self {
        OptionSet { demand, ..self }
    }

    /// One table for several roots.
    const fn kept_for(self, roots: &'static [usize]) -> Self {
        OptionSet { roots, ..self }
    }
}

/// As the paper has it: exactly the path that a result was found on.
fn exact(base: Options) -> Options {
    Options {
        twins: TwinKind::ExactPath,
        path_code: PathCodeKind::MoveDepth,
        conditional: false,
        ..base
    }
}

/// Base and twin entries under superko as well.
fn twins(base: Options) -> Options {
    Options { conditional: false, ..base }
}

/// Base entries are believed under every rule.
fn believed(base: Options) -> Options {
    Options { verify: Verify::Never, ..base }
}

fn verified(base: Options) -> Options {
    Options { verify: Verify::Always, ..base }
}

fn dropped(base: Options) -> Options {
    Options { drop_256ths: 64, ..base }
}

/// All sets, in the order of a report. Those of conditional results begin with that word.
pub const OPTION_SETS: &[OptionSet] = &[
    OptionSet::new("default", |base| base),
    OptionSet::new("exact twins, move-depth codes", exact),
    OptionSet::new("closed sets at every twin", |base| Options { closed_set_interval: 1, ..base }),
    OptionSet::new("closed sets, stores dropped", |base| {
        dropped(Options { closed_set_interval: 1, ..base })
    }),
    OptionSet::new("no loop closing", |base| Options { loop_closing: false, ..base }),
    OptionSet::new("4 KiB table", |base| Options { table_bytes: 4 << 10, ..base }),
    OptionSet::new("every 4th store dropped", dropped),
    OptionSet::new("exact twins, stores dropped", |base| dropped(exact(base))),
    OptionSet::new("no simulation", |base| Options { simulation_budget: 0, ..base }),
    OptionSet::new("no simulation, no conditions", |base| {
        twins(Options { simulation_budget: 0, superko_simulation_budget: 0, ..base })
    }),
    OptionSet::new("simulation budget 3", |base| Options { simulation_budget: 3, ..base }),
    OptionSet::new("exact twins under superko", twins),
    OptionSet::new("conditional, no simulation", |base| Options {
        superko_simulation_budget: 0,
        ..base
    }),
    OptionSet::new("conditional, simulation budget 5", |base| Options {
        superko_simulation_budget: 5,
        ..base
    }),
    OptionSet::new("conditional, wide", |base| Options { max_created: 1, ..base }),
    OptionSet::new("conditional, widest", |base| Options { max_created: 0, ..base }),
    OptionSet::new("conditional, small", |base| Options { max_needed: 1, max_created: 2, ..base }),
    OptionSet::new("conditional, 4 KiB, stores dropped", |base| {
        dropped(Options { table_bytes: 4 << 10, ..base })
    }),
    OptionSet::new("conditional, every reuse verified", verified),
    OptionSet::new("conditional, verified, stores dropped", |base| {
        verified(dropped(Options { max_created: 1, ..base }))
    }),
    OptionSet::new("conditional, verified, kept for three histories", |base| {
        verified(Options { max_created: 1, ..base })
    })
    .kept_for(&[1, 2, 0]),
    OptionSet::new("every reuse simulated", |base| verified(twins(base))),
    OptionSet::new("chain codes, no conditions", |base| {
        twins(Options { path_code: PathCodeKind::Chain, ..base })
    }),
    OptionSet::new("siblings", |base| Options { sibling_budget: 20, ..base }),
    OptionSet::new("siblings, no conditions", |base| twins(Options { sibling_budget: 20, ..base })),
    OptionSet::new("siblings, exact twins, stores dropped", |base| {
        dropped(twins(Options { sibling_budget: 20, ..base }))
    }),
    OptionSet::new("no store", |base| Options { policy: Policy::NoStore, ..base }),
    OptionSet::new("path-keyed", |base| Options { policy: Policy::PathKeyed, ..base }),
    OptionSet::new("collision detection", |base| Options { detect_collisions: true, ..base }),
    OptionSet::new("table kept for three roots", |base| base).kept_for(&[1, 3, 4]),
    OptionSet::new("table kept for three histories", |base| base).kept_for(&[1, 2, 0]),
    OptionSet {
        nodes: SHORT,
        ..OptionSet::new("no threshold control", |base| Options {
            threshold_control: false,
            ..base
        })
        .demanding(Demand::NoWrongAnswer)
    },
    OptionSet::new("conditional, base believed", believed).demanding(Demand::NoWrongCertificate),
    OptionSet::new("base and twin, base believed", |base| believed(twins(base)))
        .demanding(Demand::NoWrongCertificate),
    OptionSet::new("base and twin, base believed, no simulation", |base| {
        believed(twins(Options { superko_simulation_budget: 0, ..base }))
    })
    .demanding(Demand::NoWrongCertificate),
    OptionSet::new("no store, base believed", |base| {
        believed(twins(Options { policy: Policy::NoStore, ..base }))
    })
    .demanding(Demand::NoWrongCertificate),
    OptionSet::new("plain table (ignore)", |base| Options { policy: Policy::Ignore, ..base })
        .demanding(Demand::NoWrongCertificate),
];
