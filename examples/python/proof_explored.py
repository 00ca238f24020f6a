# %% [markdown]
# # A proof explored
# King and queen against king: how long can the loser hold out, and what does the proof play?

# %%
import threefold

result = threefold.solve("8/8/8/3k4/8/8/4Q3/4K3 w - -", nodes="1M")
result  # in a notebook: the board, and the strategy as a tree

# %%
certificate = result.certificate
print(result.words, len(certificate), "moves,", certificate.length_at_most, "plies at most")

# %% Positions by their distance from the end.
lengths = [node.plies for node in certificate.nodes() if not node.by_claimant]
for plies in sorted(set(lengths)):
    print(f"{plies:3} {lengths.count(plies):5}")

# %% The longest resistance.
walk = certificate.walk()
while not walk.over:
    after = walk.node.moves
    walk.reply(max(after, key=lambda move: after[move].plies))
print(" ".join(walk.played))
