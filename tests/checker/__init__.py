"""A checker of certificates in Python. It shares no code with the program: it follows
docs/certificate.md, docs/go-problems.md and docs/game-format.md.

    reader.py           lines, blocks, headers: what makes a file unreadable
    walk.py             the two walks, and the lemmas of superko
    verdict.py          the order in which things are looked at, and what is said of a file
    chess_game.py       rules of chess, by python-chess
    checkers_game.py    American checkers
    go_game.py          boards of Go
    problem_game.py     problems of Go
    graph_game.py       `.game` files
    shogi.py            tsume-shogi

A game is an object with these members:

    players                     two names, the first of which is player 0
    rules                       the repetition rules that it has
    footprints                  what `footprints` has to be under superko
    occurrences                 how often a position occurs until it is drawn; None: never
    read_root(text)             the position, or ValueError; any spelling will do
    write(position)             the one spelling that a certificate may use
    turn(position)              the player to move
    winner(position)            None while the game goes on; else 0, 1 or DRAW
    may_go_on(position)         whether a history may contain a move from here
    moves(position)             {text: something for `play`}, all legal moves but for superko
    play(position, move)        the position after it
    is_pass(position, text)     whether superko exempts the move
    stuck(position)             0, 1 or DRAW for a player who has no legal move
    situation(position, board)  what superko compares; `board`: without the side to move
    new_set()                   an empty set of situations, as `footprints` says
    assumptions                 what is believed about the game, a list of sentences

Positions are hashable, and equal if the rules take them for the same.
"""

DRAW = 2
