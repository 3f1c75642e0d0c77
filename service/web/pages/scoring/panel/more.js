// Rarely needed actions: sheets over the page with one button for each.
import { told } from "./alerts.js";
import { button, h, say } from "../dom.js";
import { withHits } from "../board/geometry.js";
import { changeWish, wishes } from "./wishes.js";
import { playsOf } from "../turn/legal.js";
import { writtenTogether } from "../turn/turn_text.js";

/** Open a sheet with a title; its choices are `[key, words, what follows]`, or elements. */
export function openSheet(title, choices) {
  const sheet = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" });
  const close = (then) => () => { sheet.close(); sheet.remove(); then?.(); };
  const listed = choices.filter(Boolean).map((each) => (Array.isArray(each) ? button(each[0], each[1], close(each[2])) : each));
  sheet.append(h("h2", { id: "sheet-title" }, title),
    h("div", { class: "choices" }, listed, button("close", say("close"), close())));
  sheet.addEventListener("close", () => sheet.remove());
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

/** Double, after a look at what is then at stake. */
export function openDouble({ match, state, actions }) {
  const [value, by] = [2 * state.cube.value, state.to_move];
  openSheet(say("double_title", { who: match.names[by], value }), [
    ["double-yes", say("double", { value }), () => actions.record({ type: "DoubleOffered", by })]]);
}

const CALL_CAUSES = ["play", "dice", "clock", "other"];

/** Take the last turn back, after a look at it. */
export function openTakeBack({ match, record, actions }) {
  const turn = record.lastTurn.entries.map(({ fact }) => told(match, fact)).join(", ");
  openSheet(say("take_back_title"), [h("p", {}, turn), h("p", { class: "quiet" }, say("take_back_hint")),
    ["take-back", say("take_back"), actions.takeBack]]);
}

/** Forget an entry and what rests on it, after a look at how much that is. */
export function openDiscard({ record, actions }, entry_id, title) {
  const count = record.unsentAfter(entry_id);
  if (!count) return actions.discard(entry_id, true);
  return openSheet(title, [h("p", {}, say("forgets", { count })),
    [`forget-${entry_id}`, say("forget", { count }), () => actions.discard(entry_id, true)]]);
}

/** Call the referee: a reason is one tap. Their answer is heard, and shown where the browser may show it. */
export function openReferee({ match, state, actions, half, rare }) {
  const by = half ?? state.to_move ?? match.seats[0];
  openSheet(say("referee_title"), [
    ...CALL_CAUSES.map((cause) => {
      const reason = say(`reason_${cause}`);
      return [`reason_${cause}`, reason, () => { rare?.allowSound(); actions.record({ type: "RefereeCalled", by, reason, cause }); }];
    }),
    ...(rare?.callNotes({ actions }) ?? []),
  ]);
}

/** Choose an ending of the game, with what it is worth as the cube stands. */
function openEndings({ match, state }, name, title, ended) {
  const times = state.cube?.value ?? 1;
  openSheet(title, match.game.endings.map(({ key, word, points }) => (
    [`${name}-${key}`, say("worth", { ending: word, points: points * times }), () => ended(key)])));
}

const openResign = (shown, by) => openEndings(shown, "resign", say("resigns_title", { who: shown.match.names[by] }),
  (outcome) => shown.actions.resign(by, outcome));

/** The game ends here: who has won, and how. The turns that are left are not recorded. */
function openEnd(shown) {
  const { match, actions } = shown;
  openSheet(say("end_title"), [h("p", { class: "quiet" }, say("end_hint")), ...match.seats.map((winner) => (
    [`won-${winner}`, say("end_won", { who: match.names[winner] }),
      () => openEndings(shown, "end", say("end_how", { who: match.names[winner] }),
        (outcome) => actions.record({ type: "GameReported", winner, outcome }))]))]);
}

const MOST = 60; // plays that are listed at once

/** The legal plays of the throw, as text: a tap plays one. */
function openList({ match, turn, actions }) {
  const { position } = turn.before;
  const plays = playsOf(match, { position, to_move: turn.seat }, turn.dice);
  openSheet(say("list_title", { count: plays.length }), plays.slice(0, MOST).map(({ moves }, place) => (
    [`play-${place}`, writtenTogether(match.game.board === "half" ? moves : withHits(match, position, turn.seat, moves)), () => actions.play(moves)])));
}

/** A turn as it is written: the page plays it on the board, and Done writes it. */
function openText(shown) {
  const input = h("input", { id: "turn-text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "8/5 6/5*" });
  const wrong = h("p", { role: "alert" });
  const form = h("form", { class: "choices", onsubmit: async (event) => {
    event.preventDefault();
    const why = await shown.actions.type(input.value);
    if (why) wrong.textContent = why;
    else sheet.close();
  } }, h("label", { for: "turn-text" }, say("type_label")), input, wrong, h("button", { class: "primary" }, say("type_play")));
  const sheet = openSheet(say("type_title"), [form]);
  input.focus();
}

/** The menu; on a tablet between two players (`half`) that of one of them. */
export function openMenu(shown) {
  const { match, state, actions, advisory, turn, kiosk, half } = shown;
  const playing = !shown.over && !shown.draft.watching;
  const seats = half ? [half] : match.seats;
  const resigns = playing && match.seats.length === 2;
  openSheet(say("menu"), [
    turn && match.game.forward && ["type", say("type_title"), () => openText(shown)],
    turn && !turn.mustPass && ["list", say("list"), () => openList(shown)],
    !shown.draft.watching && !shown.closed && ["mend", say("mend_title"), actions.mend],
    shown.mayReport && ["results", say("results_only"), actions.reportResults],
    state.clock && playing && ["clock", say("clock"), actions.pressing],
    ...(resigns ? seats.map((seat) => [`resign-${seat}`, say("resigns", { who: match.names[seat] }), () => openResign(shown, seat)]) : []),
    ...(playing ? seats.map((seat) => [`break-${seat}`, say("takes_break", { who: match.names[seat] }), () => actions.record({ type: "BreakStarted", by: seat })]) : []),
    resigns && !match.game.throw_is_play && ["end", say("end"), () => openEnd(shown)],
    resigns && !match.game.throw_is_play && !shown.draft.rest && !shown.mayReport && ["rest", say("rest"), () => actions.rest({})],
    playing && ["lay-out", say("lay_title"), actions.layOut],
    advisory && turn && !turn.path.length && !turn.mustPass && ["pass", say("passed_all_the_same"), actions.done],
    ...(half ? kiosk.entries() : [
      ["wish-soon", say(wishes("soon") ? "write_on_tap" : "write_soon"), () => { changeWish("soon"); actions.show(); }],
      navigator.vibrate && ["wish-buzz", say(wishes("buzz") ? "buzz_off" : "buzz_on"), () => changeWish("buzz")],
      ["wish-click", say(wishes("click") ? "click_off" : "click_on"), () => changeWish("click")],
      ["turn-board", say("turn_board"), actions.turnBoard],
      kiosk.possible && ["tablet", say("tablet"), () => kiosk.choose(true)],
      h("a", { class: "button", href: `/matches/${match.match_id}` }, say("to_match")),
    ]),
  ]);
}
