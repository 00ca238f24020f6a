(* A player who can force an end move by move has a strategy that does.

   `Forced n h`: from the play h the claimant can bring about an end that supports his claim within n
   plies. It is what the walks show of a win, and of everything under superko; here a strategy on plays
   is made from it, whose plays all end within n plies. *)
Require Import List Arith Lia Bool.
From Threefold Require Import Game.
Import ListNotations.
Set Implicit Arguments.

Section Strategy.
Variable g : game.
Variable r : rule.
Variable c : claim.
Notation play := (play g).

Inductive Forced : nat -> play -> Prop :=
| FEnd n h o : ended r h = Some o -> supports c o = true -> Forced n h
| FMine n h m : ended r h = None -> turn g (now h) = who c -> In m (legal r h) ->
    Forced n (after h (to m)) -> Forced (S n) h
| FTheirs n h : ended r h = None -> turn g (now h) <> who c ->
    (forall m, In m (legal r h) -> Forced n (after h (to m))) -> Forced (S n) h.

Lemma forced_more n h : Forced n h -> forall k, n <= k -> Forced k h.
Proof.
  induction 1; intros k L.
  - eapply FEnd; eauto.
  - destruct k; [lia|]. eapply FMine; eauto. apply IHForced. lia.
  - destruct k; [lia|]. eapply FTheirs; eauto. intros m Hm. apply H2; auto. lia.
Qed.

(* For finitely many successors there is one number. *)
Lemma forced_all (h : play) ms : (forall m, In m ms -> exists n, Forced n (after h (to m))) ->
  exists n, forall m, In m ms -> Forced n (after h (to m)).
Proof.
  induction ms as [|m ms IH]; intros H.
  - exists 0. intros ? [].
  - destruct (H m) as (a & A); [simpl; auto|].
    destruct IH as (b & B); [intros; apply H; simpl; auto|].
    exists (a + b). intros x [<-|X]; [apply forced_more with a|apply forced_more with b]; auto; lia.
Qed.

Definition achieves n (s : strategy g) (h : play) : Prop :=
  forall h', reaches r c s h h' -> good_so_far r c s h' /\ length (earlier h') <= n + length (earlier h).

Lemma reaches_length s (h h' : play) : reaches r c s h h' ->
  h' = h \/ length (earlier h) < length (earlier h').
Proof.
  induction 1 as [|x y R IH S]; auto. right. destruct S. simpl. destruct IH; subst; lia.
Qed.
(* What is below a position in a play stays there. *)
Lemma reaches_suffix s (h h' : play) : reaches r c s h h' ->
  exists l, now h' :: earlier h' = l ++ now h :: earlier h.
Proof.
  induction 1 as [|x y R IH S]; [exists []; auto|].
  destruct IH as (l & E). destruct S. exists (to m :: l). simpl. rewrite E. auto.
Qed.
(* The first step, and what follows. *)
Lemma reaches_first s (h h' : play) : reaches r c s h h' -> h' = h \/
  exists m, ended r h = None /\ In m (legal r h) /\ (turn g (now h) = who c -> to m = s h) /\
    reaches r c s (after h (to m)) h'.
Proof.
  induction 1 as [|x y R IH S]; auto. right. destruct IH as [->|(m & A & B & C & D)].
  - destruct S as [m E I T]. exists m. repeat split; auto. constructor.
  - exists m. repeat split; auto. econstructor; eauto.
Qed.
(* Strategies that agree on what is longer than h reach the same from there. *)
Lemma reaches_agree s s' (h h' : play) :
  (forall x l, now x :: earlier x = l ++ now h :: earlier h -> s' x = s x) ->
  reaches r c s' h h' -> reaches r c s h h'.
Proof.
  intros A. induction 1 as [|x y R IH S]; [constructor|].
  destruct (reaches_suffix R) as (l & E). destruct S as [m N I T].
  econstructor; eauto. constructor; auto. rewrite <- (A x l E). auto.
Qed.
Lemma achieves_agree n s s' (h : play) :
  (forall x l, now x :: earlier x = l ++ now h :: earlier h -> s' x = s x) ->
  achieves n s h -> achieves n s' h.
Proof.
  intros A H h' R. destruct (H h' (reaches_agree _ A R)) as [G L]. split; auto.
  destruct (reaches_suffix R) as (l & E). unfold good_so_far in *.
  destruct (ended r h'); auto. rewrite (A _ _ E). auto.
Qed.

(* The position that a longer play x went to from h. *)
Definition went (h x : play) : position g :=
  nth (length (earlier x) - S (length (earlier h))) (now x :: earlier x) (now x).
Lemma went_ok (h : play) q x l : now x :: earlier x = l ++ q :: now h :: earlier h -> went h x = q.
Proof.
  intros E. unfold went.
  assert (L : S (length (earlier x)) = length l + S (S (length (earlier h)))).
  { change (S (length (earlier x))) with (length (now x :: earlier x)). rewrite E, app_length. auto. }
  rewrite E. replace (length (earlier x) - S (length (earlier h))) with (length l) by lia.
  rewrite app_nth2, Nat.sub_diag; auto.
Qed.

Lemma choose (h : play) n ms : (forall m, In m ms -> exists s, achieves n s (after h (to m))) ->
  exists f : position g -> strategy g, forall m, In m ms -> achieves n (f (to m)) (after h (to m)).
Proof.
  induction ms as [|m ms IH]; intros H.
  - exists (fun _ x => now x). intros ? [].
  - destruct IH as (f & F); [intros; apply H; simpl; auto|].
    destruct (H m) as (s & S); [simpl; auto|].
    exists (fun q => if same g q (to m) then s else f q). intros x Hx.
    destruct (same g (to x) (to m)) eqn:E.
    + apply same_ok in E. rewrite E. auto.
    + destruct Hx as [<-|Hx]; [|auto]. rewrite (proj2 (same_ok g _ _)) in E; congruence.
Qed.

Theorem forced_strategy n h : Forced n h -> exists s, achieves n s h.
Proof.
  induction 1 as [n h o E S|n h m E T I F (s & H)|n h E T F IH].
  - exists (fun x => now x). intros h' R. apply reaches_first in R.
    destruct R as [->|(m & E' & _)]; [|congruence].
    split; [unfold good_so_far; rewrite E; auto|lia].
  - (* At h the move, afterwards as before. *)
    exists (fun x => if length (earlier x) =? length (earlier h) then to m else s x).
    assert (A : achieves n (fun x => if length (earlier x) =? length (earlier h) then to m else s x)
        (after h (to m))).
    { eapply achieves_agree; [|exact H]. intros x l X. cbv beta.
      destruct (Nat.eqb_spec (length (earlier x)) (length (earlier h))) as [L|]; auto. exfalso.
      apply (f_equal (@length _)) in X. rewrite app_length in X. simpl in X. lia. }
    intros h' R. apply reaches_first in R. destruct R as [->|(m' & _ & _ & M & R)].
    + split; [|lia]. unfold good_so_far. rewrite E. intros _. exists m. split; auto.
      rewrite Nat.eqb_refl. auto.
    + rewrite Nat.eqb_refl in M. rewrite (M T) in R. destruct (A h' R) as [G L]. split; auto.
      simpl in L. lia.
  - destruct (@choose h n (legal r h) IH) as (f & Hf).
    set (s := fun x : play => f (went h x) x). exists s.
    assert (A : forall m, In m (legal r h) -> achieves n s (after h (to m))).
    { intros m Hm. eapply achieves_agree; [|apply Hf, Hm]. intros x l X. unfold s.
      rewrite (@went_ok h (to m) x l X). auto. }
    intros h' R. apply reaches_first in R. destruct R as [->|(m & _ & I & _ & R)].
    + split; [|lia]. unfold good_so_far. rewrite E. intros T'. congruence.
    + destruct (A m I h' R) as [G L]. split; auto. simpl in L. lia.
Qed.

Lemma achieves_finite n s h : achieves n s h -> ~ endless r c s h.
Proof.
  intros A (f & F & S).
  assert (R : forall i, reaches r c s h (f i) /\ length (earlier (f i)) = i + length (earlier h)).
  { induction i as [|i [R L]]; [rewrite F; split; auto; constructor|]. split; [econstructor; eauto|].
    destruct (S i). simpl in *. lia. }
  destruct (R (Datatypes.S n)) as [R' L]. destruct (A _ R') as [_ L']. lia.
Qed.
Theorem forced_within n h : Forced n h -> true_within r n c h.
Proof.
  intros F. destruct (forced_strategy F) as (s & A). exists s. split; [split|].
  - intros h' R. apply A, R.
  - intros E. destruct (achieves_finite A E).
  - intros h' R. apply A, R.
Qed.
Corollary forced_true n h : Forced n h -> true_claim r c h.
Proof. intros F. destruct (forced_within F) as (s & S & _). exists s. auto. Qed.
End Strategy.
