(* What the search for liberties on boards of Go finds.

   Go.v takes chains from the board by going from stone to stone. Here: it finds the stones that are
   connected with the first, all of them, exactly if none has an empty neighbour (`captured_some`,
   `captured_none`). *)
Require Import List Arith Lia Permutation Bool.
From Threefold Require Import Game Go.
Import ListNotations.
Set Implicit Arguments.

Section Capture.
Variable near : list (list nat).
Variable b : board.
Variable c : stone.
Hypothesis a_stone : c <> Empty.
Hypothesis same_size : length b = length near.
Hypothesis no_twins : forall p, NoDup (around near p).
Notation around := (around near).

(* Stones of a colour that hang together with one. *)
Inductive connected (p : nat) : nat -> Prop :=
| Itself : connected p p
| Further q r : connected p q -> In r (around q) -> at_point b r = c -> connected p r.
Definition breathes (q : nat) : Prop := exists r, In r (around q) /\ at_point b r = Empty.

Lemma on_board q : at_point b q = c -> q < length b.
Proof.
  intros E. destruct (Nat.lt_ge_cases q (length b)) as [L|L]; auto.
  unfold at_point in E. rewrite nth_overflow in E; auto. congruence.
Qed.
Lemma has_ok q l : has q l = true <-> In q l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (x & I & E). apply Nat.eqb_eq in E. subst. auto.
  - intros I. exists q. split; auto. apply Nat.eqb_refl.
Qed.
Lemma same_stone_no x y : same_stone x y = false <-> x <> y.
Proof. rewrite <- not_true_iff_false, same_stone_ok. tauto. Qed.

Lemma NoDup_app_intro (a d : list nat) : NoDup a -> NoDup d -> (forall x, In x a -> ~ In x d) -> NoDup (a ++ d).
Proof.
  induction 1 as [|x a X A IH]; intros D N; simpl; auto. constructor.
  - intros I. apply in_app_or in I. destruct I as [I|I]; [auto|]. apply (N x); simpl; auto.
  - apply IH; auto. intros y I. apply N. simpl. auto.
Qed.

(* `done`: stones whose neighbours have been looked at. *)
Lemma breathless_ok p fuel : forall todo done found,
  Permutation found (done ++ todo) -> NoDup found ->
  (forall q, In q found -> at_point b q = c /\ connected p q) ->
  (forall q, In q done -> ~ breathes q /\ forall r, In r (around q) -> at_point b r = c -> In r found) ->
  length b < length done + length fuel ->
  match breathless near fuel c b todo found with
  | None => exists q, connected p q /\ breathes q
  | Some l => incl found l /\ forall q, In q l -> connected p q /\ ~ breathes q /\
      forall r, In r (around q) -> at_point b r = c -> In r l
  end.
Proof.
  induction fuel as [|x fuel IH]; intros todo done found P N F D L.
  - exfalso. assert (length found <= length (seq 0 (length b))).
    { apply NoDup_incl_length; auto. intros q I. apply in_seq. split; [lia|]. apply on_board, F, I. }
    rewrite seq_length in *. apply Permutation_length in P. rewrite app_length in P. simpl in L. lia.
  - destruct todo as [|q todo]; simpl.
    + split; [apply incl_refl|]. intros q I. split; [apply F, I|].
      apply D. apply (Permutation_in q P) in I. rewrite app_nil_r in I. auto.
    + assert (Iq : In q found).
      { apply (Permutation_in q (Permutation_sym P)). apply in_or_app. simpl. auto. }
      destruct (existsb (fun r => same_stone (at_point b r) Empty) (around q)) eqn:E.
      { exists q. split; [apply F, Iq|]. apply existsb_exists in E. destruct E as (r & I & E).
        apply same_stone_ok in E. exists r. auto. }
      set (new := filter (fun r => same_stone (at_point b r) c && negb (has r found)) (around q)).
      assert (New : forall r, In r new <-> In r (around q) /\ at_point b r = c /\ ~ In r found).
      { intros r. unfold new. rewrite filter_In, andb_true_iff, same_stone_ok, negb_true_iff,
          <- not_true_iff_false, has_ok. tauto. }
      specialize (IH (new ++ todo) (q :: done) (new ++ found)).
      assert (R : match breathless near fuel c b (new ++ todo) (new ++ found) with
        | None => exists q, connected p q /\ breathes q
        | Some l => incl (new ++ found) l /\ forall q, In q l -> connected p q /\ ~ breathes q /\
            forall r, In r (around q) -> at_point b r = c -> In r l
        end).
      { apply IH.
        - simpl. apply perm_trans with (new ++ (done ++ q :: todo)); [apply Permutation_app_head; auto|].
          apply perm_trans with (new ++ (q :: done ++ todo)).
          { apply Permutation_app_head, Permutation_sym, Permutation_middle. }
          apply perm_trans with (q :: new ++ done ++ todo); [apply Permutation_sym, Permutation_middle|].
          constructor. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
        - apply NoDup_app_intro.
          + apply NoDup_filter, no_twins.
          + auto.
          + intros r I. apply New in I. tauto.
        - intros r I. apply in_app_or in I. destruct I as [I|I]; [|auto]. apply New in I.
          destruct I as (I & C & _). split; auto. apply Further with q; auto. apply F, Iq.
        - intros r [<-|I].
          + split.
            * intros (y & Y & Z). rewrite <- not_true_iff_false in E. apply E, existsb_exists.
              exists y. split; auto. apply same_stone_ok. auto.
            * intros y Y C. apply in_or_app. destruct (has y found) eqn:H; [right; apply has_ok; auto|].
              left. apply New. rewrite <- not_true_iff_false, has_ok in H. auto.
          + destruct (D r I) as [B C]. split; auto. intros y Y Z. apply in_or_app. auto.
        - simpl in *. lia. }
      destruct (breathless near fuel c b (new ++ todo) (new ++ found)); auto.
      destruct R as [R1 R2]. split; auto. intros y I. apply R1, in_or_app. auto.
Qed.

Lemma search p : at_point b p = c ->
  match captured near c b p with
  | None => exists q, connected p q /\ breathes q
  | Some l => In p l /\ forall q, In q l -> connected p q /\ ~ breathes q /\
      forall r, In r (around q) -> at_point b r = c -> In r l
  end.
Proof.
  intros C. unfold captured, fuel.
  assert (X := @breathless_ok p ([] :: near) [p] [] [p] (Permutation_refl _)).
  assert (Y : NoDup [p]) by (constructor; [intros []|constructor]).
  assert (F : forall q, In q [p] -> at_point b q = c /\ connected p q).
  { intros q [<-|[]]. split; [auto|constructor]. }
  assert (L : length b < length (@nil nat) + length ([] :: near)) by (simpl; lia).
  specialize (X Y F (fun q (I : In q []) => match I with end) L).
  destruct (breathless near ([] :: near) c b [p] [p]) as [l|]; auto.
  destruct X as [A B]. split; [apply A; simpl; auto|auto].
Qed.
(* The chain of a stone, where it has no liberty. *)
Theorem captured_some p l : at_point b p = c -> captured near c b p = Some l ->
  forall q, In q l <-> connected p q.
Proof.
  intros C E. pose proof (search p C) as X. rewrite E in X. destruct X as [I X].
  intros q. split; [apply X|]. induction 1; auto. eapply X; eauto.
Qed.
Theorem captured_breathless p l : at_point b p = c -> captured near c b p = Some l ->
  forall q, connected p q -> ~ breathes q.
Proof.
  intros C E q Q. apply (captured_some p C E) in Q. pose proof (search p C) as X. rewrite E in X. apply X. auto.
Qed.
Theorem captured_none p : at_point b p = c -> captured near c b p = None -> exists q, connected p q /\ breathes q.
Proof. intros C E. pose proof (search p C) as X. rewrite E in X. auto. Qed.
End Capture.

(* The neighbours of a board are as the search wants them. *)
Lemma neighbours_length u : length (neighbours u) = rows u * columns u.
Proof. unfold neighbours, points. rewrite map_length, seq_length. auto. Qed.
Lemma neighbours_distinct u p : NoDup (around (neighbours u) p).
Proof.
  unfold around, neighbours. destruct (Nat.lt_ge_cases p (length (points u))) as [L|L].
  - rewrite nth_indep with (d' := filter (adjacent u 0) (points u)) by (rewrite map_length; auto).
    rewrite map_nth with (f := fun q => filter (adjacent u q) (points u)). apply NoDup_filter, seq_NoDup.
  - rewrite nth_overflow; [constructor|]. rewrite map_length. auto.
Qed.
