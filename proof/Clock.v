(* Chess with the fifty-move rule (docs/certificate.md, section 1): a position has its halfmove clock. *)
Require Import List Arith NArith Lia Bool Permutation.
From Threefold Require Import Game Order Answer Table Strategy Walk Check Hands Chess.
Import ListNotations.
Set Implicit Arguments.

Definition clocked := (Chess.position * N)%type.
Definition same_clocked (a b : clocked) : bool := same_position (fst a) (fst b) && N.eqb (snd a) (snd b).
Lemma same_clocked_ok a b : same_clocked a b = true <-> a = b.
Proof.
  destruct a as [p c], b as [q d]. unfold same_clocked. simpl.
  rewrite andb_true_iff, same_position_ok, N.eqb_eq. split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.

(* A capture, or a move of a pawn. *)
Definition resets (p : Chess.position) (x : change) : bool :=
  of_player (other (to_move p)) (at_square (board p) (goal x)) || is (board p) (to_move p) Pawn (from x).
Definition clock_limit : N := 100.

Section Moves.
Variable lookup : list (list lines).
Variable texts : list (list String.string).
Definition clocked_moves (q : clocked) : list (move clocked) :=
  let (p, c) := q in
  in_order (map (fun x => Move (change_text texts x) (make lookup p x, if resets p x then 0%N else N.succ c) false)
    (legal_changes lookup p)).
Definition is_mate (p : Chess.position) : bool :=
  in_check lookup (board p) (to_move p) && match legal_changes lookup p with [] => true | _ => false end.
Definition clocked_over (q : clocked) : option outcome :=
  if (clock_limit <=? snd q)%N && negb (is_mate (fst q)) then Some Draw else chess_over Mate (fst q).
End Moves.

Definition fifty_moves_with lookup texts : game := {|
  Game.position := clocked;
  same := same_clocked;
  same_ok := same_clocked_ok;
  turn := fun q => to_move (fst q);
  over := clocked_over lookup;
  moves := clocked_moves lookup texts;
  stuck := fun q => chess_stuck lookup Mate (fst q);
  mark := unit;    (* there is no superko *)
  same_mark := fun _ _ => true;
  same_mark_ok := unit_ok;
  situation := fun _ _ => tt;
  occurrences := None    (* the clock never comes back *)
|}.
Definition fifty_moves : game := fifty_moves_with table square_texts.
(* There is no history: the clock says what of it counts. *)
Definition fifty_moves_goes_on (q : clocked) : bool := false.

(* A position answers for those with the same board whose clock is lower, where it is won, or higher, where
   it is held. *)
Definition answers (w : bool) (q p : clocked) : bool :=
  same_position (fst q) (fst p) && (if w then snd p <=? snd q else snd q <=? snd p)%N.
Definition candidates (w : bool) (p : clocked) : list clocked :=
  let c := N.to_nat (snd p) in
  map (fun i => (fst p, N.of_nat i)) (if w then seq c (S (N.to_nat clock_limit - c)) else seq 0 (S c)).

Lemma same_here p : same_position p p = true.
Proof. apply same_position_ok. auto. Qed.
Lemma candidates_ok w q p : In q (candidates w p) -> answers w q p = true.
Proof.
  unfold candidates, answers. intros I. apply in_map_iff in I. destruct I as (i & <- & I). simpl.
  rewrite same_here. simpl. destruct w; apply in_seq in I; apply N.leb_le; lia.
Qed.
Lemma all_candidates w : w = false -> forall q p, answers w q p = true -> In q (candidates w p).
Proof.
  intros -> [b c] [b' c'] A. unfold answers in A. simpl in A. apply andb_prop in A. destruct A as [E L].
  apply same_position_ok in E. subst b'. apply N.leb_le in L. unfold candidates. apply in_map_iff.
  exists (N.to_nat c). rewrite N2Nat.id. split; [reflexivity|]. apply in_seq. cbn [fst snd]. lia.
Qed.
Lemma itself w p : answers w p p = true.
Proof. unfold answers. rewrite same_here. destruct w; apply N.leb_refl. Qed.
Lemma onwards w a b d : answers w a b = true -> answers w b d = true -> answers w a d = true.
Proof.
  unfold answers. rewrite !andb_true_iff, !same_position_ok. intros [-> A] [-> B]. split; auto.
  destruct w; apply N.leb_le in A, B; apply N.leb_le; lia.
Qed.
Lemma moves_follow lookup texts w b c c' m : answers w (b, c) (b, c') = true -> In m (clocked_moves lookup texts (b, c)) ->
  exists m', In m' (clocked_moves lookup texts (b, c')) /\ answers w (to m) (to m') = true.
Proof.
  unfold clocked_moves. intros A I.
  eapply Permutation_in in I; [|apply Permutation_sym, in_order_all].
  apply in_map_iff in I. destruct I as (x & <- & I). eexists. split.
  - eapply Permutation_in; [apply in_order_all|]. apply in_map_iff. exists x. split; [reflexivity|auto].
  - unfold answers in *. simpl in *. rewrite same_here in *. simpl in *.
    destruct (resets b x); [destruct w; auto|]. destruct w; apply N.leb_le in A; apply N.leb_le; lia.
Qed.
Lemma moves_lead lookup texts w b c c' m' : answers w (b, c) (b, c') = true -> In m' (clocked_moves lookup texts (b, c')) ->
  exists m, In m (clocked_moves lookup texts (b, c)) /\ answers w (to m) (to m') = true.
Proof.
  unfold clocked_moves. intros A I.
  eapply Permutation_in in I; [|apply Permutation_sym, in_order_all].
  apply in_map_iff in I. destruct I as (x & <- & I). eexists. split.
  - eapply Permutation_in; [apply in_order_all|]. apply in_map_iff. exists x. split; [reflexivity|auto].
  - unfold answers in *. simpl in *. rewrite same_here in *. simpl in *.
    destruct (resets b x); [destruct w; auto|]. destruct w; apply N.leb_le in A; apply N.leb_le; lia.
Qed.
Lemma simulated (c : claim) q p : answers (wins c) q p = true -> @follows fifty_moves c (answers (wins c)) q p.
Proof.
  intros A. assert (E : fst q = fst p).
  { unfold answers in A. apply andb_prop in A. apply same_position_ok. apply A. }
  destruct q as [b k], p as [b' k']. simpl in E. subst b'.
  assert (L : if wins c then (k' <= k)%N else (k <= k')%N).
  { unfold answers in A. simpl in A. apply andb_prop in A. destruct A as [_ A]. destruct (wins c); apply N.leb_le; auto. }
  unfold follows.
  change (over fifty_moves (b, k)) with (if (clock_limit <=? k)%N && negb (is_mate table b) then Some Draw else chess_over Mate b).
  change (over fifty_moves (b, k')) with (if (clock_limit <=? k')%N && negb (is_mate table b) then Some Draw else chess_over Mate b).
  change (moves fifty_moves (b, k)) with (clocked_moves table square_texts (b, k)).
  change (moves fifty_moves (b, k')) with (clocked_moves table square_texts (b, k')).
  assert (D : forall o, chess_over Mate b = Some o -> o = Draw).
  { unfold chess_over. intros o. destruct (insufficient (board b)); congruence. }
  assert (To : forall m, In m (clocked_moves table square_texts (b, k)) -> exists m',
    In m' (clocked_moves table square_texts (b, k')) /\ answers (wins c) (to m) (to m') = true) by
    (intros m; apply moves_follow; auto).
  assert (From : forall m', In m' (clocked_moves table square_texts (b, k')) -> exists m,
    In m (clocked_moves table square_texts (b, k)) /\ answers (wins c) (to m) (to m') = true) by
    (intros m; apply moves_lead; auto).
  assert (Sd : supports c Draw = negb (wins c)) by auto.
  destruct (clock_limit <=? k)%N eqn:K, (clock_limit <=? k')%N eqn:K'; destruct (is_mate table b) eqn:M; cbn [andb negb];
    try apply N.leb_le in K; try apply N.leb_le in K'; try apply N.leb_gt in K; try apply N.leb_gt in K';
    destruct (wins c) eqn:W; try lia; try rewrite W in To; try rewrite W in From;
    destruct (chess_over Mate b) as [o|] eqn:O; try (rewrite (D o eq_refl) in *);
    try (intros Sp; rewrite Sd in Sp; discriminate);
    try (intros _; exists Draw; split; auto; fail);
    try (left; exists Draw; split; auto; fail);
    try (right; repeat split; auto; fail).
Qed.

(* The walk with `hands: dominate`, and what it shows. *)
Definition accepts_by_clock num (readable : String.string -> bool) (hash : clocked -> place) (c : claim) fuel (begin : num)
    (root : clocked) ls declared ml wl within : answer num :=
  @Hands.accepts fifty_moves c num readable hash (candidates (wins c)) fuel begin root ls declared ml wl within.
Theorem accepts_by_clock_ok num readable hash c fuel (begin : num) root ls declared ml wl within :
  accepts_by_clock readable hash c fuel begin root ls declared ml wl within = Verified ->
  (wins c = false -> within = None) ->
  @true_question fifty_moves fifty_moves_goes_on (@Question fifty_moves Plain c root [] root within None 0%N).
Proof.
  unfold accepts_by_clock, true_question, claimed. intros A Nw. exists (@Play fifty_moves root []). simpl.
  split; [constructor|]. split; auto.
  destruct (wins c) eqn:W.
  - assert (Si : forall q p, answers true q p = true -> @follows fifty_moves c (answers true) q p).
    { intros q p. pose proof (@simulated c q p) as X. rewrite W in X. exact X. }
    destruct (@Hands.accepts_wins fifty_moves Plain c num readable hash (answers true) (candidates true)
      (@candidates_ok true) (@itself true) (@onwards true) Si eq_refl Draw eq_refl fuel begin root ls declared ml wl within A W)
      as [T Wi]. destruct within; auto.
  - assert (Si : forall q p, answers false q p = true -> @follows fifty_moves c (answers false) q p).
    { intros q p. pose proof (@simulated c q p) as X. rewrite W in X. exact X. }
    rewrite (Nw eq_refl).
    apply (@Hands.accepts_holds fifty_moves Plain c num readable hash (answers false) (candidates false)
      (@candidates_ok false) (@itself false) (@onwards false) Si eq_refl Draw eq_refl (fun _ => @all_candidates false eq_refl)
      fuel begin root ls declared ml wl within A W). simpl. rewrite W. auto.
Qed.
