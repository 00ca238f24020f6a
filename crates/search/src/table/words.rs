//! An entry in memory that several threads read and write at once, without locks and in safe Rust.
//!
//! ```text
//!   word 0   key ^ (m1(word 1) ^ m2(word 2) ^ m3(word 3), its lowest 16 bits left out)
//!   words 1 to 3   as in entry.rs                              (all zero: the place is empty)
//! ```
//! The four words are read and written one by one, so that a reader may see some of one entry and
//! some of another. It copies first and judges then: what is torn has a key that no one asks for
//! (Hyatt and Mann 2002, lockless hashing). Each word is mixed before it is added. With the plain
//! exclusive or of their scheme two entries of one position, whose words are small integers, can be
//! torn into a third that looks whole: `pn` and `hand` of one and `dn` and `move` of the other
//! cancel out. What is left is a coincidence of 48 bits between two entries of one bucket that are
//! torn, which the check of the certificate catches.
//!
//! The lowest bits of the key stand there as they are, so that a look-up reads no more than the
//! first word of the others in its bucket. To mix the words of all of them took 6 % of a search
//! by several threads.

use std::sync::atomic::{AtomicU64, Ordering};

use super::entry::{Entry, WORDS, value};

/// A word of memory that several threads share. No order between words is asked for.
pub(super) trait Word {
    fn read(&self) -> u64;

    fn write(&self, value: u64);

    /// Writes `new` if the word is `old`. Whether it was.
    fn exchange(&self, old: u64, new: u64) -> bool;
}

impl Word for AtomicU64 {
    #[inline]
    fn read(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn write(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }

    #[inline]
    fn exchange(&self, old: u64, new: u64) -> bool {
        self.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// A copy of the words at a place, whole or torn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Raw([u64; WORDS]);

impl Raw {
    /// An empty place.
    pub const EMPTY: Raw = Raw([0; WORDS]);

    #[inline]
    pub fn read<W: Word>(place: &[W]) -> Self {
        Raw([place[0].read(), place[1].read(), place[2].read(), place[3].read()])
    }

    /// The same of memory that nobody shares any more.
    pub fn read_plain(place: &[u64]) -> Self {
        Raw([place[0], place[1], place[2], place[3]])
    }

    /// Writes the words to a place that nobody shares yet.
    pub fn put<W: Word>(&self, place: &[W]) {
        for (word, &value) in place.iter().zip(&self.0) {
            word.write(value);
        }
    }

    /// The words of an entry.
    #[inline]
    pub fn of(entry: &Entry) -> Self {
        let [key, a, b, c] = *entry.words();
        Raw([key ^ check(a, b, c), a, b, c])
    }

    /// The entry that the words are if they are whole. Torn, it has a key that no position has.
    #[inline]
    pub fn entry(&self) -> Entry {
        let [first, a, b, c] = self.0;
        Entry::from_words(&[first ^ check(a, b, c), a, b, c])
    }

    /// Whether a place may hold an entry with this key: if not, nothing more of it is read.
    #[inline]
    pub fn may_have<W: Word>(place: &[W], key: u64) -> bool {
        may_be(place[0].read(), key)
    }

    /// The entry, if it is whole and has this key.
    #[inline]
    pub fn entry_of(&self, key: u64) -> Option<Entry> {
        may_be(self.0[0], key).then(|| self.entry()).filter(|entry| entry.key() == key)
    }

    /// What the entry is worth, if it is whole ([`Entry::value`]).
    #[inline]
    pub fn value(&self) -> u32 {
        value(self.0[3])
    }

    /// Writes the words to a place, unless another thread has begun to write there since `seen` was
    /// read. Whether it did: so a thread replaces nothing but what it has judged, and does not
    /// undo what another has just found out. If two write at once all the same, because one of them
    /// saw the place torn, what they leave is torn and says nothing.
    #[inline]
    pub fn replace<W: Word>(&self, place: &[W], seen: &Raw) -> bool {
        if !place[0].exchange(seen.0[0], self.0[0]) {
            return false;
        }
        for (word, &value) in place.iter().zip(&self.0).skip(1) {
            word.write(value);
        }
        true
    }
}

/// The bits of the key that the other words are mixed into.
const CHECKED: u64 = !0xFFFF;

/// Whether the first word may be that of an entry with this key.
#[inline]
fn may_be(first: u64, key: u64) -> bool {
    (first ^ key) & !CHECKED == 0
}

/// What is added to the key: 0 for an empty place.
#[inline]
fn check(a: u64, b: u64, c: u64) -> u64 {
    let mixed = fold(a, 0x9E37_79B9_7F4A_7C15)
        ^ fold(b, 0xC2B2_AE3D_27D4_EB4F)
        ^ fold(c, 0xD6E8_FEB8_6659_FD93);
    mixed & CHECKED
}

/// Both halves of the product: every bit of the word has its say in every bit of the result.
#[inline]
fn fold(word: u64, factor: u64) -> u64 {
    let product = u128::from(word) * u128::from(factor);
    (product as u64) ^ ((product >> 64) as u64).rotate_left(32)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mix::mix;
    use crate::table::{NO_MOVE, Solved};

    /// Entries of one position as a search stores them: small numbers, few moves.
    fn entries(key: u64) -> Vec<Entry> {
        let mut state = key;
        let mut random = |bound: u64| {
            state = mix(state + 1);
            state % bound
        };
        let mut entries = Vec::new();
        for _ in 0..40 {
            let (pn, dn) = (1 + random(40) as u32, 1 + random(40) as u32);
            let solved = Solved {
                proven: random(2) == 0,
                mv: if random(3) == 0 { NO_MOVE } else { random(64) as u32 },
                length: random(9) as u16,
            };
            let entry = match random(5) {
                0 | 1 => Entry::bounds(key, random(4) as u32, pn, dn, random(9) as u32),
                2 => Entry::leaf(key, random(4) as u32, pn, dn, solved.mv, solved.length),
                3 => Entry::base(key, random(4) as u32, solved),
                _ => Entry::ancestors(key, solved, [random(50), random(50)]),
            };
            entries.push(entry.with_work(random(300)));
        }
        entries
    }

    /// Every way to tear two entries of the same position. Returns how many of them look whole to
    /// `check` without being so.
    fn torn_but_whole(check: impl Fn(u64, u64, u64) -> u64) -> u64 {
        let mut count = 0;
        for key in 0..200u64 {
            let entries = entries(mix(key));
            for x in &entries {
                for y in &entries {
                    for torn in 1..15 {
                        let of = |i: usize, [first, a, b, c]: [u64; 4]| {
                            [first ^ check(a, b, c), a, b, c][i]
                        };
                        let from = |i| if torn >> i & 1 == 0 { x } else { y };
                        let words: [u64; 4] = std::array::from_fn(|i| of(i, *from(i).words()));
                        let [first, a, b, c] = words;
                        let looks_whole = first ^ check(a, b, c) == x.key();
                        let is_whole = [x, y].iter().any(|e| e.words()[1..] == words[1..]);
                        count += u64::from(looks_whole && !is_whole);
                    }
                }
            }
        }
        count
    }

    #[test]
    fn no_torn_entry_looks_whole() {
        assert_eq!(torn_but_whole(check), 0);
    }

    /// Why the words are mixed.
    #[test]
    fn with_a_plain_exclusive_or_torn_entries_look_whole() {
        assert!(torn_but_whole(|a, b, c| a ^ b ^ c) > 0);
    }

    #[test]
    fn what_is_written_is_read_and_nothing_is_an_empty_place() {
        for entry in entries(7) {
            let place: [AtomicU64; WORDS] = std::array::from_fn(|_| AtomicU64::new(0));
            assert_eq!(Raw::read(&place), Raw::EMPTY);
            assert!(Raw::of(&entry).replace(&place, &Raw::EMPTY));
            assert_eq!(Raw::read(&place).entry(), entry);
            assert!(!Raw::of(&entry).replace(&place, &Raw::EMPTY), "that was not seen there");
        }
        assert_eq!(Raw::EMPTY.entry().words(), &[0; WORDS]);
    }
}

/// Every order in which the threads' reads and writes can take effect, weak memory included.
/// `RUSTFLAGS="--cfg loom" cargo test -p threefold-search --lib words`
#[cfg(all(test, loom))]
mod model {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU64, Ordering};
    use loom::thread;

    use super::*;

    impl Word for AtomicU64 {
        fn read(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn write(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }

        fn exchange(&self, old: u64, new: u64) -> bool {
            self.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        }
    }

    const KEY: u64 = 77;

    fn entry(i: u32) -> Entry {
        Entry::bounds(KEY, i, i + 1, i + 2, i + 3).with_work(1 << i)
    }

    fn place() -> Arc<[AtomicU64; WORDS]> {
        Arc::new(std::array::from_fn(|_| AtomicU64::new(0)))
    }

    fn written(found: Entry) -> bool {
        found.key() != KEY || (0..4).any(|i| entry(i) == found)
    }

    /// Two write where a third reads: what has the key is one of the entries, whole.
    #[test]
    fn a_reader_sees_whole_entries_or_none() {
        loom::model(|| {
            let place = place();
            let writers: Vec<_> = (0..2)
                .map(|i| {
                    let place = place.clone();
                    thread::spawn(move || {
                        let seen = Raw::read(&place[..]);
                        Raw::of(&entry(i)).replace(&place[..], &seen);
                    })
                })
                .collect();
            assert!(written(Raw::read(&place[..]).entry()));
            for writer in writers {
                writer.join().unwrap();
            }
            assert!(written(Raw::read(&place[..]).entry()));
        });
    }

    /// Of two threads that have seen the same entry only one takes its place, whole.
    #[test]
    fn one_of_two_replaces_what_both_have_seen() {
        loom::model(|| {
            let place = place();
            assert!(Raw::of(&entry(3)).replace(&place[..], &Raw::EMPTY));
            let seen = Raw::read(&place[..]);
            let other = {
                let place = place.clone();
                thread::spawn(move || Raw::of(&entry(0)).replace(&place[..], &seen))
            };
            let ours = Raw::of(&entry(1)).replace(&place[..], &seen);
            let theirs = other.join().unwrap();
            assert!(ours != theirs);
            let left = Raw::read(&place[..]).entry();
            assert_eq!(left, if ours { entry(1) } else { entry(0) });
        });
    }
}
