(* The walk of docs/certificate.md, section 3: what it accepts is true.

   `draw`, `attacker-loses` and `attacker-wins`, claims that somebody wins (also within a number of
   plies) and that somebody holds, with positions before the root and with a database. The walk keeps a
   table of positions, open or done; with a position that is done goes the length of the longest way
   from there. What follows (`walk_sound`): everything done is an end that supports the claim, or leads
   to what is in the table: for wins, by ways that get shorter.

   The walk is written with what to do afterwards as its last argument, so that the program made from it
   needs no stack. *)
Require Import String List Arith NArith Lia Bool.
From Threefold Require Import Game Strategy Table Answer.
Import ListNotations.
Set Implicit Arguments.

Section Walk.
Variable g : game.
Variable r : rule.
Variable c : claim.
Variable num : Type.
Variable readable : string -> bool.
Variable hash : position g -> place.
(* The positions before the root, the last one first. *)
Variable history : list (position g).
(* What the database says, and whether a position that draws by history might be met below a leaf. *)
Variable known : position g -> option outcome.
Variable refuse : bool.

Notation answer := (answer num).
Notation lines := (lines num).
Definition mine (p : position g) : bool := same_player (turn g p) (who c).
Inductive entry := Open | Done (d : N).
Notation table := (table (position g) entry).
Notation find := (@find (position g) entry (same g)).
Notation add := (@add (position g) entry (same g) hash).

Definition walk := fix walk (fuel : nat) (choice : num) (p : position g) (t : table) (ls : lines)
    (k : table -> lines -> N -> answer) : answer :=
  match fuel with
  | O => Unfinished
  | S fuel =>
    let h := hash p in
    match find h p t with
    | Some (Done d) => k t ls d
    | Some Open => if wins c then Refuted choice Cycle else k t ls 0%N
    | None =>
      let leaf (o : outcome) (fault : kind) :=
        if supports c o then k (add h p (Done 0) t) ls 0%N else Refuted choice fault in
      if repeated g p history then
        if wins c then Refuted choice HistoryRepetition else k (add h p (Done 0) t) ls 0%N
      else match over g p with
      | Some o => leaf o WrongTerminal
      | None =>
        match known p with
        | Some o => if wins c && refuse then Refuted choice HistoryRepetition else leaf o WrongTerminal
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

(* The walk is over: no line may be left, their number is the declared one, and the win short enough. *)
Definition finish (declared : num -> bool) (moves_line within_line : num) (within : option N)
    (t : table) (ls : lines) (d : N) : answer :=
  match ls with
  | Line n _ _ => Refuted n SurplusLine
  | End n =>
    if declared n then
      match within with
      | Some most => if (d <=? most)%N then Verified else Refuted within_line TooLong
      | None => Verified
      end
    else Refuted moves_line MovesCount
  end.

(* Where the claimant, or the opponent, may go from a position that is done with d. *)
Definition below (t : table) (d : N) (q : position g) : Prop :=
  match find (hash q) q t with
  | Some (Done d') => wins c = true -> (d' < d)%N
  | Some Open => wins c = false
  | None => False
  end.
Definition onward (t : table) (d : N) (p : position g) : Prop :=
  match over g p with
  | Some o => supports c o = true
  | None =>
    match known p with
    | Some o => supports c o = true /\ (wins c = true -> refuse = false)
    | None =>
      match moves g p with
      | [] => supports c (stuck g p) = true
      | ms => if mine p then exists m, In m ms /\ below t d (to m)
              else forall m, In m ms -> below t d (to m)
      end
    end
  end.
Definition good (t : table) (d : N) (p : position g) : Prop :=
  repeated g p history = true /\ wins c = false \/ repeated g p history = false /\ onward t d p.
Definition sound (t : table) : Prop := forall p d, find (hash p) p t = Some (Done d) -> good t d p.
(* What was there is there, and what was not there is not open. *)
Definition grows (t t' : table) : Prop := forall p,
  match find (hash p) p t with
  | Some e => find (hash p) p t' = Some e
  | None => find (hash p) p t' <> Some Open
  end.
Definition reached (t : table) (d : N) (p : position g) : Prop :=
  match find (hash p) p t with
  | Some (Done d') => d' = d
  | Some Open => wins c = false
  | None => False
  end.

Lemma grows_trans a b e : grows a b -> grows b e -> grows a e.
Proof.
  intros A B p. specialize (A p). specialize (B p).
  destruct (find (hash p) p a).
  - rewrite A in B. auto.
  - destruct (find (hash p) p b); auto. congruence.
Qed.
Lemma grows_refl a : grows a a.
Proof. intros p. destruct (find (hash p) p a) eqn:E; congruence. Qed.
Lemma reached_grows t t' d p : reached t d p -> grows t t' -> reached t' d p.
Proof.
  unfold reached. intros R G. specialize (G p).
  destruct (find (hash p) p t); [rewrite G; auto|contradiction].
Qed.
Lemma reached_below t d d' p : reached t d p -> (d < d')%N -> below t d' p.
Proof.
  unfold reached, below. intros R L. destruct (find (hash p) p t) as [[]|]; auto. intros _. lia.
Qed.

(* Opening a position, and closing it. *)
Lemma find_here e p q (t : table) :
  find (hash q) q (add (hash p) p e t) = if same g q p then Some e else find (hash q) q t.
Proof. apply find_add, same_ok. Qed.
Lemma same_refl p : same g p p = true.
Proof. apply same_ok. auto. Qed.
Lemma open_sound t p : find (hash p) p t = None -> sound t -> sound (add (hash p) p Open t).
Proof.
  intros F S q d H. rewrite find_here in H. destruct (same g q p) eqn:E; [discriminate|].
  assert (B : forall x, below t d x -> below (add (hash p) p Open t) d x).
  { intros x. unfold below. rewrite find_here. destruct (same g x p) eqn:X; auto.
    apply same_ok in X. subst x. rewrite F. intros []. }
  destruct (S q d H) as [G|[G O]]; [left; auto|right; split; auto].
  unfold onward in *. destruct (over g q); auto. destruct (known q); auto.
  destruct (moves g q); auto. destruct (mine q); auto.
  destruct O as (x & I & O). eauto.
Qed.
Lemma close_sound t u p d : find (hash p) p t = None -> grows (add (hash p) p Open t) u ->
  sound u -> good u d p ->
  grows t (add (hash p) p (Done d) u) /\ sound (add (hash p) p (Done d) u) /\
  reached (add (hash p) p (Done d) u) d p.
Proof.
  intros F G S Gd. split; [|split].
  - intros q. specialize (G q). rewrite find_here in *.
    destruct (same g q p) eqn:E; [|auto]. apply same_ok in E. subst q. rewrite F. discriminate.
  - assert (B : forall e x, below u e x -> below (add (hash p) p (Done d) u) e x).
    { intros e x. unfold below. rewrite find_here. destruct (same g x p) eqn:X; auto.
      apply same_ok in X. subst x. specialize (G p). rewrite find_here, same_refl in G. rewrite G.
      intros W W'. congruence. }
    assert (Good : forall e x, good u e x -> good (add (hash p) p (Done d) u) e x).
    { intros e x [Y|[Y O]]; [left; auto|right; split; auto].
      unfold onward in *. destruct (over g x); auto. destruct (known x); auto.
      destruct (moves g x); auto. destruct (mine x); auto. destruct O as (y & I & O). eauto. }
    intros q e H. rewrite find_here in H. destruct (same g q p) eqn:E.
    + apply same_ok in E. subst q. injection H as <-. auto.
    + auto.
  - unfold reached. rewrite find_here, same_refl. auto.
Qed.
Lemma leaf_sound t p d : find (hash p) p t = None -> sound t -> (forall u, good u d p) ->
  grows t (add (hash p) p (Done d) t) /\ sound (add (hash p) p (Done d) t) /\
  reached (add (hash p) p (Done d) t) d p.
Proof.
  intros F S G. split; [|split].
  - intros q. rewrite find_here. destruct (same g q p) eqn:E.
    + apply same_ok in E. subst q. rewrite F. discriminate.
    + destruct (find (hash q) q t) eqn:X; congruence.
  - assert (B : forall e x, below t e x -> below (add (hash p) p (Done d) t) e x).
    { intros e x. unfold below. rewrite find_here. destruct (same g x p) eqn:X; auto.
      apply same_ok in X. subst x. rewrite F. intros []. }
    intros q e H. rewrite find_here in H. destruct (same g q p) eqn:E.
    + apply same_ok in E. subst q. injection H as <-. auto.
    + destruct (S q e H) as [Y|[Y O]]; [left; auto|right; split; auto].
      unfold onward in *. destruct (over g q); auto. destruct (known q); auto.
      destruct (moves g q); auto. destruct (mine q); auto. destruct O as (x & I & O). eauto.
  - unfold reached. rewrite find_here, same_refl. auto.
Qed.

Lemma walk_sound fuel : forall choice p t ls k,
  walk fuel choice p t ls k = Verified -> sound t ->
  exists t' ls' d, k t' ls' d = Verified /\ grows t t' /\ sound t' /\ reached t' d p.
Proof.
  induction fuel as [|fuel IH]; intros choice p t ls k W S; [discriminate|].
  simpl in W. destruct (find (hash p) p t) as [[|d]|] eqn:F.
  { destruct (wins c) eqn:Wc; [discriminate|]. exists t, ls, 0%N.
    split; auto. split; [apply grows_refl|]. split; auto. unfold reached. rewrite F. auto. }
  { exists t, ls, d. split; auto. split; [apply grows_refl|]. split; auto.
    unfold reached. rewrite F. auto. }
  destruct (repeated g p history) eqn:Rp.
  { destruct (wins c) eqn:Wc; [discriminate|]. eexists _, _, _. split; [exact W|].
    apply leaf_sound; auto. intros u. left. auto. }
  destruct (over g p) as [o|] eqn:Ov.
  { destruct (supports c o) eqn:Sp; [|discriminate]. eexists _, _, _. split; [exact W|].
    apply leaf_sound; auto. intros u. right. split; auto. unfold onward. rewrite Ov. auto. }
  destruct (known p) as [o|] eqn:Kn.
  { destruct (wins c && refuse) eqn:Wr; [discriminate|].
    destruct (supports c o) eqn:Sp; [|discriminate]. eexists _, _, _. split; [exact W|].
    apply leaf_sound; auto. intros u. right. split; auto. unfold onward. rewrite Ov, Kn.
    split; auto. intros Wc. rewrite Wc in Wr. auto. }
  destruct (moves g p) as [|m0 ms0] eqn:Mv.
  { destruct (supports c (stuck g p)) eqn:Sp; [|discriminate]. eexists _, _, _. split; [exact W|].
    apply leaf_sound; auto. intros u. right. split; auto. unfold onward. rewrite Ov, Kn, Mv. auto. }
  assert (So : sound (add (hash p) p Open t)) by (apply open_sound; auto).
  destruct (mine p) eqn:Mp.
  - apply read_ok in W. destruct W as (n & m & rest & I & W).
    apply IH in W; auto. destruct W as (t' & ls' & d & K & G & S' & R).
    eexists _, _, _. split; [exact K|]. apply close_sound; auto.
    right. split; auto. unfold onward. rewrite Ov, Kn, Mv, Mp. exists m. split; auto.
    apply reached_below with d; auto. lia.
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
        eapply reached_below; [eapply reached_grows; eauto|]. lia. }
    change (each (m0 :: ms0) (add (hash p) p Open t) ls 0%N = Verified) in W.
    apply E in W; auto. destruct W as (t' & ls' & d & K & G & S' & _ & B).
    eexists _, _, _. split; [exact K|]. apply close_sound; auto.
    right. split; auto. unfold onward. rewrite Ov, Kn, Mv, Mp. auto.
Qed.

(* What an accepted walk leaves behind: a table without open positions that has the root. *)
Definition complete (t : table) : Prop := sound t /\ forall p, find (hash p) p t <> Some Open.
Theorem accepted fuel choice root ls declared ml wl within :
  walk fuel choice root (empty _ _) ls (finish declared ml wl within) = Verified ->
  exists t d, complete t /\ find (hash root) root t = Some (Done d) /\
    forall most, within = Some most -> (d <= most)%N.
Proof.
  intros W. apply walk_sound in W.
  - destruct W as (t & ls' & d & K & G & S & R).
    assert (O : forall p, find (hash p) p t <> Some Open).
    { intros p. specialize (G p). rewrite find_empty in G. auto. }
    exists t, d. split; [split; auto|]. unfold reached in R. specialize (O root).
    destruct (find (hash root) root t) as [[|d']|]; [congruence|subst d'|contradiction].
    split; auto. intros most ->. unfold finish in K. destruct ls'; [|discriminate].
    destruct (declared n); [|discriminate]. destruct (d <=? most)%N eqn:L; [|discriminate].
    apply N.leb_le in L. auto.
  - intros p d F. rewrite find_empty in F. discriminate.
Qed.

(* Plays that go on from the root: what is met, and what was met before that in the play. *)
Variable o_rep : outcome.
Hypothesis plain : repetition r = Some o_rep.
Lemma legal_plain (h : play g) : legal r h = moves g (now h).
Proof.
  unfold legal. assert (B : forall m, banned r h m = false).
  { intros m. unfold banned. destruct r; auto. discriminate. }
  induction (moves g (now h)) as [|m ms IH]; simpl; auto. rewrite B. simpl. rewrite IH. auto.
Qed.
Lemma count_app p (a b : list (position g)) : count g p (a ++ b) = count g p a + count g p b.
Proof. induction a; simpl; auto. rewrite IHa. lia. Qed.
Lemma count_new p l : ~ In p l -> count g p l = 0.
Proof.
  induction l as [|x l IH]; simpl; intros N; auto.
  destruct (same g p x) eqn:E; [apply same_ok in E; subst; tauto|]. rewrite IH; auto.
Qed.
Lemma repeated_new p l : ~ In p l -> repeated g p (l ++ history) = repeated g p history.
Proof. intros N. unfold repeated. rewrite count_app, count_new; auto. Qed.
Lemma repeated_more p l : repeated g p history = true -> repeated g p (l ++ history) = true.
Proof.
  unfold repeated. destruct (occurrences g); auto. rewrite count_app. intros H.
  apply Nat.leb_le in H. apply Nat.leb_le. lia.
Qed.
Lemma same_player_ok a b : same_player a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.

(* Wins. Where the database is asked, somebody else has to say that what it calls won can be forced
   (Database.v). `possible`: what moves from the root may lead to. *)
Variable possible : position g -> Prop.
Hypothesis possible_on : forall p m, possible p -> In m (moves g p) -> possible (to m).
Definition can_win_leaf (b : nat) : Prop := forall p o l, possible p -> known p = Some o -> supports c o = true ->
  over g p = None -> refuse = false ->
  (forall x, In x l -> known x = None) -> Forced r c b (Play p (l ++ history)).
Lemma done_forced t b : complete t -> wins c = true -> can_win_leaf b -> forall n p d l,
  N.to_nat d = n -> find (hash p) p t = Some (Done d) -> possible p ->
  (forall x, In x l -> known x = None /\ exists e, find (hash x) x t = Some (Done e) /\ (d < e)%N) ->
  Forced r c (n + b) (Play p (l ++ history)).
Proof.
  intros [S O] Wc Leaf. induction n as [n IH] using lt_wf_ind. intros p d l Ln F Po A.
  assert (New : ~ In p l).
  { intros I. destruct (A p I) as (_ & e & E & L). rewrite F in E. injection E as ->. lia. }
  destruct (S p d F) as [[_ W]|[Rp G]]; [congruence|].
  rewrite <- (repeated_new p l New) in Rp.
  unfold onward in G. destruct (over g p) as [o|] eqn:Ov.
  { apply FEnd with o; auto. unfold ended. rewrite plain. simpl. rewrite Rp, Ov. auto. }
  destruct (known p) as [o|] eqn:Kn.
  { destruct G as [G Y]. apply forced_more with b; [|lia].
    apply (Leaf p o); auto. intros x Hx. apply A, Hx. }
  assert (Le : legal r (Play p (l ++ history)) = moves g p) by apply legal_plain.
  destruct (moves g p) as [|m0 ms0] eqn:Mv.
  { apply FEnd with (stuck g p); auto. unfold ended. rewrite plain. simpl. rewrite Rp, Ov, Le. auto. }
  assert (E : ended r (Play p (l ++ history)) = None).
  { unfold ended. rewrite plain. simpl. rewrite Rp, Ov, Le. auto. }
  assert (On : forall m, In m (m0 :: ms0) -> possible (to m)).
  { intros m I. apply possible_on with p; auto. rewrite Mv. auto. }
  assert (Next : forall q, possible q -> below t d q -> n <> 0 /\ Forced r c (n - 1 + b) (Play q (p :: l ++ history))).
  { intros q Pq B. unfold below in B. destruct (find (hash q) q t) as [[|e]|] eqn:Fq; [congruence| |contradiction].
    specialize (B Wc). split; [lia|]. apply forced_more with (N.to_nat e + b); [|lia].
    apply (IH (N.to_nat e)) with (d := e) (l := p :: l); auto; [lia|].
    intros x [<-|Hx]; [split; eauto|]. destruct (A x Hx) as (K & e' & E' & L').
    split; auto. exists e'. split; auto. lia. }
  destruct (mine p) eqn:Mp.
  - destruct G as (m & I & B). destruct (Next _ (On m I) B) as (N0 & Fk). apply same_player_ok in Mp.
    replace (n + b) with (Datatypes.S (n - 1 + b)) by lia.
    apply FMine with m; auto. rewrite Le. auto.
  - destruct (Next _ (On m0 (or_introl eq_refl)) (G m0 (or_introl eq_refl))) as [N0 _].
    replace (n + b) with (Datatypes.S (n - 1 + b)) by lia. apply FTheirs; auto.
    + intros T. apply same_player_ok in T. unfold mine in Mp. simpl in T. congruence.
    + rewrite Le. intros m I. apply Next; auto.
Qed.

(* Holds. The opponent cannot leave what is in the table, or, where the database is asked, a set of
   positions that the claimant keeps; a repetition is good for the claimant. *)
Variable safe : position g -> bool.
Definition keeps : Prop := forall p, safe p = true ->
  match over g p with
  | Some o => supports c o = true
  | None =>
    match moves g p with
    | [] => supports c (stuck g p) = true
    | ms => if mine p then exists m, In m ms /\ safe (to m) = true else forall m, In m ms -> safe (to m) = true
    end
  end.
Definition kept (t : table) (q : position g) : bool :=
  safe q || match find (hash q) q t with Some _ => true | None => false end.
Definition stay (t : table) (h : play g) : position g :=
  let f := if safe (now h) then safe else kept t in
  match List.find (fun m => f (to m)) (moves g (now h)) with Some m => to m | None => now h end.
Lemma done_holds t start : complete t -> supports c o_rep = true -> keeps ->
  (forall p o, known p = Some o -> supports c o = true -> safe p = true) ->
  earlier start = history -> kept t (now start) = true -> secures r c (stay t) start.
Proof.
  intros [S O] Rep Ks Leaf Es Kp0. split; [|intros _; exists o_rep; auto].
  assert (Good : forall h l, earlier h = l ++ history -> kept t (now h) = true ->
     good_so_far r c (stay t) h /\
     forall m, ended r h = None -> In m (legal r h) ->
       (turn g (now h) = who c -> to m = stay t h) -> kept t (to m) = true).
  { intros [p e] l He Kp. simpl in He, Kp. subst e.
    assert (Le : legal r (Play p (l ++ history)) = moves g p) by apply legal_plain.
    unfold good_so_far, ended. rewrite plain, Le. simpl.
    destruct (repeated g p (l ++ history)) eqn:Rp; [split; [auto|discriminate]|].
    (* Where he goes from here, in `f`, which is safe or in the table. *)
    assert (Go : exists f : position g -> bool, (forall q, f q = true -> kept t q = true) /\
       (match List.find (fun m => f (to m)) (moves g p) with Some m => to m | None => p end = stay t (Play p (l ++ history))) /\
       match over g p with
       | Some o => supports c o = true
       | None => match moves g p with
         | [] => supports c (stuck g p) = true
         | ms => if mine p then exists m, In m ms /\ f (to m) = true else forall m, In m ms -> f (to m) = true
         end end).
    { unfold stay. cbv zeta. cbn [now]. destruct (safe p) eqn:Sf.
      - exists safe. split; [intros q Q; unfold kept; rewrite Q; auto|]. split; auto. apply Ks. auto.
      - exists (kept t). split; auto. split; auto. unfold kept in Kp. rewrite Sf in Kp. simpl in Kp.
        destruct (find (hash p) p t) as [[|d]|] eqn:F; [destruct (O p F)| |discriminate].
        destruct (S p d F) as [[Y _]|[_ G]]; [rewrite (repeated_more p l Y) in Rp; discriminate|].
        unfold onward in G. destruct (over g p) as [o|]; auto.
        destruct (known p) as [o|] eqn:Kn.
        { destruct G as [G _]. rewrite (Leaf p o Kn G) in Sf. discriminate. }
        assert (B : forall q, below t d q -> kept t q = true).
        { intros q. unfold below, kept. destruct (find (hash q) q t); [rewrite orb_true_r; auto|intros []]. }
        destruct (moves g p); auto. destruct (mine p); auto. destruct G as (y & I & G). eauto. }
    destruct Go as (f & Kf & Sf & G).
    destruct (over g p) as [o|]; [split; [auto|discriminate]|].
    destruct (moves g p) as [|m0 ms0] eqn:Mv; [split; [auto|discriminate]|].
    destruct (mine p) eqn:Mp.
    - destruct G as (m & I & Bm). assert (Y : exists m', In m' (m0 :: ms0) /\ f (to m') = true /\
        to m' = stay t (Play p (l ++ history))).
      { rewrite <- Sf. destruct (List.find (fun m => f (to m)) (m0 :: ms0)) as [m'|] eqn:X.
        - apply find_some in X. exists m'. tauto.
        - exfalso. pose proof (find_none _ _ X m I) as Y. simpl in Y. rewrite Bm in Y. discriminate. }
      destruct Y as (m' & I' & K' & T'). split; [eauto|].
      intros x _ Hx T. rewrite T; [rewrite <- T'; auto|]. apply same_player_ok. auto.
    - split; [|intros x _ Hx _; apply Kf, G, Hx].
      intros T. apply same_player_ok in T. unfold mine in Mp. congruence. }
  assert (R : forall h, reaches r c (stay t) start h -> (exists l, earlier h = l ++ history) /\ kept t (now h) = true).
  { induction 1 as [|x y Rx [[l E] K] St]; [split; [exists []|]; auto|].
    destruct St as [m Em I T]. split.
    - exists (now x :: l). simpl. rewrite E. auto.
    - eapply Good; eauto. }
  intros h Rh. destruct (R h Rh) as [[l E] K]. eapply Good; eauto.
Qed.
End Walk.

(* The theorems for a game without a database. *)
Section Theorems.
Variable g : game.
Variable r : rule.
Variable c : claim.
Variable num : Type.
Variable readable : string -> bool.
Variable hash : position g -> place.
Variable history : list (position g).
Definition nothing (p : position g) : option outcome := None.
Definition accepts fuel choice root ls declared ml wl within : answer num :=
  walk g c readable hash history nothing false fuel choice root (empty _ _) ls (finish g declared ml wl within).

Theorem accepts_wins fuel choice root ls declared ml wl within :
  accepts fuel choice root ls declared ml wl within = Verified ->
  repetition r <> None -> wins c = true ->
  true_claim r c (Play root history) /\
  forall n, within = Some n -> true_within r (N.to_nat n) c (Play root history).
Proof.
  intros A Pl Wc. destruct (repetition r) as [o|] eqn:R; [clear Pl|congruence].
  apply accepted in A. destruct A as (t & d & C & F & L).
  assert (X : Forced r c (N.to_nat d + 0) (Play root ([] ++ history))).
  { eapply done_forced with (o_rep := o) (known := nothing) (possible := fun _ => True); eauto; try exact I.
    - intros p x l _ K. discriminate.
    - intros x []. }
  split; [eapply forced_true; eauto|].
  intros n E. apply forced_within. apply forced_more with (N.to_nat d + 0); auto.
  specialize (L n E). lia.
Qed.
Theorem accepts_holds fuel choice root ls declared ml wl within o :
  accepts fuel choice root ls declared ml wl within = Verified ->
  repetition r = Some o -> supports c o = true -> true_claim r c (Play root history).
Proof.
  intros A R Sp. apply accepted in A. destruct A as (t & d & C & F & L).
  exists (stay hash (fun _ => false) t). eapply done_holds with (known := nothing) (refuse := false); eauto.
  - intros p H. discriminate.
  - intros p x H. discriminate.
  - unfold kept. simpl. rewrite F. auto.
Qed.
End Theorems.
