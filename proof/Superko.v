(* The walk under superko (docs/certificate.md, section 5): what it accepts is true.

   A position is skipped where it has a lemma that applies: D, situations that have to be on the play,
   and F, situations that must not be. What is proved of every lemma: on every play that ends in its
   position, with all of D on it and nothing of F, the claimant can force an end that supports the claim.
   That is so whichever lemma a table has for a position, so that a new one may take the place of an old
   one. F may be kept wider than it is, as intervals are: `stands` is what is in the wider set. The
   argument is the same for both rules, and for both claims, since all plays end. *)
Require Import String List Arith NArith Lia Bool.
From Threefold Require Import Game Strategy Table Sets Answer.
Import ListNotations.
Set Implicit Arguments.

Section Superko.
Variable g : game.
Variable board : bool.
Variable c : claim.
Variable num : Type.
Variable readable : string -> bool.
Variable hash : position g -> place.
Variable tag : mark g -> place.
Notation r := (Superko board).
Notation play := (play g).
Notation answer := (answer num).
Notation lines := (lines num).

(* A situation, with its number at hand. *)
Definition elt := (place * mark g)%type.
Definition elt_eqb (a b : elt) : bool := same_place (fst a) (fst b) && same_mark g (snd a) (snd b).
Lemma elt_eqb_ok a b : elt_eqb a b = true <-> a = b.
Proof.
  unfold elt_eqb. destruct a as [i a], b as [j b]. simpl.
  rewrite andb_true_iff, same_mark_ok, same_place_ok. split; [intros [-> ->]; auto|].
  intros E. injection E; auto.
Qed.
Definition sit (p : position g) : elt := let m := situation g board p in (tag m, m).
Notation set := (set elt_eqb (@fst place (mark g))).
Definition s_none : set := none elt_eqb _.
Definition s_insert : elt -> set -> set := @insert _ _ elt_eqb_ok _.
Definition s_insert_all : list elt -> set -> set := @insert_all _ _ elt_eqb_ok _.
Definition s_union : set -> set -> set := @union _ _ elt_eqb_ok _.
Definition s_drop : elt -> set -> set := @drop _ _ elt_eqb_ok _.

(* How F is kept. *)
Variable wide : Type.
Variable stands : wide -> elt -> Prop.
Variable w_none : wide.
Variable w_insert : elt -> wide -> wide.
Variable w_union : wide -> wide -> wide.
Variable w_clear : set -> wide -> bool.
Hypothesis w_insert_ok : forall x w y, x = y \/ stands w y -> stands (w_insert x w) y.
Hypothesis w_union_ok : forall a b y, stands a y \/ stands b y -> stands (w_union a b) y.
Hypothesis w_clear_ok : forall s w, w_clear s w = true -> forall x, In x (items s) -> ~ stands w x.

(* A move by its notation, where a game finds one without making them all. *)
Variable quick : option (position g -> string -> option (move (position g))).
Hypothesis quick_ok : forall f p text m, quick = Some f -> f p text = Some m -> In m (moves g p).

Definition mine (p : position g) : bool := same_player (turn g p) (who c).
Definition may (path : set) (m : move (position g)) : bool := is_pass m || negb (mem (sit (to m)) path).
Record lemma := Lemma { must : set; must_not : wide }.
Notation table := (table (position g) lemma).
Notation find := (@find (position g) lemma (same g)).
Notation add := (@add (position g) lemma (same g) hash).
Definition applying (p : position g) (path : set) (t : table) : option lemma :=
  match find (hash p) p t with
  | Some l => if inside (must l) path && w_clear path (must_not l) then Some l else None
  | None => None
  end.

Definition at_once (p : position g) (path : set) (ls : lines) : option (num * move (position g) * lines) :=
  match quick with
  | Some f =>
    match ls with
    | Line n text rest => match f p text with Some m => if may path m then Some (n, m, rest) else None | None => None end
    | End _ => None
    end
  | None => None
  end.
Lemma at_once_ok p path ls n m rest : at_once p path ls = Some (n, m, rest) -> In m (moves g p) /\ may path m = true.
Proof.
  unfold at_once. destruct quick as [f|] eqn:Q; [|discriminate]. destruct ls as [|n' text rest']; [discriminate|].
  destruct (f p text) as [m'|] eqn:E; [|discriminate]. destruct (may path m') eqn:M; [|discriminate].
  intros X. injection X as <- <- <-. split; auto. eapply quick_ok; eauto.
Qed.
(* `since`: the open positions from which passes alone lead here. *)
Definition walk := fix walk (fuel : nat) (choice : num) (p : position g) (since : list (position g)) (path : set)
    (t : table) (ls : lines) (k : table -> lines -> set -> wide -> answer) : answer :=
  match fuel with
  | O => Unfinished
  | S fuel =>
    let path := s_insert (sit p) path in
    match applying p path t with
    | Some l => k t ls (must l) (must_not l)
    | None =>
      if existsb (same g p) since then Refuted choice Cycle
      else
        let close t ls D F :=
          let D := s_drop (sit p) D in k (add (hash p) p (Lemma D F) t) ls D F in
        let since m := if is_pass m then p :: since else [] in
        match over g p with
        | Some o => if supports c o then close t ls s_none w_none else Refuted choice WrongTerminal
        | None =>
          if mine p then
            let go n m ls := walk fuel n (to m) (since m) path t ls (fun t ls D F =>
              close t ls D (if is_pass m then F else w_insert (sit (to m)) F)) in
            match at_once p path ls with
            | Some (n, m, ls) => go n m ls
            | None =>
              let ms := moves g p in
              if existsb (may path) ms then
                read readable ls ms (fun n m ls => if may path m then go n m ls else Refuted n RepeatingMove)
              else if supports c (stuck g p) then close t ls (s_insert_all (map (fun m => sit (to m)) ms) s_none) w_none
              else Refuted choice ClaimantStuck
            end
          else
            let ms := moves g p in
            let '(legal, banned) := partition (may path) ms in
            let D := s_insert_all (map (fun m => sit (to m)) banned) s_none in
            match legal with
            | [] => if supports c (stuck g p) then close t ls D w_none else Refuted choice WrongTerminal
            | _ =>
              let F := if supports c (stuck g p) || existsb (@is_pass _) legal then w_none
                else fold_left (fun w m => w_insert (sit (to m)) w) legal w_none in
              (fix each (ms : list (move (position g))) (t : table) (ls : lines) (D : set) (F : wide) : answer :=
                match ms with
                | [] => close t ls D F
                | m :: ms => walk fuel choice (to m) (since m) path t ls (fun t ls D' F' =>
                    each ms t ls (s_union D' D) (w_union F' F))
                end) legal t ls D F
            end
        end
    end
  end.

Definition finish (declared : num -> bool) (moves_line : num) (t : table) (ls : lines) (D : set) (F : wide) : answer :=
  match ls with
  | Line n _ _ => Refuted n SurplusLine
  | End n => if declared n then Verified else Refuted moves_line MovesCount
  end.
Definition accepts fuel choice root history ls declared ml : answer :=
  walk fuel choice root [] (s_insert_all (map sit history) s_none) (empty _ _) ls (finish declared ml).

(* The situations of a play. *)
Definition sits (h : play) : list elt := map sit (now h :: earlier h).
Lemma in_legal (h : play) m : In m (legal r h) <->
  In m (moves g (now h)) /\ (is_pass m = true \/ ~ In (sit (to m)) (sits h)).
Proof.
  unfold legal. rewrite filter_In. unfold banned. split; intros [A B]; split; auto.
  - destruct (is_pass m); auto. right. simpl in B. apply negb_true_iff in B.
    unfold sits. rewrite in_map_iff. intros (q & E & I).
    assert (X : existsb (same_mark g (situation g board (to m))) (map (situation g board) (now h :: earlier h)) = true).
    { apply existsb_exists. exists (situation g board q). split; [apply in_map; auto|].
      apply same_mark_ok. unfold sit in E. injection E. auto. }
    simpl in X. congruence.
  - apply negb_true_iff. destruct (is_pass m); auto. destruct B as [B|B]; [discriminate|]. simpl.
    match goal with |- ?x = false => destruct x eqn:E end; auto. exfalso. apply B.
    change (existsb (same_mark g (situation g board (to m))) (map (situation g board) (now h :: earlier h)) = true) in E.
    apply existsb_exists in E. destruct E as (s & I & E). apply same_mark_ok in E. subst s.
    apply in_map_iff in I. destruct I as (q & E & I). unfold sits. apply in_map_iff.
    exists q. split; auto. unfold sit. rewrite E. auto.
Qed.
Lemma may_ok path (h : play) m : (forall x, In x (items path) <-> In x (sits h)) ->
  may path m = true <-> is_pass m = true \/ ~ In (sit (to m)) (sits h).
Proof.
  intros P. unfold may. rewrite orb_true_iff, negb_true_iff, mem_no, P. tauto.
Qed.

(* What a lemma says. *)
Definition holds_on (p : position g) (D : set) (G : elt -> Prop) : Prop := forall h : play, now h = p ->
  (forall x, In x (items D) -> In x (sits h)) -> (forall x, G x -> ~ In x (sits h)) ->
  exists n, Forced r c n h.
Definition true_lemma (p : position g) (l : lemma) : Prop :=
  ~ In (sit p) (items (must l)) /\
  exists G : elt -> Prop, (forall x, G x -> stands (must_not l) x) /\ holds_on p (must l) G.
Definition true_table (t : table) : Prop := forall p l, find (hash p) p t = Some l -> true_lemma p l.
(* What is known of p when its walk on the situations `path`, its own among them, is complete. *)
Definition shown (p : position g) (path : set) (D : set) (F : wide) : Prop :=
  (forall x, In x (items D) -> In x (items path) /\ x <> sit p) /\
  exists G : elt -> Prop, (forall x, G x -> stands F x /\ ~ In x (items path)) /\ holds_on p D G.

Lemma add_true p l t : true_table t -> true_lemma p l -> true_table (add (hash p) p l t).
Proof.
  intros T L q l' F. rewrite find_add in F by apply same_ok.
  destruct (same g q p) eqn:E; [|auto]. apply same_ok in E. subst q. injection F as <-. auto.
Qed.
(* Closing a position: its own situation is on every play that ends in it. *)
Lemma closing p path D F t : true_table t ->
  (forall x, In x (items D) -> In x (items path)) ->
  holds_on p D (fun x => stands F x /\ ~ In x (items path)) ->
  true_table (add (hash p) p (Lemma (s_drop (sit p) D) F) t) /\ shown p path (s_drop (sit p) D) F.
Proof.
  intros T I H.
  assert (X : holds_on p (s_drop (sit p) D) (fun x => stands F x /\ ~ In x (items path))).
  { intros h E Hd Hf. apply H; auto. intros x Hx.
    destruct (elt_eqb x (sit p)) eqn:Y.
    - apply elt_eqb_ok in Y. subst x. unfold sits. rewrite E. simpl. auto.
    - apply Hd. unfold s_drop. rewrite in_drop. split; auto. intros ->.
      rewrite (proj2 (elt_eqb_ok _ _) eq_refl) in Y. discriminate. }
  split.
  - apply add_true; auto. split; simpl.
    + unfold s_drop. rewrite in_drop. tauto.
    + eexists. split; [|exact X]. simpl. tauto.
  - split.
    + intros x Hx. unfold s_drop in Hx. apply in_drop in Hx. destruct Hx. split; auto.
    + eexists. split; [|exact X]. intros x Gx; exact Gx.
Qed.
Lemma partition_filter A (f : A -> bool) l : partition f l = (filter f l, filter (fun x => negb (f x)) l).
Proof. induction l as [|x l IH]; simpl; auto. rewrite IH. destruct (f x); auto. Qed.
Lemma insert_list l : forall w y, stands w y \/ In y (map (fun m : move (position g) => sit (to m)) l) ->
  stands (fold_left (fun w m => w_insert (sit (to m)) w) l w) y.
Proof.
  induction l as [|m l IH]; simpl; intros w y H; [tauto|].
  apply IH. destruct H as [H|[H|H]]; auto.
Qed.

Lemma walk_sound fuel : forall choice p since before t ls k,
  walk fuel choice p since before t ls k = Verified -> true_table t ->
  exists t' ls' D F, k t' ls' D F = Verified /\ true_table t' /\ shown p (s_insert (sit p) before) D F.
Proof.
  induction fuel as [|fuel IH]; intros choice p since before t ls k W T; [discriminate|].
  simpl in W. set (path := s_insert (sit p) before) in *.
  assert (Own : In (sit p) (items path)).
  { unfold path, s_insert. rewrite in_insert. auto. }
  destruct (applying p path t) as [l|] eqn:Ap.
  { unfold applying in Ap. destruct (find (hash p) p t) as [l'|] eqn:Fl; [|discriminate].
    destruct (inside (must l') path && w_clear path (must_not l')) eqn:Y; [|discriminate].
    injection Ap as ->. apply andb_prop in Y. destruct Y as [In' Cl].
    exists t, ls, (must l), (must_not l). split; auto. split; auto.
    destruct (T p l Fl) as [N (G & Gs & H)]. split.
    - intros x Hx. split; [eapply inside_ok; eauto|]. intros ->. auto.
    - exists G. split; auto. intros x Gx. split; auto. intros X. eapply w_clear_ok; eauto. }
  destruct (existsb (same g p) since); [discriminate|].
  destruct (over g p) as [o|] eqn:Ov.
  { destruct (supports c o) eqn:Sp; [|discriminate]. eexists _, _, _, _. split; [exact W|].
    apply closing; auto; [simpl; tauto|]. intros h E _ _. exists 0. apply FEnd with o; auto.
    unfold ended. simpl. rewrite E, Ov. auto. }
  assert (Und : forall h : play, now h = p -> ended r h = match legal r h with [] => Some (stuck g p) | _ => None end).
  { intros h E. unfold ended. simpl. rewrite E, Ov. auto. }
  (* What was banned on the walk is banned on a play that has its situations. *)
  assert (Ban : forall (h : play) (D : set) m, now h = p -> (forall x, In x (items D) -> In x (sits h)) ->
     (may path m = false -> In (sit (to m)) (items D)) -> In m (legal r h) -> may path m = true).
  { intros h D m E Hd Hb L. apply in_legal in L. destruct L as [_ L].
    destruct (may path m) eqn:M; auto. exfalso. destruct L as [L|L].
    - unfold may in M. rewrite L in M. discriminate.
    - apply L, Hd, Hb. auto. }
  assert (New : forall m, may path m = true -> is_pass m = false -> ~ In (sit (to m)) (items path)).
  { intros m M P. unfold may in M. rewrite P in M. apply negb_true_iff, mem_no in M. auto. }
  assert (Stuck : forall D, (forall m, In m (moves g p) -> may path m = false) -> supports c (stuck g p) = true ->
     (forall m, In m (moves g p) -> In (sit (to m)) (items D)) ->
     forall G, holds_on p D G).
  { intros D B Sp Hb G h E Hd _. exists 0. apply FEnd with (stuck g p); auto. rewrite Und; auto.
    destruct (legal r h) as [|m l] eqn:L; auto. exfalso.
    assert (I : In m (legal r h)) by (rewrite L; simpl; auto).
    pose proof I as J. apply in_legal in J. rewrite E in J. destruct J as [J _].
    specialize (B m J). rewrite (Ban h D m E Hd) in B; auto. discriminate. }
  assert (Banned : forall l, (forall m, In m l -> In m (moves g p) /\ may path m = false) ->
     forall x, In x (items (s_insert_all (map (fun m => sit (to m)) l) s_none)) -> In x (items path)).
  { intros l Hl x Hx. unfold s_insert_all in Hx. rewrite in_insert_all in Hx. destruct Hx as [Hx|[]].
    apply in_map_iff in Hx. destruct Hx as (m & <- & I). destruct (Hl m I) as [_ M].
    unfold may in M. apply orb_false_iff in M. destruct M as [_ M].
    apply negb_false_iff, mem_ok in M. auto. }
  destruct (mine p) eqn:Mp.
  - assert (Tp : forall h : play, now h = p -> turn g (now h) = who c).
    { intros h ->. unfold mine in Mp. destruct (turn g p), (who c); simpl in Mp; congruence. }
    assert (Go : forall n m rest, In m (moves g p) -> may path m = true ->
       walk fuel n (to m) (if is_pass m then p :: since else []) path t rest (fun t ls D F =>
         k (add (hash p) p (Lemma (s_drop (sit p) D) (if is_pass m then F else w_insert (sit (to m)) F)) t) ls
           (s_drop (sit p) D) (if is_pass m then F else w_insert (sit (to m)) F)) = Verified ->
       exists t' ls' D F, k t' ls' D F = Verified /\ true_table t' /\ shown p path D F).
    { intros n m rest I M V. apply IH in V; auto. clear W. rename V into W. destruct W as (t' & ls' & D & F & K & T' & Id & G & Gs & H).
      eexists _, _, _, _. split; [exact K|]. apply closing; auto.
      * (* D of the successor is on the path, and not its own situation. *)
        intros x Hx. destruct (Id x Hx) as [Y N]. unfold s_insert in Y. apply in_insert in Y.
        destruct Y as [Y|Y]; [congruence|auto].
      * intros h E Hd Hf.
        assert (Lm : In m (legal r h)).
        { apply in_legal. rewrite E. split; auto. destruct (is_pass m) eqn:P; auto. right.
          apply Hf. split; auto. }
        destruct (H (after h (to m)) eq_refl) as (d & Fd).
        { intros x Hx. unfold sits. simpl. right. apply Hd in Hx. exact Hx. }
        { intros x Gx. destruct (Gs x Gx) as [St N]. unfold sits. simpl.
          unfold s_insert in N. rewrite in_insert in N. intros [Y|Y]; [apply N; auto|].
          apply (Hf x); [|exact Y]. split; [|auto]. destruct (is_pass m); auto. }
        exists (S d). eapply FMine; eauto. rewrite Und; auto. destruct (legal r h); [destruct Lm|auto]. }
    destruct (at_once p path ls) as [[[n m] rest]|] eqn:At.
    { apply at_once_ok in At. destruct At. eapply Go; eauto. }
    destruct (existsb (may path) (moves g p)) eqn:Ex.
    + apply read_ok in W. destruct W as (n & m & rest & I & W).
      destruct (may path m) eqn:M; [|discriminate]. eapply Go; eauto.
    + destruct (supports c (stuck g p)) eqn:Sp; [|discriminate].
      assert (B : forall m, In m (moves g p) -> may path m = false).
      { intros m I. destruct (may path m) eqn:M; auto. rewrite <- Ex. symmetry. apply existsb_exists. eauto. }
      eexists _, _, _, _. split; [exact W|]. apply closing; auto; [apply Banned; auto|].
      apply Stuck; auto. intros m I. unfold s_insert_all. rewrite in_insert_all. left. apply in_map_iff. eauto.
  - assert (Tp : forall h : play, now h = p -> turn g (now h) <> who c).
    { intros h -> Y. unfold mine in Mp. rewrite Y in Mp. destruct (who c); discriminate. }
    destruct (partition (may path) (moves g p)) as [lg bd] eqn:Pt.
    assert (Lg : forall m, In m lg <-> In m (moves g p) /\ may path m = true).
    { intros m. rewrite partition_filter in Pt. injection Pt as <- <-. apply filter_In. }
    assert (Bd : forall m, In m bd <-> In m (moves g p) /\ may path m = false).
    { intros m. rewrite partition_filter in Pt. injection Pt as <- <-. rewrite filter_In, negb_true_iff. tauto. }
    set (D0 := s_insert_all (map (fun m => sit (to m)) bd) s_none) in *.
    assert (D0p : forall x, In x (items D0) -> In x (items path)) by (apply Banned; intros; apply Bd; auto).
    assert (D0b : forall m, In m bd -> In (sit (to m)) (items D0)).
    { intros m I. unfold D0, s_insert_all. rewrite in_insert_all. left. apply in_map_iff. eauto. }
    destruct lg as [|m0 lg0] eqn:El.
    { destruct (supports c (stuck g p)) eqn:Sp; [|discriminate].
      assert (B : forall m, In m (moves g p) -> may path m = false).
      { intros m I. destruct (may path m) eqn:M; auto. destruct (proj2 (Lg m) (conj I M)). }
      eexists _, _, _, _. split; [exact W|]. apply closing; auto.
      apply Stuck; auto. intros m I. apply D0b, Bd. auto. }
    rewrite <- El in *.
    set (F0 := if supports c (stuck g p) || existsb (@is_pass _) lg then w_none
      else fold_left (fun w m => w_insert (sit (to m)) w) lg w_none) in *.
    revert W.
    set (each := fix each ms t ls D F := match ms with
       | [] => k (add (hash p) p (Lemma (s_drop (sit p) D) F) t) ls (s_drop (sit p) D) F
       | m :: ms => walk fuel choice (to m) (if is_pass m then p :: since else []) path t ls
           (fun t ls D' F' => each ms t ls (s_union D' D) (w_union F' F)) end).
    intro W. change (each (m0 :: lg0) t ls D0 F0 = Verified) in W. rewrite <- El in W.
    assert (E : forall ms t0 ls0 Da Fa, each ms t0 ls0 Da Fa = Verified -> true_table t0 ->
       (forall x, In x (items Da) -> In x (items path)) ->
       exists t' ls' D F, k (add (hash p) p (Lemma (s_drop (sit p) D) F) t') ls' (s_drop (sit p) D) F = Verified /\
         true_table t' /\ (forall x, In x (items D) -> In x (items path)) /\
         (forall x, In x (items Da) -> In x (items D)) /\ (forall x, stands Fa x -> stands F x) /\
         forall m, In m ms -> exists Dm (G : elt -> Prop), holds_on (to m) Dm G /\
           (forall x, In x (items Dm) -> In x (items D)) /\
           forall x, G x -> stands F x /\ x <> sit (to m) /\ ~ In x (items path)).
    { induction ms as [|m ms IHm]; intros t0 ls0 Da Fa Eq T0 P0.
      - exists t0, ls0, Da, Fa. repeat (split; auto). intros ? [].
      - simpl in Eq. apply IH in Eq; auto. destruct Eq as (t1 & l1 & D1 & F1 & K & T1 & Id & G & Gs & H).
        assert (Id' : forall x, In x (items D1) -> In x (items path)).
        { intros x Hx. destruct (Id x Hx) as [Y N]. unfold s_insert in Y. apply in_insert in Y.
          destruct Y as [Y|Y]; [congruence|auto]. }
        apply IHm in K; auto.
        + destruct K as (t' & ls' & D & F & K & T' & Ip & Ia & If & Q).
          exists t', ls', D, F. split; auto. split; auto. split; auto.
          split; [intros x Hx; apply Ia; unfold s_union; rewrite in_union; auto|].
          split; [intros x Hx; apply If, w_union_ok; auto|].
          intros x [<-|Hx]; auto. exists D1, G. split; auto.
          split; [intros y Hy; apply Ia; unfold s_union; rewrite in_union; auto|].
          intros y Gy. destruct (Gs y Gy) as [St N]. unfold s_insert in N. rewrite in_insert in N.
          split; [apply If, w_union_ok; auto|]. split; [intros ->; tauto|tauto].
        + intros x Hx. unfold s_union in Hx. rewrite in_union in Hx. destruct Hx; auto. }
    apply E in W; auto. destruct W as (t' & ls' & D & F & K & T' & Ip & Ia & If & Q).
    eexists _, _, _, _. split; [exact K|]. apply closing; auto.
    intros h Eh Hd Hf.
    assert (Hb : forall m, In m (legal r h) -> In m lg).
    { intros m L. pose proof L as J. apply in_legal in J. rewrite Eh in J. destruct J as [J _].
      apply Lg. split; auto. apply (Ban h D m); auto. intros M. apply Ia, D0b, Bd. auto. }
    destruct (legal r h) as [|m1 l1] eqn:Lh.
    + (* The opponent cannot move on h. *)
      exists 0. apply FEnd with (stuck g p); [rewrite Und, Lh; auto|].
      destruct (supports c (stuck g p)) eqn:Sp; auto. exfalso.
      assert (Y : exists m, In m (legal r h)); [|destruct Y as (m & Y); rewrite Lh in Y; auto].
      unfold F0 in If. simpl in If. destruct (existsb (@is_pass _) lg) eqn:Ps.
      * apply existsb_exists in Ps. destruct Ps as (m & I & P). exists m. apply in_legal. rewrite Eh.
        split; [apply Lg; auto|auto].
      * exists m0. assert (I0 : In m0 lg) by (rewrite El; simpl; auto). apply in_legal. rewrite Eh.
        split; [apply Lg; auto|]. right. apply Hf. split.
        { apply If, insert_list. right. apply in_map_iff. eauto. }
        { apply New; [apply Lg; auto|]. destruct (is_pass m0) eqn:P; auto.
          rewrite <- Ps. symmetry. apply existsb_exists. eauto. }
    + destruct (@forced_all g r c h (legal r h)) as (n & Fn).
      { intros m L. rewrite Lh in L. destruct (Q m (Hb m L)) as (Dm & G & H & Im & Gm).
        apply (H (after h (to m)) eq_refl).
        - intros x Hx. unfold sits. simpl. right. exact (Hd x (Im x Hx)).
        - intros x Gx. destruct (Gm x Gx) as (St & N & P). unfold sits. simpl.
          intros [Y|Y]; [congruence|]. apply (Hf x); [split; auto|exact Y]. }
      exists (S n). apply FTheirs; auto. rewrite Und, Lh; auto.
Qed.

Theorem accepts_forced fuel choice root history ls declared ml :
  accepts fuel choice root history ls declared ml = Verified -> exists n, Forced r c n (Play root history).
Proof.
  intros W. apply walk_sound in W.
  - destruct W as (t & ls' & D & F & _ & _ & Id & G & Gs & H).
    assert (P : forall x, In x (items (s_insert (sit root) (s_insert_all (map sit history) s_none))) <->
       In x (sits (Play root history))).
    { intros x. unfold s_insert, s_insert_all, sits. rewrite in_insert, in_insert_all. simpl. tauto. }
    destruct (H (Play root history) eq_refl) as (n & Fn).
    + intros x Hx. apply P, Id, Hx.
    + intros x Gx Hx. apply P in Hx. apply (Gs x Gx). auto.
    + eauto.
  - intros p l Fl. rewrite find_empty in Fl. discriminate.
Qed.
Corollary accepts_superko fuel choice root history ls declared ml :
  accepts fuel choice root history ls declared ml = Verified -> true_claim r c (Play root history).
Proof. intros W. apply accepts_forced in W. destruct W as (n & F). eapply forced_true; eauto. Qed.
End Superko.
