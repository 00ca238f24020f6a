/** What can be asked; docs/json.md has the keys of `report`. */
export interface Request {
  /** A position or the contents of a file: FEN, EPD, PGN, SFEN, KIF, CSA, PDN, SGF, 3x3, a .game. */
  text: string;
  /** What the file is called, if it is one. */
  name?: string | null;
  /** The game, where the text does not show it. */
  game?: "chess" | "tsume" | "checkers" | "go" | "go-problem" | "graph" | null;
  /** Which position of a file, from 0. */
  number?: number;
  /** `read`: what is in the text; `win`: can a player win; `value`: win, draw or loss, or points; `mate`: how far. */
  ask?: "read" | "win" | "value" | "mate";
  /** Whose win is in question. */
  attacker?: "white" | "black" | "first" | "second" | "mover" | null;
  /** A mate within so many moves; without it the shortest one. */
  within?: number | null;
  /** Ask about every move as well. */
  moves?: boolean;
  /** With an ordinary transposition table, which can be wrong. */
  ordinary?: boolean;
  /** Limits: nodes of each question, seconds, bytes of the table. */
  nodes?: number | null;
  time_s?: number | null;
  memory?: number | null;
}

export interface Answer {
  /** One line, if there is no answer. */
  error?: string;
  kind?: "solve" | "mate" | "board" | "problem";
  words?: string;
  /** What is wrong with the proof of the answer: then it counts for nothing. */
  fault?: string | null;
  report?: Record<string, unknown>;
  /** Files for `threefold check` and every other checker. */
  certificates?: string[];
  tasks?: { input: string; id: string | null; game: string; root: string | null; diagram: string | null }[];
  errors?: string[];
}

export interface Progress {
  nodes?: number;
  pn?: number;
  dn?: number;
  table_fill?: number;
  at_least?: number | null;
  at_most?: number | null;
}

export function load(
  bytesOrModule: BufferSource | WebAssembly.Module,
): Promise<{ solve(request: Request, onProgress?: (progress: Progress) => void): Answer }>;
