(* Graph games (docs/game-format.md): what the lines of a `.game` file say.

   A position is its name. The reader gives a table from names to what stands in their lines. *)
Require Import String List Bool.
From Threefold Require Import Game Table Order.
Import ListNotations.
Set Implicit Arguments.

Inductive node :=
| Turn (w : player) (next : list (move string))
| Over (o : outcome).
(* Where he can go, in ascending order whatever the order in the file; true: by a pass. *)
Definition turn_to (w : player) (next : list (string * bool)) : node :=
  Turn w (in_order (map (fun s => Move (fst s) (fst s) (snd s)) next)).
Record line := Line_of { what : node; label : string }.

Section Graph.
Variable hash : string -> place.
Definition file := table string line.
Definition no_line : file := empty _ _.
Definition add_line (name label : string) (what : node) (f : file) : file :=
  add String.eqb hash (hash name) name (Line_of what label) f.

Variable f : file.
Definition line_of (p : string) : option line := find String.eqb (hash p) p f.
Definition g_turn (p : string) : player :=
  match line_of p with Some (Line_of (Turn w _) _) => w | _ => One end.
Definition g_over (p : string) : option outcome :=
  match line_of p with Some (Line_of (Over o) _) => Some o | _ => None end.
Definition g_moves (p : string) : list (move string) :=
  match line_of p with
  | Some (Line_of (Turn _ next) _) => next
  | _ => []
  end.
Definition g_label (p : string) : string := match line_of p with Some (Line_of _ l) => l | None => p end.

Variable times : nat.    (* what the line `occurrences` says of the game *)
Definition graph : game := {|
  position := string;
  same := String.eqb;
  same_ok := String.eqb_eq;
  turn := g_turn;
  over := g_over;
  moves := g_moves;
  stuck := fun p => Win (other (g_turn p));    (* who cannot move has lost *)
  mark := string;
  same_mark := String.eqb;
  same_mark_ok := String.eqb_eq;
  situation := fun board p => if board then g_label p else p;
  occurrences := Some times
|}.
Definition graph_goes_on (p : string) : bool := match g_over p with Some _ => false | None => true end.
End Graph.
