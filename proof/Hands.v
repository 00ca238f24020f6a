(* The walk of docs/certificate.md, section 3, with `hands: dominate`: positions answer for others.

   What answers for what is a relation between positions of which is known that play below the one
   follows play below the other (`follows`); Clock.v has it for chess with the fifty-move rule. The walk
   is that of Walk.v, for a game without repetitions, a history and a database. *)
Require Import String List Arith NArith Lia Bool.
From Threefold Require Import Game Strategy Table Answer Walk.
Import ListNotations.
Set Implicit Arguments.

Section Hands.
Variable g : game.
Variable r : rule.
Variable c : claim.
Variable num : Type.
Variable readable : string -> bool.
Variable hash : position g -> place.
(* `answers q p`: q, once it was met, answers for p; and what may answer for a position. *)
Variable answers : position g -> position g -> bool.
Variable candidates : position g -> list (position g).

Notation answer := (answer num).
Notation lines := (lines num).
Notation table := (table (position g) entry).
Notation find := (@find (position g) entry (same g)).
Notation add := (@add (position g) entry (same g) hash).
Notation mine := (mine g c).

(* The smallest number of plies among those that answer. *)
Fixpoint least (t : table) (l : list (position g)) : option N :=
  match l with
  | [] => None
  | q :: l =>
    let more := least t l in
    match find (hash q) q t with
    | Some (Done d) => Some (match more with Some e => N.min d e | None => d end)
    | Some Open => if wins c then more else Some 0%N
    | None => more
    end
  end.

Definition walk := fix walk (fuel : nat) (choice : num) (p : position g) (t : table) (ls : lines)
    (k : table -> lines -> N -> answer) : answer :=
  match fuel with
  | O => Unfinished
  | S fuel =>
    match least t (candidates p) with
    | Some d => k t ls d
    | None =>
      let h := hash p in
      match find h p t with
      | Some _ => Refuted choice Cycle
      | None =>
        let leaf (o : outcome) (fault : kind) :=
          if supports c o then k (add h p (Done 0) t) ls 0%N else Refuted choice fault in
        match over g p with
        | Some o => leaf o WrongTerminal
        | None =>
          match moves g p with
          | [] => leaf (stuck g p) (if mine p then ClaimantStuck else WrongTerminal)
          | ms =>
            let t := add h p Open t in
            if mine p then
              read readable ls ms (fun n m ls =>
                walk fuel n (to m) t ls (fun t ls d =>
                  let d := N.succ d in k (add h p (Done d) t) ls d))
            else
              (fix each (ms : list (move (position g))) (t : table) (ls : lines) (d : N) : answer :=
                match ms with
                | [] => k (add h p (Done d) t) ls d
                | m :: ms => walk fuel choice (to m) t ls (fun t ls d' => each ms t ls (N.max d (N.succ d')))
                end) ms t ls 0%N
          end
        end
      end
    end
  end.
Definition accepts fuel choice root ls declared ml wl within : answer :=
  walk fuel choice root (empty _ _) ls (finish g declared ml wl within).

Hypothesis candidates_ok : forall q p, In q (candidates p) -> answers q p = true.
Hypothesis itself : forall p, answers p p = true.
Hypothesis onwards : forall a b d, answers a b = true -> answers b d = true -> answers a d = true.

Definition has (t : table) (d : N) (strict : bool) (y : position g) : Prop :=
  match find (hash y) y t with
  | Some (Done d') => wins c = true -> if strict then (d' < d)%N else (d' <= d)%N
  | Some Open => wins c = false
  | None => False
  end.
Definition below (t : table) (d : N) (x : position g) : Prop := exists y, answers y x = true /\ has t d true y.
Definition reached (t : table) (d : N) (x : position g) : Prop := exists y, answers y x = true /\ has t d false y.
Definition good (t : table) (d : N) (p : position g) : Prop :=
  match over g p with
  | Some o => supports c o = true
  | None =>
    match moves g p with
    | [] => supports c (stuck g p) = true
    | ms => if mine p then exists m, In m ms /\ below t d (to m) else forall m, In m ms -> below t d (to m)
    end
  end.
Definition sound (t : table) : Prop := forall p d, find (hash p) p t = Some (Done d) -> good t d p.
Notation grows := (@grows g hash).

Lemma has_grows t t' d s y : has t d s y -> grows t t' -> has t' d s y.
Proof.
  unfold has. intros H G. specialize (G y). destruct (find (hash y) y t); [rewrite G; auto|contradiction].
Qed.
Lemma good_more t t' d p : (forall e s y, has t e s y -> has t' e s y) -> good t d p -> good t' d p.
Proof.
  intros H. unfold good. destruct (over g p); auto. destruct (moves g p) as [|m0 ms0]; auto.
  destruct (mine p).
  - intros (m & I & y & A & B). exists m. split; auto. exists y. auto.
  - intros G m I. destruct (G m I) as (y & A & B). exists y. auto.
Qed.
Lemma least_ok t p d : least t (candidates p) = Some d -> reached t d p.
Proof.
  assert (L : forall l e, least t l = Some e -> (forall q, In q l -> answers q p = true) -> reached t e p).
  { induction l as [|q l IH]; simpl; intros e E A; [discriminate|].
    assert (Aq : answers q p = true) by auto. assert (Al : forall x, In x l -> answers x p = true) by auto.
    destruct (find (hash q) q t) as [[|d']|] eqn:F.
    - destruct (wins c) eqn:W; [apply IH; auto|]. injection E as <-. exists q. split; auto. unfold has. rewrite F. auto.
    - destruct (least t l) as [e'|] eqn:M.
      + injection E as <-. destruct (N.le_ge_cases d' e') as [Le|Ge].
        * exists q. split; auto. unfold has. rewrite F. intros _. lia.
        * rewrite N.min_r; auto.
      + injection E as <-. exists q. split; auto. unfold has. rewrite F. intros _. lia.
    - apply IH; auto. }
  intros E. eapply L; eauto.
Qed.
Lemma find_here e p q (t : table) :
  find (hash q) q (add (hash p) p e t) = if same g q p then Some e else find (hash q) q t.
Proof. apply find_add, same_ok. Qed.
Lemma open_sound t p : find (hash p) p t = None -> sound t -> sound (add (hash p) p Open t).
Proof.
  intros F S q d H. rewrite find_here in H. destruct (same g q p) eqn:E; [discriminate|].
  apply good_more with t; [|apply S; auto]. intros e s y. unfold has. rewrite find_here.
  destruct (same g y p) eqn:X; auto. apply same_ok in X. subst y. rewrite F. intros [].
Qed.
Lemma close_sound t u p d : find (hash p) p t = None -> grows (add (hash p) p Open t) u ->
  sound u -> good u d p ->
  grows t (add (hash p) p (Done d) u) /\ sound (add (hash p) p (Done d) u) /\
  reached (add (hash p) p (Done d) u) d p.
Proof.
  intros F G S Gd. split; [|split].
  - intros q. specialize (G q). rewrite find_here in *.
    destruct (same g q p) eqn:E; [|auto]. apply same_ok in E. subst q. rewrite F. discriminate.
  - assert (B : forall e s y, has u e s y -> has (add (hash p) p (Done d) u) e s y).
    { intros e s y. unfold has. rewrite find_here. destruct (same g y p) eqn:X; auto.
      apply same_ok in X. subst y. specialize (G p). rewrite find_here, same_refl in G. rewrite G.
      intros W W'. congruence. }
    intros q e H. rewrite find_here in H. destruct (same g q p) eqn:E.
    + apply same_ok in E. subst q. injection H as <-. apply good_more with u; auto.
    + apply good_more with u; auto.
  - exists p. split; auto. unfold has. rewrite find_here, same_refl. intros _. lia.
Qed.
Lemma leaf_sound t p : find (hash p) p t = None -> sound t -> (forall u, good u 0 p) ->
  grows t (add (hash p) p (Done 0) t) /\ sound (add (hash p) p (Done 0) t) /\
  reached (add (hash p) p (Done 0) t) 0 p.
Proof.
  intros F S Gd. split; [|split].
  - intros q. rewrite find_here. destruct (same g q p) eqn:E.
    + apply same_ok in E. subst q. rewrite F. discriminate.
    + destruct (find (hash q) q t); auto. discriminate.
  - intros q e H. rewrite find_here in H. destruct (same g q p) eqn:E.
    + apply same_ok in E. subst q. injection H as <-. auto.
    + apply good_more with t; auto. intros e' s y. unfold has. rewrite find_here.
      destruct (same g y p) eqn:X; auto. apply same_ok in X. subst y. rewrite F. intros [].
  - exists p. split; auto. unfold has. rewrite find_here, same_refl. intros _. lia.
Qed.
Lemma reached_below t t' d d' p : reached t d p -> grows t t' -> (d < d')%N -> below t' d' p.
Proof.
  intros (y & A & H) G L. exists y. split; auto. apply has_grows with (t' := t') in H; auto.
  unfold has in *. destruct (find (hash y) y t') as [[]|]; auto. intros W. specialize (H W). simpl in *. lia.
Qed.

Lemma walk_sound fuel : forall choice p t ls k,
  walk fuel choice p t ls k = Verified -> sound t ->
  exists t' ls' d, k t' ls' d = Verified /\ grows t t' /\ sound t' /\ reached t' d p.
Proof.
  induction fuel as [|fuel IH]; intros choice p t ls k W S; [discriminate|].
  simpl in W. destruct (least t (candidates p)) as [d|] eqn:Le.
  { exists t, ls, d. split; auto. split; [apply grows_refl|]. split; auto. apply least_ok. auto. }
  destruct (find (hash p) p t) as [|] eqn:F; [discriminate|].
  destruct (over g p) as [o|] eqn:Ov.
  { destruct (supports c o) eqn:Sp; [|discriminate]. eexists _, _, _. split; [exact W|].
    apply leaf_sound; auto. intros u. unfold good. rewrite Ov. auto. }
  destruct (moves g p) as [|m0 ms0] eqn:Mv.
  { destruct (supports c (stuck g p)) eqn:Sp; [|discriminate]. eexists _, _, _. split; [exact W|].
    apply leaf_sound; auto. intros u. unfold good. rewrite Ov, Mv. auto. }
  assert (So : sound (add (hash p) p Open t)) by (apply open_sound; auto).
  destruct (mine p) eqn:Mp.
  - apply read_ok in W. destruct W as (n & m & rest & I & W).
    apply IH in W; auto. destruct W as (t' & ls' & d & K & G & S' & R).
    eexists _, _, _. split; [exact K|]. apply close_sound; auto.
    unfold good. rewrite Ov, Mv, Mp. exists m. split; auto.
    apply reached_below with t' d; auto; [apply grows_refl|lia].
  - revert W.
    set (each := fix each ms t ls d := match ms with
       | [] => k (add (hash p) p (Done d) t) ls d
       | m :: ms => walk fuel choice (to m) t ls (fun t ls d' => each ms t ls (N.max d (N.succ d'))) end).
    intro W.
    assert (E : forall ms t0 ls0 d0, each ms t0 ls0 d0 = Verified -> sound t0 ->
       exists t' ls' d, k (add (hash p) p (Done d) t') ls' d = Verified /\ grows t0 t' /\ sound t' /\
         (d0 <= d)%N /\ forall m, In m ms -> below t' d (to m)).
    { induction ms as [|m ms IHm]; intros t0 ls0 d0 Eq S0.
      - exists t0, ls0, d0. split; [exact Eq|]. split; [apply grows_refl|]. split; auto.
        split; [lia|]. intros ? [].
      - simpl in Eq. apply IH in Eq; auto. destruct Eq as (t1 & l1 & d1 & K & G & S1 & R).
        apply IHm in K; auto. destruct K as (t' & ls' & d & K & G' & S' & L & B).
        exists t', ls', d. split; auto. split; [eapply grows_trans; eauto|]. split; auto.
        split; [lia|]. intros x [<-|Hx]; auto.
        eapply reached_below; eauto. lia. }
    change (each (m0 :: ms0) (add (hash p) p Open t) ls 0%N = Verified) in W.
    apply E in W; auto. destruct W as (t' & ls' & d & K & G & S' & _ & B).
    eexists _, _, _. split; [exact K|]. apply close_sound; auto.
    unfold good. rewrite Ov, Mv, Mp. auto.
Qed.

Definition complete (t : table) : Prop := sound t /\ forall p, find (hash p) p t <> Some Open.
Theorem accepted fuel choice root ls declared ml wl within :
  accepts fuel choice root ls declared ml wl within = Verified ->
  exists t d, complete t /\ reached t d root /\ forall most, within = Some most -> (d <= most)%N.
Proof.
  intros W. apply walk_sound in W.
  - destruct W as (t & ls' & d & K & G & S & R).
    assert (O : forall p, find (hash p) p t <> Some Open).
    { intros p. specialize (G p). rewrite find_empty in G. auto. }
    exists t, d. split; [split; auto|]. split; auto. intros most ->. unfold finish in K. destruct ls'; [|discriminate].
    destruct (declared n); [|discriminate]. destruct (d <=? most)%N eqn:L; [|discriminate].
    apply N.leb_le in L. auto.
  - intros p d F. rewrite find_empty in F. discriminate.
Qed.

(* Play below what is answered for follows play below what answers: until it is over for good. *)
Definition follows (q p : position g) : Prop :=
  match over g q with
  | Some o => supports c o = true -> exists x, over g p = Some x /\ supports c x = true
  | None =>
    (exists x, over g p = Some x /\ supports c x = true) \/
    over g p = None /\ turn g p = turn g q /\ stuck g p = stuck g q /\
    (forall m, In m (moves g q) -> exists m', In m' (moves g p) /\ answers (to m) (to m') = true) /\
    (forall m', In m' (moves g p) -> exists m, In m (moves g q) /\ answers (to m) (to m') = true)
  end.
Hypothesis simulated : forall q p, answers q p = true -> follows q p.
Hypothesis never : occurrences g = None.
Variable o_rep : outcome.
Hypothesis plain : repetition r = Some o_rep.

Lemma legal_all (h : play g) : legal r h = moves g (now h).
Proof. eapply legal_plain; eauto. Qed.
Lemma ended_plain (h : play g) : ended r h = match over g (now h) with
  | Some o => Some o
  | None => match moves g (now h) with [] => Some (stuck g (now h)) | _ => None end end.
Proof.
  unfold ended. rewrite plain. unfold repeated. rewrite never. rewrite legal_all. auto.
Qed.
(* What is found out about an answering position is true of the other. *)
Lemma carried t d q p : complete t -> find (hash q) q t = Some (Done d) -> answers q p = true ->
  match over g p with
  | Some o => supports c o = true
  | None =>
    match moves g p with
    | [] => supports c (stuck g p) = true
    | ms => if mine p then exists m, In m ms /\ below t d (to m) else forall m, In m ms -> below t d (to m)
    end
  end.
Proof.
  intros [S O] F A. specialize (S q d F). pose proof (simulated A) as Sim. unfold good in S. unfold follows in Sim.
  destruct (over g q) as [o|].
  { destruct (Sim S) as (x & -> & Sp). auto. }
  destruct Sim as [(x & -> & Sp)|(-> & T & St & To & From)]; auto.
  assert (M : mine p = mine q) by (unfold Walk.mine; rewrite T; auto). rewrite M, St.
  destruct (moves g q) as [|m0 ms0] eqn:Mq.
  - destruct (moves g p) as [|m1 ms1]; auto. destruct (From m1 (or_introl eq_refl)) as (m & [] & _).
  - destruct (moves g p) as [|m1 ms1] eqn:Mp.
    { destruct (To m0 (or_introl eq_refl)) as (m & [] & _). }
    cbv beta iota zeta in *. destruct (mine q).
    + destruct S as (m & I & y & Ay & H). destruct (To m I) as (m' & I' & A'). exists m'. split; auto.
      exists y. split; auto. eapply onwards; eauto.
    + intros m' I'. destruct (From m' I') as (m & I & A'). destruct (S m I) as (y & Ay & H).
      exists y. split; auto. eapply onwards; eauto.
Qed.

Lemma done_forced t : complete t -> wins c = true -> forall n q d p l,
  N.to_nat d = n -> find (hash q) q t = Some (Done d) -> answers q p = true -> Forced r c n (Play p l).
Proof.
  intros C Wc. induction n as [n IH] using lt_wf_ind. intros q d p l Ln F A.
  pose proof (carried C F A) as G. pose proof (ended_plain (Play p l)) as E. simpl in E.
  pose proof (legal_all (Play p l)) as Le. simpl in Le.
  destruct (over g p) as [o|] eqn:Ov; [apply FEnd with o; auto|].
  destruct (moves g p) as [|m0 ms0] eqn:Mv; [apply FEnd with (stuck g p); auto|].
  assert (Next : forall x, below t d x -> n <> 0 /\ Forced r c (n - 1) (Play x (p :: l))).
  { intros x (y & Ay & H). unfold has in H. destruct (find (hash y) y t) as [[|e]|] eqn:Fy; [congruence| |contradiction].
    specialize (H Wc). simpl in H. split; [lia|]. apply forced_more with (N.to_nat e); [|lia].
    eapply (IH (N.to_nat e)); eauto. lia. }
  destruct (mine p) eqn:Mp.
  - destruct G as (m & I & B). destruct (Next _ B) as (N0 & Fk). apply Walk.same_player_ok in Mp.
    replace n with (Datatypes.S (n - 1)) by lia. apply FMine with m; auto. rewrite Le. auto.
  - destruct (Next _ (G m0 (or_introl eq_refl))) as [N0 _].
    replace n with (Datatypes.S (n - 1)) by lia. apply FTheirs; auto.
    + intros T. apply Walk.same_player_ok in T. unfold Walk.mine in Mp. simpl in T. congruence.
    + rewrite Le. intros m I. apply Next, G, I.
Qed.
Theorem accepts_wins fuel choice root ls declared ml wl within :
  accepts fuel choice root ls declared ml wl within = Verified -> wins c = true ->
  true_claim r c (Play root []) /\ forall n, within = Some n -> true_within r (N.to_nat n) c (Play root []).
Proof.
  intros A Wc. apply accepted in A. destruct A as (t & d & C & (y & Ay & H) & L).
  unfold has in H. destruct C as [S O]. destruct (find (hash y) y t) as [[|e]|] eqn:F; [destruct (O y F)| |contradiction].
  specialize (H Wc). simpl in H.
  assert (X : Forced r c (N.to_nat e) (Play root [])) by (eapply done_forced; eauto; split; auto).
  split; [eapply forced_true; eauto|]. intros n E. apply forced_within. apply forced_more with (N.to_nat e); auto.
  specialize (L n E). lia.
Qed.

(* Holds: in positions that something answers for. *)
Hypothesis all_candidates : wins c = false -> forall q p, answers q p = true -> In q (candidates p).
Definition kept (t : table) (p : position g) : bool :=
  existsb (fun q => match find (hash q) q t with Some _ => true | None => false end) (candidates p).
Definition stay (t : table) (h : play g) : position g :=
  match List.find (fun m => kept t (to m)) (moves g (now h)) with Some m => to m | None => now h end.
Lemma below_kept t d x : wins c = false -> below t d x -> kept t x = true.
Proof.
  intros W (y & A & H). apply existsb_exists. exists y. split; [apply all_candidates; auto|].
  unfold has in H. destruct (find (hash y) y t); auto.
Qed.
Lemma done_holds t start : complete t -> wins c = false -> supports c o_rep = true -> kept t (now start) = true ->
  secures r c (stay t) start.
Proof.
  intros C Wc Rep Ks. split; [|intros _; exists o_rep; auto].
  assert (Good : forall h, kept t (now h) = true -> good_so_far r c (stay t) h /\
     forall m, ended r h = None -> In m (legal r h) -> (turn g (now h) = who c -> to m = stay t h) -> kept t (to m) = true).
  { intros [p e] K. simpl in K. apply existsb_exists in K. destruct K as (q & I & F).
    destruct (find (hash q) q t) as [[|d]|] eqn:Fq; [|clear F|discriminate].
    { destruct C as [_ O]. destruct (O q Fq). }
    pose proof (carried C Fq (candidates_ok _ _ I)) as G. unfold good_so_far.
    rewrite !ended_plain, legal_all. unfold stay. simpl.
    destruct (over g p) as [o|]; [split; [auto|discriminate]|].
    destruct (moves g p) as [|m0 ms0] eqn:Mv; [split; [auto|discriminate]|].
    destruct (mine p) eqn:Mp.
    - destruct G as (m & Im & B). apply below_kept in B; auto.
      destruct (List.find (fun m => kept t (to m)) (m0 :: ms0)) as [m'|] eqn:X.
      + apply find_some in X. destruct X as [I' K']. split; [intros _; exists m'; auto|].
        intros x _ _ T. rewrite T; auto. apply Walk.same_player_ok. auto.
      + exfalso. pose proof (find_none _ _ X m Im) as Y. simpl in Y. congruence.
    - split; [intros T; apply Walk.same_player_ok in T; unfold Walk.mine in Mp; congruence|].
      intros x _ Hx _. eapply below_kept; eauto. }
  assert (R : forall h, reaches r c (stay t) start h -> kept t (now h) = true).
  { induction 1 as [|x y Rx K St]; auto. destruct St as [m Em Im T]. simpl. eapply Good; eauto. }
  intros h Rh. apply Good, R, Rh.
Qed.
Theorem accepts_holds fuel choice root ls declared ml wl within :
  accepts fuel choice root ls declared ml wl within = Verified -> wins c = false -> supports c o_rep = true ->
  true_claim r c (Play root []).
Proof.
  intros A Wc Sp. apply accepted in A. destruct A as (t & d & C & (y & Ay & H) & _).
  exists (stay t). apply done_holds; auto. apply existsb_exists. exists y. split; [apply all_candidates; auto|].
  unfold has in H. destruct (find (hash y) y t); auto.
Qed.
End Hands.
