(* Unconditional life in Go (Benson 1976): a board that the rules end early is won by whom they say.

   The owner of living chains passes for ever. What stays so, whatever the opponent does (`kept`): the
   living chains are there, each of their regions has an empty point, and the owner has no stone that he
   did not have. So two passes follow in the end, and the score counts at least what the rules counted
   (`score_ok`). `static_end` is about plays; Theorems.v has what follows for certificates. *)
Require Import String List Arith ZArith Lia Permutation Bool.
From Threefold Require Import Game Strategy Order Go Capture.
Import ListNotations.
Set Implicit Arguments.

(* Boards and free points after a change. *)
Lemma at_set c b : forall q p, at_point (set_point q c b) p = if (p =? q) && (p <? length b) then c else at_point b p.
Proof.
  unfold at_point. induction b as [|x b IH]; intros [|q] [|p]; simpl; auto.
  - rewrite andb_false_r. auto.
  - apply IH.
Qed.
Lemma length_set c b : forall q, length (set_point q c b) = length b.
Proof. induction b as [|x b IH]; intros [|q]; simpl; auto. Qed.
Lemma at_clear l : forall b p, at_point (clear l b) p = if has p l then Empty else at_point b p.
Proof.
  unfold clear. induction l as [|q l IH]; intros b p; simpl; auto. rewrite IH, at_set.
  destruct (has p l); [rewrite orb_true_r; auto|]. rewrite orb_false_r. destruct (p =? q) eqn:E; auto. simpl.
  destruct (p <? length b) eqn:L; auto. apply Nat.ltb_ge in L. unfold at_point. rewrite nth_overflow; auto.
Qed.
Lemma length_clear l : forall b, length (clear l b) = length b.
Proof. unfold clear. induction l as [|q l IH]; intros b; simpl; auto. rewrite IH. apply length_set. Qed.
Lemma left_take free : forall p q, is_left (take free p) q = is_left free q && negb (q =? p).
Proof.
  unfold is_left. induction free as [|x free IH]; intros [|p] [|q]; simpl; auto; rewrite ?andb_true_r, ?andb_false_r; auto.
Qed.
Lemma left_takes l : forall free q, is_left (fold_left take l free) q = is_left free q && negb (has q l).
Proof.
  induction l as [|p l IH]; intros free q; simpl; [rewrite andb_true_r; auto|].
  rewrite IH, left_take, negb_orb, andb_assoc. auto.
Qed.
Lemma length_take free : forall p, length (take free p) = length free.
Proof. induction free as [|x free IH]; intros [|p]; simpl; auto. Qed.
Lemma length_takes l : forall free, length (fold_left take l free) = length free.
Proof. induction l as [|p l IH]; intros free; simpl; auto. rewrite IH. apply length_take. Qed.
Lemma left_board f b q : is_left (map f b) q = true <-> q < length b /\ f (at_point b q) = true.
Proof.
  unfold is_left, at_point. destruct (Nat.lt_ge_cases q (length b)) as [L|L].
  - rewrite nth_indep with (d' := f Empty) by (rewrite map_length; auto). rewrite map_nth. tauto.
  - rewrite nth_overflow by (rewrite map_length; auto). split; [discriminate|lia].
Qed.

(* Parts that hang together. *)
Section Parts.
Variable near : list (list nat).
Notation around := (around near).
Hypothesis both_ways : forall p q, In q (around p) -> In p (around q).
Hypothesis no_twins : forall p, NoDup (around p).

Inductive linked (F : nat -> Prop) (p : nat) : nat -> Prop :=
| Self : linked F p p
| Via q r : linked F p q -> In r (around q) -> F r -> linked F p r.
Lemma linked_trans (F : nat -> Prop) p q r : linked F p q -> linked F q r -> linked F p r.
Proof. induction 2; auto. eapply Via; eauto. Qed.
Lemma linked_back (F : nat -> Prop) p q : F p -> linked F p q -> F q /\ linked F q p.
Proof.
  induction 2 as [|q r L [Fq IH] I Fr]; [split; auto; constructor|]. split; auto.
  apply linked_trans with q; auto. apply Via with r; auto. constructor.
Qed.
Lemma linked_more (F G : nat -> Prop) p q : (forall x, F x -> G x) -> linked F p q -> linked G p q.
Proof. intros S. induction 1; [constructor|]. eapply Via; eauto. Qed.
(* All of what hangs together over points of F. *)
Definition component (F : nat -> Prop) (l : list nat) : Prop :=
  (exists p, In p l /\ forall q, In q l -> F q /\ linked F p q) /\
  forall q r, In q l -> In r (around q) -> F r -> In r l.
Notation is_free f := (fun q => is_left f q = true).

Lemma spread_ok (F : list bool) p fuel : forall todo done free found,
  Permutation found (done ++ todo) -> NoDup found ->
  (forall q, is_left free q = true <-> is_left F q = true /\ ~ In q found) ->
  (forall q, In q found -> is_left F q = true /\ linked (is_free F) p q) ->
  (forall q r, In q done -> In r (around q) -> is_left F r = true -> In r found) ->
  length F < length done + length fuel ->
  let (l, more) := spread near fuel todo free found in
  NoDup l /\ incl found l /\ length more = length free /\
  (forall q, is_left more q = true <-> is_left F q = true /\ ~ In q l) /\
  (forall q, In q l -> is_left F q = true /\ linked (is_free F) p q) /\
  (forall q r, In q l -> In r (around q) -> is_left F r = true -> In r l).
Proof.
  induction fuel as [|x fuel IH]; intros todo done free found P N L Fd D B.
  - exfalso. assert (length found <= length (seq 0 (length F))).
    { apply NoDup_incl_length; auto. intros q I. apply in_seq. split; [lia|]. apply Fd in I. destruct I as [I _].
      destruct (Nat.lt_ge_cases q (length F)) as [Y|Y]; auto. unfold is_left in I. rewrite nth_overflow in I; auto. discriminate. }
    rewrite seq_length in *. apply Permutation_length in P. rewrite app_length in P. simpl in B. lia.
  - destruct todo as [|q todo]; simpl.
    + split; auto. split; [apply incl_refl|]. split; auto. split; [exact L|]. split; [exact Fd|]. intros q r I. apply D. apply (Permutation_in q P) in I. rewrite app_nil_r in I. auto.
    + assert (Iq : In q found).
      { apply (Permutation_in q (Permutation_sym P)). apply in_or_app. simpl. auto. }
      set (new := filter (is_left free) (around q)).
      assert (New : forall r, In r new <-> In r (around q) /\ is_left F r = true /\ ~ In r found).
      { intros r. unfold new. rewrite filter_In, L. tauto. }
      specialize (IH (new ++ todo) (q :: done) (fold_left take new free) (new ++ found)).
      destruct (spread near fuel (new ++ todo) (fold_left take new free) (new ++ found)) as [l more].
      rewrite length_takes in IH. destruct IH as (A1 & A2 & A3 & A4 & A5 & A6).
      * simpl. apply perm_trans with (new ++ (done ++ q :: todo)); [apply Permutation_app_head; auto|].
        apply perm_trans with (new ++ (q :: done ++ todo)).
        { apply Permutation_app_head, Permutation_sym, Permutation_middle. }
        apply perm_trans with (q :: new ++ done ++ todo); [apply Permutation_sym, Permutation_middle|].
        constructor. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
      * apply NoDup_app_intro; auto; [apply NoDup_filter, no_twins|]. intros r I. apply New in I. tauto.
      * intros r. rewrite left_takes, andb_true_iff, L, negb_true_iff, <- not_true_iff_false, has_ok, in_app_iff. tauto.
      * intros r I. apply in_app_or in I. destruct I as [I|I]; [|auto]. apply New in I.
        destruct I as (I & C & _). split; auto. apply Via with q; auto. apply Fd, Iq.
      * intros y r [<-|I] J C; apply in_or_app; [|right; eapply D; eauto].
        destruct (has r found) eqn:H; [right; apply has_ok; auto|]. left. apply New.
        rewrite <- not_true_iff_false, has_ok in H. auto.
      * simpl in *. lia.
      * split; auto. split; [intros y I; apply A2, in_or_app; auto|]. auto 6.
Qed.
Lemma parts_ok F ps : forall free found,
  length free <= length near -> NoDup (concat found) ->
  (forall q, is_left free q = true <-> is_left F q = true /\ ~ In q (concat found)) ->
  (forall l, In l found -> component (is_free F) l) ->
  let all := parts near ps free found in
  NoDup (concat all) /\ (forall l, In l all -> component (is_free F) l) /\
  incl (concat found) (concat all) /\ forall p, In p ps -> is_left F p = true -> In p (concat all).
Proof.
  induction ps as [|p ps IH]; intros free found Ln N L C; simpl.
  - split; auto. split; auto. split; [apply incl_refl|]. intros ? [].
  - destruct (is_left free p) eqn:E.
    + unfold part. pose proof (@spread_ok free p (fuel near) [p] [] (take free p) [p]) as S.
      destruct (spread near (fuel near) [p] (take free p) [p]) as [l more].
      destruct S as (A1 & A2 & A3 & A4 & A5 & A6); auto.
      { constructor; [intros []|constructor]. }
      { intros q. rewrite left_take, andb_true_iff, negb_true_iff, Nat.eqb_neq. simpl. split; intros [A B]; split; auto.
        intros [<-|[]]. auto. }
      { intros q [<-|[]]. split; auto. constructor. }
      { intros q r []. }
      { simpl. lia. }
      rewrite length_take in A3.
      assert (Y : forall q, In q l -> is_left F q = true /\ ~ In q (concat found)) by (intros q I; apply L, A5, I).
      destruct (IH more (l :: found)) as (B1 & B2 & B3 & B4).
      * lia.
      * simpl. apply NoDup_app_intro; auto. intros q I. apply Y, I.
      * intros q. simpl. rewrite A4, L, in_app_iff. tauto.
      * intros l' [<-|I]; auto. split.
        { exists p. split; [apply A2; simpl; auto|]. intros q I. split; [apply Y, I|].
          apply linked_more with (is_free free); [|apply A5, I]. intros z Z. apply L, Z. }
        intros q r I J Fr. destruct (in_dec Nat.eq_dec r (concat found)) as [K|K].
        { exfalso. apply in_concat in K. destruct K as (l' & K & M). apply (proj2 (Y q I)). apply in_concat.
          exists l'. split; auto. apply (proj2 (C l' K)) with r; auto. apply Y, I. }
        apply A6 with q; auto. apply L. auto.
      * split; auto. split; auto. split; [intros q I; apply B3; simpl; apply in_or_app; auto|].
        intros q [<-|I] Fq; auto. apply B3. simpl. apply in_or_app. left. apply A2. simpl. auto.
    + destruct (IH free found Ln N L C) as (B1 & B2 & B3 & B4). split; auto. split; auto. split; auto.
      intros q [<-|I] Fq; auto. apply B3. destruct (in_dec Nat.eq_dec p (concat found)) as [K|K]; auto.
      exfalso. rewrite (proj2 (L p)) in E; [discriminate|auto].
Qed.
Lemma all_parts F ps : length F <= length near -> let all := parts near ps F [] in
  NoDup (concat all) /\ (forall l, In l all -> component (is_free F) l) /\
  forall p, In p ps -> is_left F p = true -> In p (concat all).
Proof.
  intros L. destruct (@parts_ok F ps F [] L) as (A & B & _ & C); simpl; auto; try (constructor; fail).
  - intros q. tauto.
  - intros l [].
Qed.
Lemma component_in (F : nat -> Prop) l q : component F l -> In q l -> F q.
Proof. intros [(p & _ & H) _] I. apply H, I. Qed.
Lemma component_ext (F G : nat -> Prop) l : (forall q, F q <-> G q) -> component F l -> component G l.
Proof.
  intros E [(p & I & H) Cl]. split.
  - exists p. split; auto. intros q J. destruct (H q J) as [A B]. split; [apply E, A|].
    apply linked_more with F; auto. intros x. apply E.
  - intros q r J K Gr. apply Cl with q; auto. apply E, Gr.
Qed.
(* Any two are linked. *)
Lemma component_linked (F : nat -> Prop) l p q : component F l -> In p l -> In q l -> linked F p q.
Proof.
  intros [(x & I & H) _] P Q. destruct (H p P) as [Fp Lp]. destruct (H q Q) as [_ Lq].
  apply linked_trans with x; auto. apply linked_back; auto. apply H, I.
Qed.
End Parts.
Arguments component_in {near F l q}.
Arguments component_linked {near} both_ways {F l p q}.

(* What lives: chains and regions of a colour on a board. Each chain has two regions that are vital to it, all
   stones of the colour next to a region live, and each region has an empty point. *)
Definition lives (chains : list (list nat)) (p : nat) : Prop := exists x, In x chains /\ In p x.
Record living (u : rules) (w : player) (b : board) (chains regions : list (list nat)) : Prop := Living {
  the_size : length b = rows u * columns u;
  chains_ok : forall x, In x chains -> component (neighbours u) (fun p => at_point b p = colour w) x;
  regions_ok : forall v, In v regions ->
    component (neighbours u) (fun p => p < rows u * columns u /\ at_point b p <> colour w) v;
  two : forall x, In x chains -> exists v1 v2, In v1 regions /\ In v2 regions /\ (forall p, In p v1 -> ~ In p v2) /\
    vital u (neighbours u) b v1 x = true /\ vital u (neighbours u) b v2 x = true;
  walls : forall v p r, In v regions -> In p v -> In r (around (neighbours u) p) -> at_point b r = colour w -> lives chains r;
  room : forall v, In v regions -> exists p, In p v /\ at_point b p = Empty
}.

(* Neighbours on a board. *)
Section Board.
Variable u : rules.
Notation near := (neighbours u).
Notation around := (around near).
Notation n := (rows u * columns u).
Lemma in_around p q : In q (around p) <-> p < n /\ q < n /\ adjacent u p q = true.
Proof.
  unfold Go.around, neighbours, points. destruct (Nat.lt_ge_cases p n) as [L|L].
  - rewrite nth_indep with (d' := filter (adjacent u 0) (seq 0 n)) by (rewrite map_length, seq_length; auto).
    rewrite map_nth with (f := fun p => filter (adjacent u p) (seq 0 n)), seq_nth, filter_In, in_seq by auto.
    simpl. intuition lia.
  - rewrite nth_overflow by (rewrite map_length, seq_length; auto). simpl. intuition lia.
Qed.
Lemma both_ways p q : In q (around p) -> In p (around q).
Proof.
  rewrite !in_around. intros (A & B & C). split; auto. split; auto. rewrite <- C. unfold adjacent.
  rewrite (Nat.eqb_sym (row u q) (row u p)), (Nat.eqb_sym (column u q) (column u p)),
    (orb_comm (column u q =? S (column u p))), (orb_comm (row u q =? S (row u p))). auto.
Qed.
Lemma not_around_itself p : ~ In p (around p).
Proof.
  rewrite in_around. intros (_ & _ & Q). unfold adjacent in Q.
  assert (F : forall k, (k =? S k) = false) by (intros k; apply Nat.eqb_neq; lia).
  rewrite !F, !andb_false_r in Q. discriminate.
Qed.
Lemma no_twins p : NoDup (around p).
Proof. apply neighbours_distinct. Qed.

(* Chains and regions of a colour on a board, which keep what they have from here on. *)
Variable w : player.
Notation c := (colour w).
Notation o := (colour (other w)).
Lemma c_stone : c <> Empty.
Proof. destruct w; discriminate. Qed.
Lemma o_stone : o <> Empty.
Proof. destruct w; discriminate. Qed.
Lemma c_o : c <> o.
Proof. destruct w; discriminate. Qed.
Lemma third s : s = c \/ s = o \/ s = Empty.
Proof. destruct w, s; auto. Qed.

Variable b0 : board.
Variables chains regions : list (list nat).
Hypothesis life : living u w b0 chains regions.
Notation lives := (lives chains).

Definition kept (b : board) : Prop :=
  length b = n /\ (forall p, at_point b0 p <> c -> at_point b p <> c) /\
  (forall p, lives p -> at_point b p = c) /\
  (forall v, In v regions -> exists p, In p v /\ at_point b p = Empty) /\
  (suicide u = false -> forall p, at_point b0 p = o -> at_point b p = o).
Lemma lives_own p : lives p -> at_point b0 p = c.
Proof. intros (x & X & I). apply (component_in (chains_ok life x X) I). Qed.
Lemma kept_first : kept b0.
Proof. split; [apply (the_size life)|]. split; auto. split; [apply lives_own|]. split; [apply (room life)|auto]. Qed.

Lemma connected_stone b s p q : at_point b p = s -> connected near b s p q -> at_point b q = s.
Proof. induction 2; auto. Qed.
Lemma connected_trans b s p q r : connected near b s p q -> connected near b s q r -> connected near b s p r.
Proof. induction 2; auto. eapply Further; eauto. Qed.
(* A living chain hangs together on every board that has its stones. *)
Lemma chain_connected b x p q : (forall p, lives p -> at_point b p = c) -> In x chains -> In p x -> In q x ->
  connected near b c p q.
Proof.
  intros K X P Q. assert (L := component_linked both_ways (chains_ok life x X) P Q).
  assert (Y : connected near b c p q /\ In q x); [|tauto]. clear Q.
  induction L as [|q r L [IH Iq] J O]; [split; [constructor|auto]|].
  assert (Ir : In r x) by (apply (proj2 (chains_ok life x X)) with q; auto).
  split; auto. apply Further with q; auto. apply K. exists x. auto.
Qed.

(* A stone of the opponent on q, and what it captures. *)
Variables (b : board) (q : nat).
Hypothesis K : kept b.
Hypothesis on_board : q < n.
Hypothesis free : at_point b q = Empty.
Notation placed := (set_point q o b).
Definition similar (d : board) : Prop := length d = n /\ forall p, at_point d p = at_point placed p \/
  at_point placed p = c /\ ~ lives p /\ at_point d p = Empty.
Lemma at_placed p : at_point placed p = if p =? q then o else at_point b p.
Proof.
  rewrite at_set. destruct (Nat.eqb_spec p q) as [->|]; auto. destruct K as [L _]. rewrite L.
  rewrite (proj2 (Nat.ltb_lt q n) on_board). auto.
Qed.
Lemma similar_lives d p : similar d -> lives p -> at_point d p = c.
Proof.
  intros [_ S] L. destruct (S p) as [->|(_ & N & _)]; [|contradiction]. rewrite at_placed.
  destruct K as (_ & _ & K3 & _). destruct (Nat.eqb_spec p q) as [->|]; auto.
  exfalso. apply c_stone. rewrite <- (K3 q L). auto.
Qed.
Lemma similar_empty d p : similar d -> p <> q -> at_point b p = Empty -> at_point d p = Empty.
Proof.
  intros [_ S] N E. destruct (S p) as [->|(_ & _ & H)]; auto. rewrite at_placed, (proj2 (Nat.eqb_neq p q) N). auto.
Qed.
(* No living chain is captured: one of its two regions has an empty point that is not q. *)
Lemma breath d r l : similar d -> at_point d r = c -> captured near c d r = Some l -> forall z, In z l -> ~ lives z.
Proof.
  intros S Cr Cl z Iz (x & X & Zx). pose proof (fun p => @similar_lives d p S) as Lv.
  assert (Ld : length d = length near) by (rewrite neighbours_length; apply S).
  assert (Cz : connected near d c r z) by (apply (@captured_some near d c c_stone Ld no_twins r l Cr Cl); auto).
  destruct (two life x X) as (v1 & v2 & V1 & V2 & Dj & T1 & T2).
  assert (Y : exists v, In v regions /\ vital u near b0 v x = true /\ ~ In q v).
  { destruct (in_dec Nat.eq_dec q v1) as [I|I]; [exists v2; auto|exists v1; auto]. }
  destruct Y as (v & V & T & N). destruct K as (_ & K2 & _ & K4 & K5). destruct (K4 v V) as (e & Ie & Ee).
  assert (Ne : e <> q) by congruence.
  unfold vital in T. apply andb_prop in T. destruct T as [T _]. rewrite forallb_forall in T. specialize (T e Ie).
  assert (E0 : negb (suicide u || same_stone (at_point b0 e) Empty) = false).
  { destruct (suicide u) eqn:Su; auto. simpl. apply negb_false_iff, same_stone_ok.
    destruct (component_in (regions_ok life v V) Ie) as [_ Nc].
    destruct (third (at_point b0 e)) as [Y|[Y|Y]]; auto; [contradiction|].
    exfalso. apply o_stone. rewrite <- (K5 eq_refl e Y). auto. }
  rewrite E0 in T. simpl in T. apply existsb_exists in T. destruct T as (y & Iy & Hy). apply has_ok in Hy.
  apply (@captured_breathless near d c c_stone Ld no_twins r l Cr Cl) with y.
  - apply connected_trans with z; auto. apply chain_connected with x; auto.
  - exists e. split; [apply both_ways; auto|]. apply similar_empty; auto.
Qed.
Lemma capture_similar d r : similar d -> similar (capture near c d r).
Proof.
  intros S. unfold capture. destruct (same_stone (at_point d r) c) eqn:E; auto. apply same_stone_ok in E.
  destruct (captured near c d r) as [l|] eqn:Cl; auto.
  assert (Ld : length d = length near) by (rewrite neighbours_length; apply S).
  split; [rewrite length_clear; apply S|]. intros p. rewrite at_clear. destruct (has p l) eqn:H; [|apply S].
  apply has_ok in H. right. assert (Cp : at_point d p = c).
  { apply connected_stone with r; auto. apply (@captured_some near d c c_stone Ld no_twins r l E Cl). auto. }
  assert (Np := @breath d r l S E Cl p H). destruct S as [_ S]. destruct (S p) as [Y|(_ & _ & Y)].
  - rewrite <- Y. auto.
  - exfalso. apply c_stone. congruence.
Qed.
Lemma captures_similar l : forall d, similar d -> similar (fold_left (capture near c) l d).
Proof. induction l as [|r l IH]; intros d S; simpl; auto. apply IH, capture_similar, S. Qed.
Lemma placed_similar : similar placed.
Proof. split; [rewrite length_set; apply K|auto]. Qed.

Lemma put_kept b' : put u near (other w) q b = Some b' -> kept b'.
Proof.
  unfold put. rewrite (proj2 (same_stone_ok _ _) free).
  assert (Ow : other (other w) = w) by (destruct w; auto). rewrite Ow.
  set (left := fold_left (capture near c) (around q) placed). intros Pt.
  assert (S : similar left) by apply captures_similar, placed_similar.
  assert (Ld : length left = length near) by (rewrite neighbours_length; apply S).
  destruct K as (K1 & K2 & K3 & K4 & K5).
  assert (Lq : at_point left q = o).
  { destruct S as [_ S]. destruct (S q) as [->|(Y & _)]; rewrite at_placed, Nat.eqb_refl in *; auto. exfalso. apply c_o. auto. }
  assert (Not : forall p, at_point b0 p <> c -> at_point left p = at_point placed p /\ at_point left p <> c).
  { intros p N. apply K2 in N. destruct S as [_ S]. destruct (S p) as [->|(Y & _ & _)].
    - split; auto. rewrite at_placed. destruct (p =? q); auto. intros Y. apply c_o. auto.
    - exfalso. rewrite at_placed in Y. destruct (p =? q); [apply c_o; auto|auto]. }
  (* What hangs together with the new stone, if its region is full. *)
  assert (Full : forall v, In v regions -> (forall p, In p v -> at_point left p <> Empty) -> In q v ->
      (forall p, connected near left o q p -> In p v) /\ forall p, In p v -> ~ breathes near left p).
  { intros v V F Q. assert (Step : forall p r, In p v -> In r (around p) -> at_point left r <> c -> In r v).
    { intros p r I J N. destruct (same_stone (at_point b0 r) c) eqn:E.
      - apply same_stone_ok in E. exfalso. apply N, similar_lives; auto. apply (walls life) with v p; auto.
      - rewrite <- not_true_iff_false, same_stone_ok in E. apply (proj2 (regions_ok life v V)) with p; auto.
        split; auto. apply in_around in J. tauto. }
    split.
    - induction 1 as [|p r Cp IH J E]; auto. apply Step with p; auto. rewrite E. intros Y. apply c_o. auto.
    - intros p I (r & J & E). apply (F r); auto. apply Step with p; auto. rewrite E. intros Y. apply c_stone. auto. }
  assert (Keep : forall d, length d = n -> (forall p, at_point d p = at_point left p \/ at_point left p = o /\ at_point d p = Empty) ->
      (forall v, In v regions -> exists p, In p v /\ at_point d p = Empty) ->
      (suicide u = false -> d = left) -> kept d).
  { intros d Ln A Rm Su. split; auto. split; [|split; [|split]]; auto.
    - intros p N. destruct (A p) as [->|[_ ->]]; [apply Not, N|]. intros Y. apply c_stone. auto.
    - intros p L. destruct (A p) as [->|[Y _]]; [apply similar_lives; auto|].
      exfalso. apply c_o. rewrite <- Y. symmetry. apply similar_lives; auto.
    - intros Sf p O. rewrite (Su Sf). destruct (Not p) as [-> _]; [rewrite O; intros Y; apply c_o; auto|].
      rewrite at_placed. destruct (p =? q); auto. }
  (* A region has room, or the new stone has filled it. *)
  assert (Room : forall v, In v regions -> (exists p, In p v /\ at_point left p = Empty) \/
      In q v /\ forall p, In p v -> at_point left p <> Empty).
  { intros v V. destruct (existsb (fun p => same_stone (at_point left p) Empty) v) eqn:E.
    - left. apply existsb_exists in E. destruct E as (p & I & E). apply same_stone_ok in E. eauto.
    - right. assert (F : forall p, In p v -> at_point left p <> Empty).
      { intros p I Y. rewrite <- not_true_iff_false in E. apply E, existsb_exists. exists p. split; auto. apply same_stone_ok. auto. }
      split; auto. destruct (K4 v V) as (e & Ie & Ee). destruct (Nat.eq_dec e q) as [->|N]; auto.
      exfalso. apply (F e Ie), similar_empty; auto. }
  destruct (captured near o left q) as [l|] eqn:Cl.
  - destruct (suicide u) eqn:Su; [|discriminate]. injection Pt as <-. apply Keep; [rewrite length_clear; apply S| | |congruence].
    + intros p. rewrite at_clear. destruct (has p l) eqn:H; auto. right. split; auto. apply has_ok in H.
      apply connected_stone with q; auto. apply (@captured_some near left o o_stone Ld no_twins q l Lq Cl). auto.
    + intros v V. destruct (Room v V) as [(p & I & E)|[Q _]].
      * exists p. split; auto. rewrite at_clear. destruct (has p l); auto.
      * exists q. split; auto. rewrite at_clear.
        assert (I : In q l) by (apply (@captured_some near left o o_stone Ld no_twins q l Lq Cl); constructor).
        apply has_ok in I. rewrite I. auto.
  - injection Pt as <-. apply Keep; auto; [apply S|]. intros v V. destruct (Room v V) as [Y|[Q F]]; auto. exfalso.
    destruct (@captured_none near left o o_stone Ld no_twins q Lq Cl) as (y & Cy & By). destruct (Full v V F Q) as [A B].
    apply (B y); auto.
Qed.
End Board.

Lemma NoDup_app_parts A (a d : list A) : NoDup (a ++ d) -> NoDup a /\ NoDup d /\ forall x, In x a -> ~ In x d.
Proof.
  induction a as [|y a IH]; simpl; intros N; [split; [constructor|split; [auto|intros ? []]]|].
  inversion N as [|? ? Y N']; subst. destruct (IH N') as (A1 & A2 & A3). rewrite in_app_iff in Y.
  split; [constructor; auto|]. split; auto. intros x [<-|I]; auto.
Qed.
(* Sums over points. *)
Definition sum A (f : A -> Z) (l : list A) : Z := fold_right (fun x z => f x + z)%Z 0%Z l.
Lemma sum_app A (f : A -> Z) a b : sum f (a ++ b) = (sum f a + sum f b)%Z.
Proof. induction a as [|x a IH]; simpl; auto. unfold sum in *. simpl. rewrite IH. lia. Qed.
Lemma sum_same A (f : A -> Z) a b : Permutation a b -> sum f a = sum f b.
Proof. unfold sum. induction 1; simpl; lia. Qed.
Lemma sum_le A (f h : A -> Z) l : (forall x, In x l -> (f x <= h x)%Z) -> (sum f l <= sum h l)%Z.
Proof.
  unfold sum. induction l as [|x l IH]; simpl; intros H; [lia|].
  assert (f x <= h x)%Z by auto. assert (IH' := IH (fun y I => H y (or_intror I))). lia.
Qed.
Lemma sum_filter A (f : A -> Z) (k : A -> bool) l : sum f (filter k l) = sum (fun x => if k x then f x else 0%Z) l.
Proof. unfold sum. induction l as [|x l IH]; simpl; auto. destruct (k x); simpl; rewrite IH; lia. Qed.
Lemma sum_plus A (f h : A -> Z) l : (sum f l + sum h l)%Z = sum (fun x => f x + h x)%Z l.
Proof. unfold sum. induction l as [|x l IH]; simpl; auto. rewrite <- IH. lia. Qed.
Lemma sum_const A z (l : list A) : sum (fun _ => z) l = (z * Z.of_nat (length l))%Z.
Proof. unfold sum. induction l as [|x l IH]; cbn [fold_right length]; [lia|]. rewrite IH. lia. Qed.
Lemma sum_concat A (f : A -> Z) (ls : list (list A)) : sum f (concat ls) = sum (sum f) ls.
Proof. induction ls as [|l ls IH]; simpl; auto. rewrite sum_app, IH. auto. Qed.
Lemma sum_part (f : nat -> Z) l n : NoDup l -> (forall p, In p l -> p < n) ->
  sum f l = sum (fun p => if has p l then f p else 0%Z) (seq 0 n).
Proof.
  intros N B. rewrite <- sum_filter. apply sum_same, NoDup_Permutation; auto; [apply NoDup_filter, seq_NoDup|].
  intros p. rewrite filter_In, in_seq, has_ok. split; [|tauto]. intros I. split; auto. specialize (B p I). lia.
Qed.
Lemma sum_times A z (f : A -> Z) l : (z * sum f l)%Z = sum (fun x => z * f x)%Z l.
Proof. unfold sum. induction l as [|x l IH]; simpl; [lia|]. rewrite <- IH. lia. Qed.
Lemma sum_board (f : stone -> Z) b : sum f b = sum (fun p => f (at_point b p)) (seq 0 (length b)).
Proof.
  unfold sum, at_point. induction b as [|x b IH]; simpl; auto. rewrite IH. f_equal.
  rewrite <- seq_shift. generalize (seq 0 (length b)). induction l as [|y l IHl]; simpl; auto. rewrite IHl. auto.
Qed.

Section Score.
Variable u : rules.
Notation near := (neighbours u).
Notation n := (rows u * columns u).
Variable w : player.
Notation c := (colour w).
Notation o := (colour (other w)).
Variable b : board.
Hypothesis size : length b = n.
(* Stones of the colour, and empty points that have stones of the colour around, one at least, and nothing else. *)
Variable sure_points : list nat.
Hypothesis distinct : NoDup sure_points.
Hypothesis are_sure : forall p, In p sure_points -> p < n /\ (at_point b p = c \/ at_point b p = Empty /\
  (exists q, In q (around near p)) /\ forall q, In q (around near p) -> at_point b q = c).
Definition sign_of : Z := match w with One => 1 | Two => -1 end.
Notation mark := (fun p => if has p sure_points then 1%Z else (-1)%Z).

Lemma owned_ok l : NoDup l -> component near (fun p => is_left (map (fun s => same_stone s Empty) b) p = true) l ->
  (sum mark l <= sign_of * owned near b l)%Z.
Proof.
  intros N C.
  assert (Low : (- Z.of_nat (length l) <= sign_of * owned near b l)%Z).
  { unfold owned, sign_of. destruct (touches near b l Black), (touches near b l White), w; lia. }
  destruct (existsb (fun p => has p sure_points) l) eqn:E.
  - apply existsb_exists in E. destruct E as (s & I & S). apply has_ok in S.
    assert (Es := component_in C I). simpl in Es. apply left_board in Es. destruct Es as [_ Es]. apply same_stone_ok in Es.
    destruct (are_sure s S) as [_ [Y|(_ & (y & Iy) & A)]]; [exfalso; destruct w; simpl in Y; congruence|].
    assert (One_point : forall q, In q l -> q = s).
    { intros q Q. assert (L := component_linked (@both_ways u) C I Q). clear Q.
      induction L as [|q r L IH J F]; auto. subst q. exfalso. apply left_board in F. destruct F as [_ F].
      apply same_stone_ok in F. rewrite (A r J) in F. destruct w; discriminate. }
    assert (El : l = [s]).
    { destruct l as [|x [|x' l]]; [destruct I| |].
      - rewrite (One_point x); simpl; auto.
      - exfalso. inversion N as [|? ? Nx _]; subst. apply Nx. rewrite (One_point x), (One_point x'); simpl; auto. }
    subst l. unfold sum. simpl. apply has_ok in S. rewrite S.
    assert (T : touches near b [s] c = true).
    { unfold touches. simpl. rewrite orb_false_r. apply existsb_exists. exists y. split; auto. apply same_stone_ok. auto. }
    assert (T' : touches near b [s] o = false).
    { unfold touches. simpl. rewrite orb_false_r. apply not_true_iff_false. intros X. apply existsb_exists in X. destruct X as (r & J & Z).
      apply same_stone_ok in Z. rewrite (A r J) in Z. destruct w; discriminate. }
    unfold owned, sign_of. destruct w; cbn [colour other] in T, T'; rewrite T, T'; simpl; lia.
  - assert (Y : (sum mark l <= sum (fun _ => (-1)%Z) l)%Z).
    { apply sum_le. intros p I. destruct (has p sure_points) eqn:H; [|lia]. exfalso.
      rewrite <- not_true_iff_false in E. apply E, existsb_exists. eauto. }
    rewrite sum_const in Y. lia.
Qed.
Lemma score_ok : (2 * Z.of_nat (length sure_points) - Z.of_nat n <= sign_of * score u near b)%Z.
Proof.
  unfold score.
  set (ps := parts near (points u) (map (fun s => same_stone s Empty) b) []).
  change (fold_right (fun s z => worth s + z)%Z 0%Z b) with (sum worth b).
  change (fold_right (fun l z => owned near b l + z)%Z 0%Z ps) with (sum (owned near b) ps).
  destruct (@all_parts near (@both_ways u) (@no_twins u) (map (fun s => same_stone s Empty) b) (points u))
    as (P1 & P2 & P3); [rewrite map_length, neighbours_length; lia|]. fold ps in P1, P2, P3.
  clearbody ps.
  rewrite Z.mul_add_distr_l, !sum_times, sum_board, size.
  assert (Nl : forall l, In l ps -> NoDup l).
  { clear - P1. induction ps as [|x l IH]; simpl in P1; intros y I; [destruct I|]. destruct I as [<-|I].
    - apply (NoDup_app_parts _ _ P1).
    - apply IH; auto. apply (NoDup_app_parts _ _ P1). }
  assert (A : (sum mark (concat ps) <= sum (fun l => sign_of * owned near b l) ps)%Z).
  { rewrite sum_concat. apply sum_le. intros l I. apply owned_ok; auto. }
  assert (In_ps : forall p, In p (concat ps) -> p < n /\ at_point b p = Empty).
  { intros p I. apply in_concat in I. destruct I as (l & I & J). pose proof (component_in (P2 l I) J) as F. simpl in F.
    apply left_board in F. rewrite same_stone_ok, size in F. auto. }
  rewrite (@sum_part _ (concat ps) n P1) in A by (intros p I; apply In_ps, I).
  assert (B : (sum mark (seq 0 n) <= sum (fun p => sign_of * worth (at_point b p)) (seq 0 n) +
      sum (fun p => if has p (concat ps) then mark p else 0) (seq 0 n))%Z).
  { rewrite sum_plus. apply sum_le. intros p I. apply in_seq in I.
    destruct (has p (concat ps)) eqn:H.
    - apply has_ok, In_ps in H. destruct H as [_ ->]. simpl. lia.
    - assert (Ne : at_point b p <> Empty).
      { intros Y. rewrite <- not_true_iff_false, has_ok in H. apply H, P3; [apply in_seq; lia|].
        apply left_board. rewrite size, same_stone_ok. split; auto. lia. }
      destruct (has p sure_points) eqn:S.
      + apply has_ok in S. destruct (are_sure p S) as [_ [->|(Y & _)]]; [|contradiction]. unfold sign_of. destruct w; simpl; lia.
      + unfold sign_of. destruct w, (at_point b p); simpl; try lia; congruence. }
  assert (M : sum mark (seq 0 n) = (2 * Z.of_nat (length sure_points) - Z.of_nat n)%Z).
  { assert (X : sum mark (seq 0 n) = (sum (fun p => if has p sure_points then 2 else 0) (seq 0 n) + sum (fun _ => -1) (seq 0 n))%Z).
    { rewrite sum_plus. unfold sum. generalize (seq 0 n). induction l as [|p l IH]; simpl; auto.
      rewrite IH. destruct (has p sure_points); lia. }
    rewrite X, <- (@sum_part (fun _ => 2%Z) sure_points n) by (auto; intros p I; apply are_sure, I).
    rewrite !sum_const, seq_length. lia. }
  cbv beta in *. lia.
Qed.
End Score.

(* What the rules find living. *)
Section Alive.
Variable u : rules.
Notation near := (neighbours u).
Notation n := (rows u * columns u).
Variable w : player.
Notation c := (colour w).
Variable b : board.
Hypothesis size : length b = n.

Lemma filter_all A (f : A -> bool) l : length (filter f l) = length l -> filter f l = l.
Proof.
  induction l as [|x l IH]; simpl; auto. destruct (f x); simpl; intros L; [rewrite IH; auto|].
  exfalso. assert (length (filter f l) <= length l); [|lia].
  clear. induction l as [|y l IH]; simpl; auto. destruct (f y); simpl; lia.
Qed.
Lemma concat_filter (f : list nat -> bool) ls : NoDup (concat ls) -> NoDup (concat (filter f ls)).
Proof.
  induction ls as [|l ls IH]; simpl in *; auto. intros N. destruct (NoDup_app_parts _ _ N) as (N1 & N2 & D).
  assert (S' : forall x, In x (concat (filter f ls)) -> In x (concat ls)).
  { intros x I. apply in_concat in I. destruct I as (y & L & I). apply filter_In in L. apply in_concat. exists y. tauto. }
  destruct (f l); simpl; auto. apply NoDup_app_intro; auto. intros x I J. apply (D x); auto.
Qed.
Lemma strike_off_ok k : forall xs vs xs' vs', strike_off u near k b c xs vs = (xs', vs') ->
  incl xs' xs /\ incl vs' vs /\ (NoDup (concat xs) -> NoDup (concat xs')) /\ (NoDup (concat vs) -> NoDup (concat vs')) /\
  (forall x, In x xs' -> 2 <= length (filter (fun v => vital u near b v x) vs')) /\
  forall v p r, In v vs' -> In p v -> In r (around near p) -> at_point b r = c -> exists x, In x xs' /\ In r x.
Proof.
  induction k as [|k IH]; intros xs vs xs' vs'; cbn [strike_off].
  - intros E. injection E as <- <-. split; [intros ? []|]. split; [intros ? []|].
    split; [intros; constructor|]. split; [intros; constructor|]. split; [intros ? []|intros ? ? ? []].
  - set (al := filter (fun x => 2 <=? length (filter (fun v => vital u near b v x) vs)) xs).
    set (lf := filter (fun v => forallb _ v) vs).
    destruct al as [|x0 al0] eqn:Ea.
    { intros E. injection E as <- <-. split; [intros ? []|]. split; [intros ? []|].
      split; [intros; constructor|]. split; [intros; constructor|]. split; [intros ? []|intros ? ? ? []]. }
    rewrite <- Ea. destruct ((length al =? length xs) && (length lf =? length vs)) eqn:L; intros E.
    + injection E as <- <-. apply andb_prop in L. destruct L as [L1 L2]. apply Nat.eqb_eq in L1, L2.
      assert (E1 : al = xs) by (apply filter_all; auto). assert (E2 : lf = vs) by (apply filter_all; auto).
      rewrite E1, E2. split; [apply incl_refl|]. split; [apply incl_refl|]. split; auto. split; auto. split.
      * intros x I. rewrite <- E1 in I. apply filter_In in I. destruct I as [_ I].
        apply Nat.leb_le, I.
      * intros v p r V P R C. rewrite <- E2 in V. apply filter_In in V. destruct V as [_ V].
        rewrite forallb_forall in V. specialize (V p P). rewrite forallb_forall in V. specialize (V r R).
        rewrite (proj2 (same_stone_ok _ _) C) in V. cbn [negb orb] in V. apply existsb_exists in V.
        destruct V as (x & X & H). apply has_ok in H. exists x. split; auto. rewrite <- E1, Ea. auto.
    + apply IH in E. destruct E as (A & B & C & D & F & G).
      split; [intros x I; apply A, filter_In in I; tauto|]. split; [intros x I; apply B, filter_In in I; tauto|].
      split; [intros N; apply C, concat_filter, N|]. split; [intros N; apply D, concat_filter, N|]. auto.
Qed.

(* What lives on b, as the argument above wants it, and the points that the rules count. *)
Definition region_of (p : nat) (v : list nat) : Prop := v = [p] /\ touches near b v c = true.
Lemma nothing_lives : living u w b [] [].
Proof. split; [exact size|intros ? []|intros ? []|intros ? []|intros ? ? ? []|intros ? []]. Qed.
Lemma sure_ok : exists chains regions points,
  living u w b chains regions /\
  NoDup points /\ sure u near b c = Z.of_nat (length points) /\
  forall p, In p points -> lives chains p \/ exists v, In v regions /\ region_of p v.
Proof.
  unfold sure. destruct (alive u near b c) as [chains regions] eqn:F. unfold alive in F. cbv zeta in F.
  assert (Lo : forall f : stone -> bool, length (map f b) <= length near).
  { intros f. rewrite map_length, neighbours_length. lia. }
  destruct (@all_parts near (@both_ways u) (@no_twins u) (map (fun s => negb (same_stone s c)) b) (points u) (Lo _)) as (V1 & V2 & _).
  destruct (@all_parts near (@both_ways u) (@no_twins u) (map (fun s => same_stone s c) b) (points u) (Lo _)) as (X1 & X2 & _).
  set (vs := filter (existsb (fun p => same_stone (at_point b p) Empty)) (parts near (points u) (map (fun s => negb (same_stone s c)) b) [])) in *.
  set (xs := parts near (points u) (map (fun s => same_stone s c) b) []) in *.
  assert (F' : ([], []) = (chains, regions) \/ strike_off u near (S (length xs + length vs)) b c xs vs = (chains, regions)).
  { revert F. generalize vs. intros l F. destruct l as [|? [|? ?]]; auto. }
  clear F. destruct chains as [|x0 chains0].
  { exists [], [], []. split; [apply nothing_lives|]. split; [constructor|]. split; [auto|intros ? []]. }
  destruct F' as [F|F]; [discriminate|]. apply strike_off_ok in F.
  set (chains := x0 :: chains0) in *. destruct F as (A & B & C & D & E & W).
  assert (NV : NoDup (concat regions)) by (apply D, concat_filter, V1).
  assert (Single : forall v, In v (filter (fun v => (length v =? 1) && touches near b v c) regions) ->
      In v regions /\ exists p, region_of p v).
  { intros v I. apply filter_In in I. destruct I as [I H]. apply andb_prop in H. destruct H as [L T]. split; auto.
    apply Nat.eqb_eq in L. destruct v as [|p [|]]; try discriminate. exists p. split; auto. }
  assert (CX : forall x, In x chains -> component near (fun p => at_point b p = c) x).
  { intros x I. apply component_ext with (fun p => is_left (map (fun s => same_stone s c) b) p = true); [|apply X2, A, I].
    intros p. rewrite left_board, same_stone_ok. split; [tauto|]. intros Y. split; auto.
    destruct (Nat.lt_ge_cases p (length b)) as [L|L]; auto. unfold at_point in Y. rewrite nth_overflow in Y; auto.
    exfalso. destruct w; discriminate. }
  assert (CV : forall v, In v regions -> component near (fun p => p < n /\ at_point b p <> c) v).
  { intros v I. apply component_ext with (fun p => is_left (map (fun s => negb (same_stone s c)) b) p = true).
    - intros p. rewrite left_board, size, negb_true_iff, <- not_true_iff_false, same_stone_ok. tauto.
    - apply V2. apply B in I. apply filter_In in I. tauto. }
  exists chains, regions, (concat chains ++ concat (filter (fun v => (length v =? 1) && touches near b v c) regions)).
  split; [split; [exact size|exact CX|exact CV| |exact W|]|split; [|split]].
  - intros x I. specialize (E x I). destruct (filter (fun v => vital u near b v x) regions) as [|v1 [|v2 l]] eqn:El; simpl in E; try lia.
    assert (I1 : In v1 (filter (fun v => vital u near b v x) regions)) by (rewrite El; simpl; auto).
    assert (I2 : In v2 (filter (fun v => vital u near b v x) regions)) by (rewrite El; simpl; auto).
    apply filter_In in I1, I2. exists v1, v2. split; [tauto|]. split; [tauto|]. split; [|tauto].
    assert (N : NoDup (v1 ++ v2 ++ concat l)).
    { change (NoDup (concat (v1 :: v2 :: l))). rewrite <- El. apply concat_filter, NV. }
    intros p P Q. clear - N P Q. induction v1 as [|y v1 IH]; [destruct P|]. simpl in N. inversion N; subst.
    destruct P as [->|P]; [|auto]. apply H1. rewrite !in_app_iff. auto.
  - intros v I. apply B in I. apply filter_In in I. destruct I as [_ I]. apply existsb_exists in I.
    destruct I as (p & P & H). apply same_stone_ok in H. eauto.
  - apply NoDup_app_intro; [apply C, X1|apply concat_filter, NV|]. intros p I J.
    apply in_concat in I, J. destruct I as (x & X & Ix), J as (v & V & Iv). apply Single in V. destruct V as [V _].
    apply (component_in (CV v V) Iv). apply (component_in (CX x X) Ix).
  - rewrite app_length. f_equal. f_equal.
    + clear. induction chains as [|l ls IH]; simpl; auto. rewrite app_length, IH. auto.
    + clear. induction regions as [|l ls IH]; simpl; auto. destruct (length l =? 1) eqn:L; simpl; auto.
      destruct (touches near b l c); simpl; auto. rewrite app_length, <- IH. apply Nat.eqb_eq in L. lia.
  - intros p I. apply in_app_or in I. destruct I as [I|I]; apply in_concat in I; destruct I as (l & L & J).
    + left. exists l. auto.
    + right. destruct (Single l L) as [R (p' & Rp)]. exists l. split; auto. pose proof Rp as [-> _].
      destruct J as [->|[]]. auto.
Qed.
(* What the rules count before they look closer, so that nothing is missed. *)
Lemma most_sure_count : forall (rest : board) arounds, length rest = length arounds ->
  most_sure c b rest arounds = length (filter (fun p => same_stone (nth p rest Empty) c ||
    forallb (fun q => same_stone (at_point b q) c) (nth p arounds [])) (seq 0 (length rest))).
Proof.
  assert (Map : forall (f : nat -> bool) l, length (filter f (map S l)) = length (filter (fun x => f (S x)) l)).
  { induction l as [|x l IH]; simpl; auto. destruct (f (S x)); simpl; auto. }
  induction rest as [|s rest IH]; intros [|l arounds] L; try discriminate; auto.
  cbn [most_sure length seq filter nth]. rewrite <- seq_shift. injection L as L.
  destruct (same_stone s c || _); cbn [length]; rewrite Map, (IH arounds L); auto.
Qed.
Lemma sure_most : (sure u near b c <= Z.of_nat (most_sure c b b near))%Z.
Proof.
  destruct sure_ok as (chains & regions & points & L & N & -> & P). apply Nat2Z.inj_le.
  rewrite most_sure_count by (rewrite neighbours_length; auto). apply NoDup_incl_length; auto. intros p I.
  rewrite filter_In, in_seq, size, orb_true_iff. destruct (P p I) as [(x & X & J)|(v & V & -> & _)].
  - assert (O := component_in (chains_ok L x X) J). simpl in O. split; [|left; apply same_stone_ok; auto].
    rewrite <- size. split; [lia|]. apply (@on_board b c); auto. destruct w; discriminate.
  - assert (O : p < n) by (apply (component_in (regions_ok L [p] V)); simpl; auto). split; [lia|]. right.
    apply forallb_forall. intros q Q. destruct (same_stone (at_point b q) c) eqn:E; auto. exfalso.
    rewrite <- not_true_iff_false, same_stone_ok in E. change (nth p near []) with (around near p) in Q.
    assert (X : In q [p]).
    { apply (proj2 (regions_ok L [p] V)) with p; simpl; auto. split; auto. apply in_around in Q. tauto. }
    destruct X as [<-|[]]. apply (@not_around_itself u p Q).
Qed.
End Alive.

(* Boards that can still come, for plays in which one player passes. *)
Fixpoint all_boards (k : nat) : list board :=
  match k with O => [[]] | S k => flat_map (fun b => [Empty :: b; Black :: b; White :: b]) (all_boards k) end.
Lemma in_all_boards b : In b (all_boards (length b)).
Proof. induction b as [|x b IH]; simpl; auto. apply in_flat_map. exists b. split; auto. destruct x; simpl; auto. Qed.
Lemma fewer A (f f' : A -> bool) l : (forall x, f' x = true -> f x = true) -> length (filter f' l) <= length (filter f l).
Proof.
  intros H. induction l as [|x l IH]; simpl; auto. specialize (H x). destruct (f' x); [rewrite H; simpl; auto; lia|].
  destruct (f x); simpl; lia.
Qed.
Lemma one_fewer A (f f' : A -> bool) y l : (forall x, f' x = true -> f x = true) -> In y l -> f y = true -> f' y = false ->
  length (filter f' l) < length (filter f l).
Proof.
  intros H. induction l as [|x l IH]; intros I Y N; [destruct I|]. simpl. destruct I as [->|I].
  - rewrite Y, N. simpl. pose proof (@fewer _ f f' l H). lia.
  - specialize (IH I Y N). specialize (H x). destruct (f' x); [rewrite H; simpl; auto; lia|]. destruct (f x); simpl; lia.
Qed.

(* The same game to two passes. *)
Definition to_two_passes (u : rules) : rules := Rules (rows u) (columns u) (at_least u) (suicide u) (basic_ko u) true.

Section Play.
Variable u : rules.
Notation near := (neighbours u).
Notation n := (rows u * columns u).
Notation g := (go (to_two_passes u)).
Variable by_board : bool.
Notation r := (Superko by_board).
Variable c : claim.
Notation w := (who c).
Notation win := (Win w).
Lemma in_moves (p : position) m : In m (Game.moves g p) -> m = pass_move p \/
  exists name q b k, q < n /\ at_point (stones p) q = Empty /\ put u near (to_move p) q (stones p) = Some b /\
    m = Move name (Position b (other (to_move p)) No_pass k) false.
Proof.
  simpl. rewrite in_app_iff, in_flat_map. intros [((name & q) & I & M)|[<-|[]]]; auto. right.
  assert (B : q < n).
  { unfold names in I. apply in_map_iff in I. destruct I as (x & E & I). injection E as <- <-.
    apply (Permutation_in x (Permutation_sym (in_order_all _))) in I. apply in_map_iff in I. destruct I as (y & <- & I).
    unfold points in I. apply in_seq in I. simpl in *. lia. }
  unfold stone_move in M. destruct (same_ko (ko p) (Some q)); [destruct M|].
  change (put (to_two_passes u) (neighbours (to_two_passes u))) with (put u near) in M.
  destruct (put u near (to_move p) q (stones p)) as [b|] eqn:E; [|destruct M]. destruct M as [<-|[]].
  exists name, q, b. eexists. split; auto. split; [|split; [exact E|reflexivity]].
  unfold put in E. destruct (same_stone (at_point (stones p) q) Empty) eqn:S; [|discriminate]. apply same_stone_ok. auto.
Qed.

Variable b0 : board.
Variables chains regions : list (list nat).
Hypothesis life : living u w b0 chains regions.
Notation kept := (kept u w b0 chains regions).
Hypothesis scores : forall b, kept b -> won (at_least u <=? score u near b)%Z = Some win.

Definition mark_of (b : board) : seen := (b, if by_board then None else Some w).
Definition new_to (h : play g) (b : board) : bool :=
  negb (existsb (same_seen (mark_of b)) (map (situation g by_board) (now h :: earlier h))).
Definition passes_left (x : passes) : nat := match x with No_pass => 2 | One_pass => 1 | Two_passes => 0 end.
Definition still (h : play g) : nat := 3 * length (filter (new_to h) (all_boards n)) + passes_left (passed (now h)).
Lemma new_before (h : play g) p b : new_to (after h p) b = true -> new_to h b = true.
Proof.
  unfold new_to. simpl. rewrite !negb_true_iff, !orb_false_iff. tauto.
Qed.
Lemma passing_wins k : forall h : play g, still h < k -> kept (stones (now h)) -> exists d, Forced r c d h.
Proof.
  induction k as [|k IH]; intros h L K; [lia|].
  assert (Pass : In (pass_move (now h)) (legal r h)).
  { unfold legal. apply filter_In. split; [|auto]. simpl. apply in_or_app. right. simpl. auto. }
  destruct (same_passes (passed (now h)) Two_passes) eqn:Ps.
  { exists 0. apply FEnd with win; [|simpl; destruct w; auto].
    assert (P2 : passed (now h) = Two_passes) by (destruct (passed (now h)); simpl in Ps; congruence).
    assert (O : Game.over g (now h) = Some win) by (simpl; unfold ends; rewrite P2; exact (scores K)).
    unfold ended. cbn [repetition]. rewrite O. auto. }
  assert (E : ended r h = None).
  { unfold ended. simpl. unfold ends. destruct (passed (now h)); simpl; try discriminate; destruct (legal r h); [destruct Pass|auto|destruct Pass|auto]. }
  assert (After : exists d, Forced r c d (after h (to (pass_move (now h))))).
  { apply IH; [|exact K]. unfold still in *. pose proof (@fewer _ (new_to h) (new_to (after h (to (pass_move (now h))))) (all_boards n) (new_before h _)).
    assert (passes_left (passed (now (after h (to (pass_move (now h)))))) < passes_left (passed (now h))).
    { simpl. destruct (passed (now h)); simpl; auto. discriminate. }
    lia. }
  destruct (same_player (to_move (now h)) w) eqn:T.
  { destruct After as (d & F). exists (S d). apply FMine with (pass_move (now h)); auto.
    simpl. destruct (to_move (now h)), w; simpl in T; congruence. }
  assert (Tw : to_move (now h) = other w) by (destruct (to_move (now h)), w; simpl in *; congruence).
  destruct (@forced_all g r c h (legal r h)) as (d & F).
  2: { exists (S d). apply FTheirs; auto. simpl. rewrite Tw. destruct w; discriminate. }
  intros m I. unfold legal in I. apply filter_In in I. destruct I as [I B].
  apply in_moves in I. destruct I as [->|(name & q & b & ko & Q & Em & Pt & ->)]; [exact After|].
  assert (Ow : other (to_move (now h)) = w) by (rewrite Tw; destruct w; auto).
  rewrite Tw in Pt. assert (Kb : kept b) by
    (apply (@put_kept u w b0 chains regions life (stones (now h)) q K Q Em b Pt)).
  set (h' := after h _). assert (Ms : situation g by_board (now h') = mark_of b).
  { unfold h', mark_of. simpl. rewrite Ow. auto. }
  apply IH; [|exact Kb].
  assert (Y : length (filter (new_to h') (all_boards n)) < length (filter (new_to h) (all_boards n))).
  { apply one_fewer with b.
    - apply new_before.
    - destruct Kb as [<- _]. apply in_all_boards.
    - unfold banned in B. cbn [is_pass negb andb] in B. unfold new_to. rewrite <- Ms. exact B.
    - unfold new_to. rewrite <- Ms. apply negb_false_iff. simpl. apply orb_true_iff. left. apply same_seen_ok. auto. }
  unfold still in *. change (passed (now h')) with No_pass. simpl passes_left. lia.
Qed.
End Play.

(* What the rules end early is won in the game to two passes, whatever was before. *)
Section Ends.
Variable u : rules.
Notation near := (neighbours u).
Notation n := (rows u * columns u).
Notation g := (go (to_two_passes u)).
Variable by_board : bool.
Variable c : claim.
Notation w := (who c).
Notation own := (colour w).
Variable h : play g.
Notation b0 := (stones (now h)).
Hypothesis size0 : length b0 = n.

Lemma counted_wins chains regions points : living u w b0 chains regions ->
  NoDup points -> (forall p, In p points -> lives chains p \/ exists v, In v regions /\ region_of u w b0 p v) ->
  match w with
  | One => at_least u <= 2 * Z.of_nat (length points) - Z.of_nat n
  | Two => Z.of_nat n - 2 * Z.of_nat (length points) < at_least u
  end%Z -> exists d, Forced (Superko by_board) c d h.
Proof.
  intros L N P Enough.
  apply (@passing_wins u by_board c b0 chains regions L) with (k := S (still by_board c h)); auto.
  2: { apply kept_first; auto. }
  intros b K. pose proof K as (K1 & K2 & K3 & K4 & K5).
  assert (Sc : (2 * Z.of_nat (length points) - Z.of_nat n <= sign_of w * score u near b)%Z).
  { apply score_ok; auto. intros p I. destruct (P p I) as [Lp|(v & V & -> & To)].
    - split; [|left; auto]. rewrite <- K1. apply (@on_board b own); auto. destruct w; discriminate.
    - split; [apply (component_in (regions_ok L [p] V)); simpl; auto|]. right. destruct (K4 [p] V) as (e & [<-|[]] & Ee).
      split; auto. split.
      + unfold touches in To. simpl in To. rewrite orb_false_r in To. apply existsb_exists in To. destruct To as (y & Y & _). eauto.
      + intros q Q. apply K3. apply (walls L) with [p] p; simpl; auto. destruct (same_stone (at_point b0 q) own) eqn:E.
        { apply same_stone_ok. auto. }
        exfalso. rewrite <- not_true_iff_false, same_stone_ok in E.
        assert (X : In q [p]).
        { apply (proj2 (regions_ok L [p] V)) with p; simpl; auto. split; auto. apply in_around in Q. tauto. }
        destruct X as [<-|[]]. apply (@not_around_itself u p Q). }
  unfold sign_of in Sc. destruct w; unfold won.
  - rewrite (proj2 (Z.leb_le _ _)) by lia. auto.
  - rewrite (proj2 (Z.leb_gt _ _)) by lia. auto.
Qed.
Theorem static_end v : Game.over (go u) (now h) = Some v -> supports c v = true ->
  exists d, Forced (Superko by_board) c d h.
Proof.
  simpl. unfold ends. intros O S. destruct (same_passes (passed (now h)) Two_passes) eqn:Ps.
  { exists 0. apply FEnd with v; auto. unfold ended.
    assert (O' : Game.over g (now h) = Some v) by (simpl; unfold ends; destruct (passed (now h)); try discriminate; exact O).
    cbn [repetition]. rewrite O'. auto. }
  assert (None_sure : match w with One => at_least u <= - Z.of_nat n | Two => Z.of_nat n < at_least u end%Z ->
      exists d, Forced (Superko by_board) c d h).
  { intros E. apply (@counted_wins [] [] []); [apply nothing_lives; auto|constructor|intros ? []|].
    simpl length. destruct w; lia. }
  assert (Some_sure : match w with
      | One => at_least u <= 2 * sure u near b0 Black - Z.of_nat n
      | Two => Z.of_nat n - 2 * sure u near b0 White < at_least u
      end%Z -> exists d, Forced (Superko by_board) c d h).
  { intros E. destruct (@sure_ok u w b0 size0) as (chains & regions & points & L & N & Sz & P).
    apply (@counted_wins chains regions points); auto. destruct w; simpl in Sz; rewrite Sz in E; auto. }
  assert (Who : forall x, won x = Some v -> w = if x then One else Two).
  { intros x E. unfold won in E. injection E as <-. simpl in S. destruct x, w; simpl in S; congruence. }
  destruct (passed (now h)); try discriminate.
  all: destruct (played_out u || basic_ko u && suicide u); [discriminate|].
  all: destruct (Z.of_nat n <? at_least u)%Z eqn:E1;
    [destruct (basic_ko u); [discriminate|]; apply Who in O; apply None_sure; rewrite O; apply Z.ltb_lt; auto|].
  all: destruct (at_least u <=? - Z.of_nat n)%Z eqn:E2;
    [destruct (basic_ko u); [discriminate|]; apply Who in O; apply None_sure; rewrite O; apply Z.leb_le; auto|].
  all: match type of O with context [?x && (at_least u <=? 2 * sure u near b0 Black - Z.of_nat n)%Z] =>
    destruct (x && (at_least u <=? 2 * sure u near b0 Black - Z.of_nat n)%Z) eqn:E3 end;
    [apply andb_prop in E3; apply Who in O; apply Some_sure; rewrite O; apply Z.leb_le, E3|].
  all: match type of O with context [?x && (Z.of_nat n - 2 * sure u near b0 White <? at_least u)%Z] =>
    destruct (x && (Z.of_nat n - 2 * sure u near b0 White <? at_least u)%Z) eqn:E4 end; [|discriminate].
  all: apply andb_prop in E4; apply Who in O; apply Some_sure; rewrite O; apply Z.ltb_lt, E4.
Qed.
End Ends.

(* A forced end of the game with early ends is one of the game to two passes. *)
Section Transfer.
Variable u : rules.
Notation n := (rows u * columns u).
Notation g := (go (to_two_passes u)).
Variable by_board : bool.
Variable c : claim.
Definition to_the_end (h : play (go u)) : play g := Play (g := g) (now h) (earlier h).
Lemma put_length near w q b b' : put u near w q b = Some b' -> length b' = length b.
Proof.
  unfold put. destruct (same_stone _ _); [|discriminate].
  assert (L : forall l d, length (fold_left (capture near (colour (other w))) l d) = length d).
  { induction l as [|p l IH]; intros d; simpl; auto. rewrite IH. unfold capture.
    destruct (same_stone _ _); auto. destruct (captured _ _ _ _); auto. apply length_clear. }
  destruct (captured _ _ _ _).
  - destruct (suicide u); [|discriminate]. intros E. injection E as <-. rewrite length_clear, L. apply length_set.
  - intros E. injection E as <-. rewrite L. apply length_set.
Qed.
Lemma move_length (p : position) m : In m (Game.moves (go u) p) -> length (stones (to m)) = length (stones p).
Proof.
  intros I. destruct (@in_moves u p m I) as [->|(name & q & b & k & _ & _ & P & ->)]; auto. simpl. eapply put_length; eauto.
Qed.
Lemma to_the_end_goes_on h : ended (Superko by_board) h = None -> ended (Superko by_board) (to_the_end h) = None.
Proof.
  unfold ended. cbn [repetition]. intros E. destruct (Game.over (go u) (now h)) eqn:O; [discriminate|].
  assert (O' : Game.over g (now (to_the_end h)) = None).
  { simpl in *. unfold ends in *. destruct (passed (now h)); auto. }
  rewrite O'. exact E.
Qed.
Lemma to_the_end_forced d (h : play (go u)) : Forced (Superko by_board) c d h -> length (stones (now h)) = n ->
  exists d', Forced (Superko by_board) c d' (to_the_end h).
Proof.
  induction 1 as [d h v E S|d h m E T I F IH|d h E T F IH]; intros L.
  - unfold ended in E. cbn [repetition] in E. destruct (Game.over (go u) (now h)) as [v'|] eqn:O.
    + injection E as ->. apply static_end with v; auto.
    + exists 0. apply FEnd with v; auto. unfold ended. cbn [repetition].
      assert (O' : Game.over g (now (to_the_end h)) = None).
      { simpl in *. unfold ends in *. destruct (passed (now h)); auto. }
      rewrite O'. exact E.
  - destruct IH as (d' & F'). { apply filter_In in I. exact (eq_trans (move_length (now h) m (proj1 I)) L). }
    exists (S d'). exact (@FMine g _ c d' (to_the_end h) m (to_the_end_goes_on h E) T I F').
  - destruct (@forced_all g (Superko by_board) c (to_the_end h) (legal (Superko by_board) h)) as (d' & F').
    + intros m I. apply (IH m I). apply filter_In in I. exact (eq_trans (move_length (now h) m (proj1 I)) L).
    + exists (S d'). exact (@FTheirs g _ c d' (to_the_end h) (to_the_end_goes_on h E) T F').
Qed.
(* The same play, of the same history. *)
Lemma to_the_end_played texts start (h : play (go u)) : played (g := go u) (Superko by_board) go_goes_on start texts h -> length (stones start) = n ->
  length (stones (now h)) = n /\ played (g := g) (Superko by_board) go_goes_on start texts (to_the_end h).
Proof.
  induction 1 as [|texts h m P IH G I]; intros L.
  - split; auto. exact (Started g (Superko by_board) go_goes_on start).
  - destruct (IH L) as [Lh Ph]. split.
    + apply filter_In in I. exact (eq_trans (move_length (now h) m (proj1 I)) Lh).
    + exact (@Played g _ go_goes_on start texts (to_the_end h) m Ph G I).
Qed.
End Transfer.
