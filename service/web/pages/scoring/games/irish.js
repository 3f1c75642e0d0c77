// Irish: backgammon's race from another start, without the cube. Rules I1 to I8 of `docs/games/irish.md`.
import { borneOff, family } from "../rules/race.js";

/** As it was played of old: doubles are played twice, and a game counts once. */
const historical = { letter: "I", numbers: (dice) => [...dice], ending: (board) => borneOff(board) && "single" };

export const irish = family(({ preset = "source" }) => (preset === "historical" ? historical : { letter: "I" }));
