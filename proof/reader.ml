(* Files, lines and headers of certificates: docs/certificate.md, section 1. Nothing here is proved. *)

exception Unreadable of string

let unreadable format = Printf.ksprintf (fun text -> raise (Unreadable text)) format
let magic = "threefold certificate "
let header_limit = 1 lsl 20
let body_limit = 1 lsl 16

(* ---- Text: what UTF-8 and Unicode call what. *)

let is_utf8 s =
  let n = String.length s in
  let byte i = if i < n then Char.code s.[i] else -1 in
  let tail i = byte i land 0xC0 = 0x80 && byte i >= 0 in
  let rec from i =
    if i >= n then true
    else
      let b = byte i and second = byte (i + 1) in
      if b < 0x80 then from (i + 1)
      else if b >= 0xC2 && b <= 0xDF then tail (i + 1) && from (i + 2)
      else if b >= 0xE0 && b <= 0xEF then
        tail (i + 1) && tail (i + 2) && (b <> 0xE0 || second >= 0xA0) && (b <> 0xED || second < 0xA0)
        && from (i + 3)
      else if b >= 0xF0 && b <= 0xF4 then
        tail (i + 1) && tail (i + 2) && tail (i + 3) && (b <> 0xF0 || second >= 0x90)
        && (b <> 0xF4 || second < 0x90) && from (i + 4)
      else false
  in
  from 0

(* White_Space, as bytes. *)
let blanks =
  [ "\t"; "\n"; "\x0b"; "\x0c"; "\r"; " "; "\xc2\x85"; "\xc2\xa0"; "\xe1\x9a\x80"; "\xe2\x80\xa8";
    "\xe2\x80\xa9"; "\xe2\x80\xaf"; "\xe2\x81\x9f"; "\xe3\x80\x80" ]
  @ List.init 11 (fun i -> Printf.sprintf "\xe2\x80%c" (Char.chr (0x80 + i)))

let begins s prefix = String.starts_with ~prefix s
let drop s k = String.sub s k (String.length s - k)

let rec trim s =
  match List.find_opt (begins s) blanks with
  | Some blank -> trim (drop s (String.length blank))
  | None -> (
      match List.find_opt (fun suffix -> String.ends_with ~suffix s) blanks with
      | Some blank -> trim (String.sub s 0 (String.length s - String.length blank))
      | None -> s)

(* The category Cc. *)
let has_control s =
  let found = ref false in
  String.iteri
    (fun i c ->
      let code = Char.code c in
      if code < 0x20 || code = 0x7F || (code = 0xC2 && Char.code s.[i + 1] < 0xA0) then found := true)
    s;
  !found

let plain c = c > ' ' && c < '\x7f'

(* A line of a body that may be a move. *)
let readable s =
  s <> "" && (String.for_all plain s || (trim s = s && not (has_control s)))

(* The one way to write a number, below 2 to the power of `bits`. *)
let is_number bits s =
  let most = if bits = 32 then "4294967295" else "18446744073709551615" in
  s <> "" && String.for_all (fun c -> c >= '0' && c <= '9') s
  && (s = "0" || s.[0] <> '0')
  && (String.length s < String.length most || (String.length s = String.length most && s <= most))

(* ---- Lines of a file that may be compressed, read no further than they are asked for. *)

type source = {
  channel : in_channel;
  close : unit -> bool; (* whether all went well *)
  mutable number : int; (* of the line that was read last *)
  mutable ahead : string option option;
  buffer : Bytes.t;
  mutable from : int;
  mutable upto : int;
  mutable at_end : bool;
}

(* A pipe would wait for somebody who writes to it. *)
let open_regular path =
  match (Unix.stat path).st_kind with
  | Unix.S_REG -> open_in_bin path
  | _ -> unreadable "expected a regular file"
  | exception Unix.Unix_error (error, _, _) -> unreadable "%s" (Unix.error_message error)

let open_file path =
  let channel = open_regular path in
  let first = really_input_string channel (min 4 (in_channel_length channel)) in
  let channel, close =
    if first = "\x28\xb5\x2f\xfd" then begin
      close_in channel;
      let channel = Unix.open_process_args_in "zstd" [| "zstd"; "-dcq"; "--"; path |] in
      (channel, fun () -> Unix.close_process_in channel = Unix.WEXITED 0)
    end
    else begin
      seek_in channel 0;
      (channel, fun () -> close_in channel; true)
    end
  in
  { channel; close; number = 0; ahead = None; buffer = Bytes.create 65536; from = 0; upto = 0; at_end = false }

let raw source limit =
  let line = Buffer.create 64 in
  let rec more () =
    if source.from >= source.upto && not source.at_end then begin
      source.from <- 0;
      source.upto <- input source.channel source.buffer 0 (Bytes.length source.buffer);
      source.at_end <- source.upto = 0;
      if source.at_end && not (source.close ()) then unreadable "the compressed data is damaged"
    end;
    if source.at_end then if Buffer.length line = 0 then None else Some false
    else
      match Bytes.index_from_opt source.buffer source.from '\n' with
      | Some at when at < source.upto ->
          Buffer.add_subbytes line source.buffer source.from (at - source.from);
          source.from <- at + 1;
          Some true
      | _ ->
          Buffer.add_subbytes line source.buffer source.from (source.upto - source.from);
          source.from <- source.upto;
          if Buffer.length line > limit + 1 then Some false else more ()
  in
  match more () with
  | None -> None
  | Some ended ->
      let text = Buffer.contents line in
      let text =
        if ended && String.ends_with ~suffix:"\r" text then String.sub text 0 (String.length text - 1)
        else text
      in
      if String.length text > limit then unreadable "line %d: longer than %d bytes" (source.number + 1) limit;
      if not (is_utf8 text) then unreadable "line %d: not UTF-8" (source.number + 1);
      Some text

let peek source limit =
  match source.ahead with
  | Some line -> line
  | None ->
      let line = raw source limit in
      source.ahead <- Some line;
      line

let next source limit =
  let line = peek source limit in
  if line <> None then begin
    source.ahead <- None;
    source.number <- source.number + 1
  end;
  line

(* The lines of a body, each with its number. *)
let rec body source : int Rules.lines =
  lazy
    (let number = source.number + 1 in
     match peek source body_limit with
     | Some line when not (begins line magic) ->
         ignore (next source body_limit);
         Rules.Line (number, line, body source)
     | _ -> Rules.End number)

(* ---- Headers. *)

type header = { first : int; body_from : int; values : (string * (string * int)) list }

let required = [ "game"; "claim"; "repetition"; "root"; "moves" ]
let optional = [ "footprints"; "attacker"; "history"; "database"; "within"; "plies"; "leaf-plies"; "hands" ]
let get header key = Option.map fst (List.assoc_opt key header.values)
let value header key = fst (List.assoc key header.values)
let line_of header key = match List.assoc_opt key header.values with Some (_, n) -> n | None -> header.first
let fail header key text = unreadable "line %d: %s: %s" (line_of header key) key text

let without_comment line =
  let rec from i =
    match String.index_from_opt line i '#' with
    | Some at when at > 0 && (line.[at - 1] = ' ' || line.[at - 1] = '\t') -> String.sub line 0 (at - 1)
    | Some at -> from (at + 1)
    | None -> line
  in
  from 0

let entry line number =
  let line = trim (without_comment line) in
  match String.index_opt line ':' with
  | Some at ->
      let key = String.sub line 0 at and value = trim (drop line (at + 1)) in
      if not (List.mem key (required @ optional)) then unreadable "line %d: no such key" number;
      if value = "" || has_control value then
        unreadable "line %d: '%s' has no value, or a control character in it" number key;
      (key, value)
  | None -> unreadable "line %d: expected '<key>: <value>'" number

let superko = [ "situational-superko"; "positional-superko" ]
let attacked = [ "attacker-loses"; "attacker-wins" ]

(* Player and whether he wins. *)
let claim header =
  let text = value header "claim" in
  match String.index_opt text ' ' with
  | Some at when at > 0 && List.mem (drop text (at + 1)) [ "wins"; "holds" ] ->
      (String.sub text 0 at, drop text (at + 1) = "wins")
  | _ -> fail header "claim" "expected '<player> wins' or '<player> holds'"

(* What can be said without knowing the game. *)
let check_header header =
  let rule = value header "repetition" and player, wins = claim header in
  let has key = get header key <> None in
  if not (List.mem rule (("draw" :: attacked) @ superko)) then fail header "repetition" "no such rule";
  if has "footprints" <> List.mem rule superko then
    fail header "footprints" "required under superko, and only there";
  if not (List.mem (get header "footprints") [ None; Some "exact"; Some "interval" ]) then
    fail header "footprints" "expected exact or interval";
  if has "attacker" <> List.mem rule attacked then
    fail header "attacker" "required under attacker-loses and attacker-wins, and only there";
  let attacks = get header "attacker" = Some player in
  if List.mem rule attacked && wins <> (attacks = (rule = "attacker-loses")) then
    fail header "claim" "no claim under this rule with this attacker";
  if List.mem rule superko && has "database" then fail header "database" "no database knows superko";
  List.iter
    (fun (key, allowed) ->
      if has key then begin
        if (not allowed) || List.mem rule superko || has "database" then
          fail header key "not with this claim, nor under superko or with a database";
        if not (is_number 32 (value header key)) then fail header key "expected a number below 2^32"
      end)
    [ ("within", wins); ("plies", not wins) ];
  if has "leaf-plies" then begin
    if not (has "plies") then fail header "leaf-plies" "only with a number of plies for which somebody holds";
    if not (List.mem (value header "leaf-plies") [ "1"; "2"; "3" ]) then fail header "leaf-plies" "expected 1, 2 or 3"
  end;
  if has "hands" then begin
    if value header "hands" <> "dominate" then fail header "hands" "expected dominate";
    if List.mem rule superko || has "plies" || has "history" || has "database" then
      fail header "hands" "not with plies, a history, a database or superko"
  end;
  if not (is_number 64 (value header "moves")) then fail header "moves" "expected a number"

let read_header source =
  (match next source header_limit with
  | None -> unreadable "the file is empty"
  | Some "threefold certificate 1" -> ()
  | Some _ -> unreadable "line %d: expected 'threefold certificate 1'" source.number);
  let first = source.number in
  let rec entries found =
    match next source header_limit with
    | None -> unreadable "line %d: the file ends within a header" (source.number + 1)
    | Some "---" -> found
    | Some line ->
        let key, value = entry line source.number in
        if List.mem_assoc key found then unreadable "line %d: a second '%s'" source.number key;
        entries ((key, (value, source.number)) :: found)
  in
  let values = entries [] in
  List.iter
    (fun key -> if not (List.mem_assoc key values) then unreadable "line %d: no '%s'" source.number key)
    required;
  let header = { first; body_from = source.number + 1; values } in
  check_header header;
  header
