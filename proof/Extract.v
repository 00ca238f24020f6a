(* The program: OCaml from the definitions.

   Besides truth values, pairs, lists and strings, which become those of OCaml, only the order of
   strings is mapped to a function of OCaml, and the order of moves is proved of nothing but that it
   keeps them all. Numbers are those of Coq. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString String.
From Threefold Require Import Game Answer Check Footprints Graph Go Interval Problem Checkers Chess Clock Shogi.
(* What does not change in a recursion stays outside of it: fewer arguments, so that calls are jumps. *)
Set Extraction Flag 2029.
Extract Inlined Constant String.eqb => "Stdlib.String.equal".
Extract Inlined Constant String.leb => "(fun a b -> Stdlib.String.compare a b <= 0)".
Extraction "rules.ml" check replay Graph.graph Graph.turn_to Graph.add_line Graph.no_line Graph.graph_goes_on Graph.g_label Footprints.exact
  Go.go_with Go.go_quick Go.neighbours Go.names Go.go_goes_on Go.go_position Go.go_text Go.coordinate Go.points Interval.interval
  Problem.problem_with Problem.problem_interval Problem.make_once Problem.go_problem_goes_on Problem.problem_fits
  Problem.is_problem_position Problem.filled_board Problem.problem_text
  Checkers.checkers_with Checkers.table Checkers.checkers_text Checkers.checkers_position
  Chess.chess_with Chess.table Chess.square_texts Chess.chess_goes_on Chess.chess_text Chess.chess_position
  Clock.fifty_moves_with Clock.fifty_moves_goes_on Clock.accepts_by_clock
  Shogi.tsume_with Shogi.table Shogi.square_texts Shogi.shogi_text Shogi.shogi_position.
