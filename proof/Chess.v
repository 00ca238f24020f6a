(* Chess, Chess960 and the two other aims (docs/certificate.md, section 1). White is One. One of the
   players may have no king, and is never in check.

   A move is legal if the own king is not attacked after it; castling moves the king over squares that
   are not. Files and ranks are numbered from 0. *)
Require Import String Ascii List Arith Bool.
From Threefold Require Import Game Order.
Import ListNotations.
Set Implicit Arguments.

Inductive kind := Pawn | Knight | Bishop | Rook | Queen | King.
Inductive cell := Empty | Man (w : player) (k : kind).
Record square := Square { file : nat; rank : nat }.
(* The rooks, by their files, with which a player may castle: on the side of the h-file, and of the a-file. *)
Record rights := Rights { h_side : option nat; a_side : option nat }.
Record position := Position {
  board : list (list cell);    (* ranks from the first, files from a *)
  to_move : player;
  white_rights : rights;
  black_rights : rights;
  en_passant : option square   (* where a pawn can be taken in passing *)
}.

Definition same_kind a b := match a, b with
  | Pawn, Pawn | Knight, Knight | Bishop, Bishop | Rook, Rook | Queen, Queen | King, King => true | _, _ => false end.
Definition same_cell a b := match a, b with
  | Empty, Empty => true | Man w k, Man v l => same_player w v && same_kind k l | _, _ => false end.
Fixpoint same_list A (f : A -> A -> bool) (a b : list A) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => f x y && same_list f a b | _, _ => false end.
Definition same_option A (f : A -> A -> bool) (a b : option A) : bool :=
  match a, b with None, None => true | Some x, Some y => f x y | _, _ => false end.
Definition same_square (a b : square) : bool := (file a =? file b) && (rank a =? rank b).
Definition same_rights (a b : rights) : bool :=
  same_option Nat.eqb (h_side a) (h_side b) && same_option Nat.eqb (a_side a) (a_side b).
Definition same_position (a b : position) : bool :=
  same_player (to_move a) (to_move b) && same_rights (white_rights a) (white_rights b) &&
  same_rights (black_rights a) (black_rights b) && same_option same_square (en_passant a) (en_passant b) &&
  same_list (same_list same_cell) (board a) (board b).

Lemma same_list_ok A (f : A -> A -> bool) : (forall a b, f a b = true <-> a = b) ->
  forall a b, same_list f a b = true <-> a = b.
Proof.
  intros F. induction a as [|x a IH]; intros [|y b]; simpl; try (split; congruence).
  rewrite andb_true_iff, F, IH. split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.
Lemma same_option_ok A (f : A -> A -> bool) : (forall a b, f a b = true <-> a = b) ->
  forall a b, same_option f a b = true <-> a = b.
Proof.
  intros F [x|] [y|]; simpl; try (split; congruence). rewrite F. split; congruence.
Qed.
Lemma same_player_ok a b : same_player a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.
Lemma same_cell_ok a b : same_cell a b = true <-> a = b.
Proof.
  destruct a as [|w k], b as [|v l]; simpl; try (split; congruence).
  rewrite andb_true_iff, same_player_ok. destruct k, l; simpl; split; intros H; try (destruct H; congruence); try congruence;
    injection H; auto.
Qed.
Lemma same_square_ok a b : same_square a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_square. simpl. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.
Lemma same_rights_ok a b : same_rights a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_rights. simpl. rewrite andb_true_iff, !(same_option_ok Nat.eqb Nat.eqb_eq).
  split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.
Lemma same_position_ok a b : same_position a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_position. simpl.
  rewrite !andb_true_iff, same_player_ok, !same_rights_ok, (same_option_ok _ same_square_ok),
    (same_list_ok _ (same_list_ok _ same_cell_ok)).
  split; [intros [[[[-> ->] ->] ->] ->]; auto|intros E; injection E; auto].
Qed.

(* ---- Squares: one step, lines, knight's moves. *)
Inductive shift := Less | Keep | More.
Definition shifted (d : shift) (n : nat) : option nat :=
  match d with
  | Less => match n with O => None | S n => Some n end
  | Keep => Some n
  | More => if n <? 7 then Some (S n) else None
  end.
Definition step (d : shift * shift) (s : square) : option square :=
  match shifted (fst d) (file s), shifted (snd d) (rank s) with
  | Some f, Some r => Some (Square f r) | _, _ => None end.
Fixpoint line (fuel : nat) (d : shift * shift) (s : square) : list square :=
  match fuel, step d s with S fuel, Some t => t :: line fuel d t | _, _ => [] end.
Definition steps_by (ds : list (list (shift * shift))) (s : square) : list square :=
  flat_map (fun way => match fold_left (fun s d => match s with Some s => step d s | None => None end) way (Some s) with
    | Some t => [t] | None => [] end) ds.
Definition straight := [(Keep, More); (Keep, Less); (More, Keep); (Less, Keep)].
Definition diagonal := [(More, More); (More, Less); (Less, More); (Less, Less)].
Definition knight_ways : list (list (shift * shift)) :=
  flat_map (fun v => flat_map (fun h => [[(Keep, v); (Keep, v); (h, Keep)]; [(h, Keep); (h, Keep); (Keep, v)]]) [Less; More]) [Less; More].
Record lines := Lines { straights : list (list square); diagonals : list (list square); hops : list square; nexts : list square }.
Definition lines_of (s : square) : lines :=
  Lines (map (fun d => line 7 d s) straight) (map (fun d => line 7 d s) diagonal)
    (steps_by knight_ways s) (steps_by (map (fun d => [d]) (straight ++ diagonal)) s).
Definition all_squares : list square := flat_map (fun r => map (fun f => Square f r) (seq 0 8)) (seq 0 8).
Definition table : list (list lines) := map (fun r => map (fun f => lines_of (Square f r)) (seq 0 8)) (seq 0 8).

(* In a reflexmate who can mate has to; in a semi-reflexmate one player need not. *)
Inductive aim := Mate | Selfmate | Stalemate | Reflexmate | Semireflexmate (free : player).

Section Moves.
Variable lookup : list (list lines).    (* `table`, made once *)
Definition no_lines := Lines [] [] [] [].
Definition from_here (s : square) : lines := nth (file s) (nth (rank s) lookup []) no_lines.
Definition at_square (b : list (list cell)) (s : square) : cell := nth (file s) (nth (rank s) b []) Empty.
Fixpoint set_nth A (n : nat) (x : A) (l : list A) : list A :=
  match l, n with [], _ => [] | _ :: l, O => x :: l | y :: l, S n => y :: set_nth n x l end.
Definition set_square (s : square) (c : cell) (b : list (list cell)) : list (list cell) :=
  set_nth (rank s) (set_nth (file s) c (nth (rank s) b [])) b.
Definition is_empty (b : list (list cell)) (s : square) : bool := match at_square b s with Empty => true | _ => false end.
Definition is (b : list (list cell)) (w : player) (k : kind) (s : square) : bool := same_cell (at_square b s) (Man w k).
Definition forward (w : player) : shift := match w with One => More | Two => Less end.
Definition backward (w : player) : shift := match w with One => Less | Two => More end.

(* What stands first on a line. *)
Fixpoint first_on (b : list (list cell)) (l : list square) : cell :=
  match l with
  | [] => Empty
  | s :: l => match at_square b s with Empty => first_on b l | c => c end
  end.
Definition reaches (w : player) (k : kind) (c : cell) : bool :=
  match c with Man v l => same_player w v && (same_kind l k || same_kind l Queen) | Empty => false end.
(* A square is attacked by a player. *)
Definition attacked (b : list (list cell)) (w : player) (s : square) : bool :=
  let l := from_here s in
  existsb (is b w Knight) (hops l) || existsb (is b w King) (nexts l) ||
  existsb (fun d => match step (d, backward w) s with Some t => is b w Pawn t | None => false end) [Less; More] ||
  existsb (fun x => reaches w Rook (first_on b x)) (straights l) ||
  existsb (fun x => reaches w Bishop (first_on b x)) (diagonals l).
Fixpoint king_in (w : player) (b : list (list cell)) (r : nat) : option square :=
  match b with
  | [] => None
  | row :: b =>
    let fix go row f := match row with
      | [] => None
      | c :: row => if same_cell c (Man w King) then Some f else go row (S f)
      end in
    match go row 0 with Some f => Some (Square f r) | None => king_in w b (S r) end
  end.
Definition in_check (b : list (list cell)) (w : player) : bool :=
  match king_in w b 0 with Some k => attacked b (other w) k | None => false end.

(* ---- Moves, before the safety of the own king. *)
Record change := Change {
  from : square; goal : square; promoted : option kind;
  result : list (list cell);
  double : option square;    (* the square that a pawn has just gone over *)
  spelled : square           (* the square that is written for the goal *)
}.
Definition plain_move (b : list (list cell)) (s t : square) : change :=
  Change s t None (set_square t (at_square b s) (set_square s Empty b)) None t.
Definition of_player (w : player) (c : cell) : bool := match c with Man v _ => same_player v w | Empty => false end.
(* Along a line to the first man, which is taken if it is the opponent's. *)
Fixpoint along (b : list (list cell)) (w : player) (l : list square) : list square :=
  match l with
  | [] => []
  | t :: l => match at_square b t with
      | Empty => t :: along b w l
      | c => if of_player w c then [] else [t]
      end
  end.
Definition piece_targets (b : list (list cell)) (w : player) (k : kind) (s : square) : list square :=
  let l := from_here s in
  match k with
  | Knight => filter (fun t => negb (of_player w (at_square b t))) (hops l)
  | King => filter (fun t => negb (of_player w (at_square b t))) (nexts l)
  | Rook => flat_map (along b w) (straights l)
  | Bishop => flat_map (along b w) (diagonals l)
  | Queen => flat_map (along b w) (straights l) ++ flat_map (along b w) (diagonals l)
  | Pawn => []
  end.
Definition last_rank (w : player) : nat := match w with One => 7 | Two => 0 end.
Definition home_rank (w : player) : nat := match w with One => 0 | Two => 7 end.
Definition pawn_to (b : list (list cell)) (w : player) (s t : square) : list change :=
  if rank t =? last_rank w then
    map (fun k => Change s t (Some k) (set_square t (Man w k) (set_square s Empty b)) None t) [Queen; Rook; Bishop; Knight]
  else [plain_move b s t].
Definition passing (b : list (list cell)) (w : player) (s t : square) : change :=
  Change s t None (set_square (Square (file t) (rank s)) Empty (set_square t (Man w Pawn) (set_square s Empty b))) None t.
Definition pawn_changes (b : list (list cell)) (w : player) (ep : option square) (s : square) : list change :=
  match step (Keep, forward w) s with
  | None => []
  | Some t =>
    (if is_empty b t then
      pawn_to b w s t ++
      match step (Keep, backward w) s with
      | Some one =>
        if rank one =? home_rank w then
          match step (Keep, forward w) t with
          | Some t2 => if is_empty b t2 then
              [Change s t2 None (set_square t2 (Man w Pawn) (set_square s Empty b)) (Some t) t2] else []
          | None => []
          end
        else []
      | None => []
      end
    else []) ++
    flat_map (fun d => match step (d, Keep) t with
      | None => []
      | Some x =>
        if of_player (other w) (at_square b x) then pawn_to b w s x
        else match ep with Some e => if same_square e x then [passing b w s x] else [] | None => [] end
      end) [Less; More]
  end.

(* Castling as the laws of Chess960 have it: squares from king and rook to where they end up are empty
   but for the two of them, and the king goes over none that is attacked. *)
Definition span (a b : nat) : list nat := seq (Nat.min a b) (S (Nat.max a b - Nat.min a b)).
Definition castle (b : list (list cell)) (w : player) (king : square) (by_rook : bool) (rook king_to rook_to : nat) : list change :=
  let r := home_rank w in
  let bare := set_square king Empty (set_square (Square rook r) Empty b) in
  if (rank king =? r) && is b w Rook (Square rook r) &&
     forallb (fun f => is_empty bare (Square f r)) (span (file king) king_to ++ span rook rook_to) &&
     forallb (fun f => negb (attacked (set_square king Empty b) (other w) (Square f r))) (span (file king) king_to)
  then [Change king (Square king_to r) None
    (set_square (Square rook_to r) (Man w Rook) (set_square (Square king_to r) (Man w King) bare)) None
    (Square (if by_rook then rook else king_to) r)]
  else [].
Definition own_rights (p : position) (w : player) : rights := match w with One => white_rights p | Two => black_rights p end.

(* A position is one of Chess960 if a right to castle is none of standard chess. *)
Definition odd_rights (b : list (list cell)) (w : player) (x : rights) : bool :=
  match x with
  | Rights None None => false
  | Rights h a =>
    negb (is b w King (Square 4 (home_rank w))) ||
    match h with Some f => negb (f =? 7) | None => false end ||
    match a with Some f => negb (f =? 0) | None => false end
  end.
Definition chess960 (p : position) : bool :=
  odd_rights (board p) One (white_rights p) || odd_rights (board p) Two (black_rights p).

Definition castles (p : position) (king : square) : list change :=
  let w := to_move p in let x := own_rights p w in let by_rook := chess960 p in
  match h_side x with Some f => castle (board p) w king by_rook f 6 5 | None => [] end ++
  match a_side x with Some f => castle (board p) w king by_rook f 2 3 | None => [] end.
Definition changes_of (p : position) (s : square) : list change :=
  match at_square (board p) s with
  | Man w Pawn => if same_player w (to_move p) then pawn_changes (board p) w (en_passant p) s else []
  | Man w k =>
    if same_player w (to_move p) then
      map (plain_move (board p) s) (piece_targets (board p) w k s) ++ match k with King => castles p s | _ => [] end
    else []
  | Empty => []
  end.
Definition legal_changes (p : position) : list change :=
  filter (fun x => negb (in_check (result x) (to_move p))) (flat_map (changes_of p) all_squares).

(* A right is gone when king or rook has moved or the rook was taken. *)
Definition keep_right (w : player) (x : change) (right : option nat) : option nat :=
  match right with
  | Some f =>
    let s := Square f (home_rank w) in
    if same_square (from x) s || same_square (goal x) s then None else Some f
  | None => None
  end.
Definition keep_rights (p : position) (w : player) (x : change) : rights :=
  if is (board p) w King (from x) then Rights None None
  else let y := own_rights p w in Rights (keep_right w x (h_side y)) (keep_right w x (a_side y)).
(* The square counts only if a capture in passing is legal. *)
Definition can_pass (b : list (list cell)) (w : player) (e : square) : bool :=
  existsb (fun d => match step (d, backward w) e with
    | Some s => is b w Pawn s && negb (in_check (result (passing b w s e)) w)
    | None => false
    end) [Less; More].
Definition make (p : position) (x : change) : position :=
  let v := other (to_move p) in
  Position (result x) v (keep_rights p One x) (keep_rights p Two x)
    (match double x with Some e => if can_pass (result x) v e then Some e else None | None => None end).

Definition small (n : nat) : string := String (ascii_of_nat (97 + n)) "".
Definition square_text (s : square) : string := String.append (small (file s)) (digit (S (rank s))).
Definition letter (k : kind) : string :=
  match k with Pawn => "p" | Knight => "n" | Bishop => "b" | Rook => "r" | Queen => "q" | King => "k" end%string.
Variable texts : list (list string).    (* of all squares, made once *)
Definition text_of (s : square) : string := nth (file s) (nth (rank s) texts []) ""%string.
Definition change_text (x : change) : string :=
  let t := String.append (text_of (from x)) (text_of (spelled x)) in
  match promoted x with Some k => String.append t (letter k) | None => t end.
Variable for_what : aim.
Definition mates (p : position) (x : change) : bool :=
  let q := make p x in in_check (board q) (to_move q) && match legal_changes q with [] => true | _ => false end.
Definition obliged (w : player) : bool :=
  match for_what with Reflexmate => true | Semireflexmate free => negb (same_player w free) | _ => false end.
Definition changes_allowed (p : position) : list change :=
  let all := legal_changes p in
  if obliged (to_move p) then match filter (mates p) all with [] => all | some => some end else all.
Definition chess_moves (p : position) : list (move position) :=
  in_order (map (fun x => Move (change_text x) (make p x) false) (changes_allowed p)).

(* ---- Ends. *)
Definition men (b : list (list cell)) : list (square * cell) :=
  filter (fun m => match snd m with Empty => false | _ => true end) (map (fun s => (s, at_square b s)) all_squares).
(* No pawns, rooks or queens, and at most one minor piece, or bishops on squares of one colour alone. *)
Definition insufficient (b : list (list cell)) : bool :=
  let kinds := flat_map (fun row => flat_map (fun c => match c with Man _ k => [k] | Empty => [] end) row) b in
  if existsb (fun k => match k with Pawn | Rook | Queen => true | _ => false end) kinds then false
  else
    let minors := filter (fun m => match snd m with Man _ (Knight | Bishop) => true | _ => false end) (men b) in
    let dark m := Nat.even (file (fst m) + rank (fst m)) in
    (length minors <=? 1) ||
    forallb (fun m => match snd m with Man _ Bishop => true | _ => false end) minors &&
      (forallb dark minors || forallb (fun m => negb (dark m)) minors).
Definition chess_over (p : position) : option outcome :=
  match for_what with
  | Stalemate => None
  | _ => if insufficient (board p) then Some Draw else None
  end.
Definition chess_stuck (p : position) : outcome :=
  let w := to_move p in
  match for_what, in_check (board p) w with
  | Mate, true => Win (other w)
  | Selfmate, true | Reflexmate, true | Semireflexmate _, true => Win w
  | Stalemate, false => Win (other w)
  | _, _ => Draw
  end.
End Moves.

Definition square_texts : list (list string) :=
  map (fun r => map (fun f => square_text (Square f r)) (seq 0 8)) (seq 0 8).
Lemma unit_ok (a b : unit) : true = true <-> a = b.
Proof. destruct a, b. tauto. Qed.
Definition chess_with lookup texts for_what : game := {|
  Game.position := position;
  same := same_position;
  same_ok := same_position_ok;
  turn := to_move;
  over := chess_over for_what;
  moves := chess_moves lookup texts for_what;
  stuck := chess_stuck lookup for_what;
  mark := unit;    (* there is no superko *)
  same_mark := fun _ _ => true;
  same_mark_ok := unit_ok;
  situation := fun _ _ => tt;
  occurrences := Some 3
|}.
Definition chess (for_what : aim) : game := chess_with table square_texts for_what.
Definition chess_goes_on (for_what : aim) (p : position) : bool :=
  match chess_over for_what p with Some _ => false | None => true end.

(* ---- Texts, and what is a position. *)
Definition cell_text (c : cell) : string :=
  match c with
  | Empty => "."
  | Man Two k => letter k
  | Man One Pawn => "P" | Man One Knight => "N" | Man One Bishop => "B" | Man One Rook => "R"
  | Man One Queen => "Q" | Man One King => "K"
  end%string.
Fixpoint row_text (row : list cell) (empty : nat) : string :=
  let count := if empty =? 0 then ""%string else digit empty in
  match row with
  | [] => count
  | Empty :: row => row_text row (S empty)
  | c :: row => String.append count (String.append (cell_text c) (row_text row 0))
  end.
Definition capital (n : nat) : string := String (ascii_of_nat (65 + n)) "".
Definition rights_text (p : position) : string :=
  let f960 := chess960 p in
  let one (x : option nat) name := match x with None => ""%string | Some f => name f end in
  let t := String.concat ""%string [
    one (h_side (white_rights p)) (fun f => if f960 then capital f else "K"%string);
    one (a_side (white_rights p)) (fun f => if f960 then capital f else "Q"%string);
    one (h_side (black_rights p)) (fun f => if f960 then small f else "k"%string);
    one (a_side (black_rights p)) (fun f => if f960 then small f else "q"%string)] in
  if String.eqb t "" then "-"%string else t.
Definition chess_text (p : position) : string :=
  String.concat " " [String.concat "/" (map (fun row => row_text row 0) (rev (board p)));
    match to_move p with One => "w" | Two => "b" end; rights_text p;
    match en_passant p with Some s => square_text s | None => "-" end]%string.

(* The squares between two, if they are on one line. *)
Definition between (lookup : list (list lines)) (a b : square) : list square :=
  let fix until l := match l with
    | [] => None
    | s :: l => if same_square s b then Some [] else match until l with Some x => Some (s :: x) | None => None end
    end in
  flat_map (fun l => match until l with Some x => x | None => [] end)
    (straights (from_here lookup a) ++ diagonals (from_here lookup a)).
Definition right_ok (b : list (list cell)) (w : player) (x : rights) : bool :=
  match x with
  | Rights None None => true
  | Rights h a =>
    match king_in w b 0 with
    | None => false
    | Some k => (rank k =? home_rank w) &&
      match h with Some f => is b w Rook (Square f (home_rank w)) && (file k <? f) | None => true end &&
      match a with Some f => is b w Rook (Square f (home_rank w)) && (f <? file k) | None => true end
    end
  end.
Definition chess_position (p : position) : bool :=
  let b := board p in let w := to_move p in let l := table in
  let of v := filter (fun m => of_player v (snd m)) (men b) in
  let number k v := length (filter (fun m => same_cell (snd m) (Man v k)) (men b)) in
  (length b =? 8) && forallb (fun row => length row =? 8) b &&
  negb (number King One + number King Two =? 0) &&
  forallb (fun v => (number King v <=? 1) && (number Pawn v <=? 8) && (length (of v) <=? 16)) [One; Two] &&
  forallb (fun m => match snd m with Man _ Pawn => negb (rank (fst m) =? 0) && negb (rank (fst m) =? 7) | _ => true end) (men b) &&
  negb (in_check l b (other w)) && right_ok b One (white_rights p) && right_ok b Two (black_rights p) &&
  (* Who gives check, if there is a king: a man without which there would be one fewer. *)
  let kings := match king_in w b 0 with Some king => [king] | None => [] end in
  let gives m king := match snd m with
    | Man v k => same_player v (other w) &&
      match k with
      | Pawn => existsb (fun d => match step (d, forward v) (fst m) with Some t => same_square t king | None => false end) [Less; More]
      | _ => existsb (same_square king) (piece_targets l b v k (fst m))
      end
    | Empty => false
    end in
  let checkers := filter (fun m => existsb (gives m) kings) (men b) in
  (length checkers <=? 2) &&
  match en_passant p with
  | None => true
  | Some e =>
    match step (Keep, backward w) e, step (Keep, forward w) e with
    | Some pawn, Some start =>
      (rank e =? match w with One => 5 | Two => 2 end) && is b (other w) Pawn pawn && is_empty b e && is_empty b start &&
      can_pass l b w e &&
      forallb (fun m => same_square (fst m) pawn ||
        existsb (fun king => existsb (same_square start) (between l (fst m) king)) kings) checkers
    | _, _ => false
    end
  end.
