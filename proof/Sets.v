(* Finite sets that can be gone through and asked quickly: a list, and a table of what is in it. *)
Require Import List NArith Bool.
From Threefold Require Import Table.
Import ListNotations.
Set Implicit Arguments.

Section Sets.
Variable elt : Type.
Variable eqb : elt -> elt -> bool.
Hypothesis eqb_ok : forall a b, eqb a b = true <-> a = b.
Variable hash : elt -> place.
Definition in_table (x : elt) (t : table elt unit) : bool :=
  match find eqb (hash x) x t with Some _ => true | None => false end.

Record set := Set_of { items : list elt; index : table elt unit; size : N;
  set_ok : forall x, in_table x index = true <-> In x items }.
Definition mem (x : elt) (s : set) : bool := in_table x (index s).
Lemma mem_ok x s : mem x s = true <-> In x (items s).
Proof. apply set_ok. Qed.
Lemma mem_no x s : mem x s = false <-> ~ In x (items s).
Proof. rewrite <- mem_ok. destruct (mem x s); split; intros; try discriminate; auto. contradiction. Qed.

Lemma none_ok x : in_table x (empty elt unit) = true <-> In x [].
Proof. unfold in_table. rewrite find_empty. simpl. split; [discriminate|tauto]. Qed.
Definition none : set := Set_of [] (empty elt unit) 0 none_ok.

Lemma insert_ok y s x : in_table x (add eqb hash (hash y) y tt (index s)) = true <-> In x (y :: items s).
Proof.
  unfold in_table. rewrite find_add by exact eqb_ok. simpl. rewrite <- set_ok. unfold in_table.
  destruct (eqb x y) eqn:E.
  - apply eqb_ok in E. subst. tauto.
  - split; [auto|intros [->|]; auto]. rewrite (proj2 (eqb_ok _ _) eq_refl) in E. discriminate.
Qed.
Definition insert (y : elt) (s : set) : set :=
  if mem y s then s else Set_of (y :: items s) (add eqb hash (hash y) y tt (index s)) (N.succ (size s)) (insert_ok y s).
Lemma in_insert y s x : In x (items (insert y s)) <-> y = x \/ In x (items s).
Proof.
  unfold insert. destruct (mem y s) eqn:M; simpl; [|tauto].
  apply mem_ok in M. split; [auto|intros [<-|]; auto].
Qed.

Definition insert_all (l : list elt) (s : set) : set := fold_left (fun s x => insert x s) l s.
Lemma in_insert_all l : forall s x, In x (items (insert_all l s)) <-> In x l \/ In x (items s).
Proof.
  induction l as [|y l IH]; intros s x; simpl; [tauto|]. rewrite IH, in_insert. tauto.
Qed.
(* The smaller one is put into the larger one. *)
Definition union (a b : set) : set :=
  if (size a <=? size b)%N then insert_all (items a) b else insert_all (items b) a.
Lemma in_union a b x : In x (items (union a b)) <-> In x (items a) \/ In x (items b).
Proof. unfold union. destruct (size a <=? size b)%N; rewrite in_insert_all; tauto. Qed.

Lemma drop_ok y s x :
  in_table x (remove eqb (hash y) y (index s)) = true <-> In x (filter (fun z => negb (eqb z y)) (items s)).
Proof.
  rewrite filter_In. unfold in_table. rewrite find_remove by exact eqb_ok.
  rewrite <- set_ok. unfold in_table. destruct (eqb x y); simpl; split; try tauto; try discriminate.
Qed.
Definition drop (y : elt) (s : set) : set :=
  if mem y s then Set_of _ (remove eqb (hash y) y (index s)) (N.pred (size s)) (drop_ok y s) else s.
Lemma in_drop y s x : In x (items (drop y s)) <-> In x (items s) /\ x <> y.
Proof.
  unfold drop. destruct (mem y s) eqn:M; simpl.
  - rewrite filter_In, negb_true_iff. split; intros [A B]; split; auto.
    + intros ->. rewrite (proj2 (eqb_ok _ _) eq_refl) in B. discriminate.
    + destruct (eqb x y) eqn:E; auto. apply eqb_ok in E. contradiction.
  - apply mem_no in M. split; [intros H; split; auto; intros ->; auto|tauto].
Qed.

Definition inside (a b : set) : bool := forallb (fun x => mem x b) (items a).
Lemma inside_ok a b : inside a b = true -> forall x, In x (items a) -> In x (items b).
Proof. unfold inside. rewrite forallb_forall. intros H x I. apply mem_ok. auto. Qed.
Definition apart (a b : set) : bool :=
  if (size a <=? size b)%N then forallb (fun x => negb (mem x b)) (items a)
  else forallb (fun x => negb (mem x a)) (items b).
Lemma apart_ok a b : apart a b = true -> forall x, In x (items a) -> ~ In x (items b).
Proof.
  unfold apart. destruct (size a <=? size b)%N; rewrite forallb_forall; intros H x A B.
  - specialize (H x A). apply negb_true_iff, mem_no in H. auto.
  - specialize (H x B). apply negb_true_iff, mem_no in H. auto.
Qed.
End Sets.
