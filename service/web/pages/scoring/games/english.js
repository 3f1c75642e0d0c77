// English Backgammon: three dice, or two and an imagined six, move the men home. Rules E1 to E8 of `docs/games/english.md`.
import { family } from "../rules/race.js";

const IMAGINED = { two_plus_six: [6], three: [] };

export const english = family(({ dice: thrown = "two_plus_six" }) => ({
  letter: "E", numbers: (dice) => [...dice, ...IMAGINED[thrown]], // E1
}));
