(* How the sets F of the walk under superko are kept (docs/certificate.md, section 5).

   Whatever the way, what was put in is in, and a path is clear of a set only if nothing of the set is on
   it. `exact` keeps the set itself. Intervals are in Interval.v. *)
Require Import List NArith Bool.
From Threefold Require Import Game Table Sets Superko.
Import ListNotations.
Set Implicit Arguments.

Notation path g := (set (@elt_eqb g) (@fst place (mark g))).

Record footprints (g : game) := Footprints {
  wide : Type;
  stands : wide -> elt g -> Prop;
  w_none : wide;
  w_insert : elt g -> wide -> wide;
  w_union : wide -> wide -> wide;
  w_clear : path g -> wide -> bool;
  w_insert_ok : forall x w y, x = y \/ stands w y -> stands (w_insert x w) y;
  w_union_ok : forall a b y, stands a y \/ stands b y -> stands (w_union a b) y;
  w_clear_ok : forall s w, w_clear s w = true -> forall x, In x (items s) -> ~ stands w x
}.

Section Exact.
Variable g : game.
Lemma exact_insert x (w : path g) y : x = y \/ In y (items w) -> In y (items (s_insert x w)).
Proof. unfold s_insert. rewrite in_insert. auto. Qed.
Lemma exact_union (a b : path g) y : In y (items a) \/ In y (items b) -> In y (items (s_union a b)).
Proof. unfold s_union. rewrite in_union. auto. Qed.
Lemma exact_clear (s w : path g) : apart s w = true -> forall x, In x (items s) -> ~ In x (items w).
Proof. intros A. apply apart_ok. auto. Qed.
Definition exact : footprints g := {|
  stands := fun (w : path g) x => In x (items w);
  w_none := s_none g; w_insert := @s_insert g; w_union := @s_union g; w_clear := fun s w : path g => apart s w;
  w_insert_ok := exact_insert; w_union_ok := exact_union; w_clear_ok := exact_clear |}.
End Exact.
