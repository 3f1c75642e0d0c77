// The rules of every game, by its key: what `core/games` says, for a phone without a network. The service judges.
//
// Positions, seats, dice, landings and options are in the API's words. `numbers(dice, options)` are the single moves of a
// throw; `plays(position, seat, dice, options)` every distinct legal turn (none: the player must pass);
// `turnStates(position, seat, dice, options)` a turn landing by landing, in games whose landings take one die each;
// `check(position, seat, dice, moves, options)` the verdict on a turn, with the rule and the message of a refusal;
// `applyMoves(position, seat, moves, options)` what moves leave, legal or not; `ended(position, options)` the ending that a
// position shows; `nextSeat(position, seat, dice, options)` the seat that throws after a finished turn.
import { backgammon } from "./backgammon.js";
import { dubblets } from "./dubblets.js";
import { dutch } from "./dutch.js";
import { english } from "./english.js";
import { irish } from "./irish.js";
import { sixAce } from "./six_ace.js";
import { swedish } from "./swedish.js";
import { tickTack } from "./tick_tack.js";

export const GAMES = { swedish, backgammon, dutch, irish, "tick-tack": tickTack, english, dubblets, "six-ace": sixAce };
