// What can be asked about each game, in its own words, and examples.

const EVERY_MOVE = { label: "What is every move worth?", ask: "value", moves: true };

/** `number`: the question has one, of moves. */
const QUESTIONS = {
  chess: [
    { label: "Win, draw or loss for the side to move?", ask: "value" },
    { label: "Does the side to move mate within", ask: "mate", number: 3, unit: "moves?", attacker: "mover" },
    { label: "The shortest mate", ask: "mate", attacker: "mover" },
    { label: "All first moves that mate within", ask: "mate", number: 2, unit: "moves", moves: true, attacker: "mover" },
    EVERY_MOVE,
  ],
  tsume: [
    { label: "Is it mate?", ask: "win" },
    { label: "The shortest mate", ask: "mate" },
    { label: "All first moves that mate in the shortest time", ask: "mate", moves: true },
  ],
  checkers: [{ label: "Win, draw or loss for the side to move?", ask: "value" }, EVERY_MOVE],
  "go-problem": [
    { label: "What becomes of the group?", ask: "win" },
    { label: "And which first moves are right?", ask: "win", moves: true },
  ],
  go: [
    { label: "How many points does Black win by?", ask: "value" },
    { label: "And which first moves are best?", ask: "value", moves: true },
  ],
  graph: [
    { label: "Does the attacker win?", ask: "win" },
    { label: "What is every move worth?", ask: "win", moves: true },
  ],
};

/** A certificate about one score of a board is a question of its own. */
const SCORE = [{ label: "Does Black score so much?", ask: "win" }];

export function questionsOf({ game, scored }) {
  return scored ? SCORE : (QUESTIONS[game] ?? []);
}

/** Figure 2 of Kishimoto and Mueller (2004): what is true of C depends on the way to it. */
const FIGURE = `threefold game 1
rule: situational-superko
attacker: first
root: A

A first: C B
B second: D
C second: D
D first: C
`;

/** What is behind each button: a text, and the number of a question. */
export const EXAMPLES = [
  { game: "Chess", name: "Mate in two (Morphy)", text: "kbK5/pp6/1P6/8/8/8/8/R7 w - -", question: 1, number: 2 },
  { game: "Chess", name: "King and rook", text: "8/8/8/8/8/1k6/7r/K7 w - -", question: 0 },
  {
    game: "Chess",
    name: "A win that an ordinary table misses",
    text: "8/8/8/1K6/8/7P/6k1/8 w - -",
    question: 0,
    ordinary: true,
  },
  { game: "Tsume-shogi", name: "Nine moves (九手詰)", text: "9/7Rl/8B/5R1GB/8k/9/9/6N2/9 b 3g4s3n3l18p 1", question: 0 },
  { game: "Checkers", name: "First position", text: "W:WK26,K27:B21,K25", question: 0 },
  { game: "Go", name: "The board of 2x3 points", text: "2x3", question: 0 },
  { game: "Go", name: "A corner", text: "(;SZ[7]AB[ba][bb][bc][ab]AW[ca][cb][cc][bd][ac][ad]MA[ab])", question: 1 },
  { game: "Graph", name: "Where an ordinary table is wrong", text: FIGURE, question: 0, ordinary: true },
];
