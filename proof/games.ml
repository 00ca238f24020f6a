(* The games of the program: what the line `game` says, roots, and `.game` files. Nothing here is proved;
   what is read of a position is compared with its text. *)

open Reader

exception Not_checked of string

(* Numbers as Coq has them. *)
let rec nat n = if n <= 0 then Rules.O else Rules.S (nat (n - 1))
let rec int_of = function Rules.O -> 0 | Rules.S n -> 1 + int_of n
let rec positive n =
  if n <= 1 then Rules.XH else if n land 1 = 1 then Rules.XI (positive (n / 2)) else Rules.XO (positive (n / 2))
let natural n = if n = 0 then Rules.N0 else Rules.Npos (positive n)
let integer n = if n = 0 then Rules.Z0 else if n > 0 then Rules.Zpos (positive n) else Rules.Zneg (positive (-n))

(* The place of a key in a table, four ways out of eight or eight: any will do. *)
let way h : Rules.way = match h land 7 with
  | 0 -> W0 | 1 -> W1 | 2 -> W2 | 3 -> W3 | 4 -> W4 | 5 -> W5 | 6 -> W6 | _ -> W7
let four h rest = way h :: way (h lsr 3) :: way (h lsr 6) :: way (h lsr 9) :: rest
let short_places = Array.init 4096 (fun h -> four h [])
let short_place h = short_places.(h land 4095)
let place h = four h (short_place (h lsr 12))

type game = {
  rules : Rules.game;
  players : string list;
  claimants : string list;
  repetitions : string list;
  footprints : string option;
  kept : Rules.footprints;
  quick : (Rules.position -> string -> Rules.position Rules.move option) option;
  goes_on : Rules.position -> bool;
  hash : Rules.position -> Rules.place;
  tag : Rules.mark -> Rules.place;
  read_root : string -> Rules.position option; (* None: no position of the game *)
  asked : (string * string) list option; (* of a graph game: what the file asks *)
}

let all_rules = ("draw" :: attacked) @ superko
let words text = List.filter (( <> ) "") (String.split_on_char ' ' (String.map (fun c -> if c = '\t' then ' ' else c) text))

(* ---- Graph games. *)

let is_name s =
  s <> ""
  && String.for_all
       (fun c -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || String.contains "_-.'" c)
       s

module Names = Hashtbl.Make (struct include String let hash = Hashtbl.hash end)

type node = { name : string; turn : int; over : Rules.outcome option; label : string; mutable next : (string * string) list }

let player_of name = match name with "first" -> Rules.One | _ -> Rules.Two

let split_first text c =
  match String.index_opt text c with
  | Some at -> (String.sub text 0 at, Some (drop text (at + 1)))
  | None -> (text, None)

let read_node line =
  let head, tail = split_first line ':' in
  let bad () = unreadable "the game: expected a position: '%s'" line in
  let name, who, label =
    match words head with
    | [ name; who ] -> (name, who, name)
    | [ name; who; board ] when begins board "board=" && is_name (drop board 6) -> (name, who, drop board 6)
    | _ -> bad ()
  in
  if not (is_name name) then bad ();
  let over = match who with
    | "win-first" -> Some (Rules.Win Rules.One) | "win-second" -> Some (Rules.Win Rules.Two)
    | "draw" -> Some Rules.Draw | _ -> None in
  if over <> None && trim (Option.value tail ~default:"") = "" then (name, { name; turn = 0; over; label; next = [] })
  else if tail = None || not (List.mem who [ "first"; "second" ]) then bad ()
  else
    let successor word =
      let n = ref (String.length word) in
      while !n > 0 && (word.[!n - 1] = '!' || word.[!n - 1] = '~') do decr n done;
      let marks = drop word !n in
      if (not (is_name (String.sub word 0 !n))) || List.mem marks [ "!!"; "~~" ] || String.length marks > 2 then bad ();
      (String.sub word 0 !n, marks)
    in
    let next = List.map successor (words (Option.get tail)) in
    if List.length (List.sort_uniq compare (List.map fst next)) < List.length next then bad ();
    (name, { name; turn = (if who = "first" then 0 else 1); over = None; label; next })

(* Whether there is a way, where `after` says what comes after what. *)
let reaches after start goal =
  let found = Hashtbl.create 16 in
  let rec go = function
    | [] -> false
    | x :: todo ->
        if x = goal then true
        else if Hashtbl.mem found x then go todo
        else begin
          Hashtbl.add found x ();
          go (after x @ todo)
        end
  in
  go [ start ]

let read_game path =
  let channel = open_regular path in
  if in_channel_length channel > 1 lsl 26 then unreadable "expected at most 64 MiB";
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  if not (is_utf8 text) then unreadable "the game is not UTF-8";
  let text = if begins text "\xef\xbb\xbf" then drop text 3 else text in
  let headers = Hashtbl.create 4 and nodes = Names.create 64 and started = ref false in
  List.iter
    (fun line ->
      let note = !started && begins (trim line) "note:" in
      let line = if note then line else fst (split_first line '#') in
      let line = trim line in
      if line <> "" then
        if not !started then begin
          if line <> "threefold game 1" then unreadable "the game: expected 'threefold game 1'";
          started := true
        end
        else
          match split_first line ':' with
          | "note", Some _ -> ()
          | (("rule" | "root" | "attacker" | "history" | "occurrences") as key), Some value ->
              if Hashtbl.mem headers key || trim value = "" then unreadable "the game: '%s' twice or without a value" key;
              Hashtbl.add headers key (trim value)
          | _ ->
              let name, node = read_node line in
              if Names.mem nodes name then unreadable "the game: '%s' twice" name;
              Names.add nodes name node)
    (String.split_on_char '\n' text);
  if not !started then unreadable "the game is empty";
  let node name = match Names.find_opt nodes name with Some n -> n | None -> unreadable "the game: unknown position '%s'" name in
  (* From here on a name is the same string everywhere, so that names are compared quickly. *)
  Names.iter (fun _ n -> n.next <- List.map (fun (to_, marks) -> ((node to_).name, marks)) n.next) nodes;
  let boards = lazy (
    let boards = Names.create 64 in
    Names.iter (fun _ n -> List.iter (fun (to_, _) -> Names.add boards n.label (node to_).label) n.next) nodes;
    boards) in
  Names.iter
    (fun name n ->
      List.iter
        (fun (to_, marks) ->
          if String.contains marks '!' && reaches (Names.find_all (Lazy.force boards)) (node to_).label n.label then
            unreadable "the game: a way leads back from '%s' to '%s'" to_ name;
          let passes x = List.filter_map (fun (y, m) -> if String.contains m '~' then Some y else None) (node x).next in
          if String.contains marks '~' && reaches passes to_ name then
            unreadable "the game: passes lead round in a circle at '%s'" name)
        n.next)
    nodes;
  let header key = Hashtbl.find_opt headers key in
  let rule = match header "rule" with Some r when List.mem r all_rules -> r | _ -> unreadable "the game has no rule" in
  let root = match header "root" with Some r when Names.mem nodes r -> r | _ -> unreadable "the game has no root" in
  let attacker = Option.value (header "attacker") ~default:"first" in
  if not (List.mem attacker [ "first"; "second" ]) then unreadable "the game: the attacker is first or second";
  (* Counted in the tree of a search, which means nothing here, and in the whole game. *)
  let times = match Option.map (fun text -> String.concat "" (words text)) (header "occurrences") with
    | None | Some "tree:2,game:2" -> 2
    | Some ("tree:2,game:3" | "tree:3,game:3") -> 3
    | _ -> unreadable "the game: not a number of occurrences" in
  let history =
    match header "history" with
    | None -> []
    | Some text ->
        let names = words text in
        let situation x = if rule = "positional-superko" then (node x).label else x in
        let rec go last seen = function
          | [] -> if last <> Some root then unreadable "the game: the history does not end in the root"
          | x :: rest ->
              ignore (node x);
              let marks = match last with None -> Some "" | Some l -> List.assoc_opt x (node l).next in
              (match marks with
              | None -> unreadable "the game: '%s' in the history cannot be reached" x
              | Some marks ->
                  if List.mem rule superko && List.mem (situation x) seen && not (String.contains marks '~') then
                    unreadable "the game: '%s' in the history repeats" x);
              go (Some x) (situation x :: seen) rest
        in
        go None [] names;
        if List.length names > 1 then
          [ ("history", Printf.sprintf "%s moves %s" (List.hd names) (String.concat " " (List.tl names))) ]
        else []
  in
  let asked = [ ("repetition", rule); ("attacker", attacker); ("root", root) ] @ history in
  let hash s = place (Hashtbl.hash (s : string)) in
  let lines =
    Names.fold
      (fun name n file ->
        let what = match n.over with
          | Some o -> Rules.Over o
          | None ->
              Rules.turn_to (if n.turn = 0 then Rules.One else Rules.Two)
                (List.map (fun (to_, marks) -> (to_, String.contains marks '~')) n.next) in
        Rules.add_line hash name n.label what file)
      nodes Rules.no_line
  in
  let rules = Rules.graph hash lines (nat times) in
  {
    rules; players = [ "first"; "second" ]; claimants = [ "first"; "second" ]; repetitions = all_rules; footprints = Some "exact";
    kept = Rules.exact rules; quick = None;
    goes_on = (fun p -> Rules.graph_goes_on hash lines (Obj.magic p));
    hash = (fun p -> hash (Obj.magic p)); tag = (fun m -> hash (Obj.magic m));
    read_root = (fun text -> if Names.mem nodes text then Some (Obj.magic text) else None);
    asked = Some asked;
  }

(* ---- Boards of Go. *)

let small_number most text =
  if is_number 32 text && int_of_string text <= most && int_of_string text >= 1 then int_of_string text
  else raise Not_found

let score text =
  let digits = if begins text "-" then drop text 1 else text in
  if is_number 32 digits && text <> "-0" then begin
    let n = int_of_string text in
    if n >= -0x80000000 && n <= 0x7fffffff then n else raise Not_found
  end
  else raise Not_found

let read_stones rows columns text =
  let lines = String.split_on_char '/' text in
  if List.length lines <> rows || List.exists (fun l -> String.length l <> columns) lines then raise Not_found;
  List.concat_map
    (fun l ->
      List.map
        (function '.' -> Rules.Empty | 'X' -> Rules.Black | 'O' -> Rules.White | _ -> raise Not_found)
        (List.of_seq (String.to_seq l)))
    lines

let hash_stones stones = List.fold_left (fun h s -> (h * 3) + (match s with Rules.Empty -> 0 | Rules.Black -> 1 | Rules.White -> 2)) 7 stones
let mix h = let h = h * 0x2545F4914F6CDD1D in h lxor (h lsr 29)

let board_of_go parameters =
  match String.split_on_char ' ' parameters with
  | size :: "at-least" :: least :: flags -> (
      match String.split_on_char 'x' size with
      | [ r; c ] ->
          let r = small_number 19 r and c = small_number 19 c in
          let suicide = List.mem "suicide" flags and basic = List.mem "basic-ko" flags in
          let played = List.mem "played-out" flags in
          let expected = List.filter_map (fun (on, word) -> if on then Some word else None)
              [ (suicide, "suicide"); (basic, "basic-ko"); (played, "played-out") ] in
          if flags <> expected then raise Not_found;
          let u = { Rules.rows = nat r; columns = nat c; at_least = integer (score least); suicide; basic_ko = basic; played_out = played } in
          let near = Rules.neighbours u and named = Rules.names u in
          let rules = Rules.go_with u near named in
          let points = List.map (fun p -> (Rules.coordinate u p, p)) (Rules.points u) in
          let read_root text =
            match String.split_on_char ' ' text with
            | stones :: turn :: rest -> (
                match read_stones r c stones with
                | stones ->
                    let passed, ko =
                      match rest with
                      | [ "pass" ] -> (Rules.One_pass, None)
                      | [ "over" ] -> (Rules.Two_passes, None)
                      | [ ko ] when begins ko "ko:" -> (Rules.No_pass, List.assoc_opt (drop ko 3) points)
                      | _ -> (Rules.No_pass, None)
                    in
                    let p = { Rules.stones; to_move = (if turn = "B" then Rules.One else Rules.Two); passed; ko } in
                    if Rules.go_text u p = text && Rules.go_position u p then Some (Obj.magic p) else None
                | exception Not_found -> None)
            | _ -> None
          in
          {
            rules; players = [ "black"; "white" ]; claimants = [ "black"; "white" ];
            repetitions = (if basic then [ "draw" ] else superko);
            footprints = Some "interval"; kept = Rules.interval u near named;
            quick = Some (fun p text -> Obj.magic (Rules.go_quick u near named (Obj.magic p) text));
            goes_on = (fun p -> Rules.go_goes_on (Obj.magic p));
            hash = (fun p ->
              let p : Rules.position0 = Obj.magic p in
              let turn = match p.to_move with Rules.One -> 0 | Rules.Two -> 1 in
              let passed = match p.passed with Rules.No_pass -> 0 | Rules.One_pass -> 1 | Rules.Two_passes -> 2 in
              place (mix ((hash_stones p.stones * 7) + (turn * 3) + passed)));
            tag = (fun m ->
              let stones, side = (Obj.magic m : Rules.board * Rules.player option) in
              let side = match side with None -> 0 | Some Rules.One -> 1 | Some Rules.Two -> 2 in
              short_place (mix ((hash_stones stones * 3) + side)));
            read_root; asked = None;
          }
      | _ -> raise Not_found)
  | _ -> raise Not_found

(* ---- Problems of Go. *)

let problem parameters root =
  let fail () = raise Not_found in
  let size, words =
    match String.split_on_char ' ' parameters with size :: words -> (size, words) | [] -> fail () in
  let r, c = match String.split_on_char 'x' size with [ r; c ] -> (small_number 19 r, small_number 19 c) | _ -> fail () in
  let live, defender, words =
    match words with
    | goal :: player :: words when List.mem goal [ "live"; "survive" ] && List.mem player [ "black"; "white" ] ->
        (goal = "live", (if player = "black" then Rules.One else Rules.Two), words)
    | _ -> fail () in
  let sizes = { Rules.rows = nat r; columns = nat c; at_least = Rules.Z0; suicide = false; basic_ko = false; played_out = true } in
  let points = List.mapi (fun i p -> (Rules.coordinate sizes p, (i, p))) (Rules.points sizes) in
  let read_points text =
    let list = List.map (fun name -> List.assoc name points) (String.split_on_char ',' text) in
    if List.sort_uniq compare (List.map fst list) <> List.map fst list then fail ();
    List.map snd list in
  let take key words =
    match words with
    | word :: rest when begins word (key ^ ":") -> (read_points (drop word (String.length key + 1)), rest)
    | _ -> ([], words) in
  let region, words = take "region" words in
  let target, words = take "target" words in
  let eyes, words = take "eyes" words in
  let declared, words = take "declared" words in
  let zone, words =
    match List.rev words with
    | last :: rest when begins last "zone:" -> (Some (read_points (drop last 5)), List.rev rest)
    | _ -> (None, words) in
  if region = [] then fail ();
  let flags = List.filter (fun flag -> List.mem flag words) [ "basic-ko"; "without:eye-space"; "without:life"; "with:death"; "with:miai" ] in
  if words <> flags then fail ();
  let has flag = List.mem flag flags in
  let stones = List.hd (String.split_on_char ' ' root) in
  let region, whole = match zone with None -> (region, None) | Some zone -> (zone, Some region) in
  let u = { Rules.sizes; live; defender; region; whole; target; eyes; declared; p_basic_ko = has "basic-ko";
      no_eye_space = has "without:eye-space"; no_life = has "without:life"; with_death = has "with:death";
      with_miai = has "with:miai"; first = read_stones r c stones } in
  let made = Rules.make_once u in
  if not (Rules.problem_fits u made) then fail ();
  let rules = Rules.problem_with u made in
  let read_root text =
    match String.split_on_char ' ' text with
    | stones :: turn :: rest -> (
        match
          let stones0 = Rules.filled_board u made (read_stones r c stones) in
          let pair word = match String.split_on_char '/' (drop word 8) with
            | [ a; b ] when is_number 32 a && is_number 32 b && String.length a < 4 && String.length b < 4 -> (int_of_string a, int_of_string b)
            | _ -> fail () in
          let (one, two), rest = match rest with w :: rest when begins w "threats:" -> (pair w, rest) | _ -> ((0, 0), rest) in
          let ko0 = match rest with [ ko ] when begins ko "ko:" -> Some (snd (List.assoc (drop ko 3) points)) | _ -> None in
          if one > 16 || two > 16 then fail ();
          { Rules.stones0; to_move0 = (if turn = "B" then Rules.One else Rules.Two); threats_one = nat one; threats_two = nat two; ko0 }
        with
        | p -> if Rules.problem_text u made p = text && Rules.is_problem_position u made p then Some (Obj.magic p) else None
        | exception Not_found -> None)
    | _ -> None in
  let number = function Rules.One -> 1 | Rules.Two -> 2 in
  {
    rules; players = [ "black"; "white" ];
    (* What the attacker wins in a zone says nothing of the region. *)
    claimants = (if zone = None then [ "black"; "white" ] else if defender = Rules.One then [ "black" ] else [ "white" ]);
    repetitions = (if has "basic-ko" then [ "draw" ] else superko);
    footprints = Some "interval"; kept = Rules.problem_interval u made; quick = None;
    goes_on = (fun p -> Rules.go_problem_goes_on u made (Obj.magic p));
    hash = (fun p ->
      let p : Rules.position1 = Obj.magic p in
      place (mix ((((hash_stones p.stones0 * 3) + number p.to_move0) * 17 + int_of p.threats_one) * 17 + int_of p.threats_two)));
    tag = (fun m ->
      let (stones, (i, j)), side = (Obj.magic m : (Rules.board * (Rules.nat * Rules.nat)) * Rules.player option) in
      let side = match side with None -> 0 | Some w -> number w in
      short_place (mix ((((hash_stones stones * 3) + side) * 17 + int_of i) * 17 + int_of j)));
    read_root; asked = None;
  }

(* ---- Checkers. *)

let checkers =
  let rules = Rules.checkers_with Rules.table0 in
  let piece w text squares =
    let king = begins text "K" in
    let digits = if king then drop text 1 else text in
    if not (is_number 32 digits) then raise Not_found;
    let n = int_of_string digits - 1 in
    if n < 0 || n >= 32 then raise Not_found;
    squares.(n) <- (if king then Rules.King w else Rules.Man w)
  in
  let read_root text =
    match String.split_on_char ':' text with
    | [ turn; white; black ] when begins white "W" && begins black "B" -> (
        let squares = Array.make 32 Rules.Empty0 in
        let side w list = if list <> "" then List.iter (fun t -> piece w t squares) (String.split_on_char ',' list) in
        match side Rules.Two (drop white 1); side Rules.One (drop black 1) with
        | () ->
            let p = { Rules.squares = Array.to_list squares; to_move1 = (if turn = "B" then Rules.One else Rules.Two) } in
            if Rules.checkers_text p = text && Rules.checkers_position p then Some (Obj.magic p) else None
        | exception Not_found -> None)
    | _ -> None
  in
  let hash p =
    let p : Rules.position2 = Obj.magic p in
    let square : Rules.square -> int = function
      | Empty0 -> 0 | Man One -> 1 | Man Two -> 2 | King One -> 3 | King Two -> 4 in
    let turn = match p.to_move1 with Rules.One -> 0 | Rules.Two -> 1 in
    place (mix (List.fold_left (fun h s -> (h * 5) + square s) (7 + turn) p.squares))
  in
  {
    rules; players = [ "black"; "white" ]; claimants = [ "black"; "white" ]; repetitions = "draw" :: attacked; footprints = None;
    kept = Rules.exact rules; quick = None; goes_on = (fun _ -> true); hash; tag = (fun _ -> []); read_root; asked = None;
  }

(* ---- Chess. *)

let kinds = [ ('p', Rules.Pawn); ('n', Rules.Knight); ('b', Rules.Bishop); ('r', Rules.Rook); ('q', Rules.Queen); ('k', Rules.King0) ]

let read_fen text =
  match String.split_on_char ' ' text with
  | [ rows; turn; rights; passing ] ->
      let row text =
        List.concat_map
          (fun c ->
            if c >= '1' && c <= '8' then List.init (Char.code c - 48) (fun _ -> Rules.Empty1)
            else
              let kind = List.assoc (Char.lowercase_ascii c) kinds in
              [ Rules.Man0 ((if c = Char.lowercase_ascii c then Rules.Two else Rules.One), kind) ])
          (List.of_seq (String.to_seq text))
      in
      let board = List.rev_map row (String.split_on_char '/' rows) in
      let king w rank =
        let rec find f = function
          | [] -> raise Not_found
          | Rules.Man0 (v, Rules.King0) :: _ when v = w -> f
          | _ :: row -> find (f + 1) row
        in
        find 0 (List.nth board rank)
      in
      let right w rank base (h, a) c =
        let file = Char.code c - Char.code base in
        match Char.lowercase_ascii c with
        | 'k' -> (Some 7, a)
        | 'q' -> (h, Some 0)
        | _ when file >= 0 && file < 8 -> if file > king w rank then (Some file, a) else (h, Some file)
        | _ -> raise Not_found
      in
      let of_player w rank base inside =
        let h, a = List.fold_left (right w rank base) (None, None)
            (List.filter inside (List.of_seq (String.to_seq (if rights = "-" then "" else rights)))) in
        { Rules.h_side = Option.map nat h; a_side = Option.map nat a }
      in
      let capital c = c = Char.uppercase_ascii c in
      let white_rights = of_player Rules.One 0 'A' capital in
      let black_rights = of_player Rules.Two 7 'a' (fun c -> not (capital c)) in
      let en_passant =
        if passing = "-" then None
        else if String.length passing <> 2 then raise Not_found
        else
          let file = Char.code passing.[0] - 97 and rank = Char.code passing.[1] - 49 in
          if file < 0 || file > 7 || rank < 0 || rank > 7 then raise Not_found;
          Some { Rules.file0 = nat file; rank = nat rank }
      in
      { Rules.board0 = board; to_move2 = (if turn = "w" then Rules.One else Rules.Two); white_rights; black_rights; en_passant }
  | _ -> raise Not_found

let chess aim =
  let rules = Rules.chess_with Rules.table1 Rules.square_texts aim in
  let read_root text =
    match read_fen text with
    | p -> if Rules.chess_text p = text && Rules.chess_position p then Some (Obj.magic p) else None
    | exception (Not_found | Failure _) -> None
  in
  let kind : Rules.kind0 -> int = function Pawn -> 1 | Knight -> 2 | Bishop -> 3 | Rook -> 4 | Queen -> 5 | King0 -> 6 in
  let cell h : Rules.cell0 -> int = function
    | Empty1 -> h * 13 | Man0 (One, k) -> (h * 13) + kind k | Man0 (Two, k) -> (h * 13) + 6 + kind k in
  let hash p =
    let p : Rules.position3 = Obj.magic p in
    let turn = match p.to_move2 with Rules.One -> 0 | Rules.Two -> 1 in
    place (mix (List.fold_left (fun h row -> mix (List.fold_left cell h row)) (7 + turn) p.board0))
  in
  {
    rules; players = [ "white"; "black" ]; claimants = [ "white"; "black" ]; repetitions = "draw" :: attacked; footprints = None;
    kept = Rules.exact rules; quick = None; goes_on = (fun p -> Rules.chess_goes_on aim (Obj.magic p)); hash;
    tag = (fun _ -> []); read_root; asked = None;
  }

(* With the fifty-move rule: a fifth field, the clock. *)
let fifty_moves () =
  let plain = chess Rules.Mate in
  let rules = Rules.fifty_moves_with Rules.table1 Rules.square_texts in
  let read_root text =
    match String.rindex_opt text ' ' with
    | None -> None
    | Some at -> (
        let clock = drop text (at + 1) in
        match int_of_string_opt clock with
        | Some n when n >= 0 && n <= 100 && string_of_int n = clock ->
            Option.map (fun p -> Obj.magic (p, natural n)) (plain.read_root (String.sub text 0 at))
        | _ -> None)
  in
  let hash p =
    let (board, clock) : Rules.position * Rules.n = Obj.magic p in
    let rec number : Rules.positive -> int = function XH -> 1 | XO p -> 2 * number p | XI p -> (2 * number p) + 1 in
    let clock = match clock with Rules.N0 -> 0 | Npos p -> number p in
    way clock :: way (clock lsr 3) :: plain.hash board
  in
  { plain with
    rules; repetitions = [ "draw" ]; kept = Rules.exact rules; hash; read_root;
    goes_on = (fun p -> Rules.fifty_moves_goes_on (Obj.magic p)) }

(* ---- Tsume-shogi. *)

let shogi_kinds =
  [ ('r', Rules.Rook0); ('b', Rules.Bishop0); ('g', Rules.Gold); ('s', Rules.Silver); ('n', Rules.Knight0);
    ('l', Rules.Lance); ('p', Rules.Pawn0); ('k', Rules.King1) ]

let read_sfen text =
  let side c = if c = Char.uppercase_ascii c then Rules.One else Rules.Two in
  let kind c = List.assoc (Char.lowercase_ascii c) shogi_kinds in
  let is_digit c = c >= '0' && c <= '9' in
  match String.split_on_char ' ' text with
  | [ rows; turn; hands; _ ] ->
      let rec row promoted = function
        | [] -> []
        | '+' :: rest -> row true rest
        | c :: rest when is_digit c -> List.init (Char.code c - 48) (fun _ -> Rules.Empty2) @ row false rest
        | c :: rest -> Rules.Man1 (side c, kind c, promoted) :: row false rest
      in
      let board = List.map (fun r -> List.rev (row false (List.of_seq (String.to_seq r)))) (String.split_on_char '/' rows) in
      let black = Array.make 7 0 and white = Array.make 7 0 in
      let rec held count = function
        | [] -> ()
        | c :: rest when is_digit c -> if count > 99 then raise Not_found; held ((count * 10) + Char.code c - 48) rest
        | c :: rest ->
            let rec place i = function [] -> raise Not_found | k :: l -> if k = kind c then i else place (i + 1) l in
            let hand = if side c = Rules.One then black else white in
            let i = place 0 Rules.in_hand in
            hand.(i) <- hand.(i) + max count 1;
            held 0 rest
      in
      if hands <> "-" then held 0 (List.of_seq (String.to_seq hands));
      let counts a = List.map nat (Array.to_list a) in
      { Rules.board1 = board; to_move3 = (if turn = "b" then Rules.One else Rules.Two); black_hand = counts black; white_hand = counts white }
  | _ -> raise Not_found

let tsume attacker =
  let rules = Rules.tsume_with Rules.table2 Rules.square_texts0 attacker in
  let read_root text =
    match read_sfen text with
    | p -> if Rules.shogi_text p = text && Rules.shogi_position attacker p then Some (Obj.magic p) else None
    | exception Not_found -> None
  in
  let kind : Rules.kind1 -> int = function
    | Rook0 -> 1 | Bishop0 -> 2 | Gold -> 3 | Silver -> 4 | Knight0 -> 5 | Lance -> 6 | Pawn0 -> 7 | King1 -> 8 in
  let cell h : Rules.cell1 -> int = function
    | Empty2 -> h * 33
    | Man1 (w, k, promoted) -> (h * 33) + kind k + (if w = Rules.One then 0 else 8) + if promoted then 16 else 0 in
  let hash p =
    let p : Rules.position4 = Obj.magic p in
    let turn = match p.to_move3 with Rules.One -> 0 | Rules.Two -> 1 in
    let hand h l = List.fold_left (fun h n -> (h * 19) + int_of n) h l in
    let h = hand (hand (7 + turn) p.black_hand) p.white_hand in
    place (mix (List.fold_left (fun h row -> mix (List.fold_left cell h row)) (mix h) p.board1))
  in
  {
    rules; players = [ "attacker"; "defender" ]; claimants = [ "attacker"; "defender" ]; repetitions = [ "attacker-loses" ]; footprints = None;
    kept = Rules.exact rules; quick = None; goes_on = (fun _ -> true); hash; tag = (fun _ -> []); read_root; asked = None;
  }

(* The game that the line `game` says; Not_found if there is none. Of a problem the board of the root is a part. *)
let by_name text root graph =
  match split_first text ' ' with
  | "graph", None -> graph
  | "go", Some parameters -> Some (board_of_go parameters)
  | "tsume", Some "black" -> Some (tsume Rules.One)
  | "tsume", Some "white" -> Some (tsume Rules.Two)
  | "checkers", None -> Some checkers
  | "go-problem", Some parameters -> Some (problem parameters root)
  | "chess", None -> Some (chess Rules.Mate)
  | "chess", Some "fifty-moves" -> Some (fifty_moves ())
  | "chess", Some "selfmate" -> Some (chess Rules.Selfmate)
  | "chess", Some "stalemate" -> Some (chess Rules.Stalemate)
  | "chess", Some "reflexmate" -> Some (chess Rules.Reflexmate)
  | "chess", Some "semi-reflexmate white" -> Some (chess (Rules.Semireflexmate Rules.One))
  | "chess", Some "semi-reflexmate black" -> Some (chess (Rules.Semireflexmate Rules.Two))
  | _ -> raise Not_found
