// A turn that needs nothing more: the next throw, Done or the time writes it.

/** True if the turn, or a throw that is the play, can be written as it lies there: all of it is played, and legal. */
export function isReady({ match, draft }) {
  const { turn } = draft;
  if (turn) return turn.guided && (turn.complete || turn.mustPass);
  return match.game.throw_is_play && draft.rolls.every(Boolean);
}
