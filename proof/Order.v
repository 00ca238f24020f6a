(* Notation: moves in ascending order of its bytes, and numbers up to 99. *)
Require Import String Ascii List Arith Bool Permutation.
From Threefold Require Import Game.
Import ListNotations.
Set Implicit Arguments.

Section Order.
Variable position : Type.
Notation move := (move position).
Fixpoint put_in (m : move) (l : list move) : list move :=
  match l with
  | [] => [m]
  | x :: l' => if String.leb (notation m) (notation x) then m :: l else x :: put_in m l'
  end.
Definition in_order (l : list move) : list move := fold_right put_in [] l.
Lemma put_in_all m l : Permutation (m :: l) (put_in m l).
Proof.
  induction l as [|x l IH]; simpl; auto. destruct (String.leb (notation m) (notation x)); auto.
  eapply perm_trans; [apply perm_swap|]. auto.
Qed.
(* Nothing is lost and nothing comes in. *)
Lemma in_order_all l : Permutation l (in_order l).
Proof.
  induction l as [|x l IH]; simpl; auto. eapply perm_trans; [|apply put_in_all]. auto.
Qed.
End Order.

Definition digit (n : nat) : string := String (ascii_of_nat (48 + n)) "".
Definition number (n : nat) : string :=
  if n <? 10 then digit n else String.append (digit (n / 10)) (digit (n mod 10)).
