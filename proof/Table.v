(* Tables: what was added last for a key is found.

   A table is a binary tree over the bits of a number that belongs to the key, with a list of keys at
   each place. Any function from keys to numbers will do: whole keys are compared, and two keys with one
   number are no fault. So nothing has to be believed of the function, and the program may bring one. *)
Require Import List PArith FMapPositive.
Import ListNotations.
Set Implicit Arguments.

Section Table.
Variables key value : Type.
Variable eqb : key -> key -> bool.
Hypothesis eqb_ok : forall a b, eqb a b = true <-> a = b.

Definition table := PositiveMap.t (list (key * value)).
Definition empty : table := PositiveMap.empty _.

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
Definition place (h : positive) (t : table) : list (key * value) :=
  match PositiveMap.find h t with Some l => l | None => [] end.
Definition find (h : positive) (k : key) (t : table) : option value := look k (place h t).
Definition add (h : positive) (k : key) (v : value) (t : table) : table :=
  PositiveMap.add h (put k v (place h t)) t.
Definition remove (h : positive) (k : key) (t : table) : table :=
  match strike k (place h t) with
  | [] => PositiveMap.remove h t
  | l => PositiveMap.add h l t
  end.

Lemma look_put k v x l : look x (put k v l) = if eqb x k then Some v else look x l.
Proof.
  induction l as [|[y w] l IH]; simpl; auto.
  destruct (eqb k y) eqn:K; simpl.
  - apply eqb_ok in K. subst y. destruct (eqb x k); auto.
  - rewrite IH. destruct (eqb x y) eqn:Y; auto. apply eqb_ok in Y. subst y.
    destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x.
    rewrite (proj2 (eqb_ok k k) eq_refl) in K. discriminate.
Qed.
Lemma look_strike k x l : look x (strike k l) = if eqb x k then None else look x l.
Proof.
  induction l as [|[y w] l IH]; simpl; [destruct (eqb x k); auto|].
  destruct (eqb k y) eqn:K; simpl.
  - apply eqb_ok in K. subst y. rewrite IH. destruct (eqb x k); auto.
  - rewrite IH. destruct (eqb x y) eqn:Y; auto. apply eqb_ok in Y. subst y.
    destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x.
    rewrite (proj2 (eqb_ok k k) eq_refl) in K. discriminate.
Qed.

Variable hash : key -> positive.
Lemma find_empty k : find (hash k) k empty = None.
Proof. unfold find, place, empty. rewrite PositiveMap.gempty. auto. Qed.
Lemma find_add k v x t :
  find (hash x) x (add (hash k) k v t) = if eqb x k then Some v else find (hash x) x t.
Proof.
  unfold find, add, place. destruct (Pos.eq_dec (hash x) (hash k)) as [E|E].
  - rewrite E, PositiveMap.gss, look_put. auto.
  - rewrite PositiveMap.gso; auto. destruct (eqb x k) eqn:X; auto.
    apply eqb_ok in X. subst x. contradiction.
Qed.
Lemma find_remove k x t :
  find (hash x) x (remove (hash k) k t) = if eqb x k then None else find (hash x) x t.
Proof.
  unfold find, remove. destruct (Pos.eq_dec (hash x) (hash k)) as [E|E].
  - rewrite <- (look_strike k x). rewrite E. destruct (strike k (place (hash k) t)) eqn:S; unfold place.
    + rewrite PositiveMap.grs. auto.
    + rewrite PositiveMap.gss. auto.
  - assert (X : eqb x k = false).
    { destruct (eqb x k) eqn:X; auto. apply eqb_ok in X. subst x. contradiction. }
    rewrite X. destruct (strike k (place (hash k) t)) eqn:S; unfold place.
    + rewrite PositiveMap.gro; auto.
    + rewrite PositiveMap.gso; auto.
Qed.
End Table.
