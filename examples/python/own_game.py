# %% [markdown]
# # A game of one's own
# A token goes round on a ring, and may do so for ever: what a repetition counts as decides.

# %%
import threefold


class Ring(threefold.Game):
    """First moves by 2 or back by 1, Second by 1 or back by 2. Who reaches field 0 wins."""

    def __init__(self, fields):
        self.fields = fields

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        field, player = position
        steps = (2, -1) if player == 0 else (1, -2)
        return [(f"{step:+}", ((field + step) % self.fields, 1 - player)) for step in steps]

    def result(self, position):
        return "loss" if position[0] == 0 else None


# %% Each value with a proof that was checked.
ring = Ring(7)
for field in range(1, 7):
    result = threefold.solve((field, 0), game=ring, value=True)
    print(field, result.value, result.certificate)

# %% What a repetition counts as matters.
for rule in ("draw", "attacker-wins", "situational-superko"):
    print(rule, threefold.solve((3, 0), game=ring, rule=rule).words)

# %% Play against the proof: any moves will do.
walk = threefold.solve((5, 0), game=ring).certificate.walk()
while not walk.over:
    print(walk.position, "you:", walk.moves[0], "it:", walk.reply(walk.moves[0]))
print(walk.position, walk.ending)
