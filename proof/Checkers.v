(* American checkers (docs/certificate.md, section 1).

   Squares are numbered from 0, where PDN begins with 1, four to a row. Black (One) moves to higher
   numbers. *)
Require Import String List Arith Bool.
From Threefold Require Import Game Order.
Import ListNotations.
Set Implicit Arguments.

Inductive square := Empty | Man (w : player) | King (w : player).
Definition same_square a b := match a, b with
  | Empty, Empty => true | Man w, Man v | King w, King v => same_player w v | _, _ => false end.
Record position := Position { squares : list square; to_move : player }.
Fixpoint same_squares (a b : list square) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => same_square x y && same_squares a b
  | _, _ => false
  end.
Definition same_position (a b : position) : bool :=
  same_player (to_move a) (to_move b) && same_squares (squares a) (squares b).
Lemma same_player_ok a b : same_player a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.
Lemma same_square_ok a b : same_square a b = true <-> a = b.
Proof. destruct a, b; simpl; try (split; congruence); rewrite same_player_ok; split; congruence. Qed.
Lemma same_squares_ok a : forall b, same_squares a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try (split; congruence).
  rewrite andb_true_iff, same_square_ok, IH. split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.
Lemma same_position_ok a b : same_position a b = true <-> a = b.
Proof.
  destruct a as [s t], b as [s' t']. unfold same_position. simpl.
  rewrite andb_true_iff, same_player_ok, same_squares_ok. split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.

(* The square diagonally next to one. Rows 0, 2, 4 and 6 stand half a step to the right. *)
Definition neighbour (down right : bool) (n : nat) : option nat :=
  let row := n / 4 in let column := n mod 4 in
  let shift := if Nat.even row then 1 else 0 in
  let to_row := if down then if row =? 7 then None else Some (S row) else if row =? 0 then None else Some (row - 1) in
  let to_column := if right then if column + shift =? 4 then None else Some (column + shift)
    else if column + shift =? 0 then None else Some (column + shift - 1) in
  match to_row, to_column with Some r, Some c => Some (4 * r + c) | _, _ => None end.
(* For each square the neighbours below and above, where there are any. *)
Definition table : list (list (option nat) * list (option nat)) :=
  map (fun n => ([neighbour true false n; neighbour true true n], [neighbour false false n; neighbour false true n])) (seq 0 32).

Section Moves.
Variable steps : list (list (option nat) * list (option nat)).    (* `table`, made once *)
Definition at_square (b : list square) (n : nat) : square := nth n b Empty.
Fixpoint set_square (n : nat) (x : square) (b : list square) : list square :=
  match b, n with [], _ => [] | _ :: b, O => x :: b | y :: b, S n => y :: set_square n x b end.
Definition is_empty (x : square) : bool := match x with Empty => true | _ => false end.
Definition of_player (w : player) (x : square) : bool := match x with Empty => false | Man v | King v => same_player v w end.
(* Ways that a piece goes: false for down, true for up, and which of the two squares. *)
Definition ways (piece : square) : list (bool * nat) :=
  match piece with
  | Empty => []
  | Man One => [(false, 0); (false, 1)]
  | Man Two => [(true, 0); (true, 1)]
  | King _ => [(false, 0); (false, 1); (true, 0); (true, 1)]
  end.
Definition step (n : nat) (way : bool * nat) : option nat :=
  let '(down, up) := nth n steps ([], []) in nth (snd way) (if fst way then up else down) None.
Definition crowned (piece : square) (n : nat) : bool :=
  match piece with Man One => 28 <=? n | Man Two => n <? 4 | _ => false end.
Definition opponent (piece x : square) : bool :=
  match piece with Man w | King w => of_player (other w) x | Empty => false end.

(* All ways to jump on from a square to the end: where the piece touches down, and what it takes. No
   piece is jumped twice; a man that is crowned stops. Where the piece came from is empty. *)
Fixpoint jumps (fuel : nat) (b : list square) (piece : square) (n : nat) : list (list nat * list nat) :=
  match fuel with
  | O => []
  | S fuel =>
    flat_map (fun way =>
      match step n way with
      | None => []
      | Some over =>
        match step over way with
        | None => []
        | Some to =>
          if opponent piece (at_square b over) && is_empty (at_square b to) then
            if crowned piece to then [([to], [over])]
            else match jumps fuel (set_square over Empty b) piece to with
              | [] => [([to], [over])]
              | further => map (fun j => (to :: fst j, over :: snd j)) further
              end
          else []
        end
      end) (ways piece)
  end.

Record hop := Hop { from : nat; path : list nat; taken : list nat; piece : square }.
Definition goal (h : hop) : nat := last (path h) (from h).
Definition own (p : position) : list (nat * square) :=
  filter (fun s => of_player (to_move p) (snd s)) (combine (seq 0 32) (squares p)).
Definition all_jumps (p : position) : list hop :=
  flat_map (fun s => let '(n, x) := s in
    map (fun j => Hop n (fst j) (snd j) x) (jumps 13 (set_square n Empty (squares p)) x n)) (own p).
Definition all_steps (p : position) : list hop :=
  flat_map (fun s => let '(n, x) := s in
    flat_map (fun way => match step n way with
      | Some to => if is_empty (at_square (squares p) to) then [Hop n [to] [] x] else []
      | None => []
      end) (ways x)) (own p).
Definition make (p : position) (h : hop) : position :=
  let x := match piece h with Man w => if crowned (piece h) (goal h) then King w else piece h | x => x end in
  let b := fold_left (fun b n => set_square n Empty b) (from h :: taken h) (squares p) in
  Position (set_square (goal h) x b) (other (to_move p)).
Definition square_number (n : nat) : string := number (S n).
(* All squares are named where another jump begins and ends on the same two. *)
Definition jump_text (all : list hop) (h : hop) : string :=
  let same := filter (fun j => (from j =? from h) && (goal j =? goal h)) all in
  String.concat "x" (map square_number (from h :: if 1 <? length same then path h else [goal h])).
Definition step_text (h : hop) : string := String.concat "-" [square_number (from h); square_number (goal h)].
Definition checkers_moves (p : position) : list (move position) :=
  in_order (match all_jumps p with
  | [] => map (fun h => Move (step_text h) (make p h) false) (all_steps p)
  | js => map (fun h => Move (jump_text js h) (make p h) false) js
  end).
End Moves.

Lemma unit_ok (a b : unit) : true = true <-> a = b.
Proof. destruct a, b. tauto. Qed.
Definition checkers_with steps : game := {|
  Game.position := position;
  same := same_position;
  same_ok := same_position_ok;
  turn := to_move;
  over := fun _ => None;
  moves := checkers_moves steps;
  stuck := fun p => Win (other (to_move p));
  mark := unit;    (* there is no superko *)
  same_mark := fun _ _ => true;
  same_mark_ok := unit_ok;
  situation := fun _ _ => tt;
  occurrences := Some 3
|}.
Definition checkers : game := checkers_with table.

Definition pieces (w : player) (p : position) : list (nat * square) :=
  filter (fun s => of_player w (snd s)) (combine (seq 0 32) (squares p)).
Definition pieces_text (w : player) (p : position) : string :=
  String.concat "," (map (fun s => String.append (match snd s with King _ => "K" | _ => "" end) (square_number (fst s))) (pieces w p)).
Definition checkers_text (p : position) : string :=
  String.concat "" [match to_move p with One => "B:W" | Two => "W:W" end; pieces_text Two p; ":B"; pieces_text One p]%string.
Definition checkers_position (p : position) : bool :=
  (length (squares p) =? 32) && (length (pieces One p) <=? 12) && (length (pieces Two p) <=? 12) &&
  (1 <=? length (pieces One p) + length (pieces Two p)) &&
  forallb (fun s => negb (crowned (snd s) (fst s))) (combine (seq 0 32) (squares p)).
