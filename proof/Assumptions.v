From Threefold Require Import Theorems.
Print Assumptions graph_verified.
Print Assumptions go_verified.
Print Assumptions checkers_verified.
Print Assumptions chess_verified.
Print Assumptions tsume_verified.
