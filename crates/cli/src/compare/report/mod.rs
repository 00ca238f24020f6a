use super::positions::Group;
use crate::input::Task;
use std::path::Path;
use threefold_lab::compare::Budget;
pub struct Conditions<'a> {
    pub budget: &'a Budget,
    pub interrupted: bool,
}
pub fn can_be_written(_path: &Path) -> Result<(), String> {
    Ok(())
}
pub fn write(
    _path: &Path,
    _groups: &[Group],
    _tasks: &[Task],
    _c: &Conditions<'_>,
) -> Result<(), String> {
    Ok(())
}
