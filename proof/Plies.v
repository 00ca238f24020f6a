(* The walk of a claim that somebody has not lost after a number of plies (docs/certificate.md, section 6).

   The table has for each position the most plies that were left when it was met. What follows
   (`walk_for_sound`): a position met with n plies left is not lost, and if n is not 0 it leads to
   positions met with n - 1 or more. So the claimant goes, wherever he is, to one of those, and has not
   lost while plies are left; for this it need not be known which walk of a position was the last. *)
Require Import String List Arith NArith Lia Bool.
From Threefold Require Import Game Table Answer Walk.
Import ListNotations.
Set Implicit Arguments.

Section Plies.
Variable g : game.
Variable r : rule.
Variable c : claim.
Variable num : Type.
Variable readable : string -> bool.
Variable hash : position g -> place.
Variable history : list (position g).
Notation answer := (answer num).
Notation lines := (lines num).
Notation mine := (mine g c).
Notation table := (table (position g) N).
Notation find := (@find (position g) N (same g)).
Notation add := (@add (position g) N (same g) hash).

Definition walk_for := fix walk_for (fuel : nat) (choice : num) (p : position g) (n : N) (t : table) (ls : lines)
    (k : table -> lines -> answer) : answer :=
  match fuel with
  | O => Unfinished
  | S fuel =>
    let h := hash p in
    if match find h p t with Some m => (n <=? m)%N | None => false end then k t ls
    else
      let t := add h p n t in
      let leaf (o : outcome) (fault : kind) := if supports c o then k t ls else Refuted choice fault in
      if repeated g p history then k t ls
      else match over g p with
      | Some o => leaf o WrongTerminal
      | None =>
        match moves g p with
        | [] => leaf (stuck g p) (if mine p then ClaimantStuck else WrongTerminal)
        | ms =>
          if (n =? 0)%N then k t ls
          else if mine p then
            read readable ls ms (fun n' m ls => walk_for fuel n' (to m) (N.pred n) t ls k)
          else
            (fix each (ms : list (move (position g))) (t : table) (ls : lines) : answer :=
              match ms with
              | [] => k t ls
              | m :: ms => walk_for fuel choice (to m) (N.pred n) t ls (fun t ls => each ms t ls)
              end) ms t ls
        end
      end
  end.

Definition finish_for (declared : num -> bool) (moves_line : num) (t : table) (ls : lines) : answer :=
  match ls with
  | Line n _ _ => Refuted n SurplusLine
  | End n => if declared n then Verified else Refuted moves_line MovesCount
  end.
Definition accepts_for fuel choice root n ls declared ml : answer :=
  walk_for fuel choice root n (empty _ _) ls (finish_for declared ml).

(* Met with at least so many plies left. *)
Definition met (t : table) (n : N) (p : position g) : Prop :=
  exists m, find (hash p) p t = Some m /\ (n <= m)%N.
Definition good (t : table) (n : N) (p : position g) : Prop :=
  repeated g p history = true \/
  match over g p with
  | Some o => supports c o = true
  | None =>
    match moves g p with
    | [] => supports c (stuck g p) = true
    | ms => n = 0%N \/ if mine p then exists m, In m ms /\ met t (N.pred n) (to m)
                       else forall m, In m ms -> met t (N.pred n) (to m)
    end
  end.
Definition sound (opened : list (position g)) (t : table) : Prop :=
  forall p n, find (hash p) p t = Some n -> In p opened \/ good t n p.
Definition grows (opened : list (position g)) (t t' : table) : Prop :=
  (forall n p, met t n p -> met t' n p) /\
  forall p, In p opened -> find (hash p) p t' = find (hash p) p t.
(* What is open was met with more plies left than there are now: it is not walked again. *)
Definition deep (opened : list (position g)) (n : N) (t : table) : Prop :=
  forall p, In p opened -> exists m, find (hash p) p t = Some m /\ (n < m)%N.

Lemma here e p q (t : table) :
  find (hash q) q (add (hash p) p e t) = if same g q p then Some e else find (hash q) q t.
Proof. apply find_add, same_ok. Qed.
Lemma refl p : same g p p = true.
Proof. apply same_ok. auto. Qed.
Lemma good_more t t' n p : (forall n p, met t n p -> met t' n p) -> good t n p -> good t' n p.
Proof.
  intros M [G|G]; [left; auto|right]. destruct (over g p); auto. destruct (moves g p); auto.
  destruct G as [G|G]; [left; auto|right]. destruct (mine p); auto. destruct G as (y & I & G). eauto.
Qed.
Lemma grows_refl o t : grows o t t.
Proof. split; auto. Qed.
Lemma grows_trans o a b d : grows o a b -> grows o b d -> grows o a d.
Proof. intros [A B] [D E]. split; auto. intros p I. rewrite E, B; auto. Qed.
Lemma add_more p n t : match find (hash p) p t with Some m => (n <=? m)%N | None => false end = false ->
  forall k q, met t k q -> met (add (hash p) p n t) k q.
Proof.
  intros F k q (m & E & L). unfold met. rewrite here. destruct (same g q p) eqn:X; eauto.
  apply same_ok in X. subst q. rewrite E in F. apply N.leb_gt in F. exists n. split; auto. lia.
Qed.

Lemma walk_for_sound fuel : forall opened choice p n t ls k,
  walk_for fuel choice p n t ls k = Verified -> sound opened t -> deep opened n t ->
  exists t' ls', k t' ls' = Verified /\ grows opened t t' /\ sound opened t' /\ met t' n p.
Proof.
  induction fuel as [|fuel IH]; intros opened choice p n t ls k W S D; [discriminate|].
  simpl in W. destruct (match find (hash p) p t with Some m => (n <=? m)%N | None => false end) eqn:F.
  { exists t, ls. split; auto. split; [apply grows_refl|]. split; auto. unfold met.
    destruct (find (hash p) p t) as [m|]; [|discriminate]. apply N.leb_le in F. eauto. }
  assert (Np : ~ In p opened).
  { intros I. destruct (D p I) as (m & E & L). rewrite E in F. apply N.leb_gt in F. lia. }
  pose proof (@add_more p n t F) as More.
  assert (G1 : grows opened t (add (hash p) p n t)).
  { split; auto. intros q I. rewrite here. destruct (same g q p) eqn:X; auto.
    apply same_ok in X. subst q. contradiction. }
  assert (Met1 : met (add (hash p) p n t) n p).
  { exists n. rewrite here, refl. split; auto. lia. }
  assert (S1 : sound (p :: opened) (add (hash p) p n t)).
  { intros q m E. rewrite here in E. destruct (same g q p) eqn:X.
    - apply same_ok in X. simpl. auto.
    - destruct (S q m E) as [I|G]; [simpl; auto|]. right. eapply good_more; eauto. }
  assert (Close : forall u, sound (p :: opened) u -> grows (p :: opened) (add (hash p) p n t) u ->
     good u n p -> grows opened t u /\ sound opened u /\ met u n p).
  { intros u Su Gu Go. split; [|split].
    - apply grows_trans with (add (hash p) p n t); auto. destruct Gu as [A B].
      split; auto. intros q I. apply B. simpl. auto.
    - intros q m E. destruct (Su q m E) as [[<-|I]|G]; auto.
      right. destruct Gu as [_ B]. rewrite B in E; [|simpl; auto].
      rewrite here, refl in E. injection E as <-. auto.
    - apply Gu. auto. }
  assert (Leaf : forall ls', k (add (hash p) p n t) ls' = Verified -> (forall u, good u n p) ->
     exists t' ls', k t' ls' = Verified /\ grows opened t t' /\ sound opened t' /\ met t' n p).
  { intros ls' K G. eexists _, _. split; [exact K|]. apply Close; auto. apply grows_refl. }
  destruct (repeated g p history) eqn:Rp.
  { eapply Leaf; eauto. intros u. left. auto. }
  destruct (over g p) as [o|] eqn:Ov.
  { destruct (supports c o) eqn:Sp; [|discriminate]. eapply Leaf; eauto.
    intros u. right. rewrite Ov. auto. }
  destruct (moves g p) as [|m0 ms0] eqn:Mv.
  { destruct (supports c (stuck g p)) eqn:Sp; [|discriminate]. eapply Leaf; eauto.
    intros u. right. rewrite Ov, Mv. auto. }
  destruct (n =? 0)%N eqn:Z.
  { apply N.eqb_eq in Z. eapply Leaf; eauto. intros u. right. rewrite Ov, Mv. auto. }
  apply N.eqb_neq in Z.
  assert (Deep : forall u, grows (p :: opened) (add (hash p) p n t) u -> deep (p :: opened) (N.pred n) u).
  { intros u [_ B] q I. rewrite (B q I), here. destruct I as [<-|I].
    - rewrite refl. exists n. split; auto. lia.
    - destruct (same g q p) eqn:X; [apply same_ok in X; subst q; contradiction|].
      destruct (D q I) as (m & E & L). exists m. split; auto. lia. }
  destruct (mine p) eqn:Mp.
  - apply read_ok in W. destruct W as (n' & m & rest & I & W).
    apply IH with (opened := p :: opened) in W; auto; [|apply Deep, grows_refl].
    destruct W as (t' & ls' & K & G & S' & M).
    exists t', ls'. split; auto. apply Close; auto.
    right. rewrite Ov, Mv, Mp. eauto.
  - revert W.
    set (each := fix each ms t ls := match ms with [] => k t ls
       | m :: ms => walk_for fuel choice (to m) (N.pred n) t ls (fun t ls => each ms t ls) end).
    intro W. change (each (m0 :: ms0) (add (hash p) p n t) ls = Verified) in W.
    assert (E : forall ms t0 ls0, each ms t0 ls0 = Verified -> sound (p :: opened) t0 ->
       grows (p :: opened) (add (hash p) p n t) t0 ->
       exists t' ls', k t' ls' = Verified /\ grows (p :: opened) t0 t' /\ sound (p :: opened) t' /\
         forall m, In m ms -> met t' (N.pred n) (to m)).
    { induction ms as [|m ms IHm]; intros t0 ls0 Eq S0 G0.
      - exists t0, ls0. split; [exact Eq|]. split; [apply grows_refl|]. split; auto. intros ? [].
      - simpl in Eq. apply IH with (opened := p :: opened) in Eq; auto.
        destruct Eq as (t1 & l1 & K & G & S2 & M).
        apply IHm in K; auto; [|eapply grows_trans; eauto].
        destruct K as (t' & ls' & K & G' & S' & Ms).
        exists t', ls'. split; auto. split; [eapply grows_trans; eauto|]. split; auto.
        intros x [<-|Hx]; auto. apply G'. auto. }
    apply E in W; auto; [|apply grows_refl]. destruct W as (t' & ls' & K & G & S' & M).
    exists t', ls'. split; auto. apply Close; auto. right. rewrite Ov, Mv, Mp. auto.
Qed.

Variable o_rep : outcome.
Hypothesis plain : repetition r = Some o_rep.
Hypothesis favoured : supports c o_rep = true.

Definition most (t : table) (p : position g) : N := match find (hash p) p t with Some n => n | None => 0%N end.
Definition longest (t : table) (h : play g) : position g :=
  match List.find (fun m => match find (hash (to m)) (to m) t with
      | Some n => (N.pred (most t (now h)) <=? n)%N | None => false end) (moves g (now h)) with
  | Some m => to m | None => now h end.

Theorem accepts_plies fuel choice root n ls declared ml :
  accepts_for fuel choice root n ls declared ml = Verified -> true_for r (N.to_nat n) c (Play root history).
Proof.
  intros W. apply walk_for_sound with (opened := []) in W.
  2: { intros p m F. rewrite find_empty in F. discriminate. }
  2: { intros p []. }
  destruct W as (t & ls' & _ & _ & S & M). exists (longest t). simpl.
  set (left := fun h : play g => N.to_nat n + length history - length (earlier h)).
  assert (Step : forall h l, earlier h = l ++ history -> length (earlier h) <= N.to_nat n + length history ->
     met t (N.of_nat (left h)) (now h) ->
     match ended r h with
     | Some o => supports c o = true
     | None => length (earlier h) < N.to_nat n + length history -> good_so_far r c (longest t) h /\
         forall m, In m (legal r h) -> (turn g (now h) = who c -> to m = longest t h) ->
           met t (N.of_nat (left h - 1)) (to m)
     end).
  { intros [p e] l He L (k & F & Lk). simpl in *. subst e.
    destruct (S p k F) as [[]|G].
    assert (Le : legal r (Play p (l ++ history)) = moves g p) by (eapply legal_plain; eauto).
    unfold good_so_far, ended. rewrite plain, Le. simpl.
    destruct (repeated g p (l ++ history)) eqn:Rp; [auto|].
    destruct G as [Y|G]; [rewrite (repeated_more _ _ p l Y) in Rp; discriminate|].
    destruct (over g p) as [o|]; auto.
    destruct (moves g p) as [|m0 ms0] eqn:Mv; auto.
    intros Lt. assert (K0 : k <> 0%N) by (unfold left in Lk; simpl in Lk; lia).
    destruct G as [G|G]; [contradiction|].
    assert (Ok : forall q, met t (N.pred k) q -> met t (N.of_nat (left (Play p (l ++ history)) - 1)) q).
    { intros q (j & E & J). exists j. split; auto. lia. }
    destruct (mine p) eqn:Mp.
    - assert (Y : exists m', In m' (m0 :: ms0) /\ met t (N.pred k) (to m') /\
         to m' = longest t (Play p (l ++ history))).
      { destruct G as (m & I & j & E & J). unfold longest, most. simpl now. rewrite Mv, F.
        match goal with |- context [List.find ?f _] => destruct (List.find f (m0 :: ms0)) as [m'|] eqn:X end.
        - apply find_some in X. destruct X as [I' X]. exists m'. split; auto. split; auto.
          destruct (find (hash (to m')) (to m') t) as [i|] eqn:Fi; [|discriminate].
          exists i. split; auto. apply N.leb_le. auto.
        - exfalso. pose proof (find_none _ _ X m I) as Y. simpl in Y. rewrite E in Y.
          apply N.leb_gt in Y. lia. }
      destruct Y as (m' & I' & K' & T'). split; [eauto|].
      intros x Hx T. rewrite T; [rewrite <- T'; auto|]. apply same_player_ok. auto.
    - split; [|intros x Hx _; apply Ok, G, Hx].
      intros T. apply same_player_ok in T. unfold Walk.mine in Mp. congruence. }
  assert (R : forall h, reaches r c (longest t) (Play root history) h ->
     length (earlier h) <= N.to_nat n + length history ->
     (exists l, earlier h = l ++ history) /\ met t (N.of_nat (left h)) (now h)).
  { induction 1 as [|x y Rx IHx St]; intros L.
    - split; [exists []; auto|]. unfold left. simpl. replace (N.of_nat _) with n by lia. auto.
    - destruct St as [m Em I T]. simpl in L. destruct IHx as [[l E] K]; [lia|].
      pose proof (Step x l E) as St. rewrite Em in St. simpl. split.
      + exists (now x :: l). rewrite E. auto.
      + replace (left (after x (to m))) with (left x - 1) by (unfold left; simpl; lia).
        apply St; auto; lia. }
  intros h Rh L. destruct (R h Rh L) as [[l E] K]. specialize (Step h l E L K).
  destruct (ended r h); auto. intros Lt. apply Step, Lt.
Qed.
End Plies.
