(* Boards of Go (docs/certificate.md, section 1).

   Points are numbered from the top, each row from the left. A chain is found by going from stone to
   stone until one has an empty neighbour, or there are no more. *)
Require Import String Ascii List Arith ZArith Bool.
From Threefold Require Import Game Order.
Import ListNotations.
Set Implicit Arguments.

Inductive stone := Empty | Black | White.
Definition same_stone a b :=
  match a, b with Empty, Empty | Black, Black | White, White => true | _, _ => false end.
Lemma same_stone_ok a b : same_stone a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.
Definition colour (w : player) : stone := match w with One => Black | Two => White end.
Definition board := list stone.
Fixpoint same_board (a b : board) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => same_stone x y && same_board a b
  | _, _ => false
  end.
Lemma same_board_ok a : forall b, same_board a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try (split; congruence).
  rewrite andb_true_iff, same_stone_ok, IH. split; [intros [-> ->]; auto|].
  intros E. injection E. auto.
Qed.

(* What stands in the line `game`. *)
Record rules := Rules { rows : nat; columns : nat; at_least : Z; suicide : bool; basic_ko : bool; played_out : bool }.
Inductive passes := No_pass | One_pass | Two_passes.
Record position := Position { stones : board; to_move : player; passed : passes; ko : option nat }.
Definition same_passes a b := match a, b with
  | No_pass, No_pass | One_pass, One_pass | Two_passes, Two_passes => true | _, _ => false end.
Definition same_ko a b := match a, b with
  | None, None => true | Some p, Some q => Nat.eqb p q | _, _ => false end.
Definition same_position (a b : position) : bool :=
  same_player (to_move a) (to_move b) && same_passes (passed a) (passed b) && same_ko (ko a) (ko b) &&
  same_board (stones a) (stones b).
Lemma same_position_ok a b : same_position a b = true <-> a = b.
Proof.
  destruct a as [s t p k], b as [s' t' p' k']. unfold same_position. simpl.
  rewrite !andb_true_iff, same_board_ok. split.
  - intros [[[T P] K] ->]. f_equal.
    + destruct t, t'; simpl in T; congruence.
    + destruct p, p'; simpl in P; congruence.
    + destruct k, k'; simpl in K; try discriminate; auto. apply Nat.eqb_eq in K. subst. auto.
  - intros E. injection E as -> -> -> ->. destruct t', p', k'; simpl; rewrite ?Nat.eqb_refl; auto.
Qed.
(* Positional superko compares the stones, situational superko the side to move as well. *)
Definition seen := (board * option player)%type.
Definition same_seen (a b : seen) : bool :=
  match snd a, snd b with
  | None, None => true | Some w, Some v => same_player w v | _, _ => false
  end && same_board (fst a) (fst b).
Lemma same_seen_ok a b : same_seen a b = true <-> a = b.
Proof.
  destruct a as [a s], b as [b t]. unfold same_seen. simpl. rewrite andb_true_iff, same_board_ok.
  split.
  - intros [S ->]. f_equal. destruct s as [[]|], t as [[]|]; simpl in S; congruence.
  - intros E. injection E as -> ->. destruct t as [[]|]; auto.
Qed.

Section Board.
Variable u : rules.
Definition points : list nat := seq 0 (rows u * columns u).
Definition row (p : nat) := p / columns u.
Definition column (p : nat) := p mod columns u.
Definition adjacent (p q : nat) : bool :=
  (row p =? row q) && ((column p =? S (column q)) || (column q =? S (column p))) ||
  (column p =? column q) && ((row p =? S (row q)) || (row q =? S (row p))).
Definition neighbours : list (list nat) := map (fun p => filter (adjacent p) points) points.

(* GTP: the column's letter, of which there is no I, and the row from below. *)
Definition letter (n : nat) : string := String (ascii_of_nat (65 + (if n <? 8 then n else S n))) "".
Definition coordinate (p : nat) : string :=
  String.append (letter (column p)) (number (rows u - row p)).

Variable near : list (list nat).    (* `neighbours`, made once *)
Definition at_point (b : board) (p : nat) : stone := nth p b Empty.
Definition around (p : nat) : list nat := nth p near [].
Fixpoint set_point (p : nat) (c : stone) (b : board) : board :=
  match b, p with
  | [], _ => []
  | _ :: b, O => c :: b
  | x :: b, S p => x :: set_point p c b
  end.
Definition has (p : nat) (l : list nat) : bool := existsb (Nat.eqb p) l.
(* As many steps as there are points, and one more: no search takes longer. *)
Definition fuel : list (list nat) := [] :: near.
(* Points that are connected with those of `todo` over points of which `free` says so. What is found is
   taken from `free`; those of `todo` have been. *)
Definition is_left (free : list bool) (p : nat) : bool := nth p free false.
Fixpoint take (free : list bool) (p : nat) : list bool :=
  match free, p with
  | [], _ => []
  | _ :: free, O => false :: free
  | x :: free, S p => x :: take free p
  end.
Fixpoint spread (fuel : list (list nat)) (todo : list nat) (free : list bool) (found : list nat) : list nat * list bool :=
  match fuel, todo with
  | _ :: fuel, p :: todo =>
    let new := filter (is_left free) (around p) in
    spread fuel (new ++ todo) (fold_left take new free) (new ++ found)
  | _, _ => (found, free)
  end.
(* The part at a point, and all parts. *)
Definition part (free : list bool) (p : nat) : list nat * list bool := spread fuel [p] (take free p) [p].
Fixpoint parts (ps : list nat) (free : list bool) (found : list (list nat)) : list (list nat) :=
  match ps with
  | [] => found
  | p :: ps =>
    if is_left free p then let (l, free) := part free p in parts ps free (l :: found) else parts ps free found
  end.
(* The same for the stones of a chain, but nothing as soon as there is a liberty. *)
Fixpoint breathless (fuel : list (list nat)) (c : stone) (b : board) (todo found : list nat) : option (list nat) :=
  match fuel, todo with
  | _ :: fuel, p :: todo =>
    let next := around p in
    if existsb (fun q => same_stone (at_point b q) Empty) next then None
    else
      let new := filter (fun q => same_stone (at_point b q) c && negb (has q found)) next in
      breathless fuel c b (new ++ todo) (new ++ found)
  | _, _ => Some found
  end.
(* The chain at a point, if it has no liberty. *)
Definition captured (c : stone) (b : board) (p : nat) : option (list nat) := breathless fuel c b [p] [p].
Definition clear (l : list nat) (b : board) : board := fold_left (fun b p => set_point p Empty b) l b.

(* The board after a stone on an empty point: the opponent's chains without liberties are removed, then
   the own chain if it has none, where that is allowed. *)
Definition capture (c : stone) (b : board) (q : nat) : board :=
  if same_stone (at_point b q) c then
    match captured c b q with Some l => clear l b | None => b end
  else b.
Definition put (w : player) (p : nat) (b : board) : option board :=
  if same_stone (at_point b p) Empty then
    let placed := set_point p (colour w) b in
    let left := fold_left (capture (colour (other w))) (around p) placed in
    match captured (colour w) left p with
    | None => Some left
    | Some l => if suicide u then Some (clear l left) else None
    end
  else None.

(* Basic ko: the point where the opponent, by one move, would bring back the board of before. *)
Definition retaken (w : player) (before p_after : board) (p : nat) : option nat :=
  List.find (fun q => negb (same_stone (at_point before q) Empty) && same_stone (at_point p_after q) Empty &&
    match put (other w) q p_after with Some b => same_board b before | None => false end) (around p).

Definition stone_move (p : position) (named : string * nat) : list (move position) :=
  let '(name, q) := named in
  if same_ko (ko p) (Some q) then []
  else match put (to_move p) q (stones p) with
    | Some b =>
      let k := if basic_ko u then retaken (to_move p) (stones p) b q else None in
      [Move name (Position b (other (to_move p)) No_pass k) false]
    | None => []
    end.
Definition pass_move (p : position) : move position :=
  Move "pass" (Position (stones p) (other (to_move p))
    (match passed p with No_pass => One_pass | _ => Two_passes end) None) true.

(* Area: stones, and connected empty points that touch stones of one colour only. *)
Definition touches (b : board) (l : list nat) (c : stone) : bool :=
  existsb (fun p => existsb (fun q => same_stone (at_point b q) c) (around p)) l.
Definition owned (b : board) (l : list nat) : Z :=
  match touches b l Black, touches b l White with
  | true, false => Z.of_nat (length l) | false, true => - Z.of_nat (length l) | _, _ => 0
  end%Z.
Definition worth (s : stone) : Z := match s with Black => 1 | White => -1 | Empty => 0 end%Z.
Definition score (b : board) : Z :=
  (fold_right (fun s z => worth s + z) 0 b +
   fold_right (fun l z => owned b l + z) 0 (parts points (map (fun s => same_stone s Empty) b) []))%Z.

(* Unconditional life (Benson 1976): of a colour, chains and the regions without its stones. *)
Definition borders (l chain : list nat) : bool := existsb (fun p => existsb (fun q => has q chain) (around p)) l.
Definition vital (b : board) (region chain : list nat) : bool :=
  forallb (fun p => negb (suicide u || same_stone (at_point b p) Empty) || existsb (fun q => has q chain) (around p)) region &&
  borders region chain.
Fixpoint strike_off (fuel : nat) (b : board) (c : stone) (chains regions : list (list nat)) :
    list (list nat) * list (list nat) :=
  match fuel with
  | O => ([], [])
  | S fuel =>
    let alive := filter (fun chain => 2 <=? length (filter (fun region => vital b region chain) regions)) chains in
    match alive with
    | [] => ([], [])
    | _ =>
      (* A region stays if all stones of the colour around it are alive. *)
      let left := filter (fun region => forallb (fun p => forallb (fun q =>
          negb (same_stone (at_point b q) c) || existsb (has q) alive) (around p)) region) regions in
      if (length alive =? length chains) && (length left =? length regions) then (alive, left)
      else strike_off fuel b c alive left
    end
  end.
(* Living chains, and the regions that are left. Nothing lives where there are not two regions. Where every
   chain has a liberty, as on all boards of a game, each region has an empty point; Life.v wants it. *)
Definition alive (b : board) (c : stone) : list (list nat) * list (list nat) :=
  match filter (existsb (fun p => same_stone (at_point b p) Empty))
      (parts points (map (fun s => negb (same_stone s c)) b) []) with
  | (_ :: _ :: _) as regions =>
    let chains := parts points (map (fun s => same_stone s c) b) [] in
    (* Every round but the last strikes something off. *)
    strike_off (S (length chains + length regions)) b c chains regions
  | _ => ([], [])
  end.
(* The points that a colour has for ever: living stones, and their regions of exactly one point, which
   they touch. *)
Definition sure (b : board) (c : stone) : Z :=
  let '(chains, regions) := alive b c in
  match chains with
  | [] => 0%Z
  | _ => Z.of_nat (fold_right (fun l n => length l + n) 0 chains +
           length (filter (fun region => (length region =? 1) && touches b region c) regions))
  end.
(* No more than these are sure: stones, and points with stones of the colour all around (`sure_most`, Life.v).
   Most boards have too few of them to be looked at further. *)
Fixpoint most_sure (c : stone) (b rest : board) (arounds : list (list nat)) : nat :=
  match rest, arounds with
  | s :: rest, l :: arounds =>
    if same_stone s c || forallb (fun q => same_stone (at_point b q) c) l then S (most_sure c b rest arounds)
    else most_sure c b rest arounds
  | _, _ => 0
  end.

Definition won (black : bool) : option outcome := Some (Win (if black then One else Two)).
Definition ends (n : Z) (p : position) : option outcome :=
  match passed p with
  | Two_passes => won (at_least u <=? score (stones p))%Z
  | _ =>
    if played_out u || basic_ko u && suicide u then None
    else
      let b := stones p in
      let few c := let k := Z.of_nat (most_sure c b b near) in (k - (n - k))%Z in
      if (n <? at_least u)%Z then if basic_ko u then None else won false
      else if (at_least u <=? - n)%Z then if basic_ko u then None else won true
      else if (at_least u <=? few Black)%Z && (at_least u <=? 2 * sure b Black - n)%Z then won true
      else if (- few White <? at_least u)%Z && (n - 2 * sure b White <? at_least u)%Z then won false
      else None
  end.
End Board.

Definition names (u : rules) : list (string * nat) :=
  map (fun m => (notation m, to m)) (in_order (map (fun p => Move (coordinate u p) p false) (points u))).
(* With neighbours and names at hand, which are made once. *)
Definition go_with (u : rules) (near : list (list nat)) (named : list (string * nat)) : game := {|
  Game.position := position;
  same := same_position;
  same_ok := same_position_ok;
  turn := to_move;
  over := let n := Z.of_nat (rows u * columns u) in ends u near n;
  (* Capital letters come before small ones. *)
  moves := fun p => flat_map (stone_move u near p) named ++ [pass_move p];
  stuck := fun p => Win (other (to_move p));    (* a pass is always legal *)
  mark := seen;
  same_mark := same_seen;
  same_mark_ok := same_seen_ok;
  situation := fun board p => (stones p, if board then None else Some (to_move p));
  occurrences := None
|}.
(* A move by its notation, without making the others. *)
Definition go_quick (u : rules) (near : list (list nat)) (named : list (string * nat)) (p : position) (text : string) :
    option (move position) :=
  match List.find (fun x => String.eqb (fst x) text) named with
  | Some x => hd_error (stone_move u near p x)
  | None => if String.eqb "pass" text then Some (pass_move p) else None
  end.
Lemma go_quick_ok u near named p text m :
  go_quick u near named p text = Some m -> In m (moves (go_with u near named) p).
Proof.
  unfold go_quick, go_with. cbn [moves]. intros Q. apply in_or_app. destruct (List.find _ named) as [x|] eqn:F.
  - left. apply find_some in F. apply in_flat_map. exists x. split; [apply F|].
    destruct (stone_move u near p x) as [|m' l]; simpl in *; [discriminate|]. injection Q. auto.
  - right. destruct (String.eqb "pass" text); [|discriminate]. injection Q as <-. simpl. auto.
Qed.
Definition go (u : rules) : game := go_with u (neighbours u) (names u).
Definition go_goes_on (p : position) : bool := match passed p with Two_passes => false | _ => true end.

(* What the text of a position has to be of. *)
Definition go_position (u : rules) (p : position) : bool :=
  let near := neighbours u in
  (length (stones p) =? rows u * columns u) &&
  forallb (fun q => match at_point (stones p) q with
    | Empty => true
    | c => match captured near c (stones p) q with Some _ => false | None => true end
    end) (points u) &&
  match ko p with
  | None => true
  | Some q =>
    (* The opponent has just taken a single stone there, and nothing but his stone would be taken back. *)
    basic_ko u && same_passes (passed p) No_pass &&
    match put u near (to_move p) q (stones p) with
    | None => false
    | Some before =>
      same_stone (at_point before q) (colour (to_move p)) &&
      match filter (fun x => negb (same_stone (at_point before x) (at_point (stones p) x)) && negb (x =? q)) (points u) with
      | [x] => match put u near (other (to_move p)) x before with Some b => same_board b (stones p) | None => false end
      | _ => false
      end
    end
  end.
(* The text of a position: rows from the top, whose turn it is, and what else counts. *)
Definition sign (s : stone) : string := match s with Empty => "." | Black => "X" | White => "O" end.
Fixpoint rows_text (u : rules) (b : board) (more : nat) : string :=
  match b with
  | [] => ""
  | s :: b =>
    match more with
    | O => String.append "/" (String.append (sign s) (rows_text u b (columns u - 1)))
    | S more => String.append (sign s) (rows_text u b more)
    end
  end.
Definition go_text (u : rules) (p : position) : string :=
  String.concat "" [rows_text u (stones p) (columns u);
    match to_move p with One => " B" | Two => " W" end;
    match passed p with No_pass => "" | One_pass => " pass" | Two_passes => " over" end;
    match ko p with None => "" | Some q => String.append " ko:" (coordinate u q) end]%string.
