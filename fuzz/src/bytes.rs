//! An input taken byte by byte: a small change of the input is a small change of what is made of
//! it.

/// What is left of an input. Behind its end there are zeros.
pub struct Bytes<'a> {
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// Nothing taken yet.
    pub fn new(bytes: &'a [u8]) -> Self {
        Bytes { left: bytes }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.left.split_first() {
            Some((&byte, left)) => {
                self.left = left;
                byte
            }
            None => 0,
        }
    }

    /// The next byte as a number below `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    /// Whether there are bytes left.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }
}
