(* Chess with the fifty-move rule (docs/certificate.md, section 1): a position has its halfmove clock. *)
Require Import List NArith Bool.
From Threefold Require Import Game Order Chess.
Import ListNotations.
Set Implicit Arguments.

Definition clocked := (Chess.position * N)%type.
Definition same_clocked (a b : clocked) : bool := same_position (fst a) (fst b) && N.eqb (snd a) (snd b).
Lemma same_clocked_ok a b : same_clocked a b = true <-> a = b.
Proof.
  destruct a as [p c], b as [q d]. unfold same_clocked. simpl.
  rewrite andb_true_iff, same_position_ok, N.eqb_eq. split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.

(* A capture, or a move of a pawn. *)
Definition resets (p : Chess.position) (x : change) : bool :=
  of_player (other (to_move p)) (at_square (board p) (goal x)) || is (board p) (to_move p) Pawn (from x).
Definition clock_limit : N := 100.

Section Moves.
Variable lookup : list (list lines).
Variable texts : list (list String.string).
Definition clocked_moves (q : clocked) : list (move clocked) :=
  let (p, c) := q in
  in_order (map (fun x => Move (change_text texts x) (make lookup p x, if resets p x then 0%N else N.succ c) false)
    (legal_changes lookup p)).
Definition is_mate (p : Chess.position) : bool :=
  in_check lookup (board p) (to_move p) && match legal_changes lookup p with [] => true | _ => false end.
Definition clocked_over (q : clocked) : option outcome :=
  if (clock_limit <=? snd q)%N && negb (is_mate (fst q)) then Some Draw else chess_over Mate (fst q).
End Moves.

Definition fifty_moves_with lookup texts : game := {|
  Game.position := clocked;
  same := same_clocked;
  same_ok := same_clocked_ok;
  turn := fun q => to_move (fst q);
  over := clocked_over lookup;
  moves := clocked_moves lookup texts;
  stuck := fun q => chess_stuck lookup Mate (fst q);
  mark := unit;    (* there is no superko *)
  same_mark := fun _ _ => true;
  same_mark_ok := unit_ok;
  situation := fun _ _ => tt;
  occurrences := Some 3
|}.
Definition fifty_moves : game := fifty_moves_with table square_texts.
(* There is no history: the clock says what of it counts. *)
Definition fifty_moves_goes_on (q : clocked) : bool := false.
