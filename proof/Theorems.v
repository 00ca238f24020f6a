(* What has been proved, game by game: what the program calls verified is true.

   `true_question` is of Check.v, and rests on Game.v alone: there is a play from the start of the
   history to the root, and the claim is true of it. Whatever functions the program brings for the
   places in tables, and whatever a file has, this holds. *)
Require Import String.
From Threefold Require Import Game Strategy Answer Check Footprints Table Graph Go Life Interval Problem Checkers Chess Clock Shogi.

Section Theorems.
Variable num : Type.
Variable readable : string -> bool.

Theorem graph_verified (hash : string -> place) (f : Graph.file) (times : nat) (q : question (graph hash f times)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := graph hash f times) (graph_goes_on hash f) q readable places_of tags (exact (graph hash f times)) None fuel at_lines declared ls = Verified ->
  true_question (g := graph hash f times) (graph_goes_on hash f) q.
Proof. apply check_sound. discriminate. Qed.

Lemma go_quick_all (u : Go.rules) x p text m : Some (go_quick u (neighbours u) (names u)) = Some x -> x p text = Some m ->
  List.In m (moves (go u) p).
Proof. intros E Q. injection E as <-. eapply go_quick_ok; eauto. Qed.
Theorem go_verified (u : Go.rules) (q : question (go u)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := go u) go_goes_on q readable places_of tags (interval u (neighbours u) (names u))
    (Some (go_quick u (neighbours u) (names u))) fuel at_lines declared ls = Verified ->
  true_question (g := go u) go_goes_on q.
Proof. apply check_sound, go_quick_all. Qed.
(* Where unconditional life may end the game (Life.v): the claim is true of the game to two passes. *)
Definition to_the_end_asked (u : Go.rules) (q : question (go u)) : question (go (to_two_passes u)) :=
  @Question (go (to_two_passes u)) (the_rule q) (the_claim q) (start q) (before_root q) (root q) (Check.within q) (plies q) (leaf_plies q).
Theorem go_verified_to_the_end (u : Go.rules) b (q : question (go u)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := go u) go_goes_on q readable places_of tags (interval u (neighbours u) (names u))
    (Some (go_quick u (neighbours u) (names u))) fuel at_lines declared ls = Verified ->
  the_rule q = Superko b -> List.length (Go.stones (Check.start q)) = (Go.rows u * Go.columns u)%nat ->
  true_question (g := go (to_two_passes u)) go_goes_on (to_the_end_asked u q).
Proof.
  intros W R L. eapply check_forced in W; [|apply go_quick_all|exact R]. destruct W as (Np & Nw & h & n & P & Hr & F).
  rewrite R in P, F. destruct (to_the_end_played P L) as [Lh P'].
  destruct (to_the_end_forced F Lh) as (d & F'). exists (to_the_end h). unfold to_the_end_asked, claimed. simpl.
  rewrite Np, Nw, R. split; [exact P'|]. split; [exact Hr|]. eapply forced_true; eauto.
Qed.

Theorem checkers_verified (q : question checkers) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := checkers) (fun _ => true) q readable places_of tags (exact checkers) None fuel at_lines declared ls = Verified ->
  true_question (g := checkers) (fun _ => true) q.
Proof. apply check_sound. discriminate. Qed.

Theorem chess_verified (a : aim) (q : question (chess a)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := chess a) (chess_goes_on a) q readable places_of tags (exact (chess a)) None fuel at_lines declared ls = Verified ->
  true_question (g := chess a) (chess_goes_on a) q.
Proof. apply check_sound. discriminate. Qed.

Theorem fifty_moves_verified (q : question fifty_moves) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := fifty_moves) fifty_moves_goes_on q readable places_of tags (exact fifty_moves) None fuel at_lines declared ls = Verified ->
  true_question (g := fifty_moves) fifty_moves_goes_on q.
Proof. apply check_sound. discriminate. Qed.

Theorem tsume_verified (attacker : player) (q : question (tsume attacker)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := tsume attacker) (fun _ => true) q readable places_of tags (exact (tsume attacker)) None fuel at_lines declared ls = Verified ->
  true_question (g := tsume attacker) (fun _ => true) q.
Proof. apply check_sound. discriminate. Qed.

Theorem problem_verified (u : problem) (q : question (go_problem u)) places_of tags fuel at_lines declared (ls : Answer.lines num) :
  check (g := go_problem u) (go_problem_goes_on u (make_once u)) q readable places_of tags
    (problem_interval u (make_once u)) None fuel at_lines declared ls = Verified ->
  true_question (g := go_problem u) (go_problem_goes_on u (make_once u)) q.
Proof. apply check_sound. discriminate. Qed.
End Theorems.
