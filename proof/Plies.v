(* The walk of a claim that somebody has not lost after a number of plies (docs/certificate.md, section 6).

   The table has for each position the most plies that were left when it was met. What follows
   (`walk_for_sound`): a position met with n plies left is not lost, and if n is not 0 it leads to
   positions met with n - 1 or more, or is kept for n plies by the rules alone (`kept`: the last plies have
   no lines). So the claimant goes, wherever he is, to one of those, and has not lost while plies are left;
   for this it need not be known which walk of a position was the last. *)
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
(* With so few plies left, and the opponent to move, there are no lines. *)
Variable leaf_plies : N.
Notation answer := (answer num).
Notation lines := (lines num).
Notation mine := (mine g c).
Notation table := (table (position g) N).
Notation find := (@find (position g) N (same g)).
Notation add := (@add (position g) N (same g) hash).

(* K of section 6: within so many plies the claimant need not lose. *)
Fixpoint kept (n : nat) (p : position g) : bool :=
  if repeated g p history then true
  else match over g p with
  | Some o => supports c o
  | None =>
    match moves g p with
    | [] => supports c (stuck g p)
    | ms =>
      match n with
      | O => true
      | S n => if mine p then existsb (fun m => kept n (to m)) ms else forallb (fun m => kept n (to m)) ms
      end
    end
  end.

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
          else if negb (mine p) && (n <=? leaf_plies)%N then
            if kept (N.to_nat n) p then k t ls else Refuted choice Lost
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
    | ms => n = 0%N \/ kept (N.to_nat n) p = true \/
            if mine p then exists m, In m ms /\ met t (N.pred n) (to m)
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
  destruct G as [G|[G|G]]; [left; auto|right; left; auto|right; right].
  destruct (mine p); auto. destruct G as (y & I & G). eauto.
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
  destruct (negb (mine p) && (n <=? leaf_plies)%N).
  { destruct (kept (N.to_nat n) p) eqn:Kp; [|discriminate]. eapply Leaf; eauto.
    intros u. right. rewrite Ov, Mv. auto. }
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
    right. rewrite Ov, Mv, Mp. right. right. eauto.
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

Lemma kept_eq n p : kept n p =
  if repeated g p history then true
  else match over g p with
  | Some o => supports c o
  | None =>
    match moves g p with
    | [] => supports c (stuck g p)
    | ms =>
      match n with
      | O => true
      | S n => if mine p then existsb (fun m => kept n (to m)) ms else forallb (fun m => kept n (to m)) ms
      end
    end
  end.
Proof. destruct n; reflexivity. Qed.
Lemma kept_less n : forall p, kept (S n) p = true -> kept n p = true.
Proof.
  induction n as [|n IH]; intros p K; rewrite kept_eq in K; rewrite kept_eq;
    destruct (repeated g p history); auto; destruct (over g p); auto; destruct (moves g p) as [|m ms]; auto.
  destruct (mine p).
  - apply existsb_exists in K. destruct K as (x & I & K). apply existsb_exists. eauto.
  - rewrite forallb_forall in *. intros x I. apply IH, K, I.
Qed.
Lemma kept_le n k p : n <= k -> kept k p = true -> kept n p = true.
Proof. induction 1; auto. intros K. apply IHle, kept_less, K. Qed.

(* Met with at least so many plies left, or kept for so many by the rules. *)
Definition safe (t : table) (n : nat) (p : position g) : Prop := met t (N.of_nat n) p \/ kept n p = true.
Definition is_safe (t : table) (n : nat) (p : position g) : bool :=
  match find (hash p) p t with Some m => (N.of_nat n <=? m)%N | None => false end || kept n p.
Lemma is_safe_ok t n p : is_safe t n p = true <-> safe t n p.
Proof.
  unfold is_safe, safe, met. rewrite orb_true_iff. destruct (find (hash p) p t) as [m|].
  - rewrite N.leb_le. firstorder congruence.
  - firstorder congruence.
Qed.
Definition onward (t : table) (n : nat) (p : position g) : Prop :=
  repeated g p history = true \/
  match over g p with
  | Some o => supports c o = true
  | None =>
    match moves g p with
    | [] => supports c (stuck g p) = true
    | ms => n = 0 \/ if mine p then exists m, In m ms /\ safe t (n - 1) (to m)
                     else forall m, In m ms -> safe t (n - 1) (to m)
    end
  end.
Lemma kept_onward t n p : kept n p = true -> onward t n p.
Proof.
  rewrite kept_eq. unfold onward. destruct (repeated g p history); [auto|]. intros K. right.
  destruct (over g p); auto. destruct (moves g p) as [|m ms]; auto.
  destruct n as [|n]; auto. right. replace (S n - 1) with n by lia. destruct (mine p).
  - apply existsb_exists in K. destruct K as (x & I & K). exists x. split; auto. right. auto.
  - rewrite forallb_forall in K. intros x I. right. auto.
Qed.
Lemma safe_onward t n p : sound [] t -> safe t n p -> onward t n p.
Proof.
  intros S [(k & F & L)|K]; [|apply kept_onward, K].
  destruct (S p k F) as [[]|G]. destruct G as [G|G]; [left; auto|].
  destruct (over g p) as [o|] eqn:Ov; [right; rewrite Ov; auto|].
  destruct (moves g p) as [|m0 ms0] eqn:Mv; [right; rewrite Ov, Mv; auto|].
  destruct G as [G|[G|G]].
  - right. rewrite Ov, Mv. left. lia.
  - apply kept_onward. apply kept_le with (k := N.to_nat k); auto. lia.
  - right. rewrite Ov, Mv. destruct n as [|n]; [auto|right].
    assert (M : forall q, met t (N.pred k) q -> safe t (Datatypes.S n - 1) q).
    { intros q (j & E & J). left. exists j. split; auto. lia. }
    destruct (mine p); auto. destruct G as (m & I & G). eauto.
Qed.

(* The claimant's move with so many plies in all. *)
Definition longest (t : table) (total : nat) (h : play g) : position g :=
  match List.find (fun m => is_safe t (total - length (earlier h) - 1) (to m)) (moves g (now h)) with
  | Some m => to m | None => now h end.

Theorem accepts_plies fuel choice root n ls declared ml :
  accepts_for fuel choice root n ls declared ml = Verified -> true_for r (N.to_nat n) c (Play root history).
Proof.
  intros W. apply walk_for_sound with (opened := []) in W.
  2: { intros p m F. rewrite find_empty in F. discriminate. }
  2: { intros p []. }
  destruct W as (t & ls' & _ & _ & S & M). simpl.
  set (total := N.to_nat n + length history). exists (longest t total).
  set (left := fun h : play g => total - length (earlier h)).
  assert (Step : forall h l, earlier h = l ++ history -> length (earlier h) <= total ->
     safe t (left h) (now h) ->
     match ended r h with
     | Some o => supports c o = true
     | None => length (earlier h) < total -> good_so_far r c (longest t total) h /\
         forall m, In m (legal r h) -> (turn g (now h) = who c -> to m = longest t total h) ->
           safe t (left h - 1) (to m)
     end).
  { intros [p e] l He L K. simpl in *. subst e.
    apply safe_onward in K; auto. unfold onward in K.
    assert (Le : legal r (Play p (l ++ history)) = moves g p) by (eapply legal_plain; eauto).
    unfold good_so_far, ended. rewrite plain, Le. simpl.
    destruct (repeated g p (l ++ history)) eqn:Rp; [auto|].
    destruct K as [Y|G]; [rewrite (repeated_more _ _ p l Y) in Rp; discriminate|].
    destruct (over g p) as [o|]; auto.
    destruct (moves g p) as [|m0 ms0] eqn:Mv; auto.
    intros Lt. destruct G as [G|G]; [unfold left in G; simpl in G; lia|].
    destruct (mine p) eqn:Mp.
    - assert (Y : exists m', In m' (m0 :: ms0) /\ safe t (left (Play p (l ++ history)) - 1) (to m') /\
         to m' = longest t total (Play p (l ++ history))).
      { destruct G as (m & I & G). unfold longest. simpl now. rewrite Mv.
        match goal with |- context [List.find ?f _] => destruct (List.find f (m0 :: ms0)) as [m'|] eqn:X end.
        - apply find_some in X. destruct X as [I' X]. apply is_safe_ok in X. exists m'. auto.
        - exfalso. pose proof (find_none _ _ X m I) as Y. apply is_safe_ok in G. simpl in Y.
          unfold left in G. simpl in G. congruence. }
      destruct Y as (m' & I' & K' & T'). split; [eauto|].
      intros x Hx T. rewrite T; [rewrite <- T'; auto|]. apply same_player_ok. auto.
    - split; [|auto].
      intros T. apply same_player_ok in T. unfold Walk.mine in Mp. congruence. }
  assert (R : forall h, reaches r c (longest t total) (Play root history) h -> length (earlier h) <= total ->
     (exists l, earlier h = l ++ history) /\ safe t (left h) (now h)).
  { induction 1 as [|x y Rx IHx St]; intros L.
    - split; [exists []; auto|]. left. unfold left, total. simpl. replace (N.of_nat _) with n by lia. auto.
    - destruct St as [m Em I T]. simpl in L. destruct IHx as [[l E] K]; [lia|].
      pose proof (Step x l E) as St. rewrite Em in St. simpl. split.
      + exists (now x :: l). rewrite E. auto.
      + replace (left (after x (to m))) with (left x - 1) by (unfold left; simpl; lia).
        apply St; auto; lia. }
  intros h Rh L. destruct (R h Rh L) as [[l E] K]. specialize (Step h l E L K).
  destruct (ended r h); auto. intros Lt. apply Step, Lt.
Qed.
End Plies.
