(* Games, and what a claim about one means.

   This file is what has to be read and agreed with; everything else is checked against it. A game is
   positions, whose turn it is, moves with their notation, and ends (docs/certificate.md, section 1).
   A play is a position with all positions before it, those of the history included. A player's
   strategy says, for each play that ends at his turn, where he goes. It *secures* a claim from a play
   if all that can follow, with or without end, supports the claim, whatever the opponent does. *)
Require Import String List Arith Bool.
Import ListNotations.
Set Implicit Arguments.

Inductive player := One | Two.
Inductive outcome := Win (w : player) | Draw.
Definition other w := match w with One => Two | Two => One end.
Definition same_player a b := match a, b with One, One | Two, Two => true | _, _ => false end.

Record move (position : Type) := Move { notation : string; to : position; is_pass : bool }.

Record game := {
  position : Type;
  same : position -> position -> bool;
  same_ok : forall a b, same a b = true <-> a = b;
  turn : position -> player;
  (* The game is over here. *)
  over : position -> option outcome;
  (* The moves that the game has, in ascending order of notation, superko apart. *)
  moves : position -> list (move position);
  (* What not being able to move counts as, for the player whose turn it is. *)
  stuck : position -> outcome;
  (* What superko forbids to recreate: with true the board alone, with false who is to move as well. *)
  mark : Type;
  same_mark : mark -> mark -> bool;
  same_mark_ok : forall a b, same_mark a b = true <-> a = b;
  situation : bool -> position -> mark;
  (* The occurrence of a position at which the rules speak of a repetition, if there is one. *)
  occurrences : option nat
}.

Inductive rule :=
| Plain                         (* draw *)
| AttackerLoses (a : player)    (* attacker-loses *)
| AttackerWins (a : player)     (* attacker-wins *)
| Superko (board : bool).       (* situational-superko; positional-superko if only the board counts *)

(* What a repetition counts as, and play without end. Under superko there is no such thing. *)
Definition repetition (r : rule) : option outcome :=
  match r with
  | Plain => Some Draw
  | AttackerLoses a => Some (Win (other a))
  | AttackerWins a => Some (Win a)
  | Superko _ => None
  end.

(* `who` wins, or (with `wins` false) holds: does not lose. *)
Record claim := Claim { who : player; wins : bool }.
Definition supports (c : claim) (o : outcome) : bool :=
  match o with Win w => same_player w (who c) | Draw => negb (wins c) end.

Section Plays.
Variable g : game.
Variable r : rule.

Record play := Play { now : position g; earlier : list (position g) }.
Definition after (h : play) (p : position g) : play := Play p (now h :: earlier h).

Fixpoint count (p : position g) (l : list (position g)) : nat :=
  match l with [] => 0 | q :: l => (if same g p q then 1 else 0) + count p l end.
(* The position has been there so often before that the rules speak of a repetition. *)
Definition repeated (p : position g) (before : list (position g)) : bool :=
  match occurrences g with Some n => n <=? S (count p before) | None => false end.

(* A move that is no pass may not recreate a situation of the play. *)
Definition banned (h : play) (m : move (position g)) : bool :=
  match r with
  | Superko b => negb (is_pass m) &&
      existsb (same_mark g (situation g b (to m))) (map (situation g b) (now h :: earlier h))
  | _ => false
  end.
Definition legal (h : play) : list (move (position g)) :=
  filter (fun m => negb (banned h m)) (moves g (now h)).

(* The game has ended, and how; or it goes on. *)
Definition ended (h : play) : option outcome :=
  let here := match over g (now h) with
    | Some o => Some o
    | None => match legal h with [] => Some (stuck g (now h)) | _ => None end
    end in
  match repetition r with
  | Some o => if repeated (now h) (earlier h) then Some o else here
  | None => here
  end.

Definition strategy := play -> position g.

(* One move of either player, where the claimant's are those of the strategy. *)
Inductive step (c : claim) (s : strategy) (h : play) : play -> Prop :=
| Step m : ended h = None -> In m (legal h) -> (turn g (now h) = who c -> to m = s h) ->
    step c s h (after h (to m)).
Inductive reaches (c : claim) (s : strategy) (start : play) : play -> Prop :=
| Here : reaches c s start start
| Next h h' : reaches c s start h -> step c s h h' -> reaches c s start h'.

(* An end supports the claim; and where the claimant has to move he has a legal move. *)
Definition good_so_far (c : claim) (s : strategy) (h : play) : Prop :=
  match ended h with
  | Some o => supports c o = true
  | None => turn g (now h) = who c -> exists m, In m (legal h) /\ to m = s h
  end.
Definition endless (c : claim) (s : strategy) (start : play) : Prop :=
  exists f : nat -> play, f 0 = start /\ forall i, step c s (f i) (f (S i)).
Definition secures (c : claim) (s : strategy) (start : play) : Prop :=
  (forall h, reaches c s start h -> good_so_far c s h) /\
  (endless c s start -> exists o, repetition r = Some o /\ supports c o = true).

(* The claim is true: of a position after these positions. *)
Definition true_claim (c : claim) (start : play) : Prop := exists s, secures c s start.
(* `within n`: the claim is true, and the game is over after n plies at the latest. *)
Definition true_within (n : nat) (c : claim) (start : play) : Prop :=
  exists s, secures c s start /\
    forall h, reaches c s start h -> length (earlier h) <= n + length (earlier start).
(* `plies n`: whatever happens in the first n plies, the claimant has not lost. *)
Definition true_for (n : nat) (c : claim) (start : play) : Prop :=
  exists s, forall h, reaches c s start h ->
    length (earlier h) <= n + length (earlier start) ->
    match ended h with
    | Some o => supports c o = true
    | None => length (earlier h) < n + length (earlier start) -> good_so_far c s h
    end.

(* A history is a play of the game: moves that were legal, told by their notation, from positions where
   it was not over. A repetition keeps nobody from having played on; what may be gone through is for the
   game to say. *)
Inductive played (goes_on : position g -> bool) (start : position g) : list string -> play -> Prop :=
| Started : played goes_on start [] (Play start [])
| Played texts h m : played goes_on start texts h -> goes_on (now h) = true -> In m (legal h) ->
    played goes_on start (texts ++ [notation m]) (after h (to m)).
End Plays.
Arguments Play {g} now earlier.
