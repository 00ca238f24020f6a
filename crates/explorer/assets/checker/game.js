// What a game is to the walks. An object with these members:
//
//     name                        as in the line `game`
//     players                     two names, the first of which is player 0
//     rules                       the repetition rules that it has
//     footprints                  what `footprints` has to be under superko
//     occurrences                 how often a position occurs until it is drawn; null: never
//     assumptions                 what is believed about the game, a list of sentences
//     read(text)                  the position; throws NotAPosition. Any spelling will do
//     write(position)             the one spelling that a certificate may use
//     key(position)               a string, the same for positions that are the same by the rules
//     turn(position)              the player to move
//     over(position)              null while the game goes on; else 0, 1 or DRAW
//     mayGoOn(position)           whether a history may contain a move from here
//     moves(position)             all legal moves but for superko, ascending by the bytes of their texts
//     text(position, move)        the text of one of them
//     find(position, moves, text) the move of `moves` with this text, or undefined
//     play(position, move)        the position after it
//     stuck(position)             0, 1 or DRAW for a player who has no legal move
//     why(position)               a sentence about a position that is over or without moves
//
// where more in hand is never worse also
//
//     apart(position, player)     {board, hand}: the position without the hands, and what a player holds, a list
//
// and under superko also
//
//     isPass(position, move)      whether superko exempts the move
//     situation(position, board)  what superko compares, a string; `board`: without the side to move
//     shape(position, board)      its stones, where footprints are intervals
//
// Positions are never changed.

export const DRAW = 2;

/** The text is no position of the game, or no parameters of it. */
export class NotAPosition extends Error {}
