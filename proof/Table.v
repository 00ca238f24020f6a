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

Inductive table :=
| Leaf (l : list (key * value))
| Node (a0 a1 a2 a3 a4 a5 a6 a7 : table).
Definition empty : table := Leaf [].
Definition pick (d : way) (a0 a1 a2 a3 a4 a5 a6 a7 : table) : table :=
  match d with W0 => a0 | W1 => a1 | W2 => a2 | W3 => a3 | W4 => a4 | W5 => a5 | W6 => a6 | W7 => a7 end.
Definition change (d : way) (x a0 a1 a2 a3 a4 a5 a6 a7 : table) : table :=
  match d with
  | W0 => Node x a1 a2 a3 a4 a5 a6 a7 | W1 => Node a0 x a2 a3 a4 a5 a6 a7
  | W2 => Node a0 a1 x a3 a4 a5 a6 a7 | W3 => Node a0 a1 a2 x a4 a5 a6 a7
  | W4 => Node a0 a1 a2 a3 x a5 a6 a7 | W5 => Node a0 a1 a2 a3 a4 x a6 a7
  | W6 => Node a0 a1 a2 a3 a4 a5 x a7 | W7 => Node a0 a1 a2 a3 a4 a5 a6 x
  end.

Fixpoint look (k : key) (l : list (key * value)) : option value :=
  match l with [] => None | (x, v) :: l => if eqb k x then Some v else look k l end.
Fixpoint put (k : key) (v : value) (l : list (key * value)) : list (key * value) :=
  match l with
  | [] => [(k, v)]
  | (x, w) :: l => if eqb k x then (k, v) :: l else (x, w) :: put k v l
  end.
Fixpoint strike (k : key) (l : list (key * value)) : list (key * value) :=
  match l with
  | [] => []
  | (x, w) :: l => if eqb k x then strike k l else (x, w) :: strike k l
  end.

Fixpoint find (h : place) (k : key) (t : table) : option value :=
  match t with
  | Leaf l => look k l
  | Node a0 a1 a2 a3 a4 a5 a6 a7 => find (more_ways h) k (pick (head_way h) a0 a1 a2 a3 a4 a5 a6 a7)
  end.
(* A leaf at a depth becomes a node: what it had goes to new leaves. *)
Definition deal (depth : nat) (e : key * value) (t : table) : table :=
  match t with
  | Leaf _ => t
  | Node a0 a1 a2 a3 a4 a5 a6 a7 =>
    let d := head_way (after_ways depth (hash (fst e))) in
    let l := match pick d a0 a1 a2 a3 a4 a5 a6 a7 with Leaf l => l | _ => [] end in
    change d (Leaf (e :: l)) a0 a1 a2 a3 a4 a5 a6 a7
  end.
Definition split (depth : nat) (l : list (key * value)) : table :=
  fold_right (deal depth) (Node empty empty empty empty empty empty empty empty) l.
Fixpoint add_at (depth : nat) (h : place) (k : key) (v : value) (t : table) : table :=
  match t with
  | Leaf l =>
    match h, l with
    | _ :: _, _ :: _ :: _ => match look k l with Some _ => Leaf (put k v l) | None => split depth ((k, v) :: l) end
    | _, _ => Leaf (put k v l)
    end
  | Node a0 a1 a2 a3 a4 a5 a6 a7 =>
    let d := head_way h in
    change d (add_at (S depth) (more_ways h) k v (pick d a0 a1 a2 a3 a4 a5 a6 a7)) a0 a1 a2 a3 a4 a5 a6 a7
  end.
Definition add (h : place) (k : key) (v : value) (t : table) : table := add_at 0 h k v t.
Fixpoint remove (h : place) (k : key) (t : table) : table :=
  match t with
  | Leaf l => Leaf (strike k l)
  | Node a0 a1 a2 a3 a4 a5 a6 a7 =>
    let d := head_way h in change d (remove (more_ways h) k (pick d a0 a1 a2 a3 a4 a5 a6 a7)) a0 a1 a2 a3 a4 a5 a6 a7
  end.

Lemma eqb_refl k : eqb k k = true.
Proof. apply eqb_ok. auto. Qed.
Lemma look_put k v x l : look x (put k v l) = if eqb x k then Some v else look x l.
Proof.
  induction l as [|[y w] l IH]; simpl; auto.
  destruct (eqb k y) eqn:K; simpl.
  - apply eqb_ok in K. subst y. destruct (eqb x k); auto.
  - rewrite IH. destruct (eqb x y) eqn:Y; auto. apply eqb_ok in Y. subst y.
    destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x. rewrite eqb_refl in K. discriminate.
Qed.
Lemma look_strike k x l : look x (strike k l) = if eqb x k then None else look x l.
Proof.
  induction l as [|[y w] l IH]; simpl; [destruct (eqb x k); auto|].
  destruct (eqb k y) eqn:K; simpl.
  - apply eqb_ok in K. subst y. rewrite IH. destruct (eqb x k); auto.
  - rewrite IH. destruct (eqb x y) eqn:Y; auto. apply eqb_ok in Y. subst y.
    destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x. rewrite eqb_refl in K. discriminate.
Qed.
Lemma find_change h k d x a0 a1 a2 a3 a4 a5 a6 a7 : find h k (change d x a0 a1 a2 a3 a4 a5 a6 a7) =
  if same_way (head_way h) d then find (more_ways h) k x else find h k (Node a0 a1 a2 a3 a4 a5 a6 a7).
Proof. destruct d; simpl; destruct (head_way h); auto. Qed.
Lemma same_way_ok a b : same_way a b = true -> a = b.
Proof. destruct a, b; simpl; congruence. Qed.

Lemma find_empty h k : find h k empty = None.
Proof. auto. Qed.
Lemma split_ok depth l x : find (after_ways depth (hash x)) x (split depth l) = look x l /\
  exists b0 b1 b2 b3 b4 b5 b6 b7, split depth l = Node (Leaf b0) (Leaf b1) (Leaf b2) (Leaf b3) (Leaf b4) (Leaf b5) (Leaf b6) (Leaf b7).
Proof.
  induction l as [|[y w] l [IH (b0 & b1 & b2 & b3 & b4 & b5 & b6 & b7 & E)]].
  - split; [simpl; destruct (head_way _); auto|]. unfold split. simpl. unfold empty. eauto 10.
  - unfold split in *. cbn [fold_right]. rewrite E in *. clear E. unfold deal. cbn [fst]. split.
    + rewrite find_change. simpl look. destruct (eqb x y) eqn:X.
      * apply eqb_ok in X. subst y. assert (Y : forall d, same_way d d = true) by (intros []; auto).
        rewrite Y. simpl. rewrite eqb_refl. auto.
      * destruct (same_way _ _) eqn:D; [|auto]. apply same_way_ok in D. rewrite <- D, <- IH.
        simpl. rewrite X. destruct (head_way _); auto.
    + destruct (head_way _); simpl; eauto 10.
Qed.
Lemma find_add_at k v x t : forall depth,
  find (after_ways depth (hash x)) x (add_at depth (after_ways depth (hash k)) k v t) =
    if eqb x k then Some v else find (after_ways depth (hash x)) x t.
Proof.
  induction t as [l|a0 H0 a1 H1 a2 H2 a3 H3 a4 H4 a5 H5 a6 H6 a7 H7]; intros depth.
  - assert (P : find (after_ways depth (hash x)) x (Leaf (put k v l)) = if eqb x k then Some v else look x l)
      by apply look_put.
    cbn [add_at]. destruct (after_ways depth (hash k)) as [|d h]; [apply P|].
    destruct l as [|e1 [|e2 l]]; try apply P. destruct (look k _); [apply P|].
    rewrite (proj1 (split_ok depth _ x)). auto.
  - cbn [add_at]. rewrite find_change, <- !after_more.
    destruct (same_way _ _) eqn:D.
    + apply same_way_ok in D. rewrite <- D. cbn [find]. rewrite <- after_more.
      destruct (head_way (after_ways depth (hash x))); cbn [pick]; auto.
    + destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x.
      exfalso. destruct (head_way (after_ways depth (hash k))); discriminate.
Qed.
Lemma find_add k v x t :
  find (hash x) x (add (hash k) k v t) = if eqb x k then Some v else find (hash x) x t.
Proof. apply (find_add_at k v x t 0). Qed.
Lemma find_remove k x t : find (hash x) x (remove (hash k) k t) = if eqb x k then None else find (hash x) x t.
Proof.
  assert (G : forall t hx hk, (x = k -> hx = hk) -> find hx x (remove hk k t) = if eqb x k then None else find hx x t).
  { clear t. induction t as [l|a0 H0 a1 H1 a2 H2 a3 H3 a4 H4 a5 H5 a6 H6 a7 H7]; intros hx hk E.
    - apply look_strike.
    - cbn [remove]. rewrite find_change. destruct (same_way _ _) eqn:D.
      + apply same_way_ok in D. rewrite <- D. cbn [find].
        destruct (head_way hx); cbn [pick]; (apply H0 || apply H1 || apply H2 || apply H3 || apply H4 || apply H5 || apply H6 || apply H7);
          intros X; rewrite (E X); auto.
      + destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. rewrite (E X) in D.
        destruct (head_way hk); discriminate. }
  apply G. intros ->. auto.
Qed.
End Table.
