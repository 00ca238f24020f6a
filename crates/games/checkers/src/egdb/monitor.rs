//! What is told of a build.

use super::error::EgdbError;
use super::needs::Needs;
use super::slice::Material;

/// What a build tells while it goes on.
pub trait BuildMonitor: Sync {
    /// A file is damaged: it is built again.
    fn damaged(&self, error: &EgdbError) {
        let _ = error;
    }
    /// What slices that have to be built will need, before anything is built.
    fn needs(&self, needs: &Needs) {
        let _ = needs;
    }
    /// So many positions are in slices that have to be built.
    fn begin(&self, positions: u64) {
        let _ = positions;
    }
    /// This slice, and its mirror image, is being built now.
    fn slice(&self, material: Material) {
        let _ = material;
    }
    /// So many more positions are finished.
    fn done(&self, positions: u64) {
        let _ = positions;
    }
}

impl BuildMonitor for () {}
