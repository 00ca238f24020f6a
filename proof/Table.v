(* Tables: what was added last for a key is found.

   A table is a tree of eight ways that grows where it is full, along ways that belong to the key. Any
   function from keys to ways will do: whole keys are compared, and two keys with the same ways are no
   fault. So nothing has to be believed of the function, and the program may bring one. *)
Require Import List Bool.
Import ListNotations.
Set Implicit Arguments.

Inductive way := W0 | W1 | W2 | W3 | W4 | W5 | W6 | W7.
Definition place := list way.
Definition same_way (a b : way) : bool :=
  match a, b with
  | W0, W0 | W1, W1 | W2, W2 | W3, W3 | W4, W4 | W5, W5 | W6, W6 | W7, W7 => true
  | _, _ => false
  end.
Fixpoint same_place (a b : place) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => same_way x y && same_place a b
  | _, _ => false
  end.
Lemma same_place_ok a : forall b, same_place a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try (split; congruence).
  rewrite andb_true_iff, IH. split; [intros [D ->]; f_equal; destruct x, y; simpl in D; congruence|].
  intros E. injection E as -> ->. split; auto. destruct y; auto.
Qed.
Definition head_way (h : place) : way := match h with [] => W0 | d :: _ => d end.
Definition more_ways (h : place) : place := match h with [] => [] | _ :: h => h end.
Fixpoint after_ways (n : nat) (h : place) : place := match n with O => h | S n => after_ways n (more_ways h) end.
Lemma after_more n : forall h, after_ways (S n) h = more_ways (after_ways n h).
Proof. induction n as [|n IH]; intros h; auto. simpl in *. apply IH. Qed.

Section Table.
Variables key value : Type.
Variable eqb : key -> key -> bool.
Hypothesis eqb_ok : forall a b, eqb a b = true <-> a = b.
Variable hash : key -> place.

(* A few entries, one after the other, or a way for each further one. *)
Inductive table :=
| Nothing
| Entry (k : key) (v : value) (more : table)
| Node (a0 a1 a2 a3 a4 a5 a6 a7 : table).
Definition empty : table := Nothing.
Definition pick (d : way) (a0 a1 a2 a3 a4 a5 a6 a7 : table) : table :=
  match d with W0 => a0 | W1 => a1 | W2 => a2 | W3 => a3 | W4 => a4 | W5 => a5 | W6 => a6 | W7 => a7 end.
Definition change (d : way) (x a0 a1 a2 a3 a4 a5 a6 a7 : table) : table :=
  match d with
  | W0 => Node x a1 a2 a3 a4 a5 a6 a7 | W1 => Node a0 x a2 a3 a4 a5 a6 a7
  | W2 => Node a0 a1 x a3 a4 a5 a6 a7 | W3 => Node a0 a1 a2 x a4 a5 a6 a7
  | W4 => Node a0 a1 a2 a3 x a5 a6 a7 | W5 => Node a0 a1 a2 a3 a4 x a6 a7
  | W6 => Node a0 a1 a2 a3 a4 a5 x a7 | W7 => Node a0 a1 a2 a3 a4 a5 a6 x
  end.

Fixpoint find (h : place) (k : key) (t : table) : option value :=
  match t with
  | Nothing => None
  | Entry x v more => if eqb k x then Some v else find h k more
  | Node a0 a1 a2 a3 a4 a5 a6 a7 => find (more_ways h) k (pick (head_way h) a0 a1 a2 a3 a4 a5 a6 a7)
  end.
(* An entry goes the way that its key has at this depth. *)
Definition deal (depth : nat) (k : key) (v : value) (t : table) : table :=
  match t with
  | Node a0 a1 a2 a3 a4 a5 a6 a7 =>
    let d := head_way (after_ways depth (hash k)) in
    change d (Entry k v (pick d a0 a1 a2 a3 a4 a5 a6 a7)) a0 a1 a2 a3 a4 a5 a6 a7
  | _ => t
  end.
Definition no_entries : table := Node Nothing Nothing Nothing Nothing Nothing Nothing Nothing Nothing.
Fixpoint add_at (depth : nat) (h : place) (k : key) (v : value) (t : table) : table :=
  match t with
  | Nothing => Entry k v Nothing
  | Entry x w more =>
    if eqb k x then Entry k v more
    else match more, h with
      | Entry y z Nothing, _ :: _ =>
        if eqb k y then Entry x w (Entry k v Nothing) else deal depth x w (deal depth y z (deal depth k v no_entries))
      | _, _ => Entry x w (add_at depth h k v more)
      end
  | Node a0 a1 a2 a3 a4 a5 a6 a7 =>
    let d := head_way h in
    change d (add_at (S depth) (more_ways h) k v (pick d a0 a1 a2 a3 a4 a5 a6 a7)) a0 a1 a2 a3 a4 a5 a6 a7
  end.
Definition add (h : place) (k : key) (v : value) (t : table) : table := add_at 0 h k v t.
Fixpoint remove (h : place) (k : key) (t : table) : table :=
  match t with
  | Nothing => Nothing
  | Entry x v more => if eqb k x then remove h k more else Entry x v (remove h k more)
  | Node a0 a1 a2 a3 a4 a5 a6 a7 =>
    let d := head_way h in change d (remove (more_ways h) k (pick d a0 a1 a2 a3 a4 a5 a6 a7)) a0 a1 a2 a3 a4 a5 a6 a7
  end.

Lemma eqb_no a b x : eqb a b = false -> eqb x b = true -> eqb x a = false.
Proof.
  intros N E. destruct (eqb x a) eqn:X; auto. apply eqb_ok in E, X. subst. rewrite (proj2 (eqb_ok _ _) eq_refl) in N. discriminate.
Qed.
Lemma find_change h k d x a0 a1 a2 a3 a4 a5 a6 a7 : find h k (change d x a0 a1 a2 a3 a4 a5 a6 a7) =
  if same_way (head_way h) d then find (more_ways h) k x else find h k (Node a0 a1 a2 a3 a4 a5 a6 a7).
Proof. destruct d; simpl; destruct (head_way h); auto. Qed.
Lemma same_way_ok a b : same_way a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.

Lemma find_empty h k : find h k empty = None.
Proof. auto. Qed.
Definition is_node (t : table) : Prop := match t with Node _ _ _ _ _ _ _ _ => True | _ => False end.
Lemma deal_ok depth k v t x : is_node t -> is_node (deal depth k v t) /\
  find (after_ways depth (hash x)) x (deal depth k v t) = if eqb x k then Some v else find (after_ways depth (hash x)) x t.
Proof.
  destruct t as [| |a0 a1 a2 a3 a4 a5 a6 a7]; intros []. split; [simpl; destruct (head_way _); exact I|].
  cbn [deal]. rewrite find_change. destruct (same_way _ _) eqn:D.
  - apply same_way_ok in D. rewrite <- D. cbn [find]. destruct (eqb x k); auto.
  - destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x. rewrite (proj2 (same_way_ok _ _) eq_refl) in D. discriminate.
Qed.
Lemma find_add_at k v x t : forall depth,
  find (after_ways depth (hash x)) x (add_at depth (after_ways depth (hash k)) k v t) =
    if eqb x k then Some v else find (after_ways depth (hash x)) x t.
Proof.
  induction t as [|y w more IH|a0 H0 a1 H1 a2 H2 a3 H3 a4 H4 a5 H5 a6 H6 a7 H7]; intros depth; auto.
  - assert (P : eqb k y = false -> find (after_ways depth (hash x)) x (Entry y w (add_at depth (after_ways depth (hash k)) k v more)) =
      if eqb x k then Some v else find (after_ways depth (hash x)) x (Entry y w more)).
    { intros K. cbn [find]. rewrite IH. destruct (eqb x k) eqn:X; auto. rewrite (@eqb_no y k x); auto.
      destruct (eqb y k) eqn:Y; auto. apply eqb_ok in Y. subst. rewrite (proj2 (eqb_ok _ _) eq_refl) in K. discriminate. }
    cbn [add_at]. destruct (eqb k y) eqn:K.
    + apply eqb_ok in K. subst y. cbn [find]. destruct (eqb x k); auto.
    + destruct more as [|y' w' [| |]|]; auto. destruct (after_ways depth (hash k)) as [|d h] eqn:Hk; auto.
      destruct (eqb k y') eqn:K'.
      * specialize (P eq_refl). cbn [add_at] in P. rewrite K' in P. auto.
      * destruct (@deal_ok depth k v no_entries x I) as [N1 E1]. destruct (deal_ok depth y' w' _ x N1) as [N2 E2].
        destruct (deal_ok depth y w _ x N2) as [_ ->]. rewrite E2, E1. cbn [find].
        destruct (eqb x k) eqn:X; [rewrite (@eqb_no y k x), (@eqb_no y' k x); auto|].
        { destruct (eqb y' k) eqn:Y; auto. apply eqb_ok in Y. subst. rewrite (proj2 (eqb_ok _ _) eq_refl) in K'. discriminate. }
        { destruct (eqb y k) eqn:Y; auto. apply eqb_ok in Y. subst. rewrite (proj2 (eqb_ok _ _) eq_refl) in K. discriminate. }
        destruct (eqb x y), (eqb x y'); auto. simpl. destruct (head_way _); auto.
  - cbn [add_at]. rewrite find_change, <- !after_more.
    destruct (same_way _ _) eqn:D.
    + apply same_way_ok in D. rewrite <- D. cbn [find]. rewrite <- after_more.
      destruct (head_way (after_ways depth (hash x))); cbn [pick]; auto.
    + destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x. rewrite (proj2 (same_way_ok _ _) eq_refl) in D. discriminate.
Qed.
Lemma find_add k v x t :
  find (hash x) x (add (hash k) k v t) = if eqb x k then Some v else find (hash x) x t.
Proof. apply (find_add_at k v x t 0). Qed.
Lemma find_remove k x t : find (hash x) x (remove (hash k) k t) = if eqb x k then None else find (hash x) x t.
Proof.
  assert (G : forall hx hk, (x = k -> hx = hk) -> find hx x (remove hk k t) = if eqb x k then None else find hx x t).
  { induction t as [|y v more IH|a0 H0 a1 H1 a2 H2 a3 H3 a4 H4 a5 H5 a6 H6 a7 H7]; intros hx hk E; cbn [remove].
    - destruct (eqb x k); auto.
    - destruct (eqb k y) eqn:K; cbn [find]; rewrite IH; auto.
      + apply eqb_ok in K. subst y. destruct (eqb x k); auto.
      + destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x. rewrite K. auto.
    - rewrite find_change. destruct (same_way _ _) eqn:D.
      + apply same_way_ok in D. rewrite <- D. cbn [find].
        destruct (head_way hx); cbn [pick]; auto using f_equal.
      + destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. rewrite (E X), (proj2 (same_way_ok _ _) eq_refl) in D. discriminate. }
  apply G. intros ->. auto.
Qed.
End Table.
