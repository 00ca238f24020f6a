(* Says of each file what docs/certificate.md, section 4, has for it. Exit codes are those of that section. *)

open Reader
open Games

exception Refuted of int * string

let kind_name : Rules.kind -> string = function
  | BadRoot -> "bad-root" | BadHistory -> "bad-history" | HistoryMismatch -> "history-mismatch"
  | MissingLine -> "missing-line" | UnreadableMove -> "unreadable-move" | IllegalMove -> "illegal-move"
  | RepeatingMove -> "repeating-move" | WrongTerminal -> "wrong-terminal" | ClaimantStuck -> "claimant-stuck"
  | Lost -> "lost"
  | Cycle -> "cycle" | HistoryRepetition -> "history-repetition" | SurplusLine -> "surplus-line"
  | MovesCount -> "moves-count" | TooLong -> "too-long"

(* Enough for every walk: S (S (S ...)), without an end. A walk that comes to an answer has looked at
   finitely many of them, and says the same with a number that ends there, of which the theorems speak. *)
let fuel = let rec n = Rules.S n in n

let history_of header =
  match get header "history" with
  | None -> None
  | Some text ->
      let mark = " moves " in
      let rec at i =
        if i + String.length mark > String.length text then raise (Refuted (line_of header "history", "bad-history"))
        else if String.sub text i (String.length mark) = mark then i
        else at (i + 1)
      in
      let i = at 0 in
      Some (String.sub text 0 i, String.split_on_char ' ' (drop text (i + String.length mark)))

let rule_of header (game : Games.game) : Rules.rule =
  let attacker () =
    if get header "attacker" = Some (List.hd game.players) then Rules.One else Rules.Two in
  match value header "repetition" with
  | "draw" -> Plain
  | "attacker-loses" -> AttackerLoses (attacker ())
  | "attacker-wins" -> AttackerWins (attacker ())
  | rule -> Superko (rule = "positional-superko")

let compare_with_file header (game : Games.game) =
  match game.asked with
  | None -> ()
  | Some asked ->
      List.iter
        (fun key ->
          if key <> "attacker" || List.mem (value header "repetition") attacked then
            if get header key <> List.assoc_opt key asked then
              raise (Refuted (line_of header (if get header key = None then "root" else key), "other-question")))
        [ "repetition"; "attacker"; "root"; "history" ]

(* Whether the plies of a mate in shogi are counted by convention. *)
let is_conventional header =
  let game = value header "game" in
  let rec found i = i < String.length game && (begins (String.sub game i (String.length game - i)) " conventional:" || found (i + 1)) in
  begins game "tsume " && found 0

let verify source header graph =
  if is_conventional header then raise (Not_checked "lengths by convention have no proof here");
  let game = match Games.by_name (value header "game") (value header "root") graph with
    | Some game -> game
    | None -> fail header "game" "say with --graph FILE.game which game it is about"
    | exception Not_found -> fail header "game" "no such game, or parameters that it does not have" in
  if not (List.mem (value header "repetition") game.repetitions) then fail header "repetition" "no rule of this game";
  let game_name = value header "game" in
  if get header "database" <> None && not (begins game_name "checkers" || game_name = "chess") then
    fail header "database" "the game has none";
  let player, wins = claim header in
  let holds_clock = game_name = "chess fifty-moves" in
  if get header "hands" <> None && not (holds_clock || (begins game_name "tsume" && wins)) then
    fail header "hands" "nobody holds anything in this game, or only who wins may say so";
  let refuted key kind = raise (Refuted (line_of header key, kind)) in
  if not (List.mem player game.claimants) then refuted "claim" "unsupported-claim";
  (match get header "attacker" with
  | Some a when not (List.mem a game.players) -> refuted "attacker" "unsupported-claim"
  | _ -> ());
  if List.mem (value header "repetition") superko && get header "footprints" <> game.footprints then
    refuted "footprints" "footprint-mismatch";
  let by_hands = get header "hands" <> None in
  if by_hands && not holds_clock then raise (Not_checked "that more in hand is never worse is not proved here");
  (match get header "database" with Some d -> raise (Not_checked ("relies on " ^ d)) | None -> ());
  let position key text kind = match game.read_root text with Some p -> p | None -> refuted key kind in
  let root = position "root" (value header "root") "bad-root" in
  let start, before_root =
    match history_of header with
    | None -> (root, [])
    | Some (start, moves) -> (position "history" start "bad-history", moves) in
  let number key = Option.map (fun text -> Games.natural (int_of_string text)) (get header key) in
  let question : Rules.question =
    { the_rule = rule_of header game;
      the_claim = { who = (if player = List.hd game.players then Rules.One else Rules.Two); wins };
      start; before_root; root; within = number "within"; plies = number "plies";
      leaf_plies = Option.value (number "leaf-plies") ~default:Rules.N0 } in
  let places : int Rules.places =
    { root_line = line_of header "root"; history_line = line_of header "history";
      moves_line = line_of header "moves"; within_line = line_of header "within" } in
  (* A history is looked at before the question of the file, and that before the walk. *)
  (match Rules.replay game.rules game.goes_on question before_root { now = start; earlier = [] } with
  | Some h when game.rules.same h.now root -> compare_with_file header game
  | _ -> ());
  let declared last = string_of_int (last - header.body_from) = value header "moves" in
  let said =
    if by_hands then
      Rules.accepts_by_clock readable (Obj.magic game.hash) question.the_claim fuel places.root_line (Obj.magic root)
        (body source) declared places.moves_line places.within_line question.within
    else Rules.check game.rules game.goes_on question readable game.hash game.tag game.kept game.quick fuel places declared (body source) in
  match said with
  | Verified ->
      let plies = List.concat_map
          (fun key -> match get header key with Some n -> [ Printf.sprintf " %s %s" key n ] | None -> []) [ "within"; "plies" ] in
      "VERIFIED " ^ value header "claim" ^ String.concat "" plies
  | Refuted (line, kind) -> raise (Refuted (line, kind_name kind))
  | Unfinished -> fail header "claim" "no claim that a walk can show"

let same_in_both = [ "game"; "repetition"; "root"; "history"; "footprints" ]

(* Calls `say` with what was verified. *)
let blocks source graph say =
  let header = read_header source in
  say (verify source header graph);
  if peek source header_limit <> None then begin
    let second = read_header source in
    let both_hold = List.for_all (fun h -> (not (snd (claim h))) && get h "plies" = None) [ header; second ] in
    if List.exists (fun key -> get header key <> get second key) same_in_both
       || (not both_hold) || fst (claim header) = fst (claim second)
       || List.mem (value header "repetition") attacked
    then unreadable "line %d: two blocks must say of both players that they hold, about the same question" second.first;
    say (verify source second graph);
    if peek source header_limit <> None then unreadable "line %d: a third block" (source.number + 1)
  end

let answer path graph =
  let said = ref [] in
  let say line = said := line :: !said in
  let code, message =
    try
      let source = open_file path in
      blocks source graph say;
      (0, None)
    with
    | Refuted (line, kind) -> say (Printf.sprintf "REFUTED line %d: %s" line kind); (1, None)
    | Unreadable text -> said := []; (2, Some text)
    | Not_checked text -> said := []; (3, Some ("not checked: " ^ text))
    | Sys_error text -> said := []; (2, Some text)
    | Out_of_memory -> said := []; (3, Some "not checked: memory")
  in
  (code, List.rev !said, message)

(* How many sequences of so many moves there are, superko apart: to compare move generation. *)
let rec perft (game : Rules.game) depth p =
  if depth = 0 then 1
  else if game.over p <> None then 0
  else List.fold_left (fun n (m : _ Rules.move) -> n + perft game (depth - 1) m.to0) 0 (game.moves p)

let () = Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 18; space_overhead = 1000 }

let () =
  let rec arguments graph names files = function
    | "--graph" :: path :: rest -> arguments (Some path) names files rest
    | "--names" :: rest -> arguments graph true files rest
    | file :: rest -> arguments graph names (file :: files) rest
    | [] -> (graph, names, List.rev files)
  in
  (match Array.to_list Sys.argv with
  | [ _; "--perft"; depth; game; root ] -> (
      match by_name game root None with
      | Some game -> (
          match game.read_root root with
          | Some p -> Printf.printf "%d\n" (perft game.rules (int_of_string depth) p); exit 0
          | None -> prerr_endline "no position of the game"; exit 2)
      | None -> prerr_endline "no such game"; exit 2)
  | _ -> ());
  let graph, names, files = arguments None false [] (List.tl (Array.to_list Sys.argv)) in
  let graph =
    match graph with
    | None -> None
    | Some path -> (
        try Some (Games.read_game path)
        with Unreadable text | Sys_error text -> Printf.eprintf "%s: %s\n" path text; exit 2)
  in
  if files = [] then begin
    prerr_endline "usage: threefold-verified [--graph FILE.game] [--names] FILE...";
    exit 2
  end;
  let worst = List.fold_left
      (fun worst path ->
        let code, said, message = answer path graph in
        (* A name is no place for lines that look like a verdict. *)
        let path = if has_control path then String.map (fun c -> if plain c then c else '?') path else path in
        let name = if names || List.length files > 1 then path ^ ": " else "" in
        List.iter (fun line -> print_endline (name ^ line)) said;
        Option.iter (fun text -> Printf.eprintf "%s: %s\n%!" path text) message;
        if names && said = [] then print_endline (name ^ (if code = 2 then "unreadable" else "not checked"));
        max worst code)
      0 files in
  exit worst
