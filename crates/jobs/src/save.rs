//! A leader as text, to go on after everything else is lost.
//!
//! The text holds what cannot be found again for nothing: positions with their numbers, and the
//! certificates. What follows from them is worked out anew, and certificates are verified again: a
//! file is believed as little as a worker.

use serde::{Deserialize, Serialize};
use threefold_certificate::Header;
use threefold_game::{History, Knowledge, Player, RepetitionRule, Searchable};

use crate::error::LeaderError;
use crate::facts::{FactId, Id};
use crate::graph::{Lemma, Status, Why};
use crate::leader::{Account, Leader, Settings};
use crate::lemma::verify_again;
use crate::lemmas::LemmaId;
use crate::numbers::Numbers;
use crate::rules::Rules;
use crate::splice::given;

/// The first line; its number changes with the format.
const MAGIC: &str = "threefold leader ";
const VERSION: &str = "2";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    question: Asked,
    next_job: u64,
    account: Account,
    positions: Vec<Position>,
    /// Under superko, of all positions but the first: where they were met, and by which move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ways: Vec<(Id, String)>,
    lemmas: Vec<SavedLemma>,
}

/// The question, as headers of certificates say it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    game: String,
    repetition: String,
    attacker: String,
    root: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    history: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    database: Option<String>,
}

/// Text, whether it is expanded, both numbers, the nodes of the next job, refused results.
#[derive(Serialize, Deserialize)]
struct Position(String, bool, u32, u32, u64, u8);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedLemma {
    position: Id,
    wins: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    used: Vec<Id>,
    /// Positions that had been solved before, and that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    solved: Vec<String>,
    moves: String,
}

impl<'g, G: Searchable> Leader<'g, G> {
    /// The leader as text. Jobs in flight are not in it: they are given out again, under new
    /// numbers.
    pub fn save(&self) -> String {
        let graph = &self.graph;
        let positions = graph.nodes.iter().map(|node| {
            let Numbers { pn, dn } = node.numbers;
            let text = self.game.position_text(&node.position);
            Position(text, node.is_expanded, pn, dn, node.budget, node.refusals)
        });
        let ways = graph.nodes.iter().filter(|_| graph.ways.is_some());
        let ways = ways.filter_map(|node| {
            let (above, m) = node.from?;
            Some((above, self.game.move_text(&graph.node(above).position, m)))
        });
        let lemmas = (0..).zip(&graph.lemmas).filter(|&(id, lemma)| self.is_of_use(id, lemma));
        let lemmas = lemmas.map(|(_, lemma)| SavedLemma {
            position: lemma.node,
            wins: lemma.wins,
            used: lemma.used.clone(),
            solved: self.texts(&lemma.solved),
            moves: lemma.moves.clone(),
        });
        let saved = Saved {
            question: self.asked(),
            next_job: self.next_job,
            account: self.account,
            positions: positions.collect(),
            ways: ways.collect(),
            lemmas: lemmas.collect(),
        };
        let body = serde_json::to_string(&saved).expect("nothing but texts and numbers");
        format!("{MAGIC}{VERSION}\n{body}\n")
    }

    fn texts(&self, facts: &[FactId]) -> Vec<String> {
        let text = |&fact: &FactId| self.game.position_text(&self.facts.get(fact).position);
        facts.iter().map(text).collect()
    }

    /// Whether something rests on a lemma, or may yet.
    fn is_of_use(&self, id: LemmaId, lemma: &Lemma) -> bool {
        let node = self.graph.node(lemma.node);
        match node.status {
            // It may say something of positions that are not known yet.
            _ if self.graph.ways.is_some() => true,
            Status::Open => node.lemmas.contains(&id),
            Status::Won(why) | Status::Held(why) => why == Why::Lemma(id),
        }
    }

    /// A leader as it was saved; arguments are those of [`Leader::new`].
    ///
    /// # Errors
    /// It was saved by another version, for another question, or says what the rules of the game
    /// contradict.
    pub fn load(
        rules: impl Into<Rules<'g, G>>,
        history: &History<G>,
        rule: RepetitionRule,
        attacker: Player,
        settings: Settings,
        text: &str,
    ) -> Result<Self, LeaderError> {
        let unreadable = |what: &str| LeaderError::Unreadable(what.to_owned());
        let (first, body) = text.split_once('\n').unwrap_or((text, ""));
        match first.trim_end().strip_prefix(MAGIC) {
            Some(VERSION) => {}
            Some(version) => return Err(unreadable(&format!("it is version {version}"))),
            None => return Err(unreadable("it does not begin with 'threefold leader 2'")),
        }
        let saved: Saved =
            serde_json::from_str(body).map_err(|error| unreadable(&error.to_string()))?;
        let mut leader = Leader::new(rules, history, rule, attacker, settings)?;
        leader.same_question(&saved.question)?;
        leader.restore(saved)?;
        Ok(leader)
    }

    fn asked(&self) -> Asked {
        let header = Header::new(self.game, &self.history, self.terms()[0]);
        Asked {
            game: self.game_line(),
            repetition: self.rule.name().to_owned(),
            attacker: self.game.player_name(self.question.attacker).to_owned(),
            root: header.root,
            history: header.history,
            database: self.graph.knowledge.declaration(),
        }
    }

    fn same_question(&self, saved: &Asked) -> Result<(), LeaderError> {
        let asked = self.asked();
        let none = String::new();
        // It may have been saved when the same database had another name.
        let is_called = |name: &&String| self.graph.knowledge.is_called(name);
        let database = match saved.database.as_ref().filter(is_called) {
            Some(_) => &asked.database,
            None => &saved.database,
        };
        let pairs = [
            ("the game", &saved.game, &asked.game),
            ("the rule", &saved.repetition, &asked.repetition),
            ("the attacker", &saved.attacker, &asked.attacker),
            ("the position", &saved.root, &asked.root),
            (
                "the history",
                saved.history.as_ref().unwrap_or(&none),
                asked.history.as_ref().unwrap_or(&none),
            ),
            (
                "the database",
                database.as_ref().unwrap_or(&none),
                asked.database.as_ref().unwrap_or(&none),
            ),
        ];
        for (what, saved, asked) in pairs {
            if saved != asked {
                let (saved, asked) = (saved.clone(), asked.clone());
                return Err(LeaderError::OtherQuestion { what, saved, asked });
            }
        }
        Ok(())
    }

    fn restore(&mut self, saved: Saved) -> Result<(), LeaderError> {
        let damaged = |what: String| LeaderError::Damaged(what);
        let (game, graph) = (self.game, &mut self.graph);
        let count = saved.positions.len();
        for (place, Position(text, ..)) in saved.positions.iter().enumerate() {
            let position = game
                .parse_position(text)
                .map_err(|error| damaged(format!("position {place}: {error}")))?;
            let place_of = match saved.ways.get(place.wrapping_sub(1)) {
                _ if game.position_text(&position) != *text => None,
                None if place > 0 && graph.ways.is_some() => None,
                Some((above, m)) if graph.ways.is_some() => {
                    graph.intern_below(*above, m, &position)
                }
                _ if place == 0 => Some(graph.intern_root(&position, 0)),
                _ => Some(graph.intern(&position, None, None, 0)),
            };
            if place_of.map(|id| id as usize) != Some(place) {
                return Err(damaged(format!("position {place} is not in its place")));
            }
        }
        let all = |id: &Id| (*id as usize) < count;
        for id in (0..count as Id).filter(|&id| saved.positions[id as usize].1) {
            graph.expand(id, 0);
            if graph.nodes.len() != count {
                return Err(damaged(format!("moves of position {id} lead to no position")));
            }
        }
        for (place, lemma) in saved.lemmas.into_iter().enumerate() {
            if !all(&lemma.position) || !lemma.used.iter().all(all) {
                return Err(damaged(format!("certificate {place} is about no position")));
            }
            let (node, wins, used) = (lemma.position, lemma.wins, lemma.used);
            let terms = self.terms_of(wins);
            let solved = self.facts_of(&lemma.solved).or_else(|_| {
                // It follows from what was loaded before, when all that is looked at together.
                self.graph.settle();
                self.establish();
                self.facts_of(&lemma.solved)
            });
            let solved = solved.map_err(|what| damaged(format!("certificate {place}: {what}")))?;
            let assumptions = given(&self.graph, &self.facts, &used, &solved);
            let history = self.history_of(node);
            let failed = |error| damaged(format!("certificate {place}: {error}"));
            verify_again(game, &history, terms, &assumptions, &lemma.moves).map_err(failed)?;
            let lemma = Lemma { node, wins, used, solved, moves: lemma.moves, at: 0 };
            self.enter(lemma, &history).map_err(failed)?;
        }
        for (node, position) in self.graph.nodes.iter_mut().zip(saved.positions) {
            let Position(_, _, pn, dn, budget, refusals) = position;
            node.numbers = Numbers::open(pn, dn);
            node.budget = budget.max(1);
            node.refusals = refusals;
        }
        self.graph.settle();
        self.establish();
        self.next_job = saved.next_job.max(1);
        self.account = saved.account;
        Ok(())
    }
}
