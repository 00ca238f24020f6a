// A proof that is not in the page: `threefold explore --serve` has it, and is asked about one position after the other.

import { servedBlock } from "../checker/verdict.js";
import { OUTSIDE } from "./explorer.js";

/** The program that the page came from is gone, or does not know what it is asked. */
export class NoAnswer extends Error {}

/** Asks the program that the page came from. */
async function ask(question, about) {
  let response;
  try {
    response = await fetch(`${question}?${new URLSearchParams(about)}`);
  } catch (error) {
    throw new NoAnswer(error.message);
  }
  if (!response.ok) throw new NoAnswer(`${question}: ${response.status}`);
  return response.json();
}

/** What `Proof` is to a page, as far as has been asked for; by the numbers of positions. */
class RemoteProof {
  constructor(number, { nodes, positions, leaves, databaseLeaves, byPly, root }, isSuperko, holdsFor) {
    this.number = number;
    this.size = nodes;
    this.positions = positions;
    this.leaves = leaves;
    this.databaseLeaves = databaseLeaves;
    this.byPly = byPly;
    this.isRemote = true;
    this.index = new Map();
    for (const name of ["state", "height", "answer", "answerLine", "before", "plies", "weight", "ways"])
      this[name] = {};
    for (const name of ["first", "count", "needed", "created"]) this[name] = {};
    this.left = holdsFor ? {} : null;
    this.edges = [];
    this.edgeMoves = isSuperko ? [] : null;
    /** Positions that have been asked for: by number under superko, else by key. */
    this.looked = new Set();
    this.take(root);
  }

  ask(question, about) {
    return ask(question, { proof: this.number, ...about });
  }

  take({ node, state, height, left, line, answer, before, plies, weight, way }) {
    this.state[node] = state;
    this.height[node] = height ?? -1;
    if (this.left) this.left[node] = left;
    this.answer[node] = answer;
    this.answerLine[node] = line;
    this.before[node] = before ?? -1;
    this.plies[node] = plies;
    this.weight[node] = weight;
    if (way) this.ways[node] = way;
    return node;
  }

  /** Asks for the position at hand of an explorer, and for those that its moves lead to. */
  async load({ game, superko, here }) {
    const { node, position, key } = here;
    const known = superko ? node : key;
    if (this.looked.has(known) || (superko && node === OUTSIDE)) return;
    const about = superko ? { node } : { position: game.write(position) };
    const { here: own, moves } = await this.ask("look", about);
    this.looked.add(known);
    if (own) this.take(own);
    const children = moves.map(([, seen]) => (seen ? this.take(seen) : OUTSIDE));
    if (superko) {
      this.first[node] = this.edges.length;
      this.count[node] = moves.length;
      this.edges.push(...children);
      this.edgeMoves.push(...moves.map(([text]) => text));
      return;
    }
    this.index.set(key, own ? own.node : OUTSIDE);
    const byText = new Map(moves.map(([text], at) => [text, children[at]]));
    if (game.over(position) !== null) return;
    for (const move of game.moves(position))
      this.index.set(
        game.key(game.play(position, move)),
        byText.get(game.text(position, move)) ?? OUTSIDE,
      );
  }

  pliesTo(node) {
    return this.plies[node];
  }

  below(node) {
    return this.ask("below", { node });
  }

  async way(node) {
    this.ways[node] ??= await this.ask("way", { node });
    return this.ways[node];
  }

  longest(node) {
    return this.ask("longest", { node });
  }

  async find(position) {
    const { here } = await this.ask("look", { position });
    return here ? this.take(here) : OUTSIDE;
  }

  /** What a map needs: `placeOf` of `mapCells`. */
  async places(node, width) {
    const places = new Map();
    for (const place of await this.ask("map", { node, width })) places.set(place.node, place);
    return (at) => places.get(at);
  }
}

/** The proofs of the program that the page came from, as `checkAll` returns those of the page. */
export async function servedResult(graph) {
  const all = await ask("about", {});
  const blocks = all.map((about, number) => {
    const block = servedBlock(about.header, graph);
    const { superko } = block.header;
    const proof = new RemoteProof(number, about, superko, block.header.has("plies"));
    proof.meetings = about.meetings.map(([seen, moves]) => ({ node: proof.take(seen), moves }));
    return { ...block, proof, lines: about.lines };
  });
  return { kind: "served", blocks };
}
