(* Sets F of Go, kept as sets up to 1000 situations and then as intervals (docs/certificate.md, section 5).

   What was put in lies between; so an interval is a superset of the set that it stands for. *)
Require Import List Arith NArith Lia Bool.
From Coq Require String.
From Threefold Require Import Game Table Sets Superko Footprints Go.
Import ListNotations.
Set Implicit Arguments.

Section Interval.
(* A game of Go, whose situations have stones and perhaps a side to move; what else they have is not compared. *)
Variable g : game.
Variable stones_of : mark g -> board.
Variable side : mark g -> option player.
Notation elt := (elt g).

(* Of a point: what was seen there. *)
Record cell := Cell { saw_empty : bool; saw_black : bool; saw_white : bool }.
(* A stone that all had has to be there, one that none had must not. *)
Definition fits (c : cell) (s : stone) : bool :=
  match s with
  | Black => saw_black c
  | White => saw_white c
  | Empty => saw_empty c || saw_black c && saw_white c
  end.
Definition cell_of (s : stone) : cell :=
  Cell (same_stone s Empty) (same_stone s Black) (same_stone s White).
Definition cell_or (a b : cell) : cell :=
  Cell (saw_empty a || saw_empty b) (saw_black a || saw_black b) (saw_white a || saw_white b).
Fixpoint all_fit (l : list cell) (b : board) : bool :=
  match l, b with
  | [], [] => true
  | c :: l, s :: b => fits c s && all_fit l b
  | _, _ => false
  end.
Fixpoint cells_or (a b : list cell) : option (list cell) :=
  match a, b with
  | [], [] => Some []
  | x :: a, y :: b => match cells_or a b with Some l => Some (cell_or x y :: l) | None => None end
  | _, _ => None
  end.
(* Which sides to move were seen, where that counts. *)
Record sides := Sides { saw_none : bool; saw_one : bool; saw_two : bool }.
Definition side_fits (x : sides) (s : option player) : bool :=
  match s with None => saw_none x | Some One => saw_one x | Some Two => saw_two x end.
Definition side_of (s : option player) : sides :=
  match s with None => Sides true false false | Some One => Sides false true false | Some Two => Sides false false true end.
Definition sides_or (a b : sides) : sides :=
  Sides (saw_none a || saw_none b) (saw_one a || saw_one b) (saw_two a || saw_two b).
Fixpoint number_of (s : stone) (b : board) : nat :=
  match b with [] => 0 | x :: b => if same_stone x s then S (number_of s b) else number_of s b end.
Record bounds := Bounds { cells : list cell; turns : sides;
  least_black : nat; most_black : nat; least_white : nat; most_white : nat }.
Definition between (x : bounds) (e : elt) : bool :=
  let b := stones_of (snd e) in
  side_fits (turns x) (side (snd e)) && all_fit (cells x) b &&
  (let n := number_of Black b in (least_black x <=? n) && (n <=? most_black x)) &&
  (let n := number_of White b in (least_white x <=? n) && (n <=? most_white x)).
Definition bounds_of (e : elt) : bounds :=
  let b := stones_of (snd e) in
  let black := number_of Black b in let white := number_of White b in
  Bounds (map cell_of b) (side_of (side (snd e))) black black white white.
Definition smaller (a b : nat) := if a <=? b then a else b.
Definition larger (a b : nat) := if a <=? b then b else a.
Definition join (x y : bounds) : option bounds :=
  match cells_or (cells x) (cells y) with
  | Some l => Some (Bounds l (sides_or (turns x) (turns y))
      (smaller (least_black x) (least_black y)) (larger (most_black x) (most_black y))
      (smaller (least_white x) (least_white y)) (larger (most_white x) (most_white y)))
  | None => None
  end.

Inductive kept :=
| Members (s : path g)
| Between (x : bounds)
| Everything.    (* boards of different sizes: it does not happen *)
Definition stands_for (k : kept) (e : elt) : Prop :=
  match k with Members s => In e (items s) | Between x => between x e = true | Everything => True end.
Definition join_kept (x : bounds) (k : kept) : kept :=
  match k with
  | Between y => match join x y with Some z => Between z | None => Everything end
  | _ => Everything
  end.
(* What lies between already changes nothing. *)
Definition join_one (k : kept) (e : elt) : kept :=
  match k with
  | Between x => if between x e then k else join_kept (bounds_of e) k
  | _ => Everything
  end.
Definition widen (l : list elt) (k : kept) : kept := fold_left join_one l k.
Definition most_members : N := 1000.
Definition limited (s : path g) : kept :=
  if (size s <=? most_members)%N then Members s
  else match items s with [] => Members s | e :: l => widen l (Between (bounds_of e)) end.
Definition k_insert (e : elt) (k : kept) : kept :=
  match k with
  | Members s => limited (s_insert e s)
  | _ => join_one k e
  end.
Definition k_union (a b : kept) : kept :=
  match a, b with
  | Members s, Members t => limited (s_union s t)
  | Members s, k | k, Members s => widen (items s) k
  | Between x, k => join_kept x k
  | Everything, _ => Everything
  end.
Definition k_clear (s : path g) (k : kept) : bool :=
  match k with
  | Members t => apart s t
  | Between x => forallb (fun e => negb (between x e)) (items s)
  | Everything => match items s with [] => true | _ => false end
  end.

Lemma fits_or a b s : fits a s = true \/ fits b s = true -> fits (cell_or a b) s = true.
Proof.
  destruct a as [[] [] []], b as [[] [] []], s; simpl; intros [H|H]; auto.
Qed.
Lemma all_fit_or a : forall b l s, cells_or a b = Some l -> all_fit a s = true \/ all_fit b s = true -> all_fit l s = true.
Proof.
  induction a as [|x a IH]; intros [|y b] l s C H; simpl in C; try discriminate.
  - injection C as <-. tauto.
  - destruct (cells_or a b) as [l'|] eqn:E; [|discriminate]. injection C as <-.
    destruct s as [|z s]; simpl in *; [destruct H; discriminate|].
    rewrite !andb_true_iff in *. split; [apply fits_or|eapply IH; eauto]; tauto.
Qed.
Lemma side_or a b s : side_fits a s = true \/ side_fits b s = true -> side_fits (sides_or a b) s = true.
Proof. destruct a as [[] [] []], b as [[] [] []], s as [[]|]; simpl; intros [H|H]; auto. Qed.
Lemma between_of e : between (bounds_of e) e = true.
Proof.
  destruct e as [h m]. unfold between, bounds_of. simpl.
  rewrite !andb_true_iff, !Nat.leb_le. repeat split; try lia.
  - destruct (side m) as [[]|]; auto.
  - induction (stones_of m) as [|x b IH]; simpl; auto. rewrite IH. destruct x; auto.
Qed.
Lemma between_join x y z e : join x y = Some z -> between x e = true \/ between y e = true -> between z e = true.
Proof.
  unfold join. destruct (cells_or (cells x) (cells y)) as [l|] eqn:C; [|discriminate].
  intros J. injection J as <-. destruct e as [h m]. unfold between. simpl.
  rewrite !andb_true_iff, !Nat.leb_le. intros H.
  assert (Lo : forall a b, smaller a b <= a /\ smaller a b <= b) by (intros a b; unfold smaller; destruct (Nat.leb_spec a b); lia).
  assert (Hi : forall a b, a <= larger a b /\ b <= larger a b) by (intros a b; unfold larger; destruct (Nat.leb_spec a b); lia).
  pose proof (Lo (least_black x) (least_black y)). pose proof (Lo (least_white x) (least_white y)).
  pose proof (Hi (most_black x) (most_black y)). pose proof (Hi (most_white x) (most_white y)).
  repeat split; try (destruct H; lia).
  - apply side_or. tauto.
  - eapply all_fit_or; eauto. tauto.
Qed.
Lemma join_kept_ok x k e : (forall s, k <> Members s) -> between x e = true \/ stands_for k e -> stands_for (join_kept x k) e.
Proof.
  destruct k as [s|y|]; simpl; intros N H; auto. destruct (join x y) as [z|] eqn:J; simpl; auto.
  eapply between_join; eauto.
Qed.
Lemma join_one_ok x k e : (forall s, k <> Members s) -> x = e \/ stands_for k e -> stands_for (join_one k x) e.
Proof.
  destruct k as [s|y|]; simpl; intros N H; try exact I.
  destruct (between y x) eqn:B.
  - destruct H as [->|H]; auto.
  - apply (@join_kept_ok (bounds_of x) (Between y)); [discriminate|]. destruct H as [->|H]; auto using between_of.
Qed.
Lemma join_one_kind x k s : join_one k x <> Members s.
Proof.
  destruct k as [t|y|]; simpl; try congruence. destruct (between y x); [congruence|].
  destruct (join (bounds_of x) y); congruence.
Qed.
Lemma widen_ok l : forall k e, (forall s, k <> Members s) -> In e l \/ stands_for k e -> stands_for (widen l k) e.
Proof.
  induction l as [|x l IH]; simpl; intros k e N H; [tauto|]. apply IH.
  - intros s. apply join_one_kind.
  - destruct H as [[->|H]|H]; auto; right; apply join_one_ok; auto.
Qed.
Lemma limited_ok s e : In e (items s) -> stands_for (limited s) e.
Proof.
  unfold limited. intros H. destruct (size s <=? most_members)%N; [exact H|].
  destruct (items s) as [|x l] eqn:E; [destruct H|]. apply widen_ok; [discriminate|].
  simpl. destruct H as [->|H]; auto using between_of.
Qed.
Lemma k_insert_ok x k e : x = e \/ stands_for k e -> stands_for (k_insert x k) e.
Proof.
  destruct k as [s|y|]; intros H.
  - apply limited_ok. unfold s_insert. rewrite in_insert. auto.
  - apply (@join_one_ok x (Between y)); [discriminate|auto].
  - simpl. auto.
Qed.
Lemma k_union_ok a b e : stands_for a e \/ stands_for b e -> stands_for (k_union a b) e.
Proof.
  destruct a as [s|x|], b as [t|y|]; simpl k_union; intros H; try (exact I).
  - apply limited_ok. unfold s_union. rewrite in_union. auto.
  - apply widen_ok; [discriminate|auto].
  - apply widen_ok; [discriminate|auto].
  - apply widen_ok; [discriminate|tauto].
  - apply (@join_kept_ok x (Between y)); [discriminate|auto].
  - apply widen_ok; [discriminate|tauto].
Qed.
Lemma k_clear_ok s k : k_clear s k = true -> forall e, In e (items s) -> ~ stands_for k e.
Proof.
  destruct k as [t|x|]; unfold k_clear; intros H e L.
  - simpl. eapply apart_ok; eauto.
  - rewrite forallb_forall in H. specialize (H e L). apply negb_true_iff in H. simpl. congruence.
  - destruct (items s); [destruct L|discriminate].
Qed.
Definition interval_of : footprints g := {|
  stands := stands_for; w_none := Members (s_none g); w_insert := k_insert; w_union := k_union; w_clear := k_clear;
  w_insert_ok := k_insert_ok; w_union_ok := k_union_ok; w_clear_ok := k_clear_ok |}.
End Interval.
Definition interval u near named : footprints (go_with u near named) := interval_of (go_with u near named) fst snd.
