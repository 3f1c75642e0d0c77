// The scorer's page at work: what is tapped becomes a turn, and a turn that is done becomes facts.
import { goBy } from "../shared/ago.js";
import { follow } from "../shared/live.js";
import { tellClocks } from "../shared/round_clock.js";
import { alike } from "./alike.js";
import { alerts } from "./panel/alerts.js";
import { timeOf } from "./panel/clock_panel.js";
import { explain, h, put, renew, say } from "./dom.js";
import { BagDouble } from "./turn/bag_double.js";
import { BagTurn } from "./turn/bag_turn.js";
import { starter } from "./turn/fold.js";
import { lastPlay, tellLast, wayOf } from "./board/last_play.js";
import { checked, playsOf, statesOf } from "./turn/legal.js";
import { Kiosk } from "./kiosk/kiosk.js";
import { openDiscard, openMenu, openReferee, openTakeBack } from "./panel/more.js";
import { keepOffline } from "./outbox/offline.js";
import { body, instruction } from "./panel/panel.js";
import { HalfBoard, RingBoard } from "./board/other_boards.js";
import { PointsBoard } from "./board/points_board.js";
import { Record } from "./record.js";
import { keep, kept } from "./panel/results_only.js";
import { showQueue } from "./panel/queue.js";
import { mixed, rollByService, told } from "./panel/service_dice.js";
import { Turn } from "./turn/turn.js";
import { typed } from "./turn/typed_turn.js";

const root = document.getElementById("scoring");
const match = JSON.parse(root.dataset.match);
const advisory = match.check === "advisory";
const parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((each) => [each.dataset.part, each]));
const NOTHING = new Set();
const LATER = 1_000; // milliseconds until news of others are looked at: our own answers come first

let record;
let kiosk; // the layout of a tablet on the table
const board = new ({ half: HalfBoard, ring: RingBoard }[match.game.board] ?? PointsBoard)(match, tap);
const draft = { opening: {}, rolls: [], turn: null, notice: "", check: "", busy: false, pressing: false };

function clear() {
  Object.assign(draft, { opening: {}, rolls: Array(match.game.dice).fill(null), first: null, turn: null });
}

// ── what is tapped ───────────────────────────────────────────────────────────────────────────────────────────────
function tap(place, man) {
  if (!draft.turn || draft.busy) return;
  const { turn } = draft;
  const over = !turn.now.left.length;
  draft.notice = turn.tap(place, man) ? said(turn.path.at(-1)) : over ? say("undo_first") : say("cannot_move", { die: turn.marked ?? turn.dice.join("–") });
  judge(draft.turn);
  show();
}

/** At a real board: say at once which rule a play breaks. It is written down all the same if that is what happened. */
function judge(turn) {
  draft.check = "";
  if (!advisory || turn.guided) return;
  const { legal, rule, message } = checked(turn, turn.moves);
  if (!legal) draft.check = say("illegal_because", { rule, why: explain(message) });
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
    if (!draft.turn && !Object.keys(draft.opening).length && !draft.rolls.some(Boolean)) {
      openTakeBack(context());
      return;
    }
    if (!draft.turn?.undo()) clear();
    else judge(draft.turn);
    show();
  },
  play(moves) { draft.turn.play(moves); judge(draft.turn); show(); },
  type: (text) => typed(draft.turn, text, advisory).then(({ moves, why }) => { if (moves) actions.play(moves); return why; }),
  reportResults() { draft.results = kept(match); show(); },
  recordRolls() { draft.results = null; show(); },
  tell(words) { draft.notice = words; show(); },
  setResults(results) { draft.results = results; keep(match, results); show(); },
  turnBoard() { board.turn(); show(); },
  menu: () => openMenu(context()),
  callReferee: () => openReferee(context()),
  pressing() { draft.pressing = !draft.pressing; show(); },
  async takeBack() {
    const [{ fact }] = record.lastTurn.entries;
    await record.takeBack();
    await record.add(kiosk.pressFor(fact.by, record));
    clear();
    show();
  },
  watch() { draft.watches = true; show(); },
  recordHere() { draft.watches = false; return write([{ type: "RecorderChanged" }]); },
  enterAgain: (entry_id) => openDiscard(context(), entry_id, say("enter_again_title")),
  keepTheirs: (entry_id) => openDiscard(context(), entry_id, say("keep_theirs_title")),
  discard(entry_id, following) { clear(); return record.discard(entry_id, following); },
  takeOver() { clear(); return record.outbox.takeOver(); },
  retry: () => record.outbox.retry(),
  rolled: () => write([{ type: "DiceRolled", by: record.state.to_move, dice: [...draft.rolls] }]),
  started: () => write([{ type: "OpeningRolled", ...draft.opening }]),
  done() {
    const { to_move: by, dice } = record.state;
    const { turn } = draft;
    const moved = turn.moves.length ? { type: "CheckersMoved", by, moves: turn.moves } : { type: "TurnPassed", by };
    const rolled = dice ? [] : [{ type: "DiceRolled", by, dice: [...turn.dice] }];
    return write([...rolled, moved]);
  },
  record: (...facts) => write(facts),
  resign(by, outcome) { // a throw that lies there was thrown, though it is not played any more
    const { to_move, dice } = record.state;
    const rolled = draft.turn && !dice ? [{ type: "DiceRolled", by: to_move, dice: [...draft.turn.dice] }] : [];
    return write([...rolled, { type: "GameResigned", by, outcome }]);
  },
  mix: (seat) => write([mixed(seat)]),
  async rollByService() {
    if (draft.busy) return;
    draft.busy = true;
    root.ariaBusy = "true"; // the service is asked: a tap has to wait
    try {
      draft.notice = told(match, await rollByService(match, record.status.version));
    } catch (wrong) {
      draft.notice = wrong.message;
    }
    await record.read();
    draft.busy = false;
    root.ariaBusy = null;
    clear();
    show();
  },
};

async function write(facts) {
  if (draft.busy) return;
  draft.busy = true;
  draft.notice = "";
  try {
    const before = record.state;
    await record.add(facts);
    await record.add(kiosk.pressOf(before, facts, record));
    clear();
  } catch (wrong) {
    draft.notice = say("not_stored", { why: wrong.message });
  }
  draft.busy = false;
  show();
}

// ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────
/** True while a turn is one of this position: others may have written meanwhile. */
const rests = (turn, { position, to_move, dice }) => (
  turn.seat === to_move && alike(turn.before.position, position) && (!dice || alike(turn.dice, dice)));

/** The turn of the throw that lies there; null if there is none. */
function turnOf(state) {
  if (draft.turn && !rests(draft.turn, state)) clear();
  const dice = state.dice ?? (draft.rolls.every(Boolean) ? draft.rolls : null);
  if (!dice || state.phase === "settled") return null;
  if (draft.turn) return draft.turn;
  if (match.game.throw_is_play) return null;
  const half = match.game.board === "half";
  const states = (half ? playsOf : statesOf)(match, state, dice);
  const Bag = dice[0] === dice[1] && states.length ? BagDouble : BagTurn;
  draft.turn = half ? new Bag(match, state, dice, states) : new Turn(match, state, dice, states, advisory, draft.first ?? dice[0]);
  if (draft.turn.forced) draft.turn.playForced();
  return draft.turn;
}

let begun = null; // the turn whose checkers were brought into view

/** On a low screen: scroll to the checkers that can be tapped, once for each turn. */
function reveal(turn) {
  if (turn === begun) return;
  begun = turn;
  const found = turn ? [...root.querySelectorAll(".movable")] : []; // on the board, or beside a name: on the bar
  for (const each of [found.at(-1), found[0]]) each?.scrollIntoView({ block: "nearest" });
}

let games = null; // as many as were over when the page was drawn last

function context() {
  const state = record.state;
  const mayReport = !draft.watching && match.reports && state.phase === "opening" && !state.games.length && !record.status.waiting;
  const { closed, unsent } = record;
  return {
    match, state, draft, record, actions, advisory, mayReport: mayReport && !closed, parts, kiosk, closed, unsent,
    over: Boolean(closed) || state.phase === "settled", turn: draft.turn, starter: (rolls) => starter(match, rolls),
  };
}

function show() {
  if (draft.busy) return; // it is drawn once all facts of the turn are stored
  const state = record.state;
  const { closed } = record;
  const watching = !closed && state.phase !== "settled" && record.isElsewhere;
  if (closed || (watching && !draft.watching)) clear();
  draft.watching = watching;
  const playing = !watching && !closed && (state.phase === "roll" || state.phase === "move");
  const turn = playing ? turnOf(state) : null;
  if (games !== null && state.games.length > games) {
    const { winner, outcome, points } = state.games.at(-1);
    draft.notice = say("game_over", {
      number: state.games.length, who: match.names[winner], ending: word(outcome), points,
    });
  }
  games = state.games.length;
  const position = turn ? turn.now.position : state.position;
  const last = lastPlay(match, record.counting);
  const view = {
    position, choice: turn?.piles ? turn : null, way: wayOf(match, turn, last, position), mover: state.to_move, taps: Boolean(turn && advisory),
    from: turn ? new Set(turn.steps(turn.marked).map((step) => step.from)) : NOTHING,
    to: turn ? new Set(turn.steps(turn.marked).map((step) => step.to)) : NOTHING,
  };
  board.show({ ...view, seat: state.to_move ?? view.seat });
  for (const seat of match.seats) {
    renew(board.lines[seat], h("span", { class: `seat ${seat}` }), h("strong", {}, match.names[seat]),
      board.extras(view, seat), state.clock ? h("span", { class: "time", "data-clock": seat }, timeOf(state.clock, seat)) : null);
    board.lines[seat].classList.toggle("turn", seat === state.to_move);
  }
  const shown = { ...context(), turn };
  parts.score.textContent = match.seats.map((seat) => state.score[seat]).join("–");
  parts.game.textContent = match.length.games
    ? say("game_of", { number: Math.min(state.game_number, match.length.games), count: match.length.games })
    : say("game_to", { number: state.game_number, points: match.length.points });
  put(parts.instruction, instruction(shown));
  renew(parts.alerts, alerts(shown));
  parts.cube.textContent = state.cube ? say("cube", { value: state.cube.value }) : "";
  tellLast(parts.last, match, last);
  parts.notice.textContent = draft.notice;
  root.classList.toggle("results", Boolean(draft.results && shown.mayReport));
  renew(parts.panel, kiosk.on ? [] : [...body(shown), ...kiosk.next.parts(shown)]);
  if (!kiosk.on) reveal(turn);
  showQueue(parts.queue, record);
  if (kiosk.on) kiosk.draw({ ...shown, last });
  kiosk.next.watch(shown);
}

const word = (outcome) => match.game.endings.find((each) => each.key === outcome)?.word ?? outcome;

// ── beginning ────────────────────────────────────────────────────────────────────────────────────────────────────
async function begin() {
  clear();
  const [first, second] = match.seats;
  parts.board.append(board.element);
  if (!(board instanceof RingBoard)) {
    parts.above.append(board.lines[first]);
    parts.below.append(board.lines[second]);
  }
  try {
    record = await Record.open(match, show);
  } catch (wrong) {
    parts.instruction.textContent = say("no_storage", { why: wrong.message });
    return;
  }
  kiosk = new Kiosk({ match, root, parts, board, context, show });
  kiosk.begin();
  root.classList.add("ready");
  parts.menu.addEventListener("click", actions.menu);
  goBy(match.now);
  tellClocks();
  setInterval(() => {
    const { clock } = record.state;
    if (clock) for (const each of root.querySelectorAll("[data-clock]")) each.textContent = timeOf(clock, each.dataset.clock);
  }, 500);
  show();
  keepOffline(record.outbox, document.getElementById("offline"));
  let timer = 0;
  follow(`/v1/matches/${match.match_id}/stream?after=${match.state.version}`, document.getElementById("line"), (news) => {
    if (news?.type === "tournament") { record.tournamentIsAt(JSON.parse(news.data).version); return; }
    if (news && record.isOwn(JSON.parse(news.data).version)) return;
    clearTimeout(timer);
    timer = setTimeout(() => { if (!news || !record.isOwn(JSON.parse(news.data).version)) record.read(); }, LATER);
  });
}

begin();
