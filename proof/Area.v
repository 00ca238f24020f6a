(* The score of a board of Go, against what area means.

   Go.v finds connected empty points and adds up. Here: the score is the number of Black's points less that of
   White's, where a point is a player's if it has a stone of his, or if it is empty and from it one comes over
   empty points to a stone of his and to none of the other player. *)
Require Import List Arith ZArith Lia Bool.
From Threefold Require Import Game Go Capture Life.
Import ListNotations.
Set Implicit Arguments.

Section Area.
Variable u : rules.
Notation near := (neighbours u).
Notation n := (rows u * columns u).
Variable b : board.
Hypothesis size : length b = n.

Definition is_empty (p : nat) : Prop := p < n /\ at_point b p = Empty.
Definition comes_to (p : nat) (c : stone) : Prop :=
  exists q r, linked near is_empty p q /\ In r (around near q) /\ at_point b r = c.
Definition area (w : player) (p : nat) : Prop := p < n /\ (at_point b p = colour w \/
  at_point b p = Empty /\ comes_to p (colour w) /\ ~ comes_to p (colour (other w))).

Notation ps := (parts near (points u) (map (fun s => same_stone s Empty) b) []).
Definition owner (l : list nat) : Z :=
  match touches near b l Black, touches near b l White with true, false => 1 | false, true => -1 | _, _ => 0 end%Z.
Definition value (p : nat) : Z :=
  match at_point b p with
  | Black => 1
  | White => -1
  | Empty => match List.find (has p) ps with Some l => owner l | None => 0 end
  end%Z.

Lemma the_parts : NoDup (concat ps) /\ (forall l, In l ps -> component near is_empty l) /\
  forall p, is_empty p -> In p (concat ps).
Proof.
  destruct (@all_parts near (@both_ways u) (@no_twins u) (map (fun s => same_stone s Empty) b) (points u))
    as (A & B & C); [rewrite map_length, neighbours_length; lia|].
  assert (E : forall q, is_left (map (fun s => same_stone s Empty) b) q = true <-> is_empty q).
  { intros q. unfold is_empty. rewrite left_board, same_stone_ok, size. tauto. }
  split; auto. split.
  - intros l I. apply component_ext with (fun q => is_left (map (fun s => same_stone s Empty) b) q = true); auto.
  - intros p I. apply C; [unfold points; apply in_seq; destruct I; lia|apply E, I].
Qed.
Lemma touches_ok l p c : component near is_empty l -> In p l -> touches near b l c = true <-> comes_to p c.
Proof.
  intros C I. unfold touches. rewrite existsb_exists. split.
  - intros (q & Q & T). apply existsb_exists in T. destruct T as (r & R & S). apply same_stone_ok in S.
    exists q, r. split; auto. apply (component_linked (@both_ways u) C I Q).
  - intros (q & r & L & R & S). exists q. split.
    + clear - C I L. induction L as [|q r L IH J F]; auto. eapply (proj2 C); eauto.
    + apply existsb_exists. exists r. split; auto. apply same_stone_ok. auto.
Qed.
Lemma owner_ok l p : component near is_empty l -> In p l ->
  (owner l = 1%Z <-> area One p) /\ (owner l = (-1)%Z <-> area Two p).
Proof.
  intros C I. destruct (component_in C I) as [L E].
  pose proof (@touches_ok l p Black C I) as B. pose proof (@touches_ok l p White C I) as W.
  assert (B' : if touches near b l Black then comes_to p Black else ~ comes_to p Black) by
    (destruct (touches near b l Black); [apply B; auto|intros X; apply B in X; discriminate]).
  assert (W' : if touches near b l White then comes_to p White else ~ comes_to p White) by
    (destruct (touches near b l White); [apply W; auto|intros X; apply W in X; discriminate]).
  clear B W. unfold owner, area. simpl.
  destruct (touches near b l Black), (touches near b l White); split; split; intros H;
    try discriminate; try (destruct H as (_ & [H|(_ & H & H')]); [congruence|]); tauto.
Qed.
Lemma value_ok p : p < n -> (value p = 1%Z <-> area One p) /\ (value p = (-1)%Z <-> area Two p).
Proof.
  intros L. destruct the_parts as (_ & C & A). unfold value.
  destruct (at_point b p) eqn:E; [|unfold area; simpl; rewrite E; split; split; intros H; try discriminate; auto..].
  - destruct (List.find (has p) ps) as [l|] eqn:F.
    + apply find_some in F. destruct F as [F H]. apply has_ok in H. apply owner_ok; auto.
    + exfalso. assert (I : In p (concat ps)) by (apply A; split; auto). apply in_concat in I. destruct I as (l & I & J).
      pose proof (find_none _ _ F l I) as X. simpl in X. apply has_ok in J. congruence.
  - destruct H as (_ & [H|(H & _)]); discriminate.
  - destruct H as (_ & [H|(H & _)]); discriminate.
Qed.
Theorem score_area : exists black white, NoDup black /\ NoDup white /\
  (forall p, In p black <-> area One p) /\ (forall p, In p white <-> area Two p) /\
  score u near b = (Z.of_nat (length black) - Z.of_nat (length white))%Z.
Proof.
  exists (filter (fun p => value p =? 1)%Z (seq 0 n)), (filter (fun p => value p =? -1)%Z (seq 0 n)).
  split; [apply NoDup_filter, seq_NoDup|]. split; [apply NoDup_filter, seq_NoDup|].
  split; [|split].
  1, 2: intros p; rewrite filter_In, in_seq, Z.eqb_eq; split;
    [intros [L V]; apply value_ok; auto; lia|intros H; assert (L : p < n) by apply H; split; [lia|apply value_ok; auto]].
  destruct the_parts as (N & C & A).
  assert (In_ps : forall p, In p (concat ps) -> is_empty p).
  { intros p I. apply in_concat in I. destruct I as (l & I & J). apply (component_in (C l I) J). }
  assert (Own : forall l, In l ps -> owned near b l = sum value l).
  { intros l I. assert (X : sum value l = sum (fun _ => owner l) l).
    { assert (Y : forall k, incl k l -> sum value k = sum (fun _ => owner l) k).
      { unfold sum. induction k as [|p k IH]; intros K; auto. simpl. rewrite IH by (intros x J; apply K; simpl; auto). apply (f_equal (fun z => z + _)%Z).
        assert (J : In p l) by (apply K; simpl; auto). pose proof (@owner_ok l p (C l I) J) as [O1 O2].
        destruct (component_in (C l I) J) as [L _]. pose proof (@value_ok p L) as [V1 V2].
        assert (T : forall z : Z, z = owner l \/ z = value p -> z = 1%Z \/ z = (-1)%Z \/ z = 0%Z).
        { destruct (component_in (C l I) J) as [_ E]. intros z [->| ->]; unfold value, owner; rewrite ?E;
            [|destruct (List.find (has p) ps) as [l'|]; unfold owner; auto];
            destruct (touches near b _ Black), (touches near b _ White); auto. }
        assert (E1 : owner l = 1%Z <-> value p = 1%Z) by tauto.
        assert (E2 : owner l = (-1)%Z <-> value p = (-1)%Z) by tauto. clear O1 O2 V1 V2.
        destruct (T _ (or_introl eq_refl)) as [T1|[T1|T1]], (T _ (or_intror eq_refl)) as [T2|[T2|T2]]; lia. }
      apply Y, incl_refl. }
    rewrite X, sum_const. unfold owned, owner. destruct (touches near b l Black), (touches near b l White); lia. }
  unfold score. change (fold_right (fun s z => worth s + z)%Z 0%Z b) with (sum worth b).
  change (fold_right (fun l z => owned near b l + z)%Z 0%Z ps) with (sum (owned near b) ps).
  assert (X : sum (owned near b) ps = sum (fun p => if has p (concat ps) then value p else 0%Z) (seq 0 n)).
  { rewrite <- (@sum_part value (concat ps) n N) by (intros p I; apply In_ps, I). rewrite sum_concat.
    unfold sum. revert Own. generalize ps. induction l as [|l ls IH]; intros O; auto. simpl.
    rewrite O by (simpl; auto). rewrite IH; auto. intros x J. apply O. simpl. auto. }
  rewrite X, sum_board, size, sum_plus.
  assert (Y : forall l, incl l (seq 0 n) -> sum (fun p => worth (at_point b p) + (if has p (concat ps) then value p else 0))%Z l =
     (Z.of_nat (length (filter (fun p => value p =? 1)%Z l)) - Z.of_nat (length (filter (fun p => value p =? -1)%Z l)))%Z).
  { induction l as [|p l IH]; intros I; auto. unfold sum in *. cbn [fold_right filter].
    rewrite IH by (intros x J; apply I; simpl; auto). assert (L : p < n) by (assert (J := I p (or_introl eq_refl)); apply in_seq in J; lia).
    assert (V : (worth (at_point b p) + (if has p (concat ps) then value p else 0))%Z = value p /\
      (value p = 1%Z \/ value p = (-1)%Z \/ value p = 0%Z)).
    { unfold value. destruct (has p (concat ps)) eqn:H.
      - apply has_ok, In_ps in H. destruct H as [_ E]. rewrite E. simpl. split; auto.
        destruct (List.find (has p) ps); unfold owner; auto. destruct (touches near b _ Black), (touches near b _ White); auto.
      - destruct (at_point b p) eqn:E; simpl; auto. exfalso. rewrite <- not_true_iff_false, has_ok in H. apply H, A. split; auto. }
    destruct V as [-> [V|[V|V]]]; rewrite V; simpl Z.eqb; cbv iota; cbn [length]; lia. }
  apply Y, incl_refl.
Qed.
End Area.
