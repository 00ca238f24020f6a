(* The checker, and the theorem about it: what it calls verified is true.

   `check` is what the program runs for a claim, behind the reader. It makes the moves of the history,
   compares the position with the root, and takes the walk that belongs to the rule. *)
Require Import String List NArith Bool.
From Threefold Require Import Game Strategy Table Answer Walk Plies Superko Footprints.
Import ListNotations.
Set Implicit Arguments.

(* What a certificate claims. A game's question is the rule, and where the play has been. *)
Record question (g : game) := Question {
  the_rule : rule;
  the_claim : claim;
  start : position g;
  before_root : list string;    (* the moves of the history *)
  root : position g;
  within : option N;
  plies : option N;
  leaf_plies : N                (* what of them has no lines; it is no part of what is claimed *)
}.

Section Check.
Variable g : game.
(* A history may go on from here. *)
Variable goes_on : position g -> bool.
Variable q : question g.
Notation r := (the_rule q).
Notation c := (the_claim q).

(* The claim, of a play whose last position is the root. *)
Definition claimed (h : play g) : Prop :=
  match plies q, within q with
  | Some n, _ => true_for r (N.to_nat n) c h
  | None, Some n => true_within r (N.to_nat n) c h
  | None, None => true_claim r c h
  end.
(* What verified has to mean. *)
Definition true_question : Prop :=
  exists h, played r goes_on (start q) (before_root q) h /\ now h = root q /\ claimed h.

Fixpoint replay (texts : list string) (h : play g) : option (play g) :=
  match texts with
  | [] => Some h
  | t :: texts =>
    if goes_on (now h) then
      match List.find (fun m => String.eqb (notation m) t) (legal r h) with
      | Some m => replay texts (after h (to m))
      | None => None
      end
    else None
  end.
(* Claims that a walk cannot show: that somebody holds whom a repetition does not favour. *)
Definition fits : bool :=
  match repetition r with
  | Some o => match plies q, within q with
      | Some _, _ => negb (wins c) && supports c o
      | None, Some _ => wins c
      | None, None => wins c || supports c o
      end
  | None => match plies q, within q with None, None => true | _, _ => false end
  end.

Variable num : Type.
Variable readable : string -> bool.
Variable hash : position g -> place.
Variable tag : mark g -> place.
Variable kept : footprints g.
Variable quick : option (position g -> string -> option (move (position g))).

Record places := Places { root_line : num; history_line : num; moves_line : num; within_line : num }.
Definition check (fuel : nat) (at_lines : places) (declared : num -> bool) (ls : lines num) : answer num :=
  if fits then
    match replay (before_root q) (Play (start q) []) with
    | None => Refuted (history_line at_lines) BadHistory
    | Some h =>
      if same g (now h) (root q) then
        let begin := root_line at_lines in
        match r with
        | Superko b =>
          @Superko.accepts g b c num readable hash tag (wide kept) (w_none kept) (w_insert kept) (w_union kept)
            (w_clear kept) quick fuel begin (root q) (earlier h) ls declared (moves_line at_lines)
        | _ =>
          match plies q with
          | Some n => accepts_for g c readable hash (earlier h) (leaf_plies q) fuel begin (root q) n ls declared
              (moves_line at_lines)
          | None => Walk.accepts g c readable hash (earlier h) fuel begin (root q) ls declared
              (moves_line at_lines) (within_line at_lines) (within q)
          end
        end
      else Refuted (history_line at_lines) HistoryMismatch
    end
  else Unfinished.

Lemma replay_played texts : forall before h h', replay texts h = Some h' ->
  played r goes_on (start q) before h -> played r goes_on (start q) (before ++ texts) h'.
Proof.
  induction texts as [|t texts IH]; simpl; intros before h h' R P.
  - injection R as <-. rewrite app_nil_r. auto.
  - destruct (goes_on (now h)) eqn:G; [|discriminate].
    destruct (List.find _ (legal r h)) as [m|] eqn:F; [|discriminate].
    apply find_some in F. destruct F as [I E]. apply String.eqb_eq in E. subst t.
    change (notation m :: texts) with ([notation m] ++ texts). rewrite app_assoc.
    eapply IH; eauto. apply Played; auto.
Qed.

Hypothesis quick_ok : forall f p text m, quick = Some f -> f p text = Some m -> In m (moves g p).
Theorem check_sound fuel at_lines declared ls :
  check fuel at_lines declared ls = Verified -> true_question.
Proof.
  unfold check, true_question, claimed. intros W. destruct fits eqn:Ft; [|discriminate].
  destruct (replay (before_root q) (Play (start q) [])) as [h|] eqn:Rp; [|discriminate].
  destruct (same g (now h) (root q)) eqn:E; [|discriminate]. apply same_ok in E.
  exists h. split; [apply (@replay_played (before_root q) [] (Play (start q) [])); [auto|constructor]|]. split; auto.
  assert (Eh : h = Play (root q) (earlier h)) by (rewrite <- E; destruct h; auto).
  unfold fits in Ft. destruct (repetition r) as [o|] eqn:Ro.
  - assert (Pl : repetition r <> None) by congruence.
    assert (W' : match plies q with
      | Some n => accepts_for g c readable hash (earlier h) (leaf_plies q) fuel (root_line at_lines) (root q) n ls declared
          (moves_line at_lines)
      | None => Walk.accepts g c readable hash (earlier h) fuel (root_line at_lines) (root q) ls declared
          (moves_line at_lines) (within_line at_lines) (within q)
      end = Verified) by (destruct r; auto; discriminate).
    clear W. destruct (plies q) as [n|].
    + apply andb_prop in Ft. destruct Ft as [_ Sp]. rewrite Eh. eapply accepts_plies; eauto.
    + destruct (within q) as [n|] eqn:Wi.
      * rewrite Eh. eapply accepts_wins; eauto.
      * rewrite Eh. apply orb_prop in Ft. destruct Ft as [Wc|Sp].
        -- eapply accepts_wins; eauto.
        -- eapply accepts_holds; eauto.
  - destruct (plies q); [discriminate|]. destruct (within q); [discriminate|].
    destruct r as [| | |b] eqn:Er; try discriminate. rewrite Eh.
    eapply accepts_superko with (stands := stands kept); eauto using w_insert_ok, w_union_ok, w_clear_ok.
Qed.
(* Under superko an end can be forced; Theorems.v makes use of that. *)
Theorem check_forced b fuel at_lines declared ls : r = Superko b -> check fuel at_lines declared ls = Verified ->
  plies q = None /\ within q = None /\
  exists h n, played r goes_on (start q) (before_root q) h /\ now h = root q /\ Forced r c n h.
Proof.
  intros Er. unfold check. intros W. destruct fits eqn:Ft; [|discriminate].
  destruct (replay (before_root q) (Play (start q) [])) as [h|] eqn:Rp; [|discriminate].
  destruct (same g (now h) (root q)) eqn:E; [|discriminate]. apply same_ok in E.
  unfold fits in Ft. rewrite Er in Ft, W. simpl in Ft. destruct (plies q); [discriminate|]. destruct (within q); [discriminate|].
  split; auto. split; auto. exists h.
  assert (Eh : h = Play (root q) (earlier h)) by (rewrite <- E; destruct h; auto).
  eapply accepts_forced with (stands := stands kept) in W; eauto using w_insert_ok, w_union_ok, w_clear_ok.
  destruct W as (n & F). exists n. rewrite <- Eh in F. rewrite Er. split; [|split; auto]. rewrite <- Er.
  apply (@replay_played (before_root q) [] (Play (start q) [])); [auto|constructor].
Qed.
End Check.
