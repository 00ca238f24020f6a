(* What has been proved, game by game: what the program calls verified is true.

   `true_question` is of Check.v, and rests on Game.v alone: there is a play from the start of the
   history to the root, and the claim is true of it. Whatever functions the program brings for the
   places in tables, and whatever a file has, this holds. *)
Require Import String PArith.
From Threefold Require Import Game Answer Check Footprints Table Graph Go Interval Problem Checkers Chess Shogi.

Section Theorems.
Variable num : Type.
Variable readable : string -> bool.

Theorem graph_verified (hash : string -> positive) (f : Graph.file) (times : nat) (q : question (graph hash f times)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := graph hash f times) (graph_goes_on hash f) q readable places_of tags (exact (graph hash f times)) fuel at_lines declared ls = Verified ->
  true_question (g := graph hash f times) (graph_goes_on hash f) q.
Proof. apply check_sound. Qed.

Theorem go_verified (u : Go.rules) (q : question (go u)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := go u) go_goes_on q readable places_of tags (interval u (neighbours u) (names u)) fuel at_lines declared ls = Verified ->
  true_question (g := go u) go_goes_on q.
Proof. apply check_sound. Qed.

Theorem checkers_verified (q : question checkers) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := checkers) (fun _ => true) q readable places_of tags (exact checkers) fuel at_lines declared ls = Verified ->
  true_question (g := checkers) (fun _ => true) q.
Proof. apply check_sound. Qed.

Theorem chess_verified (a : aim) (q : question (chess a)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := chess a) (chess_goes_on a) q readable places_of tags (exact (chess a)) fuel at_lines declared ls = Verified ->
  true_question (g := chess a) (chess_goes_on a) q.
Proof. apply check_sound. Qed.

Theorem tsume_verified (attacker : player) (q : question (tsume attacker)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := tsume attacker) (fun _ => true) q readable places_of tags (exact (tsume attacker)) fuel at_lines declared ls = Verified ->
  true_question (g := tsume attacker) (fun _ => true) q.
Proof. apply check_sound. Qed.

Theorem problem_verified (u : problem) (q : question (go_problem u)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := go_problem u) (go_problem_goes_on u (make_once u)) q readable places_of tags
    (problem_interval u (make_once u)) fuel at_lines declared ls = Verified ->
  true_question (g := go_problem u) (go_problem_goes_on u (make_once u)) q.
Proof. apply check_sound. Qed.
End Theorems.
