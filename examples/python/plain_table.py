# %% [markdown]
# # Where a plain table is wrong
# Figure 2 of the literature on the graph-history interaction: a result that was found on one path
# is used on another, where it does not hold. Run it in the root of a clone.

# %%
from pathlib import Path

import threefold

game = Path("crates/games/graph/fixtures/figure2.game")
print(game.read_text())

# %% Right, with a certificate.
right = threefold.solve(game)
print(right.words, right.certificate.check())

# %% With a table that forgets the path: the other answer, and no certificate bears it out.
wrong = threefold.solve(game, policy="ignore", check=False)
print(wrong.words)
assert wrong.verdict is not right.verdict
try:
    threefold.solve(game, policy="ignore")
except threefold.WrongAnswerError as error:
    print(error.message)
