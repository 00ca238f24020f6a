//! Every choice the search offers, in one table.

/// No budget is smaller than this, in bytes: a table may be, but paths and certificates have to fit
/// somewhere.
pub(crate) const LEAST_BUDGET: usize = 24 << 20;

/// What the table stores of a result that met a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Base and twin entries with simulation (Kishimoto and Mueller 2004): right.
    BaseTwin,
    /// One plain entry per position, whatever the path: ignores GHI and is sometimes wrong.
    /// For comparison only.
    Ignore,
    /// Base entries only: a result that met a repetition is not stored. Right, and slow.
    NoStore,
    /// Every entry belongs to one path to the position, solved or not (van der Werf et al. 2003).
    /// Right, and slower still.
    PathKeyed,
}

impl Policy {
    /// The name used in options and output.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::BaseTwin => "base-twin",
            Policy::Ignore => "ignore",
            Policy::NoStore => "no-store",
            Policy::PathKeyed => "path-keyed",
        }
    }
}

/// How a path is turned into a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathCodeKind {
    /// Kishimoto and Mueller 2004: exclusive or of a random number per move and depth, from the
    /// root on.
    MoveDepth,
    /// A chain over the positions that restarts at every irreversible move: paths with the same
    /// reversible tail share their results.
    Chain,
    /// Under superko, where only the set of the situations since the last irreversible move
    /// counts: an exclusive or over that set, whatever the order. Elsewhere stored results refer to
    /// the depth of ancestors, which the order changes: there it is `Chain`.
    Set,
}

/// Whether a solved base entry is used, under superko, as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verify {
    /// Where the situation is the whole position
    /// ([`repetition_is_exact`](threefold_game::Searchable::repetition_is_exact)) it is; elsewhere
    /// each reuse is verified, because a result that met no repetition may not hold on another
    /// path.
    WhereNeeded,
    /// Each reuse is verified. For comparison: right, and slower.
    Always,
    /// None is. For comparison: wrong where `WhereNeeded` verifies.
    Never,
}

/// What a twin entry is valid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TwinKind {
    /// The one path with its code (Kishimoto and Mueller 2004).
    ExactPath,
    /// Every path that contains the ancestors the result relies on: two of them by key, more by
    /// the code of the path down to the deepest. Under superko, where this would be wrong, it is
    /// `ExactPath`; see [`Options::conditional`].
    Ancestors,
}

/// How the numbers of a position follow from those of its children where they add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The sum (Allis 1994). Counts a position that is reached in two ways twice.
    Sum,
    /// The largest, plus one for each further unsolved child (Ueda et al. 2008, weak proof
    /// numbers): no double counting, less information.
    Weak,
    /// The largest, plus this fraction of the sum of the others: 1 is [`Combine::Sum`], more and
    /// more is [`Combine::Weak`], below which it never falls.
    Damped(u32),
}

/// Nodes of the first turn. With half as many (and as many without factors) the problems above take
/// 1.2 times the time.
pub(crate) const FIRST_TURN: u64 = 1 << 18;

/// Every choice the search offers. The defaults are what was measured to be best.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory for the table, in bytes, at least 4 KiB, and for what is kept beside it: paths with
    /// their moves, closed sets, the certificate in the making. The table begins small and grows to
    /// eight ninths of this; where the rest is not enough for the others, it gets smaller for them,
    /// down to an eighth. Only below 24 MiB all of it together may take more: 24 MiB. What does not
    /// fit ends the search ([`Reason::Memory`](crate::Reason::Memory)). Any size gives the same
    /// verdicts.
    pub table_bytes: usize,
    /// Bytes for everything together, instead of what [`table_bytes`](Options::table_bytes) says:
    /// where several solvers share what there is.
    pub memory_bytes: Option<usize>,
    /// Base and twin entries, or the plain table.
    pub policy: Policy,
    /// How paths are coded.
    pub path_code: PathCodeKind,
    /// What twins are valid for.
    pub twins: TwinKind,
    /// Whether a result under superko is stored with the situations that must and must not be on a
    /// path for it to hold there, rather than as a twin for one path. Half of the table's memory
    /// goes to these results.
    pub conditional: bool,
    /// Of a conditional result: how many situations may have to be on the path, at most 60,000. A
    /// result with more is bound to its whole path.
    pub max_needed: u32,
    /// How many situations that may not be on the path are kept one by one, at most 60,000; of more
    /// only an interval, or nothing in games without
    /// [`situation_bits`](threefold_game::Searchable::situation_bits).
    pub max_created: u32,
    /// Which results are verified before they are used on another path.
    pub verify: Verify,
    /// Whether a result that relies on no ancestor above the position goes to the base entry
    /// (never done under superko, where it is wrong; conditional results have it built in).
    pub loop_closing: bool,
    /// Nodes, at least, between two attempts to find a closed set: positions that are solved
    /// together, because play cannot leave them but for results known already; 0 switches it off.
    /// More where the last attempt was large. A set that grows may take half as much memory as the
    /// table, beside it. Never done under superko, nor without `loop_closing`.
    pub closed_set_interval: u32,
    /// Whether a question about an ending that the game has in
    /// [`components`](threefold_game::Searchable::components) is answered by them where they decide
    /// it before df-pn does, which works by turns with them: in one thread, with a node for 32
    /// rows of positions looked at. Only where a repetition is a failure of the attacker and none
    /// of the history counts, and with knowledge only that has components, too.
    pub components: bool,
    /// Positions that one simulation may visit; 0 switches simulation off. For time, not for
    /// correctness: a stopped simulation counts as failed.
    pub simulation_budget: u32,
    /// The same under superko, where there are fewer other ways to use a result again.
    pub superko_simulation_budget: u32,
    /// When a move has been refuted, the refutation is replayed against its siblings (Kawano 1996):
    /// positions that one such simulation may visit. 0 switches it off. Not in games with
    /// [`symmetries`](threefold_game::Searchable::symmetries).
    pub sibling_budget: u32,
    /// Whether a move counts for more than its numbers say where the game thinks it unlikely
    /// ([`factors`](threefold_game::Searchable::factors)), in games that know any such thing.
    /// Not where both numbers are [`Combine::Weak`]. A search that takes long goes without them by
    /// turns, since they lead some astray.
    pub move_factors: bool,
    /// Whether the threshold controlling algorithm (Kishimoto 2010) is on. Without it df-pn walks
    /// round in circles on some games until its numbers saturate.
    pub threshold_control: bool,
    /// The search stays in a child until its number exceeds that of the second best child by
    /// this share, in 1/16: the epsilon of Pawlewicz and Lew (2007). 0 switches it off.
    pub epsilon_16ths: u32,
    /// Proof numbers of the defender's positions.
    pub pn_combine: Combine,
    /// Disproof numbers of the attacker's positions.
    pub dn_combine: Combine,
    /// In games in which it pays ([`SOURCES`](threefold_game::Searchable::SOURCES)): where two
    /// replies of the defender are found to lead to the same position, the larger of their proof
    /// numbers counts and not both. For the work, not for the answers; it takes a thirty-second of
    /// the table's memory beside it.
    pub source_nodes: bool,
    /// Threads that search together, with one table between them; 0 counts as 1. Several are as
    /// right as one, and no two of their searches are alike. There is one with
    /// [`detect_collisions`](Options::detect_collisions), and in games with hands. Holes of a
    /// certificate are searched by one.
    pub threads: usize,
    /// Nodes that the first of them searches alone, with a table that begins small: most questions
    /// are answered by then. 0: all begin at once.
    pub alone: u64,
    /// Whether several threads work in rounds, so that the same question takes the same nodes on
    /// any machine and has the same certificate: each has a job and a table of its own, and what
    /// they find out is taken over in the order of the jobs. Slower than threads that share
    /// everything. With conditional results ([`conditional`](Options::conditional)) there is one
    /// thread. A limit of time ends a search at some round or other all the same.
    pub deterministic: bool,
    /// Remembers every position that was stored and counts look-ups that find an entry of
    /// another position with the same key. Slow, and needs memory without bound.
    pub detect_collisions: bool,
    /// For tests only: the share of stores that are dropped, in 1/256. Dropping any entry at any
    /// time changes the work, never an answer.
    #[doc(hidden)]
    pub drop_256ths: u32,
    /// For tests only: wins within so many plies are looked for at once, and not only, within more
    /// plies, when the numbers have saturated. 0: they are not.
    #[doc(hidden)]
    pub bounded_first: u32,
    /// For tests only, beside the default: the nodes of the first turn of a search with
    /// [`move_factors`](Options::move_factors), at least 1.
    #[doc(hidden)]
    pub first_turn: u64,
}

impl Options {
    /// The same for one of so many solvers that share what there is.
    #[must_use]
    pub fn part(&self, of: usize) -> Self {
        let of = of.max(1);
        let memory_bytes = Some(self.budget() / of);
        Options { table_bytes: self.table_bytes / of, memory_bytes, ..self.clone() }
    }

    /// The bytes that everything together may take: [`memory_bytes`](Options::memory_bytes), or
    /// else [`table_bytes`](Options::table_bytes), but not less than 24 MiB.
    pub fn budget(&self) -> usize {
        self.memory_bytes.unwrap_or(self.table_bytes.max(LEAST_BUDGET))
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            table_bytes: 64 << 20,
            memory_bytes: None,
            policy: Policy::BaseTwin,
            path_code: PathCodeKind::Set,
            twins: TwinKind::Ancestors,
            conditional: true,
            max_needed: 32,
            // Up to 4x4 and 1x11 no set of Go has more than 1000; on 1x12 those that have made an
            // interval cost three times the time.
            max_created: 4000,
            verify: Verify::WhereNeeded,
            loop_closing: true,
            closed_set_interval: 1024,
            components: false,
            simulation_budget: 30,
            superko_simulation_budget: 200,
            sibling_budget: 0,
            move_factors: false,
            threshold_control: true,
            epsilon_16ths: 3,
            pn_combine: Combine::Damped(2),
            dn_combine: Combine::Damped(4),
            source_nodes: true,
            threads: 1,
            alone: 1 << 16,
            deterministic: false,
            detect_collisions: false,
            drop_256ths: 0,
            bounded_first: 0,
            // A win may be easy, and a first guess takes up to a second.
            first_turn: FIRST_TURN,
        }
    }
}
