// Numbers of move sequences, against published figures.

import test from "node:test";
import assert from "node:assert/strict";
import { Chess } from "../assets/checker/chess.js";
import { Checkers } from "../assets/checker/checkers.js";
import { Tsume } from "../assets/checker/tsume.js";

function perft(game, position, depth) {
  if (depth === 0) return 1;
  let count = 0;
  for (const move of game.moves(position)) {
    count += depth === 1 ? 1 : perft(game, game.play(position, move), depth - 1);
  }
  return count;
}

// The six positions of https://www.chessprogramming.org/Perft_Results, without their counters.
const CHESS_FIGURES = [
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20, 400, 8902, 197281]],
  ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039, 97862]],
  ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812, 43238, 674624]],
  ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264, 9467, 422333]],
  ["rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1486, 62379]],
  ["r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", [46, 2079, 89890]],
  // The first three of https://www.chessprogramming.org/Chess960_Perft_Results.
  ["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", [21, 528, 12189, 326672]],
  ["2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe -", [21, 807, 18002]],
  ["b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE -", [20, 479, 10471, 273318]],
];

for (const [fen, figures] of CHESS_FIGURES) {
  test(`chess: ${fen} has ${figures.join(", ")} sequences`, () => {
    const game = new Chess();
    const position = game.read(fen);
    assert.deepEqual(
      figures.map((_, at) => perft(game, position, at + 1)),
      figures,
    );
  });
}

// As `cargo run -p threefold-shogi --example tsume_perft` counts them, and somebody else's rules beside it.
for (const [root, figures] of [
  ["9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1", [4, 14, 47, 153]],
  ["7S1/9/7BL/7RN/8k/9/9/9/6N2 b rb4g3s2n3l18p 1", [2, 4, 8, 38]],
  ["n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1", [12, 102, 434]],
]) {
  test(`tsume: ${root} has ${figures.join(", ")} sequences of checks and replies`, () => {
    const game = new Tsume("black");
    const position = game.read(root);
    assert.equal(game.write(position), root);
    assert.deepEqual(
      figures.map((_, at) => perft(game, position, at + 1)),
      figures,
    );
  });
}

test("checkers: the first position has the published numbers of sequences", () => {
  const game = new Checkers();
  const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at).join(",");
  const position = game.read(`B:W${numbers(21, 32)}:B${numbers(1, 12)}`);
  const figures = [7, 49, 302, 1469, 7361, 36768, 179740];
  assert.deepEqual(
    figures.map((_, at) => perft(game, position, at + 1)),
    figures,
  );
});
