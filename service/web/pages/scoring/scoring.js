// The scorer's page at work: what is tapped becomes a turn, and a turn that is done becomes facts.
import { goBy } from "../shared/ago.js";
import { follow } from "../shared/live.js";
import { tellClocks } from "../shared/round_clock.js";
import { alike } from "./alike.js";
import { alerts, onTheWay } from "./panel/alerts.js";
import { timeOf } from "./panel/clock_panel.js";
import { explain, h, put, renew, say } from "./dom.js";
import { BagDouble } from "./turn/bag_double.js";
import { BagTurn } from "./turn/bag_turn.js";
import { starter } from "./turn/fold.js";
import { opponent } from "./board/geometry.js";
import { lastPlay, tellLast, wayOf } from "./board/last_play.js";
import { checked, playsOf, rulesOf, statesOf, useRules } from "./turn/legal.js";
import { isReady } from "./turn/readiness.js";
import { Kiosk } from "./kiosk/kiosk.js";
import { openDiscard, openDouble, openMenu, openReferee, openSheet, openTakeBack } from "./panel/more.js";
import { keepOffline } from "./outbox/offline.js";
import { thrown } from "./panel/dice.js";
import { body, instruction, mayDouble } from "./panel/panel.js";
import { HalfBoard, RingBoard } from "./board/other_boards.js";
import { PointsBoard } from "./board/points_board.js";
import { loadRareParts, rareParts } from "./rare/loading.js";
import { Record } from "./record.js";
import { showQueue } from "./panel/queue.js";
import { listenToDigits } from "./panel/digits.js";
import { tick, wishes } from "./panel/wishes.js";
import { mixed, rollByService, told } from "./panel/service_dice.js";
import { Turn } from "./turn/turn.js";
import { typed } from "./turn/typed_turn.js";

const root = document.getElementById("scoring");
const match = JSON.parse(root.dataset.match);
const advisory = match.check === "advisory";
const parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((each) => [each.dataset.part, each]));
const NOTHING = new Set();
const SOON = 4_000; // milliseconds after which a complete turn is written by itself, if the scorer wants that
const LATER = 1_000; // milliseconds until news of others are looked at: our own answers come first

let record;
let kiosk; // the layout of a tablet on the table
const board = new ({ half: HalfBoard, ring: RingBoard }[match.game.board] ?? PointsBoard)(match, tap, drag);
const draft = { opening: {}, rolls: [], turn: null, notice: "", check: "", busy: false, pressing: false, undoes: false };
let soon = 0; // the timer by which a turn is written
let rare = null; // the parts that are rarely needed, once they are there
let writing = Promise.resolve(); // taps meanwhile come after it

function clear() {
  Object.assign(draft, { opening: {}, rolls: Array(match.game.dice).fill(null), turn: null, check: "" });
}

// ── what is tapped ───────────────────────────────────────────────────────────────────────────────────────────────
async function tap(place, man) {
  await writing;
  const { turn } = draft;
  if (!turn) return;
  const over = !turn.now.left.length;
  moved(turn.tap(place, man), over ? "undo_first" : "cannot_move");
}

async function drag(start, end) {
  await writing;
  if (draft.turn) moved(draft.turn.drag(start, end), "cannot_move");
}

function moved(done, otherwise) {
  const { turn } = draft;
  if (done) tick();
  draft.notice = done ? said(turn.path) : say(otherwise, { die: turn.marked ?? turn.dice.join("–") });
  judge(turn);
  show();
}

/** At a real board: say at once which rule a play breaks. It is written down all the same if that is what happened. */
function judge(turn) {
  draft.check = "";
  if (!advisory || turn.guided) return;
  const { legal, rule, message } = checked(turn, turn.moves);
  if (!legal) draft.check = say("illegal_because", { rule, why: explain(message) });
}

/** The newest hit of a turn, in words. */
function said(path) {
  const { hit } = path.findLast((each) => each.hit) ?? {};
  if (!hit || !path.at(-1)) return "";
  return hit > 1 ? say("forces", { count: hit }) : say("hits");
}

/** Offer to take the last turn back: once it is known if it was written. */
function takeBackSoon() {
  draft.undoes = record.isGoing;
  if (!draft.undoes && record.lastTurn) openTakeBack(context());
  else draft.notice = say("undo_waits");
  show();
}

/** Have the parts that are rarely needed; false where they cannot be had. */
async function needRare() {
  try {
    if (!rare) useRare(await rareParts(root));
  } catch { actions.tell(say("not_loaded")); }
  return rare !== null;
}

function useRare(there) {
  rare = there;
  draft.rest = rare.isByResults(match) ? {} : null;
  show();
}

/** Write what needs nothing more. */
async function finish() {
  await writing;
  if (isReady(context())) await actions.done();
}

/** The page on which turns are changed comes once this one is at work. */
const mending = () => import(root.dataset.mending);
const page = () => ({ match, record, root, rules: root.dataset.rules, changed: show });

const actions = {
  open(seat, eyes) { draft.opening = { ...draft.opening, [seat]: eyes }; show(); },
  /** A throw: of the next turn, once this one is complete; else in place of the throw of a turn that is not begun. */
  async throwDice(dice) {
    await writing;
    const { turn } = draft;
    const isBegun = turn && turn.path.length > 0 && !turn.isLaidOut;
    if (isReady(context()) && (!kiosk.on || !turn)) await finish();
    else if (isBegun || (turn && record.state.dice)) {
      draft.notice = say(isBegun ? "finish_first" : "dice_lie");
      show();
      return;
    }
    if (record.state.phase !== "roll" || draft.watching || context().over) return;
    clear();
    draft.rolls = dice;
    draft.notice = "";
    tick();
    show();
  },
  /** A die of a throw of more than two. */
  async roll(place, eyes) {
    await finish();
    draft.rolls[place] = draft.rolls[place] === eyes ? null : eyes;
    draft.turn = null;
    show();
  },
  mark(die) {
    if (draft.turn) draft.turn.mark(die);
    else draft.rolls = [...draft.rolls].reverse(); // the other die is obeyed first
    show();
  },
  undo() {
    draft.notice = "";
    if (!draft.turn && !Object.keys(draft.opening).length && !draft.rolls.some(Boolean)) {
      takeBackSoon();
      return;
    }
    const { turn } = draft;
    if ((turn?.isLaidOut && !advisory && !record.state.dice) || !turn?.undo()) clear();
    else judge(turn);
    show();
  },
  play(moves) { draft.turn.play(moves); judge(draft.turn); show(); },
  type: (text) => typed(draft.turn, text, advisory).then(({ moves, why }) => { if (moves) actions.play(moves); return why; }),
  async reportResults() { if (await needRare()) { draft.results = rare.kept(match); show(); } },
  recordRolls() { draft.results = null; show(); },
  show: () => show(),
  tell(words) { draft.notice = words; show(); },
  /** The rest of the match by results: what is chosen of the next one; null goes back to turns. */
  async rest(chosen) {
    if (!await needRare()) return;
    rare.goByResults(match, chosen !== null);
    clear();
    draft.rest = chosen;
    show();
  },
  async layOut() {
    await finish();
    clear();
    const shown = {
      match, state: record.state, right: match.lays_out, ended: rulesOf(match).ended,
      write: async (fact) => { await write([fact]); if (draft.notice) throw new Error(draft.notice); },
    };
    if (await needRare()) rare.openLayOut(root, shown);
  },
  setResults(results) { draft.results = results; rare.keep(match, results); show(); },
  turnBoard() { board.turn(); sit(); show(); },
  menu: () => openMenu(context()),
  async mend() {
    await finish();
    const loaded = await mending().catch(() => null);
    if (loaded) await loaded.openMending(page());
    else actions.tell(say("not_loaded"));
  },
  callReferee: () => openReferee(context()),
  pressing() { draft.pressing = !draft.pressing; show(); },
  async takeBack() {
    const { unsent, entries: [{ fact }] } = record.lastTurn;
    const done = !unsent && await mending().then(({ takeBack }) => takeBack(page())).catch(() => false);
    if (!done) await record.takeBack();
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
  started: () => write([{ type: "OpeningRolled", ...draft.opening }]),
  done() {
    const { to_move: by, dice } = record.state;
    const { turn } = draft;
    if (!turn) return write([{ type: "DiceRolled", by, dice: [...draft.rolls] }]);
    const moved = turn.moves.length ? { type: "CheckersMoved", by, moves: turn.moves } : { type: "TurnPassed", by };
    const rolled = dice ? [] : [{ type: "DiceRolled", by, dice: [...turn.dice] }];
    return write([...rolled, moved]);
  },
  record: (...facts) => write(facts),
  /** Double, after a look at it: the turn before it is complete then. */
  async double() {
    await finish();
    if (mayDouble(context())) openDouble(context());
  },
  async resign(by, outcome) { // a throw that lies there was thrown, though it is not played any more
    await (by === record.state.to_move ? writing : finish());
    const { to_move, dice } = record.state;
    const rolled = draft.turn && !dice ? [{ type: "DiceRolled", by: to_move, dice: [...draft.turn.dice] }] : [];
    return write([...rolled, { type: "GameResigned", by, outcome }]);
  },
  mix: (seat) => write([mixed(seat)]),
  async rollByService() {
    await finish();
    if (draft.busy) return;
    draft.busy = true;
    root.ariaBusy = "true"; // the service is asked: a tap has to wait
    try {
      draft.notice = told(match, await rollByService(match, record));
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

/** Store facts, after those that are being stored. */
function write(facts) {
  draft.busy = true;
  writing = writing.then(async () => {
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
  });
  return writing;
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
  draft.turn = half ? new Bag(match, state, dice, states) : new Turn(match, state, dice, states, advisory);
  return draft.turn;
}

/** The lines about the players, each at their side of the board. */
function sit() {
  const [near, far] = board.turned ? [...match.seats].reverse() : match.seats;
  parts.above.replaceChildren(board.lines[far]);
  parts.below.replaceChildren(board.lines[near]);
}

let games = null; // as many as were over when the page was drawn last

function context() {
  const state = record.state;
  const mayReport = !draft.watching && match.reports && state.phase === "opening" && !state.games.length && !record.status.waiting;
  const { closed, unsent } = record;
  return {
    match, state, draft, record, actions, advisory, mayReport: mayReport && !closed, parts, kiosk, closed, unsent, rare,
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
    from: turn?.from ?? NOTHING, to: turn?.to ?? NOTHING, reach: turn?.ways ? (place) => new Set(turn.ways(place).keys()) : null,
  };
  board.show({ ...view, seat: state.to_move ?? view.seat });
  const shown = { ...context(), turn };
  const { score, number } = draft.results && shown.mayReport ? rare.standing(match, draft.results) : { score: state.score, number: state.game_number };
  if (rare) {
    rare.hear(state.on_the_way, onTheWay);
    draft.notice = rare.boardAnswer(shown) || draft.notice;
  }
  board.showCube?.(state.cube, mayDoubleNow(shown) ? actions.double : null);
  for (const seat of match.seats) {
    renew(board.lines[seat], h("span", { class: `seat ${seat}` }), h("strong", {}, match.names[seat]),
      match.start?.[seat] ? h("span", { class: "quiet begun" }, `+${match.start[seat]}`) : null,
      board.extras(view, seat), state.clock ? h("span", { class: "time", "data-clock": seat }, timeOf(state.clock, seat)) : null,
      h("b", { class: "points-won" }, String(score[seat])));
    board.lines[seat].classList.toggle("turn", seat === state.to_move);
  }
  const chips = turn?.chips ?? (match.game.throw_is_play && draft.rolls.every(Boolean) ? draft.rolls.map((die) => ({ die, used: false })) : null);
  renew(board.middle, chips ? thrown(chips, turn ? turn.marked : draft.rolls[0], actions.mark) : []);
  parts.game.textContent = match.length.games
    ? say("game_of", { number: Math.min(number, match.length.games), count: match.length.games })
    : say("game_to", { number, points: match.length.points });
  put(parts.instruction, instruction(shown));
  renew(parts.alerts, alerts(shown));
  tellLast(parts.last, match, last);
  parts.notice.textContent = draft.notice;
  root.classList.toggle("results", Boolean(draft.results && shown.mayReport));
  root.classList.toggle("pressing", Boolean(draft.pressing && state.clock && !shown.over));
  root.classList.toggle("over", shown.over);
  renew(parts.panel, kiosk.on ? [] : body(shown));
  showQueue(parts.queue, record);
  if (kiosk.on) kiosk.draw({ ...shown, last });
  kiosk.next.watch(shown);
  if (draft.undoes && !record.isGoing) { // it was asked for while the turn was on its way
    draft.undoes = false;
    draft.notice = "";
    if (record.lastTurn) openTakeBack(shown);
  }
  clearTimeout(soon);
  if (wishes("soon") && !kiosk.on && isReady(shown)) soon = setTimeout(finish, SOON);
}

/** True if the next player may double now: at once, or once the turn that is complete is written. */
function mayDoubleNow(shown) {
  if (shown.over || draft.watching || shown.closed) return false;
  if (!draft.turn) return mayDouble(shown);
  const { cube, to_move } = shown.state;
  return isReady(shown) && !draft.turn.outcome && mayDouble({ draft: { rolls: [] }, state: { cube, phase: "roll", to_move: opponent(match, to_move) } });
}

const word = (outcome) => match.game.endings.find((each) => each.key === outcome)?.word ?? outcome;

// ── beginning ────────────────────────────────────────────────────────────────────────────────────────────────────
async function begin() {
  clear();
  parts.board.append(board.element);
  if (!(board instanceof RingBoard)) sit();
  try {
    useRules(await import(root.dataset.rules));
  } catch {
    parts.instruction.textContent = say("not_loaded");
    return;
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
  parts.said.addEventListener("click", () => {
    if (parts.said.scrollHeight > parts.said.clientHeight + 1) openSheet(say("said"), [...parts.said.children].map((each) => h("p", {}, each.textContent)));
  });
  listenToDigits(match.game.dice, actions.throwDice, actions.tell);
  document.addEventListener("visibilitychange", () => { if (document.hidden) finish(); });
  goBy(match.now);
  tellClocks();
  setInterval(() => {
    const { clock } = record.state;
    if (clock) for (const each of root.querySelectorAll("[data-clock]")) each.textContent = timeOf(clock, each.dataset.clock);
  }, 500);
  show();
  keepOffline(record.outbox, document.getElementById("offline"));
  mending().then(({ styled }) => styled(root)).catch(() => {}); // it is there then without a network, too
  loadRareParts(root, useRare);
  let timer = 0;
  follow(`/v1/matches/${match.match_id}/stream?after=${match.state.version}`, document.getElementById("line"), (news) => {
    if (news?.type === "tournament") { record.tournamentIsAt(JSON.parse(news.data).version); return; }
    if (news && record.isOwn(JSON.parse(news.data).version)) return;
    clearTimeout(timer);
    timer = setTimeout(() => { if (!news || !record.isOwn(JSON.parse(news.data).version)) record.read(); }, LATER);
  });
}

begin();
