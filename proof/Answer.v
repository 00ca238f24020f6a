(* Lines of a body, and what a checker says (docs/certificate.md, section 4).

   What is refuted, and in which line, proves nothing and is proved of nothing: numbers of lines are
   whatever the reader gives. What is proved is about `Verified`. *)
Require Import String List Bool.
From Threefold Require Import Game.
Import ListNotations.
Set Implicit Arguments.

Inductive kind :=
| BadRoot | BadHistory | HistoryMismatch
| MissingLine | UnreadableMove | IllegalMove | RepeatingMove | WrongTerminal | ClaimantStuck | Lost
| Cycle | HistoryRepetition | SurplusLine | MovesCount | TooLong.

Section Answer.
(* Line numbers. *)
Variable num : Type.
Inductive answer := Verified | Refuted (n : num) (k : kind) | Unfinished.
(* Lines are read when they are needed. `End` has the number of the line behind the last. *)
CoInductive lines := End (n : num) | Line (n : num) (text : string) (rest : lines).

(* No blanks at the ends and no control characters: it tells two kinds of refusal apart. *)
Variable readable : string -> bool.

Section Read.
Variable position : Type.
Notation move := (move position).
(* The next line, which has to be one of these moves. *)
Definition read (ls : lines) (ms : list move) (k : num -> move -> lines -> answer) : answer :=
  match ls with
  | End n => Refuted n MissingLine
  | Line n text rest =>
    if readable text then
      match find (fun m => String.eqb (notation m) text) ms with
      | Some m => k n m rest
      | None => Refuted n IllegalMove
      end
    else Refuted n UnreadableMove
  end.
Lemma read_ok ls ms k : read ls ms k = Verified ->
  exists n m rest, In m ms /\ k n m rest = Verified.
Proof.
  unfold read. destruct ls as [|n text rest]; [discriminate|].
  destruct (readable text); [|discriminate].
  destruct (find _ ms) as [m|] eqn:F; [|discriminate].
  apply find_some in F. destruct F. eauto.
Qed.
End Read.
End Answer.
Arguments Verified {num}.
Arguments Unfinished {num}.
Arguments Refuted {num} n k.
