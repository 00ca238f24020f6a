"""Certificates of every game, made with the program: material for compare_checkers.py.

The same seed gives the same questions. What the program leaves open within the limits is passed over.
"""

import pathlib
import random
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "crates/games/graph/fixtures"
FIRST_LINE = "threefold certificate 1"
LONGEST = 400  # lines of a certificate that is used

CHESS_HISTORIES = {
    "history-once": "8/8/8/8/8/k1K5/8/7R w - - moves h1h2 a3a4 h2h1 a4a3",
    "history-twice": "8/8/8/8/8/k1K5/8/7R w - - moves h1h2 a3a4 h2h1 a4a3 h1h2 a3a4 h2h1 a4a3",
    "history-capture": "6k1/5ppp/8/8/8/8/3p1PPP/3RR1K1 w - - moves d1d2 h7h6 d2d8 g8h7 d8d1 h7g8",
}
CHESS_DRAWS = """\
8/8/8/8/8/1k6/1p6/1K6 w - - id "stalemate-b1";
8/8/8/8/8/8/k1p5/2K5 w - - id "stalemate-c1";
8/8/8/8/8/5k2/8/4B2K w - - id "bishop";
7k/8/8/8/8/8/8/R6K b - - id "insufficient-no";
8/8/8/8/5N1k/8/8/7K w - - id "knight";
8/2p5/8/KP5r/8/8/8/7k b - - id "en-passant";
k7/8/1K6/8/8/8/7P/8 w - - id "promotion";
4k3/8/4K3/8/8/8/8/R7 w - - id "mate-in-one";
6k1/5ppp/8/8/8/8/5PPP/R3K2R w KQ - id "castling";
2r3k1/5ppp/8/8/8/8/5PPP/4K2R w K - id "castling-2";
5k2/8/8/8/8/8/4R1R1/3K3R w H - id "chess960-mate-by-castling";
6k1/5ppp/8/8/8/8/5PPP/1R1K3R w HB - id "chess960";
1rk3r1/8/1K6/8/8/8/8/Q7 w gb - id "chess960-defender";
"""
# With halfmove clocks, under the fifty-move rule.
CHESS_CLOCKS = """\
8/8/8/8/8/k1K5/8/7R w - - 99 80
8/8/8/8/8/k1K5/8/7R w - - 100 80
k7/8/2K5/8/8/8/8/7R w - - 97 80
k7/8/2K5/8/8/8/8/7R w - - 98 80
8/8/8/5Q2/8/8/3K2k1/8 w - - 93 80
8/8/3k4/8/8/8/R7/K7 w - - 95 80
k7/8/1K6/8/8/8/7P/8 w - - 96 80
kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
6k1/5ppp/8/8/8/8/3p1PPP/3RR1K1 w - - 98 60
"""

# Other aims than mate, and how many moves.
CHESS_PROBLEMS = [
    ("selfmate", "s#1", "kqQ5/8/1K6/B1B5/8/8/8/8 w - -"),
    ("selfmate-none", "s#2", "k7/8/2K5/8/8/8/8/7R w - -"),
    ("stalemate", "=1", "k7/8/1K6/8/8/8/8/2Q5 w - -"),
    ("stalemate-two", "=2", "7k/8/8/5K2/8/8/8/6Q1 w - -"),
    ("stalemate-by-a-bishop", "=2", "k7/8/2K5/8/8/8/8/3B4 w - -"),
    ("without-a-white-king", "#3", "7k/8/8/8/8/8/Q7/R7 b - -"),
    ("without-a-black-king", "=1", "8/8/8/8/6p1/4p1P1/4P3/R3K3 w - -"),
]
TSUME = {
    "promotion": ["9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1"],
    "no-mate": ["7S1/9/7BL/7RN/8k/9/9/9/6N2 b rb4g3s2n3l18p 1"],
    "interpositions": ["9/7Rl/8B/5R1GB/8k/9/9/6N2/9 b 3g4s3n3l18p 1"],
    "gold": ["4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"],
    # A dropped pawn may not mate, a pawn that moves may.
    "pawn-drop": ["8k/8l/6G2/9/9/9/9/9/9 b P2r2b3g4s4n3l17p 1"],
    "pawn-moves": ["7lk/8l/6G1P/9/9/9/9/9/9 b 2r2b3g4s4n2l17p 1"],
    "knight": ["7nk/7ss/9/9/9/9/9/9/9 b N2r2b4g2s2n4l18p 1"],
    # Two kings: the attacker may be in check himself, and White attacks as well.
    "two-kings": ["4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"],
    "white-attacks": ["9/9/9/9/9/9/4p4/9/4K4 w g2r2b3g4s4n4l17P 1", "--attacker", "white"],
    "defender-to-move": ["4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", "--attacker", "black"],
    "within": ["--mate", "3", "9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1"],
    "conventional": ["--length", "conventional", "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1"],
    "plies": ["--mate", "3", "9/7Rl/8B/5R1GB/8k/9/9/6N2/9 b 3g4s3n3l18p 1"],
    "more-plies": ["--mate", "7", "7S1/9/7BL/7RN/8k/9/9/9/6N2 b rb4g3s2n3l18p 1"],
    "shortest": ["--shortest", "9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1"],
}


class Maker:
    def __init__(self, program, directory, seed):
        self.program, self.directory = program, pathlib.Path(directory)
        self.random = random.Random(seed)
        self.made = []  # (path, .game file or None)

    def run(self, *arguments, codes=(0, 3)):
        """Some questions stay open, which is an exit code of its own."""
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode not in codes:
            raise SystemExit(f"{arguments}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")

    def place(self, game):
        place = self.directory / game
        place.mkdir(parents=True, exist_ok=True)
        return place

    def take(self, path, graph=None):
        """Puts every claim of a file into a file of its own; two blocks about one question stay together."""
        blocks = []
        for line in path.read_text().splitlines():
            if line == FIRST_LINE:
                blocks.append([])
            blocks[-1].append(line)

        def question(block):
            return [line for line in block[:block.index("---")] if not line.startswith(("claim:", "moves:"))]

        draw = len(blocks) == 2 and question(blocks[0]) == question(blocks[1]) \
            and all(any(line.endswith(" holds") for line in block[:3]) for block in blocks)
        files = [blocks[0] + blocks[1]] if draw else blocks
        for number, lines in enumerate(files):
            if len(lines) <= LONGEST:
                out = path.with_name(f"{path.stem}-{number + 1}.cert") if len(files) > 1 else path
                out.write_text("\n".join(lines) + "\n")
                self.made.append((out, graph))

    def take_all(self, place, graph=None):
        for path in sorted(place.rglob("*.cert")):
            if path.is_file():
                self.take(path, graph)

    def chess(self):
        place = self.place("chess")
        self.run("solve", ROOT / "examples/mates.epd", "-n", "100k", "-c", place)
        draws = place / "draws.epd"
        draws.write_text(CHESS_DRAWS)
        self.run("solve", "--value", draws, "-n", "20k", "-c", place)
        for name, position in CHESS_HISTORIES.items():
            self.run("solve", position, "-n", "20k", "-c", place / f"{name}.cert")
        # Within so many plies, and not within fewer: two files each.
        self.run("solve", "--shortest", ROOT / "examples/mates.epd", "-n", "3k", "-c", place / "lengths")
        for path in list((place / "lengths").iterdir()):
            path.rename(place / f"length-{path.name}")
        for name, stipulation, position in CHESS_PROBLEMS:
            self.run("solve", "--stipulation", stipulation, position, "-n", "20k", "-c", place / f"{name}.cert")
        self.take_all(place)
        self.attackers()
        fifty = self.place("chess/fifty-moves")
        clocks = fifty / "fifty.epd"
        clocks.write_text(CHESS_CLOCKS)
        self.run("solve", "--fifty-moves", "--value", clocks, "-n", "20k", "-c", fifty)
        self.run("solve", "--fifty-moves", "--shortest", clocks, "-n", "3k", "-c", fifty / "lengths")
        for path in list((fifty / "lengths").iterdir()):
            path.rename(fifty / f"length-{path.name}")
        self.take_all(fifty)

    def attackers(self):
        """The same strategies under the rules that name an attacker: a proof under `draw` is one there."""
        for path, graph in list(self.made):
            lines = path.read_text().splitlines()
            if lines.count(FIRST_LINE) != 1:
                continue
            at = next(i for i, line in enumerate(lines) if line.startswith("claim: "))
            player, goal = lines[at].removeprefix("claim: ").split(" ")
            other = {"white": "black", "black": "white"}[player]
            for rule, attacker in (("attacker-loses", player if goal == "wins" else other),
                                   ("attacker-wins", other if goal == "wins" else player)):
                out = path.with_name(f"{path.stem}-{rule}.cert")
                changed = [line.replace("repetition: draw", f"repetition: {rule}") for line in lines]
                out.write_text("\n".join(changed[:3] + [f"attacker: {attacker}"] + changed[3:]) + "\n")
                self.made.append((out, graph))

    def checkers(self):
        place = self.place("checkers")
        rng = self.random
        positions = ["W:WK1:BK32", "W:W13,14:B5,6", "B:WK32:B3,4", "W:WK10,K11:B1,K4",
                     "W:WK19,K23:BK28", "W:W31:BK6,K7,K8,K14,K15,K16", "B:WK6,K7,K14,K15,K22,K23:BK2"]
        while len(positions) < 40:
            squares = rng.sample(range(32), rng.randint(2, 6))
            sides = {"W": [], "B": []}
            for square in squares:
                side = rng.choice("WB")
                king = rng.random() < 0.4 or square // 4 == (0 if side == "W" else 7)
                sides[side].append((square + 1, "K" if king else ""))
            if sides["W"] and sides["B"]:
                parts = [side + ",".join(f"{king}{square}" for square, king in sorted(sides[side]))
                         for side in "WB"]
                positions.append(f"{rng.choice('WB')}:{parts[0]}:{parts[1]}")
        questions = place / "endings.fen"
        questions.write_text("\n".join(positions) + "\n")
        self.run("solve", "--game", "checkers", "--egdb", "none", "--value", questions, "-n", "30k", "-c", place)
        games = {"history-kings": "W:WK1:BK32 moves 1-6 32-28 6-1 28-32",
                 "history-twice": "W:WK1:BK32 moves 1-6 32-28 6-1 28-32 1-6 32-28 6-1 28-32",
                 "history-win": "W:WK19,K23:BK28 moves 23-18 28-32 18-23 32-28"}
        for name, position in games.items():
            self.run("solve", "--game", "checkers", "--egdb", "none", "--value", position, "-n", "30k",
                     "-c", place / f"{name}.cert")
        self.take_all(place)
        self.attackers()

    def go(self):
        place = self.place("go")
        boards = [("1x4", "", "0..4"), ("2x2", "", "0..2"), ("1x5", "", "0..1"), ("2x3", "", "0..1"), ("1x3", "", "1..3"),
                  ("2x2", "A1 B2 A2", "0..1"), ("1x4", "B1 pass", "3..4"), ("2x3", "A1 B2 pass C1", "0..1"),
                  ("1x5", "B1 C1 D1", "0..1")]
        for rule in ("ssk", "psk"):
            for flags in ([], ["--suicide"], ["--played-out"]):
                for number, (size, history, scores) in enumerate(boards):
                    if flags and size == "2x3":
                        continue
                    name = f"{size}-{rule}{''.join(flags)}-{number}.cert"
                    self.run("go", "board", size, "--rule", rule, *flags, f"--at-least={scores}",
                             *(["--history", history] if history else []), "-n", "30k", "-c", place / name)
        for name, size, flags in (("basic-ko", "2x3", []), ("basic-ko-history", "2x4", ["--history", "B1 C1 B2"]),
                                  ("basic-ko-14", "1x4", []), ("basic-ko-22", "2x2", []),
                                  ("basic-ko-15", "1x5", ["--played-out"]),
                                  ("basic-ko-suicide", "1x3", ["--suicide"])):
            self.run("go", "board", size, "--rule", "basic-ko", *flags, "-n", "30k", "--value-only",
                     "-c", place / f"{name}.cert")
        ko = "OX.X/.OX. B"
        self.run("go", "board", "2x4", "--rule", "basic-ko", "--position", ko, "--value-only", "-n", "30k",
                 "-c", place / "basic-ko-ko.cert")
        self.take_all(place)

    def problems(self):
        place = self.place("go-problem")
        one_eye = ROOT / "examples/one-eye.sgf"
        send = ROOT / "examples/send-two-return-one.sgf"
        for number in self.random.sample(range(1, 141), 30):
            ko = self.random.choice(["ssk", "psk", "basic"])
            threats = self.random.choice([[], [], ["--threats", "B=1"], ["--threats", "B=1,W=1"]])
            goal = self.random.choice([[], [], ["--goal", "kill"], ["--goal", "capture"]])
            self.run("solve", f"{one_eye}#{number}", "--ko", ko, *threats, *goal, "-n", "10k", "--verdict-only",
                     "--more-threats", "0", "-c", place / f"eye-{number}-{ko}.cert")
        for ko in ("ssk", "psk", "basic"):
            for goal in ("eye", "live", "kill", "capture"):
                for at in (1, 2):
                    # Not every goal is a question there.
                    self.run("solve", f"{send}#1:{at}", "--ko", ko, "--goal", goal, "-n", "10k", "--verdict-only",
                             "--more-threats", "0", "-c", place / f"send-{at}-{ko}-{goal}.cert", codes=(0, 2, 3))
        # Life in zones, and the region as it is.
        open_board = ROOT / "examples/open-board.sgf"
        for ko in ("ssk", "psk", "basic"):
            for goal in ("live", "kill", "capture"):
                for threats in ([], ["--threats", "B=1,W=1"]):
                    name = f"open-{ko}-{goal}-{len(threats)}.cert"
                    self.run("solve", open_board, "--frame", "none", "--region", "auto", "--ko", ko, "--goal", goal,
                             *threats, "-n", "3k", "--verdict-only", "--more-threats", "0", "-c", place / name,
                             codes=(0, 3))
        self.take_all(place)

    def tsume(self):
        place = self.place("tsume")
        for name, arguments in TSUME.items():
            self.run("solve", *arguments, "-n", "20k", "-c", place / f"{name}.cert")
        self.take_all(place)

    def graph(self):
        place = self.place("graph")
        for path in sorted(FIXTURES.glob("*.game")):
            self.solve_graph(path.read_text(), place, path.stem)
        for number in range(60):
            self.solve_graph(self.random_graph(), place, f"random-{number}")

    def solve_graph(self, text, place, name):
        graph = place / f"{name}.game"
        graph.write_text(text)
        certificate = place / f"{name}.cert"
        self.run("solve", graph, "-n", "20k", "-c", certificate)
        # In so many plies, which superko does not ask: two files, if both ends are proved.
        length = place / f"{name}-in.cert"
        self.run("solve", "--mate", self.random.randint(1, 6), graph, "-n", "20k", "-c", length, codes=(0, 2, 3))
        for path in (certificate, length, length.with_suffix(".2.cert")):
            if path.exists():
                self.take(path, graph)

    def random_graph(self):
        rng = self.random
        rule = rng.choice(["draw", "attacker-loses", "attacker-wins", "situational-superko", "positional-superko"])
        names = rng.sample(["A", "B", "C", "D", "E", "F", "a", "b", "A-1", "_x", "n.1", "B'", "10", "9"],
                           rng.randint(5, 12))
        lines = []
        for at, name in enumerate(names):
            board = f" board={rng.choice('xyz')}" if rng.random() < 0.3 else ""
            if at > 1 and rng.random() < 0.25:
                lines.append(f"{name} {rng.choice(['win-first', 'win-second', 'draw'])}{board}")
                continue
            successors = rng.sample(names, rng.randint(0 if at else 1, min(4, len(names))))
            # Passes lead forward in the list, so that they never go round in a circle.
            texts = [to + ("~" if names.index(to) > at and rng.random() < 0.2 else "") for to in successors]
            lines.append(f"{name} {rng.choice(['first', 'second'])}{board}: {' '.join(texts)}")
        text = "\n".join(["threefold game 1", f"rule: {rule}", f"attacker: {rng.choice(['first', 'second'])}",
                          f"root: {names[0]}", *lines])
        return text + "\n"


def make(program, directory, seed, games):
    """{game: [(certificate, .game file or None)]}"""
    found = {}
    for game in games:
        maker = Maker(program, directory, seed)
        {"chess": maker.chess, "checkers": maker.checkers, "go": maker.go,
         "go-problem": maker.problems, "graph": maker.graph, "tsume": maker.tsume}[game]()
        found[game] = maker.made
    return found
