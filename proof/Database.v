(* Certificates that rely on a database (docs/certificate.md, section 3).

   The program has no database, and says so of such a certificate. This is the argument for one that has:
   the walk asks an oracle, `known`, and what it accepts is true if the oracle is. Its values are those of
   the game without a history in which play without end is a draw:

   - what it calls won can be won within some number of plies;
   - what it does not call lost lies in a set of positions that the player need not leave, and of which
     none is lost;
   - it goes on: behind a position that it knows are only positions that it knows. *)
Require Import String List Arith NArith Lia Bool.
From Threefold Require Import Game Strategy Table Answer Walk.
Import ListNotations.
Set Implicit Arguments.

Section Database.
Variable g : game.
Variable r : rule.
Variable c : claim.
Variable num : Type.
Variable readable : string -> bool.
Variable hash : position g -> place.
Variable history : list (position g).
Variable known : position g -> option outcome.
Notation mine := (mine g c).

(* The claimant can win from here within n plies, whatever was before. *)
Fixpoint wins_in (n : nat) (p : position g) : bool :=
  match over g p with
  | Some (Win w) => same_player w (who c)
  | Some Draw => false
  | None =>
    match moves g p with
    | [] => match stuck g p with Win w => same_player w (who c) | Draw => false end
    | ms => match n with
      | O => false
      | S n => if mine p then existsb (fun m => wins_in n (to m)) ms else forallb (fun m => wins_in n (to m)) ms
      end
    end
  end.
Definition wins_are_true (most : nat) : Prop := forall p w, known p = Some (Win w) -> w = who c -> wins_in most p = true.
Definition goes_on : Prop := forall p m, known p <> None -> over g p = None -> In m (moves g p) -> known (to m) <> None.
(* The walk refuses leaves if a position that draws by history can come and is known. *)
Variable refuse : bool.
Variable possible : position g -> Prop.
Hypothesis possible_on : forall p m, possible p -> In m (moves g p) -> possible (to m).
Hypothesis refused : refuse = false -> forall p, possible p -> known p <> None -> repeated g p history = false.
Variable o_rep : outcome.
Hypothesis plain : repetition r = Some o_rep.

Lemma wins_more n : forall p k, wins_in n p = true -> n <= k -> wins_in k p = true.
Proof.
  induction n as [|n IH]; intros p k W L; destruct k as [|k]; simpl in *; try lia; auto;
    destruct (over g p); auto; destruct (moves g p) as [|m0 ms]; auto; try discriminate.
  destruct (mine p).
  - change (existsb (fun m => wins_in n (to m)) (m0 :: ms) = true) in W.
    change (existsb (fun m => wins_in k (to m)) (m0 :: ms) = true).
    apply existsb_exists in W. destruct W as (m & I & W). apply existsb_exists. exists m. split; auto.
    apply IH; auto. lia.
  - change (forallb (fun m => wins_in n (to m)) (m0 :: ms) = true) in W.
    change (forallb (fun m => wins_in k (to m)) (m0 :: ms) = true).
    rewrite forallb_forall in *. intros m I. apply IH; auto. lia.
Qed.
Lemma least n p : wins_in n p = true -> exists k, k <= n /\ wins_in k p = true /\ forall j, j < k -> wins_in j p = false.
Proof.
  induction n as [n IH] using lt_wf_ind. intros W.
  destruct (existsb (fun j => wins_in j p) (seq 0 n)) eqn:E.
  - apply existsb_exists in E. destruct E as (j & I & Wj). apply in_seq in I.
    destruct (IH j) as (k & L & Wk & M); [lia|auto|]. exists k. split; [lia|auto].
  - exists n. split; auto. split; auto. intros j L. destruct (wins_in j p) eqn:Wj; auto.
    rewrite <- E. symmetry. apply existsb_exists. exists j. split; auto. apply in_seq. lia.
Qed.
(* From a leaf he wins by getting nearer with every ply, and so meets nothing twice. *)
Lemma leaf_forced : refuse = false -> goes_on -> forall n p l1 l2, possible p -> known p <> None ->
  wins_in n p = true -> (forall j, j < n -> wins_in j p = false) ->
  (forall x, In x l1 -> wins_in n x = false) -> (forall x, In x l2 -> known x = None) ->
  Forced r c n (Play p (l1 ++ l2 ++ history)).
Proof.
  intros Rf Go. induction n as [n IH] using lt_wf_ind. intros p l1 l2 Po Kn W Min A B.
  assert (Rp : repeated g p (l1 ++ l2 ++ history) = false).
  { rewrite app_assoc, (@repeated_new g hash history known p (l1 ++ l2)); [auto|]. intros I. apply in_app_or in I. destruct I as [I|I].
    - rewrite (A p I) in W. discriminate.
    - apply Kn, B, I. }
  assert (Le : legal r (Play p (l1 ++ l2 ++ history)) = moves g p) by (eapply legal_plain; eauto).
  assert (Sp : forall w, same_player w (who c) = true -> supports c (Win w) = true) by auto.
  destruct (over g p) as [o|] eqn:Ov.
  { apply FEnd with o; [unfold ended; rewrite plain; simpl; rewrite Rp, Ov; auto|].
    destruct n; simpl in W; rewrite Ov in W; destruct o; auto; discriminate. }
  destruct (moves g p) as [|m0 ms] eqn:Mv.
  { apply FEnd with (stuck g p); [unfold ended; rewrite plain; simpl; rewrite Rp, Ov, Le; auto|].
    destruct n; simpl in W; rewrite Ov, Mv in W; destruct (stuck g p); auto; discriminate. }
  assert (E : ended r (Play p (l1 ++ l2 ++ history)) = None).
  { unfold ended. rewrite plain. simpl. rewrite Rp, Ov, Le. auto. }
  destruct n as [|n]; simpl in W; rewrite Ov, Mv in W; [discriminate|].
  assert (Next : forall m, In m (m0 :: ms) -> wins_in n (to m) = true ->
     Forced r c n (Play (to m) (p :: l1 ++ l2 ++ history))).
  { intros m I Wm. destruct (least n (to m) Wm) as (k & L & Wk & Mk).
    apply forced_more with k; auto. apply (IH k) with (l1 := p :: l1); auto; try lia.
    - apply possible_on with p; auto. rewrite Mv. auto.
    - apply Go with p; auto. rewrite Mv. auto.
    - intros x [<-|Hx]; [apply Min; lia|]. destruct (wins_in k x) eqn:Wx; auto.
      rewrite <- (A x Hx). symmetry. apply wins_more with k; auto. }
  destruct (mine p) eqn:Mp.
  - change (existsb (fun m => wins_in n (to m)) (m0 :: ms) = true) in W.
    apply existsb_exists in W. destruct W as (m & I & W). apply FMine with m; auto.
    + apply same_player_ok. auto.
    + rewrite Le. auto.
    + exact (Next m I W).
  - change (forallb (fun m => wins_in n (to m)) (m0 :: ms) = true) in W.
    rewrite forallb_forall in W. apply FTheirs; auto.
    + intros T. apply same_player_ok in T. unfold Walk.mine in Mp. simpl in T. congruence.
    + rewrite Le. intros m I. apply Next; auto.
Qed.

Theorem database_wins most fuel choice root ls declared ml wl within :
  walk g c readable hash history known refuse fuel choice root (empty _ _) ls (finish g declared ml wl within) = Verified (num := num) ->
  wins c = true -> wins_are_true most -> goes_on -> possible root -> true_claim r c (Play root history).
Proof.
  intros W Wc Tr Go Po. apply accepted in W. destruct W as (t & d & C & F & _).
  assert (Leaf : can_win_leaf g r c history known refuse possible most).
  { intros p o l Pp Kn Sp Ov Rf A. destruct o as [w|]; [|simpl in Sp; rewrite Wc in Sp; discriminate].
    simpl in Sp. apply same_player_ok in Sp. destruct (least most p) as (k & L & Wk & M); [apply Tr with w; auto|].
    apply forced_more with k; auto. apply (@leaf_forced Rf Go k p [] l); auto; [congruence|intros x []]. }
  apply forced_true with (N.to_nat d + most).
  eapply done_forced with (l := []) (possible := possible); eauto. intros x [].
Qed.

(* A set of positions that the claimant need not leave, with all of which the database says that he does not lose. *)
Definition keeps_all (safe : position g -> bool) : Prop :=
  keeps g c safe /\ forall p o, known p = Some o -> supports c o = true -> safe p = true.
Theorem database_holds fuel choice root ls declared ml wl within :
  walk g c readable hash history known refuse fuel choice root (empty _ _) ls (finish g declared ml wl within) = Verified (num := num) ->
  supports c o_rep = true -> (exists safe, keeps_all safe) -> true_claim r c (Play root history).
Proof.
  intros W Sp (safe & K & Leaf). apply accepted in W. destruct W as (t & d & C & F & _).
  exists (stay hash safe t). eapply done_holds; eauto. unfold kept. simpl. rewrite F. apply orb_true_r.
Qed.
End Database.
