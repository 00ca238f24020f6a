//! Strongly connected components: which positions can lead back to each other.

/// Numbers the strongly connected components of the graph with vertices `0..count`.
/// Two vertices get the same number exactly if each can be reached from the other.
///
/// Kosaraju's algorithm with explicit stacks, because a file may hold a path of a million
/// positions.
pub(crate) fn components(count: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let forward = Adjacency::new(count, edges.iter().copied());
    let backward = Adjacency::new(count, edges.iter().map(|&(from, to)| (to, from)));

    let mut seen = vec![false; count];
    let mut finished = Vec::with_capacity(count);
    let mut stack: Vec<(u32, usize)> = Vec::new();
    for start in 0..count as u32 {
        if std::mem::replace(&mut seen[start as usize], true) {
            continue;
        }
        stack.push((start, 0));
        while let Some((vertex, next)) = stack.last_mut() {
            match forward.of(*vertex).get(*next) {
                Some(&to) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        stack.push((to, 0));
                    }
                }
                None => {
                    finished.push(*vertex);
                    stack.pop();
                }
            }
        }
    }

    const UNSET: u32 = u32::MAX;
    let mut component = vec![UNSET; count];
    let mut queue = Vec::new();
    for &start in finished.iter().rev() {
        if component[start as usize] != UNSET {
            continue;
        }
        component[start as usize] = start;
        queue.push(start);
        while let Some(vertex) = queue.pop() {
            for &to in backward.of(vertex) {
                if component[to as usize] == UNSET {
                    component[to as usize] = start;
                    queue.push(to);
                }
            }
        }
    }
    component
}

/// Successor lists, one after the other in one vector.
struct Adjacency {
    starts: Vec<usize>,
    targets: Vec<u32>,
}

impl Adjacency {
    fn new(count: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; count + 1];
        for (from, _) in edges.clone() {
            starts[from as usize + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[count]];
        for (from, to) in edges {
            targets[next[from as usize]] = to;
            next[from as usize] += 1;
        }
        Adjacency { starts, targets }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        &self.targets[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn cycles_are_components() {
        let c = components(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3), (4, 5)]);
        assert_eq!(c[0], c[1]);
        assert_eq!(c[1], c[2]);
        assert_eq!(c[3], c[4]);
        assert_ne!(c[2], c[3]);
        assert_ne!(c[4], c[5]);
    }

    #[test]
    fn long_paths_need_no_machine_stack() {
        let edges: Vec<(u32, u32)> = (0..1_000_000).map(|i| (i, i + 1)).collect();
        let c = components(1_000_001, &edges);
        assert_ne!(c[0], c[1_000_000]);
    }
}
