(* Printed when the proofs are built; the Makefile expects that all are closed. *)
From Threefold Require Import Theorems Clock Database Capture Life Area.
Print Assumptions graph_verified.
Print Assumptions go_verified.
Print Assumptions go_verified_to_the_end.
Print Assumptions problem_verified.
Print Assumptions checkers_verified.
Print Assumptions chess_verified.
Print Assumptions fifty_moves_verified.
Print Assumptions accepts_by_clock_ok.
Print Assumptions tsume_verified.
Print Assumptions database_wins.
Print Assumptions database_holds.
Print Assumptions captured_some.
Print Assumptions captured_breathless.
Print Assumptions captured_none.
Print Assumptions static_end.
Print Assumptions sure_most.
Print Assumptions score_area.
