//! Sets of numbers that share what they have in common.
//!
//! Every lemma of a walk under superko has two sets of situations, and that of a position contains
//! nearly all of those below it. Kept apart, 5,000 lines took 5 GB. Here a set is a trie over the
//! numbers (a Patricia tree, Okasaki and Gill 1998) whose nodes are never changed and never stored
//! twice: the same set is the same node, so that two sets are united by looking only at where they
//! differ, and the union of a set with a few more numbers is a few more nodes.
//!
//! ```text
//!   ids 0..=63, 64..=127, 192..=255        a leaf holds 64 numbers as bits, a branch the two
//!              branch bit 1                halves in which bit `bit` of number / 64 is 0 and 1
//!             /           \
//!      branch bit 0      leaf 3
//!       /      \
//!    leaf 0   leaf 1
//! ```
//!
//! Nothing is freed one by one: [`Sets::collect`] keeps what can be reached from the sets that are
//! still in use, and the owner calls it when [`Sets::wants_collection`] says that half may be
//! waste.

use std::hash::BuildHasher;
use std::num::NonZeroU32;

use hashbrown::{DefaultHashBuilder, HashTable};

/// A set of numbers, by the number of its root. Two sets of one [`Sets`] are equal if these are.
/// What is kept is the complement of that number, which is never 0: of millions of lemmas, those
/// that are not there take no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Set(NonZeroU32);

impl Set {
    pub(crate) const EMPTY: Set = Set(NonZeroU32::MAX);

    fn of(root: u32) -> Set {
        Set(NonZeroU32::new(!root).expect("fewer than 2^32 nodes fit in memory"))
    }

    fn root(self) -> u32 {
        !self.0.get()
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Set::EMPTY
    }
}

/// A leaf if `bit` is 0: `low` and `high` are then the bits of the 64 numbers that begin with
/// `prefix` * 64. A branch otherwise: its numbers agree with `prefix` above the bit `bit`, `low`
/// and `high` are the nodes of those in which that bit is 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    prefix: u32,
    bit: u32,
    low: u32,
    high: u32,
    /// How many numbers there are.
    len: u32,
}

// A million lemmas have some ten million nodes.
const _: () = assert!(std::mem::size_of::<Node>() == 20);

/// Below this many nodes nothing is worth collecting.
const FEW: usize = 1 << 16;

/// A set in the making: the union of what is put in, which nobody looks at before the end. A union
/// that another one replaces would be nodes that nothing refers to; so sets are gathered first and
/// united all at once, and numbers of one leaf are gathered before that leaf is looked for.
///
/// Those in the making at the same time end in the reverse order of their beginnings.
#[derive(Debug)]
pub(crate) struct Gathered {
    /// Where the sets begin in [`Sets`]'s list of those that were gathered.
    from: usize,
    /// Besides them 64 numbers from `prefix` * 64 on, as bits.
    prefix: u32,
    bits: u64,
}

impl Gathered {
    pub(crate) fn new(sets: &Sets) -> Self {
        Gathered { from: sets.gathered.len(), prefix: 0, bits: 0 }
    }

    /// Puts in a number.
    pub(crate) fn insert(&mut self, sets: &mut Sets, number: u32) {
        let (prefix, mask) = place(number);
        if self.prefix != prefix {
            self.put_leaf(sets);
            self.prefix = prefix;
        }
        self.bits |= mask;
    }

    /// Puts in all numbers of a set.
    pub(crate) fn merge(&mut self, sets: &mut Sets, set: Set) {
        let node = &sets.nodes[set.root() as usize];
        if node.bit == 0 && (node.prefix == self.prefix || self.bits == 0) {
            self.prefix = node.prefix;
            self.bits |= bits(node);
        } else if !set.is_empty() {
            sets.gathered.push(set.root());
        }
    }

    fn put_leaf(&mut self, sets: &mut Sets) {
        if self.bits != 0 {
            let leaf = sets.leaf(self.prefix, self.bits);
            sets.gathered.push(leaf);
            self.bits = 0;
        }
    }

    /// The set; nothing is gathered any more.
    pub(crate) fn finish(&mut self, sets: &mut Sets) -> Set {
        self.put_leaf(sets);
        let set = sets.unite_all(self.from);
        self.clear(sets);
        Set::of(set)
    }

    /// Forgets what was put in.
    pub(crate) fn clear(&mut self, sets: &mut Sets) {
        sets.gathered.truncate(self.from);
        self.bits = 0;
    }
}

/// Where sets are kept.
pub(crate) struct Sets {
    /// The first one stands for the empty set.
    nodes: Vec<Node>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// How many nodes were left by the last collection.
    collected: usize,
    /// The sets of all [`Gathered`], and behind them what is being united.
    gathered: Vec<u32>,
}

impl Sets {
    pub(crate) fn new() -> Self {
        let empty = Node { prefix: 0, bit: 0, low: 0, high: 0, len: 0 };
        Sets {
            nodes: vec![empty],
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            collected: 1,
            gathered: Vec::new(),
        }
    }

    /// How many numbers are in the set.
    pub(crate) fn len(&self, set: Set) -> usize {
        self.nodes[set.root() as usize].len as usize
    }

    pub(crate) fn contains(&self, set: Set, number: u32) -> bool {
        let (key, mask) = place(number);
        let mut node = &self.nodes[set.root() as usize];
        while node.bit != 0 {
            let child = if key & node.bit == 0 { node.low } else { node.high };
            node = &self.nodes[child as usize];
        }
        node.prefix == key && bits(node) & mask != 0
    }

    pub(crate) fn insert(&mut self, set: Set, number: u32) -> Set {
        if self.contains(set, number) {
            return set;
        }
        let (key, mask) = place(number);
        let single = self.leaf(key, mask);
        Set::of(self.unite(set.root(), single))
    }

    pub(crate) fn remove(&mut self, set: Set, number: u32) -> Set {
        let (key, mask) = place(number);
        Set::of(self.without(set.root(), key, mask))
    }

    pub(crate) fn union(&mut self, a: Set, b: Set) -> Set {
        Set::of(self.unite(a.root(), b.root()))
    }

    /// Whether the predicate holds for all numbers of the set.
    pub(crate) fn all(&self, set: Set, mut holds: impl FnMut(u32) -> bool) -> bool {
        set.is_empty() || self.all_below(set.root(), &mut holds)
    }

    fn all_below(&self, node: u32, holds: &mut impl FnMut(u32) -> bool) -> bool {
        let node = &self.nodes[node as usize];
        if node.bit != 0 {
            // As deep as a number has bits.
            return self.all_below(node.low, holds) && self.all_below(node.high, holds);
        }
        let mut left = bits(node);
        while left != 0 {
            if !holds(node.prefix << 6 | left.trailing_zeros()) {
                return false;
            }
            left &= left - 1;
        }
        true
    }

    /// Most unions are one of the two sets, or nearly: what does not change is not looked for.
    fn unite(&mut self, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        let (x, y) = (self.nodes[a as usize], self.nodes[b as usize]);
        if x.bit == 0 && y.bit == 0 && x.prefix == y.prefix {
            return match bits(&x) | bits(&y) {
                both if both == bits(&x) => a,
                both if both == bits(&y) => b,
                both => self.leaf(x.prefix, both),
            };
        }
        if x.bit == y.bit && x.prefix == y.prefix {
            return match (self.unite(x.low, y.low), self.unite(x.high, y.high)) {
                halves if halves == (x.low, x.high) => a,
                halves if halves == (y.low, y.high) => b,
                (low, high) => self.branch(x.prefix, x.bit, low, high),
            };
        }
        if x.bit > y.bit && agrees(&x, y.prefix) {
            return self.unite_below(a, y.prefix, b);
        }
        if y.bit > x.bit && agrees(&y, x.prefix) {
            return self.unite_below(b, x.prefix, a);
        }
        // Neither is a part of the other: a branch where their numbers differ first.
        let bit = 1 << (31 - (x.prefix ^ y.prefix).leading_zeros());
        let prefix = x.prefix & !(bit | (bit - 1));
        let (low, high) = if x.prefix & bit == 0 { (a, b) } else { (b, a) };
        self.branch(prefix, bit, low, high)
    }

    /// Unites a branch with a node that belongs below it.
    fn unite_below(&mut self, branch: u32, below: u32, other: u32) -> u32 {
        let Node { prefix, bit, low, high, .. } = self.nodes[branch as usize];
        let halves = if below & bit == 0 {
            (self.unite(low, other), high)
        } else {
            (low, self.unite(high, other))
        };
        match halves {
            halves if halves == (low, high) => branch,
            (low, high) => self.branch(prefix, bit, low, high),
        }
    }

    /// The union of the sets that are listed from there on. What several have in common is looked
    /// at once.
    fn unite_all(&mut self, from: usize) -> u32 {
        let list = &mut self.gathered[from..];
        list.sort_unstable();
        let mut last = 0;
        let mut count = 0;
        for i in 0..list.len() {
            if list[i] != last {
                last = list[i];
                list[count] = last;
                count += 1;
            }
        }
        self.gathered.truncate(from + count);
        match self.gathered[from..] {
            [] => return 0,
            [one] => return one,
            [a, b] => return self.unite(a, b),
            _ => {}
        }
        // The highest bit in which two numbers of them differ.
        let first = self.nodes[self.gathered[from] as usize].prefix;
        let (mut branches, mut differ) = (0, 0);
        for &node in &self.gathered[from..] {
            let node = &self.nodes[node as usize];
            branches |= node.bit;
            differ |= node.prefix ^ first;
        }
        let all = branches | differ;
        if all == 0 {
            let leaves = self.gathered[from..].iter();
            let all = leaves.fold(0, |all, &leaf| all | bits(&self.nodes[leaf as usize]));
            return self.leaf(first, all);
        }
        let bit = 1 << (31 - all.leading_zeros());
        let to = self.gathered.len();
        let halves = [false, true].map(|is_high| {
            for i in from..to {
                let number = self.gathered[i];
                let node = &self.nodes[number as usize];
                if node.bit == bit {
                    self.gathered.push(if is_high { node.high } else { node.low });
                } else if (node.prefix & bit != 0) == is_high {
                    self.gathered.push(number);
                }
            }
            // As deep as a number has bits.
            let half = self.unite_all(to);
            self.gathered.truncate(to);
            half
        });
        let is_all = |&&number: &&u32| {
            let node = &self.nodes[number as usize];
            node.bit == bit && [node.low, node.high] == halves
        };
        match self.gathered[from..].iter().find(is_all) {
            Some(&number) => number,
            None => self.branch(first & !(bit | (bit - 1)), bit, halves[0], halves[1]),
        }
    }

    fn without(&mut self, a: u32, key: u32, mask: u64) -> u32 {
        let node = self.nodes[a as usize];
        if node.bit == 0 {
            return match bits(&node) & !mask {
                left if node.prefix != key || left == bits(&node) => a,
                0 => 0,
                left => self.leaf(key, left),
            };
        }
        if !agrees(&node, key) {
            return a;
        }
        let (low, high) = if key & node.bit == 0 {
            (self.without(node.low, key, mask), node.high)
        } else {
            (node.low, self.without(node.high, key, mask))
        };
        match (low, high) {
            (0, other) | (other, 0) => other,
            halves if halves == (node.low, node.high) => a,
            _ => self.branch(node.prefix, node.bit, low, high),
        }
    }

    fn leaf(&mut self, prefix: u32, bits: u64) -> u32 {
        let (low, high) = (bits as u32, (bits >> 32) as u32);
        self.intern(Node { prefix, bit: 0, low, high, len: bits.count_ones() })
    }

    fn branch(&mut self, prefix: u32, bit: u32, low: u32, high: u32) -> u32 {
        let len = self.nodes[low as usize].len + self.nodes[high as usize].len;
        self.intern(Node { prefix, bit, low, high, len })
    }

    fn intern(&mut self, node: Node) -> u32 {
        let Sets { nodes, index, hasher, .. } = self;
        let hash = hasher.hash_one(node);
        if let Some(&found) = index.find(hash, |&other| nodes[other as usize] == node) {
            return found;
        }
        let number = u32::try_from(nodes.len()).expect("fewer than 2^32 nodes fit in memory");
        nodes.push(node);
        index.insert_unique(hash, number, |&other| hasher.hash_one(nodes[other as usize]));
        number
    }

    /// Whether there are twice as many nodes as after the last collection.
    pub(crate) fn wants_collection(&self) -> bool {
        self.nodes.len() > 2 * self.collected + FEW
    }

    /// Keeps the sets that `each` shows and forgets all others. `each` is called twice with the
    /// same sets in the same order: to see them, and to give them their new numbers.
    pub(crate) fn collect(&mut self, mut each: impl FnMut(&mut dyn FnMut(&mut Set))) {
        // A node is younger than those below it: one pass downwards marks, one upwards moves.
        let mut new = vec![0u32; self.nodes.len()];
        const USED: u32 = 1;
        each(&mut |set| new[set.root() as usize] = USED);
        for &node in &self.gathered {
            new[node as usize] = USED;
        }
        for i in (1..self.nodes.len()).rev() {
            let node = self.nodes[i];
            if new[i] == USED && node.bit != 0 {
                new[node.low as usize] = USED;
                new[node.high as usize] = USED;
            }
        }
        new[0] = 0;
        let mut kept = 1;
        for i in 1..self.nodes.len() {
            if new[i] == 0 {
                continue;
            }
            let mut node = self.nodes[i];
            if node.bit != 0 {
                node.low = new[node.low as usize];
                node.high = new[node.high as usize];
            }
            new[i] = kept;
            self.nodes[kept as usize] = node;
            kept += 1;
        }
        self.nodes.truncate(kept as usize);
        self.nodes.shrink_to(2 * kept as usize + FEW);
        each(&mut |set| *set = Set::of(new[set.root() as usize]));
        for node in &mut self.gathered {
            *node = new[*node as usize];
        }
        let Sets { nodes, index, hasher, .. } = self;
        index.clear();
        for (i, node) in (1..kept).zip(&nodes[1..]) {
            let hash = hasher.hash_one(node);
            index.insert_unique(hash, i, |&other| hasher.hash_one(nodes[other as usize]));
        }
        self.collected = kept as usize;
    }

    /// Bytes in use; while a table grows, with those of the new one.
    pub(crate) fn bytes(&self) -> usize {
        use crate::limits::{growing, growing_table};
        growing(&self.nodes) + growing_table(&self.index) + growing(&self.gathered)
    }
}

/// In which leaf a number is, and its bit there.
fn place(number: u32) -> (u32, u64) {
    (number >> 6, 1 << (number & 63))
}

fn bits(leaf: &Node) -> u64 {
    u64::from(leaf.low) | u64::from(leaf.high) << 32
}

/// Whether a number is one that would stand below the branch.
fn agrees(branch: &Node, key: u32) -> bool {
    key & !(branch.bit | (branch.bit - 1)) == branch.prefix
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A generator of numbers that needs no crate: splitmix64.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u32) -> u32 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            ((z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB) >> 33) as u32 % n
        }
    }

    fn members(sets: &Sets, set: Set) -> Vec<u32> {
        let mut members = Vec::new();
        sets.all(set, |number| {
            members.push(number);
            true
        });
        members
    }

    /// Unions, insertions, removals and collections, against sets of the standard library.
    #[test]
    fn sets_are_those_of_the_standard_library() {
        for (seed, range) in [(1, 200), (2, 5_000), (3, 100_000), (4, u32::MAX)] {
            let mut random = Random(seed);
            let mut sets = Sets::new();
            let mut all = vec![(Set::EMPTY, BTreeSet::new()); 8];
            for step in 0..3000 {
                let [i, j] = [0, 0].map(|_| random.below(8) as usize);
                let number = random.below(range);
                let (mut set, mut model) = all[i].clone();
                match random.below(4) {
                    0 | 1 => {
                        set = sets.insert(set, number);
                        model.insert(number);
                    }
                    2 => {
                        let some = model.iter().copied().nth(random.below(9) as usize);
                        let number = some.unwrap_or(number);
                        set = sets.remove(set, number);
                        model.remove(&number);
                    }
                    _ => {
                        set = sets.union(set, all[j].0);
                        model.extend(all[j].1.iter().copied());
                        if model.len() > 400 {
                            (set, model) = Default::default();
                        }
                    }
                }
                assert_eq!(sets.len(set), model.len());
                assert!(model.iter().all(|&number| sets.contains(set, number)));
                assert_eq!(sets.contains(set, number), model.contains(&number));
                all[i] = (set, model);
                if step % 500 == 499 {
                    let before = sets.nodes.len();
                    sets.collect(|see| all.iter_mut().for_each(|(set, _)| see(set)));
                    assert!(sets.nodes.len() < before);
                }
            }
            for (set, model) in &all {
                assert_eq!(members(&sets, *set), model.iter().copied().collect::<Vec<_>>());
                // However it came about, the same set is the same node.
                let again = model.iter().rev().fold(Set::EMPTY, |set, &n| sets.insert(set, n));
                assert_eq!(again, *set);
            }
        }
    }

    /// A set that was gathered is the one that comes of uniting one by one, also where others are
    /// gathered in between, and where nodes are collected.
    #[test]
    fn a_gathered_set_is_the_union() {
        let mut random = Random(5);
        for range in [1, 64, 65, 300, 20_000, u32::MAX / 2] {
            let mut sets = Sets::new();
            let mut open = Vec::new();
            for step in 0..6000 {
                let from = random.below(range);
                let count = random.below(70);
                let some = (0..count).map(|step| from + step * random.below(3));
                let some: Vec<u32> = some.collect();
                let set = some.iter().fold(Set::EMPTY, |set, &n| sets.insert(set, n));
                let (is_new, is_last) = (random.below(8) == 0, random.below(8) == 0);
                if is_new || open.is_empty() {
                    open.push((Gathered::new(&sets), Set::EMPTY));
                }
                if step % 1000 == 999 {
                    sets.collect(|see| open.iter_mut().for_each(|(_, union)| see(union)));
                    continue;
                }
                let (gathered, union) = open.last_mut().expect("just pushed");
                *union = sets.union(*union, set);
                if random.below(2) == 0 {
                    gathered.merge(&mut sets, set);
                } else {
                    some.iter().for_each(|&n| gathered.insert(&mut sets, n));
                }
                if is_last {
                    let (mut gathered, union) = open.pop().expect("one is open");
                    if random.below(4) == 0 {
                        gathered.clear(&mut sets);
                        continue;
                    }
                    assert_eq!(gathered.finish(&mut sets), union);
                    if let Some((below, of_below)) = open.last_mut() {
                        below.merge(&mut sets, union);
                        *of_below = sets.union(*of_below, union);
                    }
                }
            }
            while let Some((mut gathered, union)) = open.pop() {
                assert_eq!(gathered.finish(&mut sets), union);
            }
            assert!(sets.gathered.is_empty());
        }
    }

    impl Default for Set {
        fn default() -> Self {
            Set::EMPTY
        }
    }

    #[test]
    fn a_chain_of_sets_takes_memory_in_proportion_to_its_length() {
        let mut sets = Sets::new();
        let mut set = Set::EMPTY;
        const LENGTH: u32 = 100_000;
        for number in 0..LENGTH {
            set = sets.insert(set, number);
        }
        assert_eq!(sets.len(set), LENGTH as usize);
        assert!(sets.nodes.len() < 14 * LENGTH as usize, "{}", sets.nodes.len());
    }

    #[test]
    fn nothing_is_in_the_empty_set() {
        let mut sets = Sets::new();
        assert!(!sets.contains(Set::EMPTY, 0) && sets.all(Set::EMPTY, |_| false));
        assert_eq!(sets.remove(Set::EMPTY, 5), Set::EMPTY);
        let one = sets.insert(Set::EMPTY, 0);
        assert!(sets.contains(one, 0) && !sets.contains(one, 1));
        assert_eq!(sets.remove(one, 0), Set::EMPTY);
    }
}
