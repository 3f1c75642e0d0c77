// The scorer's page at work: what is tapped becomes a turn, and a turn that is done becomes facts.
import { follow } from "../live.js";
import { h, renew, say } from "./dom.js";
import { starter } from "./fold.js";
import { LegalTurns } from "./legal.js";
import { openSheet } from "./more.js";
import { keepOffline } from "./offline.js";
import { body, instruction } from "./panel.js";
import { besides, PointsBoard } from "./points_board.js";
import { Record } from "./record.js";
import { Turn } from "./turn.js";

const root = document.getElementById("scoring");
const match = JSON.parse(root.dataset.match);
const advisory = match.check === "advisory";
const parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((each) => [each.dataset.part, each]));
const NOTHING = new Set();
const LATER = 1_000; // milliseconds until news of others are looked at: our own answers come first

let record;
let legal;
const board = new PointsBoard(match, tap);
const draft = { opening: {}, rolls: [], turn: null, notice: "", busy: false };

function clear() {
  Object.assign(draft, { opening: {}, rolls: Array(match.game.dice).fill(null), first: null, turn: null });
}

// ── what is tapped ───────────────────────────────────────────────────────────────────────────────────────────────
function tap(place) {
  if (!draft.turn || draft.busy) return;
  draft.notice = draft.turn.tap(place) ? said(draft.turn.path.at(-1)) : say("cannot_move", { die: draft.turn.marked ?? "" });
  show();
}

function said({ hit }) {
  if (!hit) return "";
  return hit > 1 ? say("forces", { count: hit }) : say("hits");
}

const actions = {
  open(seat, eyes) { draft.opening = { ...draft.opening, [seat]: eyes }; show(); },
  roll(place, eyes) {
    draft.rolls[place] = draft.rolls[place] === eyes ? null : eyes;
    if (draft.rolls.filter(Boolean).length === 1) draft.first = eyes; // it is played first
    draft.turn = null;
    show();
  },
  mark(die) { draft.turn.mark(die); show(); },
  undo() {
    draft.notice = "";
    if (!draft.turn?.undo()) clear();
    show();
  },
  play(moves) { draft.turn.play(moves); show(); },
  turnBoard() { board.turn(); show(); },
  more: () => openSheet(context()),
  started: () => write([{ type: "OpeningRolled", ...draft.opening }]),
  done() {
    const { to_move: by, dice } = record.state;
    const { turn } = draft;
    const moved = turn.moves.length ? { type: "CheckersMoved", by, moves: turn.moves } : { type: "TurnPassed", by };
    const rolled = dice ? [] : [{ type: "DiceRolled", by, dice: [...turn.dice] }];
    return write([...rolled, moved], turn.outcome);
  },
  record: (...facts) => write(facts),
};

async function write(facts, outcome = null) {
  if (draft.busy) return;
  draft.busy = true;
  draft.notice = "";
  try {
    await record.add(facts, outcome);
    clear();
  } catch (wrong) {
    draft.notice = say("not_stored", { why: wrong.message });
  }
  draft.busy = false;
  show();
}

// ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────
/** The turn of the throw that lies there; undefined while the service is asked for legal plays. */
function turnOf(state) {
  const dice = state.dice ?? (draft.rolls.every(Boolean) ? draft.rolls : null);
  if (!dice || state.phase === "settled") return null;
  if (draft.turn) return draft.turn;
  const states = match.game.forward ? legal.states(state, dice) : null;
  if (states === undefined) return undefined;
  draft.turn = new Turn(match, state, dice, states, advisory, draft.first ?? dice[0]);
  if (draft.turn.forced) draft.turn.playForced();
  return draft.turn;
}

let games = null; // as many as were over when the page was drawn last

function context() {
  const state = record.state;
  return { match, state, draft, record, legal, actions, advisory, turn: draft.turn, starter: (rolls) => starter(match, rolls) };
}

function show() {
  if (draft.busy) return; // it is drawn once all facts of the turn are stored
  const state = record.state;
  const playing = state.phase === "roll" || state.phase === "move";
  if (playing && match.game.forward) legal.ask(state);
  const turn = playing ? turnOf(state) : null;
  if (games !== null && state.games.length > games) {
    const { winner, outcome, points } = state.games.at(-1);
    draft.notice = say("game_over", {
      number: state.games.length, who: match.names[winner], ending: word(outcome), points,
    });
  }
  games = state.games.length;
  const position = turn ? turn.now.position : state.position;
  const view = {
    position, mover: state.to_move, taps: Boolean(turn && (advisory || !turn.states)),
    from: turn ? new Set(turn.steps(turn.marked).map((step) => step.from)) : NOTHING,
    to: turn ? new Set(turn.steps(turn.marked).map((step) => step.to)) : NOTHING,
  };
  board.show({ ...view, seat: state.to_move ?? view.seat });
  for (const seat of match.seats) {
    renew(board.lines[seat], h("span", { class: `seat ${seat}` }), h("strong", {}, match.names[seat]),
      besides(match, { ...view, seat }, tap));
    board.lines[seat].classList.toggle("turn", seat === state.to_move);
  }
  const shown = { ...context(), turn };
  parts.score.textContent = match.seats.map((seat) => state.score[seat]).join("–");
  parts.game.textContent = match.length.games
    ? say("game_of", { number: Math.min(state.game_number, match.length.games), count: match.length.games })
    : say("game_to", { number: state.game_number, points: match.length.points });
  parts.instruction.textContent = instruction(shown);
  parts.notice.textContent = draft.notice;
  parts.notice.hidden = !draft.notice;
  renew(parts.panel, body(shown));
  showQueue();
}

const word = (outcome) => match.game.endings.find((each) => each.key === outcome)?.word ?? outcome;

function showQueue() {
  const { waiting, reason, detail } = record.status;
  parts.queue.textContent = waiting ? say(reason && reason !== "judging" ? "waiting" : "sending", { count: waiting }) : say("saved");
  parts.queue.className = `state ${waiting ? "look" : "playing"}`;
  parts.queue.dataset.icon = waiting ? "↑" : "✓";
  parts.queue.title = detail;
}

// ── beginning ────────────────────────────────────────────────────────────────────────────────────────────────────
async function begin() {
  clear();
  const [first, second] = match.seats;
  parts.above.append(board.lines[first]);
  parts.board.append(board.element);
  parts.below.append(board.lines[second]);
  legal = new LegalTurns(match, show);
  try {
    record = await Record.open(match, () => { legal.again(); show(); });
  } catch (wrong) {
    parts.instruction.textContent = say("no_storage", { why: wrong.message });
    return;
  }
  root.classList.add("ready");
  show();
  keepOffline(record.outbox, document.getElementById("offline"));
  let timer = 0;
  follow(`/v1/matches/${match.match_id}/stream`, document.getElementById("line"), (news) => {
    if (news && record.isOwn(JSON.parse(news.data).version)) return;
    clearTimeout(timer);
    timer = setTimeout(() => { if (!news || !record.isOwn(JSON.parse(news.data).version)) record.read(); }, LATER);
  });
}

begin();
