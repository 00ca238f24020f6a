(* Problems of Go (docs/go-problems.md, "The game that is played", and docs/certificate.md, section 1).

   The ends of the game are defined as the specification has them, and are a part of the game that the
   theorem is about, and so are zones. That a problem with an end that says who has won by the look of the
   board is as good as one without, and that what is won in a zone is won in the region, is not proved. *)
Require Import String List Arith Bool.
From Threefold Require Import Game Order Table Superko Footprints Go Interval.
Import ListNotations.
Set Implicit Arguments.

(* What stands in the line `game`, and the board of the root. *)
Record problem := Problem {
  sizes : rules;              (* rows and columns *)
  live : bool;                (* live, or survive *)
  defender : player;
  region : list nat;          (* where moves are: the zone, if there is one *)
  whole : option (list nat);  (* the region, if there is a zone *)
  target : list nat; eyes : list nat; declared : list nat;
  p_basic_ko : bool;
  no_eye_space : bool; no_life : bool; with_death : bool; with_miai : bool;
  first : board
}.
Record position := Position { stones : board; to_move : player; threats_one : nat; threats_two : nat; ko : option nat }.
Definition same_position (a b : position) : bool :=
  same_player (to_move a) (to_move b) && same_ko (ko a) (ko b) && (threats_one a =? threats_one b) &&
  (threats_two a =? threats_two b) && same_board (stones a) (stones b).
Lemma same_player_ok a b : same_player a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.
Lemma same_ko_ok a b : same_ko a b = true <-> a = b.
Proof.
  destruct a, b; simpl; try (split; congruence). rewrite Nat.eqb_eq. split; congruence.
Qed.
Lemma same_position_ok a b : same_position a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_position. simpl.
  rewrite !andb_true_iff, same_player_ok, same_ko_ok, !Nat.eqb_eq, same_board_ok.
  split; [intros [[[[-> ->] ->] ->] ->]; auto|intros E; injection E; auto].
Qed.
(* A situation: the stones, the numbers of threats, and under situational superko the side to move. *)
Definition scene := (board * (nat * nat) * option player)%type.
Definition same_scene (a b : scene) : bool :=
  same_seen (fst (fst a), snd a) (fst (fst b), snd b) &&
  (fst (snd (fst a)) =? fst (snd (fst b))) && (snd (snd (fst a)) =? snd (snd (fst b))).
Lemma same_scene_ok a b : same_scene a b = true <-> a = b.
Proof.
  destruct a as [[a [i j]] s], b as [[b [k l]] t]. unfold same_scene. simpl.
  rewrite !andb_true_iff, same_seen_ok, !Nat.eqb_eq.
  split; [intros [[E ->] ->]; injection E as -> ->; auto|intros E; injection E; intros; subst; auto].
Qed.

Section Problems.
Variable u : problem.
(* Made once: neighbours, whether a point is of the region, the points next to it, and their names. *)
Variable near : list (list nat).
Variable inside : list bool.
Variable outside : list nat.
(* Of a zone: what is left out and has no stone of the defender, which is filled with stones of the
   attacker; the points of the zone next to what is left out; and whether a point is of the region. *)
Variable filled : list nat.
Variable opened : list nat.
Variable in_whole : list bool.
Definition zoned : bool := match whole u with Some _ => true | None => false end.
Notation around := (around near).
Notation attacker := (other (defender u)).
Notation in_region := (is_left inside).
Definition is_colour (b : board) (c : stone) (p : nat) : bool := same_stone (at_point b p) c.
Definition disjoint (a b : list nat) : bool := negb (existsb (fun p => has p b) a).
Definition within (a b : list nat) : bool := forallb (fun p => has p b) a.
Definition chains (b : board) (c : stone) : list (list nat) :=
  parts near (points (sizes u)) (map (fun s => same_stone s c) b) [].
Definition border (l : list nat) : list nat := filter (fun q => negb (has q l)) (flat_map around l).

(* The chain at a point, if it has no liberty and no stone outside the region: those are never captured. *)
Fixpoint takeable (fuel : list (list nat)) (c : stone) (b : board) (todo found : list nat) : option (list nat) :=
  match fuel, todo with
  | _ :: fuel, p :: todo =>
    let next := around p in
    if negb (in_region p) || existsb (is_colour b Empty) next then None
    else
      let new := filter (fun q => is_colour b c q && negb (has q found)) next in
      takeable fuel c b (new ++ todo) (new ++ found)
  | _, _ => Some found
  end.
Definition taken_from (c : stone) (x : board * list nat) (q : nat) : board * list nat :=
  let '(b, taken) := x in
  if is_colour b c q then
    match takeable ([] :: near) c b [q] [q] with Some l => (clear l b, l ++ taken) | None => x end
  else x.
Definition empty_next (b : board) (l : list nat) : list nat :=
  filter (fun q => is_colour b Empty q && negb (disjoint (around q) l)) (points (sizes u)).
(* The defender may not play where he would enclose stones of the attacker together with points left out:
   a chain of them is taken if no point next to it is empty and it is not connected with the wall. *)
Definition left_out_chains (b : board) : list (list nat) :=
  let own := map (fun x => snd x && same_stone (fst x) (colour attacker)) (combine b in_whole) in
  filter (fun l => negb (disjoint l filled) && negb (existsb (is_colour b (colour attacker)) (border l)))
    (parts near (points (sizes u)) own []).
Definition barred (b : board) : list nat :=
  let ls := map (fun l => (existsb in_region l, empty_next b l)) (left_out_chains b) in
  let ended := existsb (fun x => fst x && match snd x with [] => true | _ => false end) ls in
  flat_map (fun x => match snd x with [q] => if fst x || ended then [q] else [] | _ => [] end) ls.
(* The attacker could take a chain next to what is left out. *)
Definition given_up (b : board) (turn : player) : bool :=
  same_player turn attacker &&
  existsb (fun l => forallb in_region l && negb (disjoint l opened) && (length (empty_next b l) <? 2)) (chains b (colour (defender u))).
(* The board after a stone, and what it took. *)
Definition p_put (w : player) (p : nat) (b : board) : option (board * list nat) :=
  if is_colour b Empty p then
    let x := fold_left (taken_from (colour (other w))) (around p) (set_point p (colour w) b, []) in
    match takeable ([] :: near) (colour w) (fst x) [p] [p] with None => Some x | Some _ => None end
  else None.

(* In a zone nothing bans the attacker. *)
Definition exempt (w : player) : bool := zoned && same_player w attacker.
Definition stone_moves (p : position) (bars : list nat) (named : string * nat) : list (move position) :=
  let '(name, q) := named in
  if same_ko (ko p) (Some q) || same_player (to_move p) (defender u) && has q (eyes u) || has q bars then []
  else match p_put (to_move p) q (stones p) with
    | None => []
    | Some (b, taken) =>
      let k := match p_basic_ko u, taken with
        | true, [x] => match p_put (other (to_move p)) x b with Some (_, [y]) => if y =? q then Some x else None | _ => None end
        | _, _ => None
        end in
      [Move name (Position b (other (to_move p)) (threats_one p) (threats_two p) k) (exempt (to_move p))]
    end.
Definition may_pass (w : player) : bool := same_player w (if live u then attacker else defender u).
Definition other_moves (p : position) : list (move position) :=
  let w := to_move p in
  (if may_pass w then [Move "pass" (Position (stones p) (other w) (threats_one p) (threats_two p) None) true] else []) ++
  if exempt w then [] else
  match w, threats_one p, threats_two p with
  | One, S n, m => [Move "threat" (Position (stones p) w n m None) false]
  | Two, m, S n => [Move "threat" (Position (stones p) w m n None) false]
  | _, _, _ => []
  end.

(* ---- Ends. *)
(* Points of the region with unconditionally living stones of a colour; the wall's stones are safe. *)
Definition p_vital (b : board) (part chain : list nat) : bool :=
  negb (disjoint (border part) chain) &&
  forallb (fun p => negb (is_colour b Empty p) || negb (disjoint (around p) chain)) part.
Fixpoint p_strike_off (fuel : nat) (b : board) (safe : list nat) (chains parts : list (list nat)) : list (list nat) :=
  match fuel with
  | O => []
  | S fuel =>
    let living := filter (fun chain => 2 <=? length (filter (fun part => p_vital b part chain) parts)) chains in
    let points := safe ++ List.concat living in
    let rest := filter (fun part => within (border part) points) parts in
    if (length living =? length chains) && (length rest =? length parts) then living
    else p_strike_off fuel b safe living rest
  end.
Definition p_alive (b : board) (w : player) : list nat :=
  let c := colour w in
  let touching := filter (existsb in_region) (chains b c) in
  let own := filter (forallb in_region) touching in
  let safe := List.concat (filter (fun l => negb (forallb in_region l)) touching) in
  let free := map (fun x => snd x && negb (same_stone (fst x) c)) (combine b inside) in
  let all := parts near (points (sizes u)) free [] in
  let closed := filter (fun part => forallb (is_colour b c) (border part)) all in
  let wall := filter (is_colour b c) outside in
  filter in_region (safe ++ List.concat (p_strike_off (S (length own + length closed)) b (safe ++ wall) own closed)).

(* The attacker's stones next to the region and what is connected with them; and whether the defender can
   connect to a safe stone of his. *)
Definition wall (b : board) : list nat := filter (is_colour b (colour attacker)) outside.
Definition connected (b : board) : list nat :=
  wall b ++ List.concat (filter (fun l => negb (disjoint l (wall b))) (chains b (colour attacker))).
Definition open_out (b : board) (safe : list nat) : bool :=
  existsb (fun p => negb (has p safe) && existsb (fun q => has q outside && is_colour b (colour (defender u)) q) (around p)) (region u).
(* Points of the region that have no stone of `living`, are not next to one, and are not `taken`. *)
Definition far (living taken : list nat) : list nat :=
  filter (fun p => negb (has p living) && negb (has p taken) && disjoint (around p) living) (region u).
(* Every two of them are neighbours. *)
Definition do_not_fit (l : list nat) : bool :=
  forallb (fun p => forallb (fun q => (p =? q) || has q (around p)) l) l.
Definition dead (b : board) (turn : player) : bool :=
  let safe := connected b in
  let left := far safe [] in
  let spare := length (filter (fun p => is_colour b Empty p && negb (has p left)) (region u)) in
  negb (open_out b safe) && do_not_fit left && ((if same_player turn attacker then 1 else 2) <=? spare).
(* Chains that have two doors to safe stones each, which no chain before them has taken. *)
Fixpoint before (l : list nat) (ls : list (list nat)) : list (list nat) :=
  match ls with
  | [] => [l]
  | x :: ls' => if fold_right Nat.min (length near) l <? fold_right Nat.min (length near) x then l :: ls else x :: before l ls'
  end.
Fixpoint hold (ls : list (list nat)) (doors : list nat) : list nat :=
  match ls with
  | [] => []
  | l :: ls =>
    match filter (fun d => negb (disjoint (around d) l)) doors with
    | x :: y :: _ => l ++ hold ls (filter (fun d => negb (d =? x) && negb (d =? y)) doors)
    | _ => hold ls doors
    end
  end.
Definition held (b : board) (safe : list nat) : list nat :=
  let doors := filter (fun p => is_colour b Empty p && negb (disjoint (around p) safe)) (region u) in
  let ls := filter (fun l => forallb in_region l && disjoint l safe) (chains b (colour attacker)) in
  hold (fold_right before [] ls) doors.
Definition lost (b : board) : bool :=
  let safe := connected b in
  let h := held b safe in
  match h with [] => false | _ => negb (open_out b safe) && do_not_fit (far (h ++ safe) []) end.
Definition no_space (b : board) : bool :=
  let safe := connected b in
  let taken := if with_miai u then filter (is_colour b (colour (defender u))) (region u) else [] in
  let loose := filter (fun p => is_colour b (colour attacker) p && negb (has p safe)) (region u) in
  let living := if 5 <=? length loose then p_alive b attacker ++ wall b else safe in
  negb (open_out b safe) && do_not_fit (far living taken).
Definition p_ends (p : position) : option outcome :=
  let b := stones p in
  if forallb (fun q => negb (is_colour b (colour (defender u)) q)) (target u) then Some (Win attacker)
  else if (live u || negb (no_life u)) && negb (disjoint (target u) (p_alive b (defender u))) then Some (Win (defender u))
  else if match opened with [] => false | _ => given_up b (to_move p) end then Some (Win attacker)
  else if live u && (negb (no_eye_space u) || with_miai u) && no_space b then Some (Win attacker)
  else if with_miai u && lost b then Some (Win attacker)
  else if with_death u && dead b (to_move p) then Some (Win attacker)
  else None.

Definition problem_goes_on (p : position) : bool :=
  match opened with [] => true | _ => negb (given_up (stones p) (to_move p)) end.
Definition problem_moves (named : list (string * nat)) (p : position) : list (move position) :=
  let bars := match opened with [] => [] | _ => if same_player (to_move p) (defender u) then barred (stones p) else [] end in
  flat_map (stone_moves p bars) named ++ other_moves p.

(* ---- What the parameters have to fit. *)
Definition has_liberty (b : board) (l : list nat) : bool := existsb (is_colour b Empty) (border l).
Definition all_breathe (b : board) : bool := forallb (has_liberty b) (chains b Black ++ chains b White).
Fixpoint reach (fuel : list (list nat)) (todo : list nat) (free : list bool) : list bool :=
  match fuel, todo with
  | _ :: fuel, p :: todo =>
    let new := filter (is_left free) (around p) in reach fuel (new ++ todo) (fold_left take new free)
  | _, _ => free
  end.
Definition parameters_fit : bool :=
  let b := first u in let own := colour (defender u) in
  let all := chains b Black ++ chains b White in
  let living := List.concat (fst (alive (sizes u) near b Black)) ++ List.concat (fst (alive (sizes u) near b White)) in
  let targets := List.concat (filter (fun l => negb (disjoint l (target u))) all) in
  let walls := filter (fun l => disjoint l (target u) && negb (disjoint l (declared u))) all in
  let safe := filter (fun p => negb (has p targets)) (living ++ List.concat walls) in
  let reached := filter in_region targets in
  (length b =? length near) && all_breathe b &&
  match region u, target u with [], _ | _, [] => false | _, _ => true end &&
  within (target u) (region u) && within (eyes u) (region u) && disjoint (declared u) (region u) &&
  forallb (is_colour b own) (target u) &&
  (* What is declared are all stones next to the region of some chains, none of them the target's. *)
  disjoint (declared u) targets && forallb (fun p => negb (is_colour b Empty p)) (declared u) &&
  within (declared u) outside && within (filter (fun p => has p (List.concat walls)) outside) (declared u) &&
  within (declared u) (List.concat walls) &&
  forallb (fun l => negb (forallb in_region (border l)) || (length l + length (region u) =? length near) || negb (disjoint l living)) walls &&
  (* The region ends at safe stones, and there are none in it. *)
  disjoint (region u) safe && within outside safe &&
  forallb (fun p => is_colour b Empty p &&
    existsb (fun l => negb (disjoint l targets) && within (around p) l) (chains b own)) (eyes u) &&
  (* It does not fall apart. *)
  forallb (fun p => negb (is_left (reach ([] :: near) reached (fold_left take reached inside)) p)) (region u) &&
  (negb (with_death u) || negb (live u) && negb (p_basic_ko u) && match eyes u with [] => true | _ => false end) &&
  (negb (with_miai u) || negb (p_basic_ko u) && match eyes u with [] => true | _ => false end).
(* The opponent of who is to move has just taken a single stone there. *)
Definition is_ko (b : board) (w : player) (q : nat) : bool :=
  match p_put w q b with
  | Some (after, [x]) =>
    negb (same_player w attacker && has x (eyes u)) &&
    match p_put (other w) x after with Some (back, [y]) => same_board back b && (y =? q) | _ => false end
  | _ => false
  end.
(* The board as its text has it: outside the zone that of the parameters. *)
Definition shown (b : board) : board :=
  map (fun x : stone * (stone * bool) => let '(now, (start, here)) := x in if here then now else start) (combine b (combine (first u) inside)).
Definition fill (b : board) : board := fold_left (fun b p => set_point p (colour attacker) b) filled b.
(* A chain of the defender in the zone, not connected with the wall, has no liberty there. *)
Definition lacks_liberties (b : board) : bool :=
  existsb (fun l => forallb in_region l && negb (has_liberty b l)) (chains b (colour (defender u))).
Definition problem_position (p : position) : bool :=
  (length (stones p) =? length near) && same_board (stones p) (fill (shown (stones p))) &&
  (negb zoned || negb (lacks_liberties (stones p))) &&
  all_breathe (shown (stones p)) && (threats_one p <=? 16) && (threats_two p <=? 16) &&
  match ko p with None => true | Some q => p_basic_ko u && in_region q && is_ko (stones p) (to_move p) q end.
(* A zone is in the region, has the target in it, and no stone of the defender next to it in the region. *)
Definition zone_fits : bool :=
  match whole u with
  | None => true
  | Some all =>
    negb (p_basic_ko u) && match eyes u with [] => true | _ => false end &&
    within (region u) all && within (target u) (region u) &&
    forallb (fun p => negb (is_left in_whole p) || negb (is_colour (first u) (colour (defender u)) p)) outside &&
    negb (lacks_liberties (fill (first u)))
  end.
End Problems.

Definition members (u : problem) (l : list nat) : list bool := map (fun p => has p l) (points (sizes u)).
(* The problem of the whole region. *)
Definition without_zone (u : problem) : problem :=
  match whole u with
  | None => u
  | Some all => Problem (sizes u) (live u) (defender u) all None (target u) (eyes u) (declared u) (p_basic_ko u)
      (no_eye_space u) (no_life u) (with_death u) (with_miai u) (first u)
  end.
Record made := Made { near_of : list (list nat); inside_of : list bool; outside_of : list nat;
  filled_of : list nat; opened_of : list nat; whole_of : list bool; names_of : list (string * nat) }.
Definition next_to (u : problem) (near : list (list nat)) (inside : list bool) : list nat :=
  filter (fun p => negb (is_left inside p) && existsb (is_left inside) (around near p)) (points (sizes u)).
Definition make_once (u : problem) : made :=
  let near := neighbours (sizes u) in
  let inside := members u (region u) in
  let outside := next_to u near inside in
  let all := match whole u with Some all => all | None => region u end in
  let in_whole := members u all in
  let left_out := filter (fun p => negb (is_left inside p)) all in
  let beside := filter (is_left in_whole) outside in
  Made near inside outside
    (filter (fun p => negb (is_colour (first u) (colour (defender u)) p)) left_out)
    (filter (fun p => negb (disjoint (around near p) beside)) (region u))
    in_whole (filter (fun x => has (snd x) (region u)) (names (sizes u))).
Definition problem_with (u : problem) (m : made) : game := {|
  Game.position := position;
  same := same_position;
  same_ok := same_position_ok;
  turn := to_move;
  over := p_ends u (near_of m) (inside_of m) (outside_of m) (opened_of m);
  moves := problem_moves u (near_of m) (inside_of m) (filled_of m) (opened_of m) (whole_of m) (names_of m);
  stuck := fun p => Win (other (to_move p));
  mark := scene;
  same_mark := same_scene;
  same_mark_ok := same_scene_ok;
  situation := fun board p => (stones p, (threats_one p, threats_two p), if board then None else Some (to_move p));
  occurrences := Some 2
|}.
Definition go_problem (u : problem) : game := problem_with u (make_once u).
Definition go_problem_goes_on (u : problem) (m : made) : position -> bool :=
  problem_goes_on u (near_of m) (inside_of m) (opened_of m).
Definition problem_interval u m : footprints (problem_with u m) :=
  interval_of (problem_with u m) (fun m : scene => fst (fst m)) (fun m : scene => snd m).
Definition problem_fits (u : problem) (m : made) : bool :=
  let v := without_zone u in
  let inside := members v (region v) in
  parameters_fit v (near_of m) inside (next_to v (near_of m) inside) &&
  zone_fits u (near_of m) (inside_of m) (outside_of m) (filled_of m) (whole_of m).
Definition is_problem_position (u : problem) (m : made) : position -> bool :=
  problem_position u (near_of m) (inside_of m) (filled_of m).
(* A position from the stones of its text. *)
Definition filled_board (u : problem) (m : made) (b : board) : board := fill u (filled_of m) b.

Definition problem_text (u : problem) (m : made) (p : position) : string :=
  String.concat "" [rows_text (sizes u) (shown u (inside_of m) (stones p)) (columns (sizes u));
    match to_move p with One => " B" | Two => " W" end;
    match threats_one p + threats_two p with
    | O => ""
    | _ => String.concat "" [" threats:"; number (threats_one p); "/"; number (threats_two p)]
    end;
    match ko p with None => "" | Some q => String.append " ko:" (coordinate (sizes u) q) end]%string.
