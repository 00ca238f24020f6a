(* Problems of Go (docs/go-problems.md, "The game that is played", and docs/certificate.md, section 1).

   Zones apart, which the program does not check. The ends of the game are defined as the specification
   has them, and are a part of the game that the theorem is about: that a problem with an end that says
   who has won by the look of the board is as good as one without is not proved. *)
Require Import String List Arith Bool.
From Threefold Require Import Game Order Table Superko Footprints Go Interval.
Import ListNotations.
Set Implicit Arguments.

(* What stands in the line `game`, and the board of the root. *)
Record problem := Problem {
  sizes : rules;              (* rows and columns *)
  live : bool;                (* live, or survive *)
  defender : player;
  region : list nat; target : list nat; eyes : list nat; declared : list nat;
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
(* The board after a stone, and what it took. *)
Definition p_put (w : player) (p : nat) (b : board) : option (board * list nat) :=
  if is_colour b Empty p then
    let x := fold_left (taken_from (colour (other w))) (around p) (set_point p (colour w) b, []) in
    match takeable ([] :: near) (colour w) (fst x) [p] [p] with None => Some x | Some _ => None end
  else None.

Definition stone_moves (p : position) (named : string * nat) : list (move position) :=
  let '(name, q) := named in
  if same_ko (ko p) (Some q) || same_player (to_move p) (defender u) && has q (eyes u) then []
  else match p_put (to_move p) q (stones p) with
    | None => []
    | Some (b, taken) =>
      let k := match p_basic_ko u, taken with
        | true, [x] => match p_put (other (to_move p)) x b with Some (_, [y]) => if y =? q then Some x else None | _ => None end
        | _, _ => None
        end in
      [Move name (Position b (other (to_move p)) (threats_one p) (threats_two p) k) false]
    end.
Definition may_pass (w : player) : bool := same_player w (if live u then attacker else defender u).
Definition other_moves (p : position) : list (move position) :=
  let w := to_move p in
  (if may_pass w then [Move "pass" (Position (stones p) (other w) (threats_one p) (threats_two p) None) true] else []) ++
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
  else if live u && (negb (no_eye_space u) || with_miai u) && no_space b then Some (Win attacker)
  else if with_miai u && lost b then Some (Win attacker)
  else if with_death u && dead b (to_move p) then Some (Win attacker)
  else None.

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
Definition problem_position (p : position) : bool :=
  (length (stones p) =? length near) &&
  forallb (fun q => in_region q || same_stone (at_point (stones p) q) (at_point (first u) q)) (points (sizes u)) &&
  all_breathe (stones p) && (threats_one p <=? 16) && (threats_two p <=? 16) &&
  match ko p with None => true | Some q => p_basic_ko u && in_region q && is_ko (stones p) (to_move p) q end.
End Problems.

Definition inside_of (u : problem) : list bool := map (fun p => has p (region u)) (points (sizes u)).
Definition outside_of (u : problem) (near : list (list nat)) (inside : list bool) : list nat :=
  filter (fun p => negb (is_left inside p) && existsb (is_left inside) (around near p)) (points (sizes u)).
Definition problem_with u near inside outside (named : list (string * nat)) : game := {|
  Game.position := position;
  same := same_position;
  same_ok := same_position_ok;
  turn := to_move;
  over := p_ends u near inside outside;
  moves := fun p => flat_map (stone_moves u near inside p) named ++ other_moves u p;
  stuck := fun p => Win (other (to_move p));
  mark := scene;
  same_mark := same_scene;
  same_mark_ok := same_scene_ok;
  situation := fun board p => (stones p, (threats_one p, threats_two p), if board then None else Some (to_move p));
  occurrences := Some 2
|}.
Definition names_of (u : problem) : list (string * nat) := filter (fun x => has (snd x) (region u)) (names (sizes u)).
Definition go_problem (u : problem) : game :=
  let near := neighbours (sizes u) in
  problem_with u near (inside_of u) (outside_of u near (inside_of u)) (names_of u).
Definition problem_interval u near inside outside named : footprints (problem_with u near inside outside named) :=
  interval_of (problem_with u near inside outside named) (fun m : scene => fst (fst m)) (fun m : scene => snd m).

Definition problem_text (u : problem) (p : position) : string :=
  String.concat "" [rows_text (sizes u) (stones p) (columns (sizes u));
    match to_move p with One => " B" | Two => " W" end;
    match threats_one p + threats_two p with
    | O => ""
    | _ => String.concat "" [" threats:"; number (threats_one p); "/"; number (threats_two p)]
    end;
    match ko p with None => "" | Some q => String.append " ko:" (coordinate (sizes u) q) end]%string.
