//! The 64-bit mixing function behind path codes and slots of the table. A weaker one would make
//! path codes of similar paths collide.

pub(crate) use threefold_game::mix;
