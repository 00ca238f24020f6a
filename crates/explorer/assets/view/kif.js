// Pieces and moves of shogi as Japanese players write them.

import { shogiLetters, shogiSquareNamed } from "../checker/shogi-board.js";
import { shogiMoveText } from "../checker/tsume.js";

/** One sign a piece. */
export const SHOGI_SIGNS = {
  P: "歩",
  L: "香",
  N: "桂",
  S: "銀",
  G: "金",
  B: "角",
  R: "飛",
  K: "玉",
  "+P": "と",
  "+L": "杏",
  "+N": "圭",
  "+S": "全",
  "+B": "馬",
  "+R": "龍",
};
const SHOGI_FILES = "１２３４５６７８９";
const SHOGI_RANKS = "一二三四五六七八九";
/** What is written in moves in place of a sign. */
const SHOGI_WORDS = { "+L": "成香", "+N": "成桂", "+S": "成銀", "+R": "竜" };

/** A move as KIF has it, `▲２四銀成(33)`, or as USI where there are no signs. */
export function kifOf(position, move) {
  const text = shogiMoveText(move);
  if (!hasSigns()) return text;
  const isDrop = text[1] === "*";
  const kind = isDrop ? text[0] : shogiLetters(position.board[shogiSquareNamed(text.slice(0, 2))]).toUpperCase();
  const rank = (letter) => "abcdefghi".indexOf(letter);
  const to = SHOGI_FILES[Number(text[2]) - 1] + SHOGI_RANKS[rank(text[3])];
  const from = isDrop ? "打" : `${text.endsWith("+") ? "成" : ""}(${text[0]}${rank(text[1]) + 1})`;
  return "▲△"[position.turn] + to + (SHOGI_WORDS[kind] ?? SHOGI_SIGNS[kind]) + from;
}

let areSignsShown = null;

/** Whether there is a font here that has the signs: without one, two different signs are drawn as the same box. */
export function hasSigns() {
  areSignsShown ??= findSigns();
  return areSignsShown;
}

function findSigns() {
  const drawn = ["歩", "龍"].map((sign) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 24;
    const pen = canvas.getContext("2d");
    pen.font = "20px sans-serif";
    pen.fillText(sign, 2, 20);
    return canvas.toDataURL();
  });
  return drawn[0] !== drawn[1];
}
