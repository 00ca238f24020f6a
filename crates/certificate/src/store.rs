//! The positions that a walk has met, and the situations, numbered in the order in which it met
//! them.
//!
//! There may be tens of millions. They lie in pieces, so that what is there stays where it is when
//! more come: a single vector that grows needs three times its size for a moment.

use std::hash::{BuildHasher, Hash, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};
use threefold_game::{Game, Packed};

use crate::hands::Hands;
use crate::limits::{growing, growing_table};

/// Values in a piece, as a power of two.
const PIECE_LOG: u32 = 12;
const PIECE: usize = 1 << PIECE_LOG;

/// A position's number, or a situation's.
pub(crate) type Id = u32;

/// Values by number and numbers by value. Values are compared as they are, so that no collision of
/// keys can make a false certificate pass.
///
/// Forgetting the latest ones ([`Store::truncate`]) is what makes a walk's rollback cheap.
pub(crate) struct Store<P> {
    values: Pieces<P>,
    table: HashTable<Slot>,
    hasher: DefaultHashBuilder,
}

/// A value's number, with so much of its hash that the table grows, and passes over others, without
/// a look at the values.
struct Slot {
    hash: u32,
    id: Id,
}

impl Slot {
    fn new(hash: u64, id: Id) -> Self {
        Slot { hash: (hash >> 32) as u32, id }
    }

    /// What the table sees: its lowest bits and its highest.
    #[inline]
    fn spread(&self) -> u64 {
        u64::from(self.hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// A packed position, in a cache line: to look one up mostly is to wait for memory.
#[repr(align(64))]
#[derive(Clone)]
pub(crate) struct Line(pub(crate) Packed);

impl PartialEq for Line {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }
}

impl Eq for Line {}

impl Hash for Line {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for [a, b] in self.0.as_chunks().0 {
            state.write_u128(u128::from(*a) << 64 | u128::from(*b));
        }
    }
}

/// The positions of a walk: as they are, packed where the game can pack them, or by their boards
/// where those with more in hand answer for others.
pub(crate) enum Positions<G: Game> {
    Whole(Store<G::Position>),
    Packed(Store<Line>),
    Boards(Hands<G>),
}

/// What a walk knows of a position that it meets.
pub(crate) enum Meeting {
    /// Another one, or the same, answers for it, with which play is over after so many plies.
    AnsweredFor(Id, u32),
    Known(Id),
    New(Id),
}

impl<G: Game> Positions<G> {
    /// None yet; by boards if there are hands, else packed if the game packs positions like this one.
    pub(crate) fn new(game: &G, root: &G::Position, hands: Option<Hands<G>>) -> Self {
        match hands {
            Some(hands) => Positions::Boards(hands),
            None if game.pack(root).is_some() => Positions::Packed(Store::new()),
            None => Positions::Whole(Store::new()),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Positions::Whole(store) => store.len(),
            Positions::Packed(store) => store.len(),
            Positions::Boards(hands) => hands.len(),
        }
    }

    /// The position's number, unless positions are found by their boards.
    pub(crate) fn find(&self, game: &G, position: &G::Position) -> Option<Id> {
        match self {
            Positions::Whole(store) => store.find(position),
            Positions::Packed(store) => store.find(&pack(game, position)),
            Positions::Boards(_) => None,
        }
    }

    /// Gives the position a number, unless it has one, or needs none.
    pub(crate) fn meet(&mut self, game: &G, position: &G::Position) -> Meeting {
        let (id, is_new) = match self {
            Positions::Whole(store) => store.intern(position),
            Positions::Packed(store) => store.intern(&pack(game, position)),
            Positions::Boards(hands) => return hands.meet(game, position),
        };
        if is_new { Meeting::New(id) } else { Meeting::Known(id) }
    }

    /// Forgets all but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        match self {
            Positions::Whole(store) => store.truncate(len),
            Positions::Packed(store) => store.truncate(len),
            Positions::Boards(hands) => hands.truncate(len),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Positions::Whole(store) => store.bytes(),
            Positions::Packed(store) => store.bytes(),
            Positions::Boards(hands) => hands.bytes(),
        }
    }
}

fn pack<G: Game>(game: &G, position: &G::Position) -> Line {
    Line(game.pack(position).expect("a game packs all its positions, or none"))
}

/// A vector in pieces, all full but the last.
pub(crate) struct Pieces<P> {
    pieces: Vec<Vec<P>>,
    len: usize,
}

impl<P> Pieces<P> {
    pub(crate) fn new() -> Self {
        Pieces { pieces: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, id: Id) -> &P {
        &self.pieces[id as usize >> PIECE_LOG][id as usize & (PIECE - 1)]
    }

    pub(crate) fn get_mut(&mut self, id: Id) -> &mut P {
        &mut self.pieces[id as usize >> PIECE_LOG][id as usize & (PIECE - 1)]
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut P> {
        self.pieces.iter_mut().flatten()
    }

    #[inline]
    pub(crate) fn push(&mut self, value: P) {
        if self.len & (PIECE - 1) == 0 {
            // The first grows, since most walks are short.
            let room = if self.len == 0 { 0 } else { PIECE };
            self.pieces.push(Vec::with_capacity(room));
        }
        self.pieces.last_mut().expect("just pushed").push(value);
        self.len += 1;
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.pieces.truncate(len.div_ceil(PIECE));
        if let Some(last) = self.pieces.last_mut() {
            last.truncate(((len - 1) & (PIECE - 1)) + 1);
        }
        self.len = len;
    }

    /// Bytes in use; where one more piece is about to be needed, with it.
    pub(crate) fn bytes(&self) -> usize {
        match self.pieces.len() {
            0 | 1 => self.pieces.first().map_or(0, growing),
            count => {
                let next = usize::from(self.len & (PIECE - 1) > PIECE / 2);
                (count + next) * PIECE * size_of::<P>() + growing(&self.pieces)
            }
        }
    }
}

impl<P: Clone + Eq + Hash> Store<P> {
    pub(crate) fn new() -> Self {
        Store {
            values: Pieces::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn get(&self, id: Id) -> &P {
        self.values.get(id)
    }

    pub(crate) fn find(&self, value: &P) -> Option<Id> {
        self.find_hashed(value, self.hash(value))
    }

    /// The value's number, and whether it is new.
    pub(crate) fn intern(&mut self, value: &P) -> (Id, bool) {
        self.intern_hashed(value, self.hash(value))
    }

    /// What the value is looked up by, for a caller who has a use for it.
    pub(crate) fn hash(&self, value: &P) -> u64 {
        self.hasher.hash_one(value)
    }

    /// [`Store::find`] with the value's [`hash`](Store::hash).
    pub(crate) fn find_hashed(&self, value: &P, hash: u64) -> Option<Id> {
        let wanted = Slot::new(hash, 0);
        let is_it = |slot: &Slot| slot.hash == wanted.hash && *self.values.get(slot.id) == *value;
        self.table.find(wanted.spread(), is_it).map(|slot| slot.id)
    }

    /// [`Store::intern`] with the value's [`hash`](Store::hash).
    pub(crate) fn intern_hashed(&mut self, value: &P, hash: u64) -> (Id, bool) {
        if let Some(id) = self.find_hashed(value, hash) {
            return (id, false);
        }
        let id = Id::try_from(self.values.len).expect("fewer than 2^32 positions fit in memory");
        self.values.push(value.clone());
        let slot = Slot::new(hash, id);
        self.table.insert_unique(slot.spread(), slot, Slot::spread);
        (id, true)
    }

    /// Forgets all but the first `len` values.
    pub(crate) fn truncate(&mut self, len: usize) {
        for id in len..self.values.len {
            let slot = Slot::new(self.hash(self.values.get(id as Id)), id as Id);
            if let Ok(entry) = self.table.find_entry(slot.spread(), |other| other.id == slot.id) {
                entry.remove();
            }
        }
        self.values.truncate(len);
    }

    /// Bytes in use; while a table grows, with those of the new one.
    pub(crate) fn bytes(&self) -> usize {
        self.values.bytes() + growing_table(&self.table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_a_truncation() {
        let mut store = Store::new();
        for n in 0..1000u32 {
            assert_eq!(store.intern(&n), (n, true));
        }
        store.truncate(10);
        assert_eq!(store.len(), 10);
        assert_eq!(store.find(&9), Some(9));
        assert_eq!(store.find(&10), None);
        assert_eq!(store.intern(&500), (10, true));
        assert_eq!(store.intern(&5), (5, false));
    }

    #[test]
    fn what_lies_in_pieces_is_a_list_like_any_other() {
        let (mut store, mut list) = (Store::new(), Vec::new());
        let piece = PIECE as u32;
        for len in [0, 1, 5 * piece, 2 * piece + 7, 2 * piece, 3 * piece + 1, piece - 1, 0, 10] {
            while list.len() < len as usize {
                let value = list.len() as u32 * 3;
                assert_eq!(store.intern(&value), (list.len() as u32, true));
                list.push(value);
            }
            store.truncate(len as usize);
            list.truncate(len as usize);
            assert_eq!(store.len(), list.len());
            assert!((0..len).all(|id| *store.get(id) == list[id as usize]));
            assert!((0..len).all(|id| store.find(&list[id as usize]) == Some(id)));
            assert_eq!(store.find(&(len * 3)), None);
        }
    }
}
