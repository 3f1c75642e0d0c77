// The match as it will be after a fact, as far as a phone can know without the service. What the service judges counts.
import { laid } from "./bag_turn.js";
import { landed, opponent } from "../board/geometry.js";

/** The single moves of a throw. */
export function movesOf(match, dice) {
  const { double, imagined } = match.game.moves;
  const equal = dice.length === 2 && dice[0] === dice[1];
  return [...(equal && double > 2 ? Array(double).fill(dice[0]) : dice), ...imagined];
}

/** The seat that starts by these dice; null if they are equal. */
export function starter(match, rolls) {
  const best = (match.game.opening.lowest ? Math.min : Math.max)(...Object.values(rolls));
  const seats = match.seats.filter((seat) => rolls[seat] === best);
  return seats.length === 1 ? seats[0] : null;
}

const ending = (match, outcome) => match.game.endings.find((each) => each.key === outcome);

/** The match after a game: what it was worth, and the next game. */
function finished(match, state, winner, outcome) {
  if (outcome === "void") return nextGame(match, state, null);
  const points = (ending(match, outcome)?.points ?? 0) * (state.cube?.value ?? 1);
  const games = [...state.games, { winner, outcome, points }];
  const score = { ...state.score, [winner]: state.score[winner] + points };
  const played = { ...state, games, score };
  const { games: most, points: wanted } = match.length;
  if (most ? games.length >= most : score[winner] >= wanted) {
    return { ...played, phase: "settled", to_move: null, dice: null, guessed: true };
  }
  return nextGame(match, { ...played, game_number: state.game_number + 1, guessed: true }, opponent(match, winner));
}

function nextGame(match, state, loser) {
  const opening = loser === null || match.game.opening.every_game;
  return {
    ...state, position: match.game.start, dice: null, phase: opening ? "opening" : "roll",
    to_move: opening ? null : loser, cube: state.cube && { value: 1, owner: null, crawford: false },
  };
}

function turned(match, state, seat, position, outcome) {
  if (outcome) return finished(match, { ...state, position }, seat, outcome);
  return { ...state, position, phase: "roll", dice: null, to_move: opponent(match, seat) };
}

const FACTS = {
  OpeningRolled(match, state, fact) {
    const rolls = Object.fromEntries(match.seats.map((seat) => [seat, fact[seat]]));
    const first = starter(match, rolls);
    if (!first) return state;
    if (!match.game.opening.plays_dice) return { ...state, to_move: first, phase: "roll" };
    const dice = [rolls[first], ...match.seats.filter((seat) => seat !== first).map((seat) => rolls[seat])];
    return { ...state, to_move: first, phase: "move", dice };
  },
  DiceRolled: (match, state, fact) => (match.game.throw_is_play
    ? { ...state, dice: fact.dice, guessed: true, awaits: true }
    : { ...state, dice: fact.dice, phase: "move" }),
  CheckersMoved(match, state, fact, outcome) {
    const one = match.game.board === "half" ? laid : (...each) => landed(...each).position;
    const position = fact.moves.reduce((before, move) => one(match, before, fact.by, move), state.position);
    return turned(match, state, fact.by, position, outcome);
  },
  TurnPassed: (match, state, fact) => turned(match, state, fact.by, state.position, null),
  DoubleOffered: (match, state, fact) => ({ ...state, phase: "double_offered", to_move: opponent(match, fact.by) }),
  DoubleTaken: (match, state, fact) => ({
    ...state, phase: "roll", to_move: opponent(match, fact.by),
    cube: { ...state.cube, value: 2 * state.cube.value, owner: fact.by },
  }),
  DoubleDropped: (match, state, fact) => finished(match, state, opponent(match, fact.by), match.game.endings[0].key),
  GameResigned: (match, state, fact) => finished(match, state, opponent(match, fact.by), fact.outcome),
  GameReported: (match, state, fact) => finished(match, state, fact.winner, fact.outcome),
  PositionSet: (match, state, { position, to_move, dice = null }) => (
    { ...state, position, to_move, dice, phase: dice ? "move" : "roll", guessed: true, awaits: true }),
};

const BESIDE = {
  RefereeCalled: (match, state, { by, reason }) => ({ ...state, calls: [...(state.calls ?? []), { by, reason, came: null }] }),
  RefereeCame: (match, state) => ({ ...state, calls: [], on_the_way: null }),
  BreakStarted: (match, state, { by }) => ({ ...state, breaks: [...(state.breaks ?? []), { by, until: null }] }),
  BreakEnded: (match, state) => ({ ...state, breaks: [] }),
  FactsTakenBack: (match, state) => ({ ...state, awaits: true }),
  FlagClaimed: (match, state, { by }) => ({ ...state, flags: [...(state.flags ?? []), { by, status: "open" }] }),
};

const RECORDING = new Set(["DiceSalted", "FactsTakenBack", "RecorderChanged"]);

/** True of an event by which a phone records: a roll of the service is of no phone. */
export const isRecording = (event) => (
  (isPlay(event) && !event.recorded_by.startsWith("dice:")) || RECORDING.has(event.type));

/** True of a fact that changes position, turn or dice. */
export const isPlay = (fact) => Boolean(FACTS[fact.type]);

/** The state after a fact; `outcome` is the ending of the game that the page knows of. */
export const fold = (match, state, fact, outcome = null) => (
  (FACTS[fact.type] ?? BESIDE[fact.type])?.(match, state, fact, outcome) ?? state);
