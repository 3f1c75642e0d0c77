// Backgammon: run fifteen men round into the home table and bear them off before the opponent does.
// Rules B1 to B9 of `docs/games/backgammon.md`.
import { family } from "../rules/race.js";

export const backgammon = family(() => ({ letter: "B" }));
