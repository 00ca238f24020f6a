//! One command per file.

pub mod checkers_oracle;
pub mod checkers_positions;
pub mod checkers_rates;
pub mod chess_oracle;
pub mod fuzz_graphs;
pub mod go_ablation;
pub mod go_circles;
pub mod go_oracle;
pub mod one_eye;
pub mod one_eye_shape;
pub mod pawn_endings;
pub mod price;
pub mod problem_table;
pub mod rule_dependent;
pub mod speed;
pub mod table_audit;
pub mod table_sizes;
