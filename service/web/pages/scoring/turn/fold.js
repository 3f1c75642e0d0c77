// The match as it will be after a fact, by the rules in the phone. What the service judges counts.
import { opponent } from "../board/geometry.js";
import { score, settle } from "../match/settlement.js";
import { rulesOf } from "./legal.js";

/** The single moves of a throw. */
export const movesOf = (match, dice) => rulesOf(match).numbers(dice, match.options);

/** The seat that starts by these dice; null if they are equal. */
export function starter(match, rolls) {
  const best = (match.game.opening.lowest ? Math.min : Math.max)(...Object.values(rolls));
  const seats = match.seats.filter((seat) => rolls[seat] === best);
  return seats.length === 1 ? seats[0] : null;
}

const ending = (match, outcome) => match.game.endings.find((each) => each.key === outcome);

/** The match after a game: settled, or the next game. A void game does not count and is played again. */
function finished(match, state, winner, outcome, placings = null) {
  if (outcome === "void") return nextGame(match, state, null);
  const cube = state.cube?.value ?? 1;
  const game = { winner, outcome, points: (ending(match, outcome)?.points ?? 0) * cube };
  const games = [...state.games, { ...game, ...(cube > 1 && { cube }), ...(placings && { placings }) }];
  const settled = settle(match.game, match.length, games, match.seats, match.start);
  const played = { ...state, games, score: settled.score, guessed: true };
  if (settled.winner && (match.stop === "when_decided" || !settled.clinched)) {
    return { ...played, phase: "settled", to_move: null, dice: null, settled };
  }
  return nextGame(match, { ...played, game_number: state.game_number + 1 }, placings ? placings.at(-1) : opponent(match, winner));
}

/** The match at the beginning of its next game, in which `loser` rolls first; after null the opening is rolled. */
export function nextGame(match, state, loser) {
  const opening = loser === null || match.game.opening.every_game;
  return {
    ...state, position: match.game.start, dice: null, phase: opening ? "opening" : "roll",
    to_move: opening ? null : loser, cube: state.cube && { value: 1, owner: null, crawford: isCrawford(match, state.games) },
  };
}

/** True of the one game, after a player first stands one point short, in which the cube rests (M7). */
function isCrawford(match, games) {
  const short = (match.length.points ?? 0) - 1;
  if (short < 0 || match.options?.crawford === false) return false;
  const best = (played) => Math.max(...Object.values(score(match.game, played, match.seats, match.start)));
  return best(games) === short && (best(games.slice(0, -1)) < short || !games.length);
}

/** The match after a turn that left this position, and ended the game by this outcome if by any. */
function turned(match, state, seat, { position, outcome }) {
  const rules = rulesOf(match);
  if (outcome) {
    const placings = rules.placings?.(position) ?? null;
    return finished(match, { ...state, position }, placings ? placings[0] : seat, outcome, placings);
  }
  const following = rules.nextSeat(position, seat, state.dice, match.options);
  return { ...state, position, phase: "roll", dice: null, to_move: following };
}

/** The match from a position on, as far as the phone knows it: the score is the service's to work out. */
const laidOut = (match, state, { position, to_move, dice = null, cube = null, results = null }) => ({
  ...state, position, to_move, dice, phase: dice ? "move" : "roll", guessed: true, awaits: results !== null,
  cube: cube ? { ...state.cube, ...cube } : state.cube,
});

const FACTS = {
  OpeningRolled(match, state, fact) {
    const rolls = Object.fromEntries(match.seats.map((seat) => [seat, fact[seat]]));
    const first = starter(match, rolls);
    if (!first) return state;
    if (!match.game.opening.plays_dice) return { ...state, to_move: first, phase: "roll" };
    const dice = [rolls[first], ...match.seats.filter((seat) => seat !== first).map((seat) => rolls[seat])];
    return { ...state, to_move: first, phase: "move", dice };
  },
  DiceRolled(match, state, { by, dice }) {
    if (!match.game.throw_is_play) return { ...state, dice, phase: "move" };
    return turned(match, { ...state, dice }, by, rulesOf(match).check(state.position, by, dice, [], match.options));
  },
  CheckersMoved(match, state, { by, moves }) {
    const carried = rulesOf(match).applyMoves(state.position, by, moves, match.options);
    return carried ? turned(match, state, by, carried) : state;
  },
  TurnPassed: (match, state, { by }) => turned(match, state, by, { position: state.position, outcome: null }),
  DoubleOffered: (match, state, fact) => ({ ...state, phase: "double_offered", to_move: opponent(match, fact.by) }),
  DoubleTaken: (match, state, fact) => ({
    ...state, phase: "roll", to_move: opponent(match, fact.by),
    cube: { ...state.cube, value: 2 * state.cube.value, owner: fact.by },
  }),
  DoubleDropped: (match, state, fact) => finished(match, state, opponent(match, fact.by), match.game.endings[0].key),
  GameResigned: (match, state, fact) => finished(match, state, opponent(match, fact.by), fact.outcome),
  GameReported(match, state, { winner, outcome, cube, placings = null }) {
    return finished(match, cube ? { ...state, cube: { ...state.cube, value: cube } } : state, winner, outcome, placings);
  },
  PositionSet: laidOut,
  PositionAgreed: laidOut,
};

const BESIDE = {
  RefereeCalled: (match, state, { by, reason, cause = null, laid_out = null }) => (
    { ...state, calls: [...(state.calls ?? []), { by, reason, cause, laid_out, came: null }] }),
  RefereeCame: (match, state) => ({ ...state, calls: [], on_the_way: null }),
  BreakStarted: (match, state, { by }) => ({ ...state, breaks: [...(state.breaks ?? []), { by, until: null }] }),
  BreakEnded: (match, state) => ({ ...state, breaks: [] }),
  FactsTakenBack: (match, state) => ({ ...state, awaits: true }),
  TurnsMended: (match, state, { before, facts }) => facts.reduce((each, fact) => FACTS[fact.type](match, each, fact), { ...state, ...before }),
  FlagClaimed: (match, state, { by }) => ({ ...state, flags: [...(state.flags ?? []), { by, status: "open" }] }),
};

const RECORDING = new Set(["DiceSalted", "FactsTakenBack", "RecorderChanged", "TurnsVoided"]);

/** True of an event by which a phone records: a roll of the service is of no phone, and a referee sets a board at the desk. */
export const isRecording = (event) => (
  (isPlay(event) && event.type !== "PositionSet" && !event.recorded_by.startsWith("dice:")) || RECORDING.has(event.type));

const FIELDS = ["type", "by", "dice", "moves", "outcome", "winner", "cube", "placings", "position", "to_move", "reason", "results", "agreed_by"];

/** A fact of play as it is entered, of an event of the log. */
export const playOf = (match, event) => Object.fromEntries(Object.entries(event)
  .filter(([name, value]) => value !== null && (FIELDS.includes(name) || match.seats.includes(name))));

/** True of a fact that changes position, turn or dice. */
export const isPlay = (fact) => Boolean(FACTS[fact.type]);

/** The state after a fact. */
export const fold = (match, state, fact) => (FACTS[fact.type] ?? BESIDE[fact.type])?.(match, state, fact) ?? state;
