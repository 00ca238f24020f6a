// Moves of chess and shogi as players write them. All other games are shown in the notation of their certificates.

import { moveFrom, movePromotion, moveTo, squareName } from "../checker/chess.js";
import { kifOf } from "./kif.js";

const SAN_LETTERS = ["", "", "N", "B", "R", "Q", "K"];

/** The move of a position in SAN; `moves` are all legal ones. */
export function sanOf(game, position, move, moves) {
  const { board } = position;
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = board[from] & 7;
  const takes = board[to] !== 0 || (kind === 1 && to === position.ep);
  let text;
  if (game.isCastling(position, move)) {
    text = to > from ? "O-O" : "O-O-O";
  } else if (kind === 1) {
    const promotion = movePromotion(move);
    text =
      (takes ? `${squareName(from)[0]}x` : "") +
      squareName(to) +
      (promotion ? `=${SAN_LETTERS[promotion]}` : "");
  } else {
    const rivals = moves
      .filter(
        (other) => moveTo(other) === to && moveFrom(other) !== from && board[moveFrom(other)] === board[from],
      )
      .map(moveFrom);
    let which = "";
    if (rivals.length) {
      const [file, rank] = squareName(from);
      if (rivals.every((other) => squareName(other)[0] !== file)) which = file;
      else if (rivals.every((other) => squareName(other)[1] !== rank)) which = rank;
      else which = file + rank;
    }
    text = SAN_LETTERS[kind] + which + (takes ? "x" : "") + squareName(to);
  }
  const after = game.play(position, move);
  if (!game.inCheck(after)) return text;
  return text + (game.moves(after).length === 0 && game.over(after) === null ? "#" : "+");
}

/** What a move is called. */
export function moveLabel(game, position, move, moves) {
  if (game.name === "chess") return sanOf(game, position, move, moves);
  return game.name === "tsume" ? kifOf(position, move) : game.text(position, move);
}
