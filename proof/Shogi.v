(* Tsume-shogi (docs/certificate.md, section 1). Black is One, and moves up the board.

   A move is legal if the own king is not attacked after it; the attacker's moves give check as well.
   Files and ranks are numbered from 0: from Black's right, and from the top. *)
Require Import String Ascii List Arith Bool.
From Threefold Require Import Game Order.
Import ListNotations.
Set Implicit Arguments.

Inductive kind := Rook | Bishop | Gold | Silver | Knight | Lance | Pawn | King.
Inductive cell := Empty | Man (w : player) (k : kind) (promoted : bool).
Record square := Square { file : nat; rank : nat }.
Record position := Position {
  board : list (list cell);    (* ranks from the top, files from Black's right *)
  to_move : player;
  black_hand : list nat;       (* in the order of `in_hand` *)
  white_hand : list nat
}.
Definition in_hand := [Rook; Bishop; Gold; Silver; Knight; Lance; Pawn].

Definition same_kind a b := match a, b with
  | Rook, Rook | Bishop, Bishop | Gold, Gold | Silver, Silver | Knight, Knight | Lance, Lance | Pawn, Pawn | King, King => true
  | _, _ => false end.
Definition same_cell a b := match a, b with
  | Empty, Empty => true
  | Man w k p, Man v l q => same_player w v && same_kind k l && Bool.eqb p q
  | _, _ => false end.
Fixpoint same_list A (f : A -> A -> bool) (a b : list A) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => f x y && same_list f a b | _, _ => false end.
Definition same_square (a b : square) : bool := (file a =? file b) && (rank a =? rank b).
Definition same_position (a b : position) : bool :=
  same_player (to_move a) (to_move b) && same_list Nat.eqb (black_hand a) (black_hand b) &&
  same_list Nat.eqb (white_hand a) (white_hand b) && same_list (same_list same_cell) (board a) (board b).
Lemma same_list_ok A (f : A -> A -> bool) : (forall a b, f a b = true <-> a = b) ->
  forall a b, same_list f a b = true <-> a = b.
Proof.
  intros F. induction a as [|x a IH]; intros [|y b]; simpl; try (split; congruence).
  rewrite andb_true_iff, F, IH. split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.
Lemma same_player_ok a b : same_player a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.
Lemma same_kind_ok a b : same_kind a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.
Lemma same_cell_ok a b : same_cell a b = true <-> a = b.
Proof.
  destruct a as [|w k p], b as [|v l q]; simpl; try (split; congruence).
  rewrite !andb_true_iff, same_player_ok, same_kind_ok, eqb_true_iff.
  split; [intros [[-> ->] ->]; auto|intros E; injection E; auto].
Qed.
Lemma same_position_ok a b : same_position a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_position. simpl.
  rewrite !andb_true_iff, same_player_ok, !(same_list_ok _ Nat.eqb_eq), (same_list_ok _ (same_list_ok _ same_cell_ok)).
  split; [intros [[[-> ->] ->] ->]; auto|intros E; injection E; auto].
Qed.

(* ---- Squares and lines. *)
Inductive shift := Less | Keep | More.
Definition same_shift a b := match a, b with Less, Less | Keep, Keep | More, More => true | _, _ => false end.
Definition back (d : shift) : shift := match d with Less => More | Keep => Keep | More => Less end.
Notation way := (shift * shift)%type.    (* along the files, along the ranks *)
Definition same_way (a b : way) : bool := same_shift (fst a) (fst b) && same_shift (snd a) (snd b).
Definition reverse (d : way) : way := (back (fst d), back (snd d)).
Definition shifted (d : shift) (n : nat) : option nat :=
  match d with
  | Less => match n with O => None | S n => Some n end
  | Keep => Some n
  | More => if n <? 8 then Some (S n) else None
  end.
Definition step (d : way) (s : square) : option square :=
  match shifted (fst d) (file s), shifted (snd d) (rank s) with
  | Some f, Some r => Some (Square f r) | _, _ => None end.
Fixpoint line (fuel : nat) (d : way) (s : square) : list square :=
  match fuel, step d s with S fuel, Some t => t :: line fuel d t | _, _ => [] end.
Definition straight : list way := [(Keep, Less); (Keep, More); (Less, Keep); (More, Keep)].
Definition diagonal : list way := [(Less, Less); (More, Less); (Less, More); (More, More)].
Definition gold : list way := [(Keep, Less); (Less, Less); (More, Less); (Less, Keep); (More, Keep); (Keep, More)].
(* Where Black's men go by one step, and where as far as they can. The knight is apart. *)
Definition steps_of (k : kind) (promoted : bool) : list way :=
  match k, promoted with
  | Pawn, false => [(Keep, Less)]
  | Silver, false => (Keep, Less) :: diagonal
  | Gold, _ | Pawn, true | Lance, true | Knight, true | Silver, true => gold
  | King, _ => straight ++ diagonal
  | Bishop, true => straight
  | Rook, true => diagonal
  | _, _ => []
  end.
Definition slides_of (k : kind) (promoted : bool) : list way :=
  match k, promoted with
  | Lance, false => [(Keep, Less)]
  | Bishop, _ => diagonal
  | Rook, _ => straight
  | _, _ => []
  end.
(* White's go the other way. *)
Definition turned (w : player) (d : way) : way := match w with One => d | Two => (fst d, back (snd d)) end.
Definition forward (w : player) : shift := match w with One => Less | Two => More end.
Definition knight_goals (w : player) (s : square) : list square :=
  flat_map (fun h => match step (Keep, forward w) s with
    | Some t => match step (h, forward w) t with Some t => [t] | None => [] end
    | None => [] end) [Less; More].
Definition all_squares : list square := flat_map (fun r => map (fun f => Square f r) (seq 0 9)) (seq 0 9).
Definition table : list (list (list (way * list square))) :=
  map (fun r => map (fun f => map (fun d => (d, line 8 d (Square f r))) (straight ++ diagonal)) (seq 0 9)) (seq 0 9).

Section Moves.
Variable lookup : list (list (list (way * list square))).    (* `table`, made once *)
Definition from_here (s : square) : list (way * list square) := nth (file s) (nth (rank s) lookup []) [].
Definition at_square (b : list (list cell)) (s : square) : cell := nth (file s) (nth (rank s) b []) Empty.
Fixpoint set_nth A (n : nat) (x : A) (l : list A) : list A :=
  match l, n with [], _ => [] | _ :: l, O => x :: l | y :: l, S n => y :: set_nth n x l end.
Definition set_square (s : square) (c : cell) (b : list (list cell)) : list (list cell) :=
  set_nth (rank s) (set_nth (file s) c (nth (rank s) b [])) b.
Definition of_player (w : player) (c : cell) : bool := match c with Man v _ _ => same_player v w | Empty => false end.
Fixpoint along (b : list (list cell)) (w : player) (l : list square) : list square :=
  match l with
  | [] => []
  | t :: l => match at_square b t with
      | Empty => t :: along b w l
      | c => if of_player w c then [] else [t]
      end
  end.
(* Where a man may go, the own king's safety apart. *)
Definition goals (b : list (list cell)) (w : player) (k : kind) (promoted : bool) (s : square) : list square :=
  let free := filter (fun t => negb (of_player w (at_square b t))) in
  match k, promoted with
  | Knight, false => free (knight_goals w s)
  | _, _ =>
    free (flat_map (fun d => match step (turned w d) s with Some t => [t] | None => [] end) (steps_of k promoted)) ++
    flat_map (fun x => if existsb (fun d => same_way (turned w d) (fst x)) (slides_of k promoted) then along b w (snd x) else [])
      (from_here s)
  end.

(* The first man of a line, and whether he stands next to where it begins. *)
Fixpoint first_on (b : list (list cell)) (l : list square) (near : bool) : cell * bool :=
  match l with
  | [] => (Empty, false)
  | s :: l => match at_square b s with Empty => first_on b l false | c => (c, near) end
  end.
(* A square is attacked by a player: seen from the square. *)
Definition attacked (b : list (list cell)) (w : player) (s : square) : bool :=
  existsb (fun x =>
    match first_on b (snd x) true with
    | (Man v k p, near) =>
      same_player v w &&
      let d := reverse (fst x) in
      (existsb (fun e => same_way (turned w e) d) (slides_of k p) ||
       near && existsb (fun e => same_way (turned w e) d) (steps_of k p))
    | _ => false
    end) (from_here s) ||
  existsb (fun t => same_cell (at_square b t) (Man w Knight false)) (knight_goals (other w) s).
Fixpoint king_in (w : player) (b : list (list cell)) (r : nat) : option square :=
  match b with
  | [] => None
  | row :: b =>
    let fix go row f := match row with
      | [] => None
      | c :: row => if same_cell c (Man w King false) then Some f else go row (S f)
      end in
    match go row 0 with Some f => Some (Square f r) | None => king_in w b (S r) end
  end.
Definition in_check (b : list (list cell)) (w : player) : bool :=
  match king_in w b 0 with Some k => attacked b (other w) k | None => false end.

(* How many ranks lie before a man; three of them are the zone of promotion. *)
Definition ahead (w : player) (s : square) : nat := match w with One => rank s | Two => 8 - rank s end.
Definition dead (w : player) (k : kind) (s : square) : bool :=
  match k with Pawn | Lance => ahead w s =? 0 | Knight => ahead w s <? 2 | _ => false end.
Definition in_zone (w : player) (s : square) : bool := ahead w s <? 3.
Definition may_promote (k : kind) : bool := match k with Gold | King => false | _ => true end.

Inductive change := Move_man (s t : square) (promotes : bool) | Drop (k : kind) (t : square).
Definition result (b : list (list cell)) (w : player) (x : change) : list (list cell) :=
  match x with
  | Move_man s t promotes =>
    let c := match at_square b s with Man v k p => Man v k (p || promotes) | Empty => Empty end in
    set_square t c (set_square s Empty b)
  | Drop k t => set_square t (Man w k false) b
  end.
Definition man_changes (b : list (list cell)) (w : player) (s : square) : list change :=
  match at_square b s with
  | Man v k p =>
    if same_player v w then
      flat_map (fun t =>
        (if negb p && dead w k t then [] else [Move_man s t false]) ++
        (if negb p && may_promote k && (in_zone w s || in_zone w t) then [Move_man s t true] else []))
        (goals b w k p s)
    else []
  | Empty => []
  end.
Definition pawn_on_file (b : list (list cell)) (w : player) (f : nat) : bool :=
  existsb (fun row => same_cell (nth f row Empty) (Man w Pawn false)) b.
Definition hand (p : position) (w : player) : list nat := match w with One => black_hand p | Two => white_hand p end.
Definition drops (p : position) : list change :=
  let w := to_move p in let b := board p in
  flat_map (fun x => match snd x with
    | O => []
    | _ => flat_map (fun t => match at_square b t with
        | Empty =>
          if dead w (fst x) t || same_kind (fst x) Pawn && pawn_on_file b w (file t) then [] else [Drop (fst x) t]
        | _ => [] end) all_squares
    end) (combine in_hand (hand p w)).

(* The other side has a move of a man on the board. Against a pawn that gives check a drop is no answer:
   there is no square between. *)
Definition has_answer (b : list (list cell)) (w : player) : bool :=
  existsb (fun s => existsb (fun x => negb (in_check (result b w x) w)) (man_changes b w s)) all_squares.
Definition legal (must_check : bool) (p : position) (x : change) : bool :=
  let w := to_move p in
  let b := result (board p) w x in
  (negb must_check || in_check b (other w)) && negb (in_check b w) &&
  match x with
  | Drop Pawn _ => negb (in_check b (other w) && negb (has_answer b (other w)))
  | _ => true
  end.
Fixpoint add_to (i : nat) (l : list nat) : list nat :=
  match l, i with [], _ => [] | n :: l, O => S n :: l | n :: l, S i => n :: add_to i l end.
Fixpoint take_from (i : nat) (l : list nat) : list nat :=
  match l, i with [], _ => [] | n :: l, O => (n - 1) :: l | n :: l, S i => n :: take_from i l end.
Definition place_of (k : kind) : nat :=
  match k with Rook => 0 | Bishop => 1 | Gold => 2 | Silver => 3 | Knight => 4 | Lance => 5 | _ => 6 end.
Definition make (p : position) (x : change) : position :=
  let w := to_move p in
  let h := match x with
    | Drop k _ => take_from (place_of k) (hand p w)
    | Move_man _ t _ => match at_square (board p) t with
        | Man _ k _ => add_to (place_of k) (hand p w) | Empty => hand p w end
    end in
  Position (result (board p) w x) (other w)
    (match w with One => h | Two => black_hand p end) (match w with One => white_hand p | Two => h end).

Definition small (n : nat) : string := String (ascii_of_nat (97 + n)) "".
Definition square_text (s : square) : string := String.append (digit (S (file s))) (small (rank s)).
Definition letter (k : kind) : string :=
  match k with Rook => "R" | Bishop => "B" | Gold => "G" | Silver => "S" | Knight => "N" | Lance => "L" | Pawn => "P" | King => "K" end%string.
Variable texts : list (list string).    (* of all squares, made once *)
Definition text_of (s : square) : string := nth (file s) (nth (rank s) texts []) ""%string.
Definition change_text (x : change) : string :=
  match x with
  | Move_man s t promotes =>
    let text := String.append (text_of s) (text_of t) in if promotes then String.append text "+" else text
  | Drop k t => String.append (letter k) (String.append "*" (text_of t))
  end.
Variable attacker : player.    (* the colour *)
Definition shogi_moves (p : position) : list (move position) :=
  in_order (map (fun x => Move (change_text x) (make p x) false)
    (filter (legal (same_player (to_move p) attacker) p)
      (flat_map (man_changes (board p) (to_move p)) all_squares ++ drops p))).
Definition shogi_turn (p : position) : player := if same_player (to_move p) attacker then One else Two.
End Moves.

Definition square_texts : list (list string) :=
  map (fun r => map (fun f => square_text (Square f r)) (seq 0 9)) (seq 0 9).
Lemma unit_ok (a b : unit) : true = true <-> a = b.
Proof. destruct a, b. tauto. Qed.
(* The players are the attacker (One) and the defender. *)
Definition tsume_with lookup texts (attacker : player) : game := {|
  Game.position := position;
  same := same_position;
  same_ok := same_position_ok;
  turn := shogi_turn attacker;
  over := fun _ => None;
  moves := shogi_moves lookup texts attacker;
  stuck := fun p => Win (other (shogi_turn attacker p));
  mark := unit;    (* there is no superko *)
  same_mark := fun _ _ => true;
  same_mark_ok := unit_ok;
  situation := fun _ _ => tt;
  occurrences := Some 2
|}.
Definition tsume (attacker : player) : game := tsume_with table square_texts attacker.

(* ---- Texts, and what is a position. *)
Definition small_letter (k : kind) : string :=
  match k with Rook => "r" | Bishop => "b" | Gold => "g" | Silver => "s" | Knight => "n" | Lance => "l" | Pawn => "p" | King => "k" end%string.
Definition man_text (w : player) (k : kind) : string := match w with One => letter k | Two => small_letter k end.
Fixpoint row_text (row : list cell) (empty : nat) : string :=
  let count := if empty =? 0 then ""%string else digit empty in
  match row with
  | [] => count
  | Empty :: row => row_text row (S empty)
  | Man w k p :: row =>
    String.concat "" [count; if p then "+"%string else ""%string; man_text w k; row_text row 0]
  end.
Definition hand_text (w : player) (l : list nat) : string :=
  String.concat "" (map (fun x => match snd x with
    | O => ""%string
    | S O => man_text w (fst x)
    | n => String.append (number n) (man_text w (fst x))
    end) (combine in_hand l)).
Definition shogi_text (p : position) : string :=
  let hands := String.append (hand_text One (black_hand p)) (hand_text Two (white_hand p)) in
  String.concat " " [String.concat "/" (map (fun row => row_text (rev row) 0) (board p));
    match to_move p with One => "b" | Two => "w" end; if String.eqb hands "" then "-" else hands; "1"]%string.
Definition most (k : kind) : nat :=
  match k with Pawn => 18 | Lance | Knight | Silver | Gold => 4 | Bishop | Rook => 2 | King => 2 end.
Definition shogi_position (attacker : player) (p : position) : bool :=
  let men := flat_map (fun s => match at_square (board p) s with Man w k q => [(s, w, k, q)] | Empty => [] end) all_squares in
  let kings w := length (filter (fun m => let '(_, v, k, _) := m in same_player v w && same_kind k King) men) in
  (length (board p) =? 9) && forallb (fun row => length row =? 9) (board p) &&
  (length (black_hand p) =? 7) && (length (white_hand p) =? 7) &&
  forallb (fun m => let '(_, _, k, q) := m in negb q || may_promote k) men &&
  forallb (fun k =>
    length (filter (fun m => let '(_, _, l, _) := m in same_kind k l) men) +
    match k with King => 0 | _ => nth (place_of k) (black_hand p) 0 + nth (place_of k) (white_hand p) 0 end <=? most k)
    (King :: in_hand) &&
  (kings One <=? 1) && (kings Two <=? 1) && (kings (other attacker) =? 1) &&
  forallb (fun m => let '(s, w, k, q) := m in q || negb (dead w k s)) men &&
  negb (in_check table (board p) (other (to_move p))).
