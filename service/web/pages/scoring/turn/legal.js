// The rules in the phone, asked about a match: its legal turns, and why a play is none. The service judges every fact.
let rules = null; // of the game of this page, which comes with it: a slow phone asks for no other

/** Take the rules of the match's game from what its script exports. */
export function useRules(exported) {
  rules = Object.values(exported).find((each) => each.applyMoves);
}

export const rulesOf = () => rules;

/** The turn of a throw landing by landing, as its states. */
export const statesOf = (match, { position, to_move }, dice) => rulesOf(match).turnStates(position, to_move, dice, match.options);

/** Every legal play of a throw: its landings, the position that it leaves, and how it ends the game. */
export const playsOf = (match, { position, to_move }, dice) => rulesOf(match).plays(position, to_move, dice, match.options);

/** The verdict on landings of a turn. */
export const checked = ({ match, before, seat, dice }, moves) => (
  rulesOf(match).check(before.position, seat, dice, moves, match.options));
