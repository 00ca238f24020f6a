"""Problems of Go: docs/go-problems.md, "The game that is played", and docs/certificate.md."""

import re

from .go_game import MOST_KNOWN, STONES, SUPERKO_RULES, Board
from .walk import IntervalSet

SIZE = re.compile("([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII)
LISTS = ("region", "target", "eyes", "declared")
FLAGS = ("basic-ko", "without:eye-space", "without:life", "with:death", "with:miai")
THREATS = re.compile("threats:(0|[1-9][0-9]{0,2})/(0|[1-9][0-9]{0,2})", re.ASCII)


class Problem:
    players = ("black", "white")
    footprints = "interval"
    occurrences = 2
    new_set = IntervalSet

    def __init__(self, parameters, first):
        """`first`: the first word of the root."""
        words = parameters.split(" ")
        size = SIZE.fullmatch(words[0])
        if not size or len(words) < 5 or words[1] not in ("live", "survive") \
                or words[2] not in self.players:
            raise ValueError("expected '<rows>x<columns> live|survive black|white region:... target:...'")
        self.board = Board(int(size[1]), int(size[2]))
        self.live = words[1] == "live"
        self.defender = self.players.index(words[2])
        self.attacker = 1 - self.defender
        rest = words[3:]
        lists = dict.fromkeys(LISTS, ())
        for name in LISTS:
            if rest and rest[0].startswith(name + ":"):
                lists[name] = self.read_points(rest.pop(0)[len(name) + 1:])
        zone = self.read_points(rest.pop()[len("zone:"):]) if rest and rest[-1].startswith("zone:") else None
        flags = [word for word in FLAGS if word in rest]
        if rest != flags or not lists["region"] or not lists["target"]:
            raise ValueError("parameters that are not known, not in order, or missing")
        self.region = frozenset(lists["region"])
        self.target = frozenset(lists["target"])
        self.eyes = frozenset(lists["eyes"])
        self.declared = frozenset(lists["declared"])
        if not self.target <= self.region or not self.eyes <= self.region or self.declared & self.region:
            raise ValueError("target and eyes are in the region, declared stones are not")
        self.basic_ko = "basic-ko" in flags
        self.eye_space, self.life = "without:eye-space" not in flags, "without:life" not in flags
        self.death = "with:death" in flags
        if self.death and (self.live or self.basic_ko or self.eyes):
            raise ValueError("with:death is for survive under superko, without eyes")
        self.miai = "with:miai" in flags
        if self.miai and (self.basic_ko or self.eyes):
            raise ValueError("with:miai is for superko, without eyes")
        self.rules = ("draw",) if self.basic_ko else SUPERKO_RULES
        self.ordered = sorted(self.region)
        self.outside = self.around(self.region)
        self.known, self.ended = {}, {}
        self.set_up(self.board.read_stones(first))
        self.zone, self.whole, self.open, self.claimants = zone, self.region, frozenset(), self.players
        if zone is not None:
            self.enter_zone(frozenset(zone))

    def around(self, points):
        return {other for p in points for other in self.board.near[p]} - points

    def enter_zone(self, zone):
        """From now on the game is about the zone alone. What is left out of it is filled with stones of the
        attacker in positions, where the defender has none."""
        if self.basic_ko or self.eyes or not zone <= self.region or not self.target <= zone:
            raise ValueError("a zone is for superko without eyes, in the region, with the target in it")
        near = self.around(zone) & self.whole
        if any(self.first[p] == STONES[self.defender] for p in near):
            raise ValueError("a stone of the defender is next to the zone")
        self.claimants = self.players[self.defender],
        self.region, self.ordered, self.outside = zone, sorted(zone), self.around(zone)
        self.filled = frozenset(p for p in self.whole - zone if self.first[p] != STONES[self.defender])
        self.open = frozenset(p for p in zone if not near.isdisjoint(self.board.near[p]))
        if self.lacks_liberties(self.fill(self.first)):
            raise ValueError("a chain of the defender has no liberty in the zone")

    def fill(self, stones):
        after = list(stones)
        for p in self.filled:
            after[p] = STONES[self.attacker]
        return "".join(after)

    def lacks_liberties(self, stones):
        """Whether a chain of the defender in the zone, not connected with safe stones, has no liberty there."""
        return any(chain <= self.region and all(stones[p] != "." for p in border)
                   for chain, border in self.board.chains(stones, STONES[self.defender])
                   if chain & self.region)

    def is_given_up(self, stones, turn):
        """Whether the attacker could take a chain next to what is left out of the zone."""
        return turn == self.attacker and any(
            chain <= self.region and chain & self.open and sum(stones[p] == "." for p in border) < 2
            for chain, border in self.board.chains(stones, STONES[self.defender]))

    def barred(self, stones):
        """The points where a stone of the defender would take the last liberty of a chain of the attacker to
        which points left out belong, and such a chain without liberties would have stones in the zone."""
        attacker = STONES[self.attacker]
        last, ended = {}, False
        for chain, border in self.board.parts(self.whole, lambda p: p in self.whole and stones[p] == attacker):
            is_walled = any(stones[q] == attacker for q in border)
            free = [q for q in border if stones[q] == "."]
            if is_walled or len(free) > 1 or chain.isdisjoint(self.filled):
                continue
            in_zone = not chain.isdisjoint(self.region)
            ended = ended or in_zone and not free
            for q in free:
                last[q] = last.get(q, False) or in_zone
        return {q for q, in_zone in last.items() if in_zone or ended}

    @property
    def assumptions(self):
        names = lambda points: " ".join(self.board.names[p] for p in sorted(points))
        assumed = []
        if self.declared:
            assumed.append(f"the stones on {names(self.declared)} never die")
        if self.eyes:
            assumed.append(f"{self.players[self.defender]} never fills {names(self.eyes)}")
        return assumed

    def read_points(self, text):
        points = [self.board.by_name.get(name) for name in text.split(",")]
        if None in points or points != sorted(set(points)):
            raise ValueError(f"expected points from the top row down, each from left to right: '{text[:60]}'")
        return points

    def set_up(self, stones):
        """What the first board says: which stones are safe for ever, and whether this is a problem."""
        if not self.board.all_have_liberties(stones):
            raise ValueError("a chain without liberties")
        near, own = self.board.near, STONES[self.defender]
        if any(stones[p] != own for p in self.target):
            raise ValueError("the target is not made of the defender's stones")
        target, living, declared = set(), set(), []
        for colour in STONES:
            living |= self.board.benson(stones, colour)[0]
            for chain, border in self.board.chains(stones, colour):
                if chain & self.target:
                    target |= chain
                elif chain & self.declared:
                    declared.append((chain, border))
        self.validate_declared(stones, target, living, declared)
        safe = living.union(*(chain for chain, _ in declared)) - target
        if self.region & safe or not self.outside <= safe:
            raise ValueError("the region has to end at safe stones, and there are none in it")
        chains = [chain for chain, _ in self.board.chains(stones, own)]
        if not all(stones[p] == "." and any(chain.issuperset(near[p]) and chain & target for chain in chains)
                   for p in self.eyes):
            raise ValueError("what is marked is no eye of one chain of the target")
        reached = set(target)
        while more := {q for p in reached & self.region for q in near[p]} & self.region - reached:
            reached |= more
        if not self.region <= reached:
            raise ValueError("the region falls apart")
        self.first = stones

    def validate_declared(self, stones, target, living, declared):
        """What is declared are all stones next to the region of chains that are declared."""
        if self.declared & target or any(stones[p] == "." for p in self.declared):
            raise ValueError("what is declared safe has to be stones, and not those in question")
        if self.declared != self.outside.intersection(set().union(*(chain for chain, _ in declared))):
            raise ValueError("what is declared are the stones next to the region of some chains")
        for chain, border in declared:
            is_alone = len(chain) + len(self.region) == len(self.board.points)
            if border <= self.region and not is_alone and not chain & living:
                raise ValueError("the region is all around a chain that is declared safe")

    # Positions: stones, player to move, threats of black and white, the point of the ko.

    def read_root(self, text):
        words = text.split(" ")
        stones = self.board.read_stones(words[0])
        if len(words) < 2 or words[1] not in ("B", "W"):
            raise ValueError("expected the side to move")
        turn, rest, threats, ko = "BW".index(words[1]), words[2:], (0, 0), None
        if rest and rest[0].startswith("threats:"):
            read = THREATS.fullmatch(rest.pop(0))
            if not read or max(int(read[1]), int(read[2])) > 16:
                raise ValueError("expected numbers of threats")
            threats = int(read[1]), int(read[2])
        if any(stones[p] != self.first[p] for p in self.board.points if p not in self.region):
            raise ValueError("something is different outside the region")
        if not self.board.all_have_liberties(stones):
            raise ValueError("a chain without liberties")
        if rest and rest[0].startswith("ko:") and self.basic_ko:
            ko = self.board.by_name.get(rest.pop(0)[3:])
            if ko not in self.region or not self.is_ko(stones, turn, ko):
                raise ValueError("no ko is there")
        if rest:
            raise ValueError("something behind the position")
        if self.zone is not None:
            stones = self.fill(stones)
            if self.lacks_liberties(stones):
                raise ValueError("a chain of the defender without liberties in the zone")
        return stones, turn, threats, ko

    def write(self, position):
        stones, turn, threats, ko = position
        if self.zone is not None:
            stones = "".join(now if p in self.region else first
                             for p, (now, first) in enumerate(zip(stones, self.first)))
        text = f"{self.board.write_stones(stones)} {'BW'[turn]}"
        if threats != (0, 0):
            text += f" threats:{threats[0]}/{threats[1]}"
        return text if ko is None else f"{text} ko:{self.board.names[ko]}"

    def turn(self, position):
        return position[1]

    def chain(self, stones, start):
        colour = stones[start]
        return self.board.part(start, lambda p: stones[p] == colour)

    def can_be_taken(self, stones, chain, border):
        """Stones outside the region are never captured, nor is what is connected with them."""
        return chain <= self.region and all(stones[p] != "." for p in border)

    def put(self, stones, turn, point):
        """The board after a stone and what it captured; None if that is not legal, ko apart."""
        if stones[point] != ".":
            return None
        after, taken = list(stones), set()
        after[point] = STONES[turn]
        for start in self.board.near[point]:
            if after[start] == STONES[1 - turn]:
                chain, border = self.chain(after, start)
                if self.can_be_taken(after, chain, border):
                    taken |= chain
                    for stone in chain:
                        after[stone] = "."
        chain, border = self.chain(after, point)
        if self.can_be_taken(after, chain, border):
            return None
        return "".join(after), taken

    def is_ko(self, stones, turn, point):
        """Whether a stone there would capture nothing but a single stone that has just captured one there."""
        put = self.put(stones, turn, point)
        if put is None or len(put[1]) != 1 or turn == self.attacker and put[1] & self.eyes:
            return False
        back = self.put(put[0], 1 - turn, min(put[1]))
        return back is not None and back == (stones, {point})

    def moves(self, position):
        known = self.known.get(position)
        if known is not None:
            return known
        stones, turn, threats, banned = position
        found = {}
        barred = self.barred(stones) if self.open and turn == self.defender else ()
        for point in self.ordered:
            if point == banned or turn == self.defender and point in self.eyes:
                continue
            if point in barred:
                continue
            put = self.put(stones, turn, point)
            if put is None:
                continue
            after, taken = put
            ko = None
            if self.basic_ko and len(taken) == 1:
                back = self.put(after, 1 - turn, min(taken))
                if back is not None and back[1] == {point}:
                    ko = min(taken)
            found[self.board.names[point]] = after, 1 - turn, threats, ko
        if turn == (self.attacker if self.live else self.defender):
            found["pass"] = stones, 1 - turn, threats, None
        if threats[turn] and (self.zone is None or turn == self.defender):
            left = tuple(number - (player == turn) for player, number in enumerate(threats))
            found["threat"] = stones, turn, left, None
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known[position] = found
        return found

    def play(self, position, move):
        return move

    def is_pass(self, position, text):
        """In a zone nothing bans the attacker."""
        return text == "pass" or self.zone is not None and position[1] == self.attacker

    def stuck(self, position):
        return 1 - position[1]

    def situation(self, position, board):
        stones, turn, threats, _ = position
        return stones, threats, None if board else turn

    def winner(self, position):
        """Depends on the stones and the player to move."""
        key = position[:2]
        if key not in self.ended:
            if len(self.ended) >= MOST_KNOWN:
                self.ended.clear()
            self.ended[key] = self.end_of(*key)
        return self.ended[key]

    def end_of(self, stones, turn):
        if all(stones[p] != STONES[self.defender] for p in self.target):
            return self.attacker
        if (self.life or self.live) and self.target & self.alive(stones, self.defender):
            return self.defender
        if self.open and self.is_given_up(stones, turn):
            return self.attacker
        if self.live and (self.eye_space or self.miai) and self.no_space(stones):
            return self.attacker
        if self.miai and self.is_lost(stones):
            return self.attacker
        if self.death and self.is_dead(stones, turn):
            return self.attacker
        return None

    def may_go_on(self, position):
        """What decides the problem need not have kept anybody from playing on, unless nobody can say how the
        board went on."""
        return not self.open or not self.is_given_up(*position[:2])

    def alive(self, stones, player):
        """The points of the region with unconditionally living stones of a player."""
        own = STONES[player]
        near = self.board.near
        safe, chains = set(), []
        for chain, border in self.board.chains(stones, own):
            if not chain & self.region:
                continue
            if chain <= self.region:
                chains.append(chain)
            else:
                safe |= chain
        regions = []
        left = {p for p in self.region if stones[p] != own}
        while left:
            part, _ = self.board.part(min(left), lambda p: p in self.region and stones[p] != own)
            left -= part
            border = {q for p in part for q in near[p]} - part
            if all(stones[q] == own for q in border):
                regions.append((part, border))

        def vital(part, border, chain):
            around = {q for stone in chain for q in near[stone]}
            return bool(border & chain) and {p for p in part if stones[p] == "."} <= around

        outside = {p for p in self.outside if stones[p] == own}
        while True:
            living = [chain for chain in chains
                      if sum(vital(part, border, chain) for part, border in regions) >= 2]
            points = safe | outside | set().union(*living)
            rest = [(part, border) for part, border in regions if border <= points]
            if (len(living), len(rest)) == (len(chains), len(regions)):
                return (safe | set().union(*living)) & self.region
            chains, regions = living, rest

    def connected(self, stones):
        """The attacker's stones that are connected to safe ones next to the region, with those; and whether
        the defender can connect to safe stones of his."""
        near, defender, attacker = self.board.near, STONES[self.defender], STONES[self.attacker]
        wall = {p for p in self.outside if stones[p] == attacker}
        connected = set(wall)
        for chain, border in self.board.chains(stones, attacker):
            if chain & wall:
                connected |= chain
        open_out = any(q in self.outside and stones[q] == defender for p in self.region - connected for q in near[p])
        return connected, wall, open_out

    def apart(self, living, taken=frozenset()):
        """Points of the region without a living stone, not next to one and not taken; whether two are no
        neighbours."""
        near = self.board.near
        left = [p for p in self.ordered
                if p not in living and p not in taken and not any(q in living for q in near[p])]
        return left, not all(q in near[p] for i, p in enumerate(left) for q in left[i + 1:])

    def is_dead(self, stones, turn):
        """Whether no two eyes fit, and the attacker has a move to spare."""
        connected, _, open_out = self.connected(stones)
        left, two = self.apart(connected)
        spare = sum(stones[p] == "." for p in self.region.difference(left))
        return not open_out and not two and spare >= (1 if turn == self.attacker else 2)

    def held(self, stones, connected):
        """The attacker's stones that cannot be kept from connecting to safe ones: chains that have two doors
        each."""
        near = self.board.near
        doors = {p for p in self.region if stones[p] == "." and any(q in connected for q in near[p])}
        chains = [chain for chain, _ in self.board.chains(stones, STONES[self.attacker])
                  if chain <= self.region and not chain & connected]
        held = set()
        for chain in sorted(chains, key=min):
            mine = sorted({q for p in chain for q in near[p]} & doors)[:2]
            if len(mine) == 2:
                held |= chain
                doors.difference_update(mine)
        return held

    def is_lost(self, stones):
        """Whether no two eyes fit when all that can be connected to safe stones is."""
        connected, _, open_out = self.connected(stones)
        held = self.held(stones, connected)
        return bool(held) and not open_out and not self.apart(connected | held)[1]

    def no_space(self, stones):
        """Whether two eyes of the defender do not fit any more."""
        attacker = STONES[self.attacker]
        connected, wall, open_out = self.connected(stones)
        if open_out:
            return False
        # Where the attacker always passes, the defender's stones stay.
        taken = {p for p in self.region if self.miai and stones[p] == STONES[self.defender]}
        living = connected
        if sum(stones[p] == attacker for p in self.region - connected) >= 5:
            living = self.alive(stones, self.attacker) | wall
        return not self.apart(living, taken)[1]
