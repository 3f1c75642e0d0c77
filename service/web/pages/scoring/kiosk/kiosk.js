// The layout for a tablet that lies on the table between two players. Each player has a half of the screen that stands
// upright for them, and the board is between the halves. The facts, the outbox and the turns are those of the phone's page.
import { openMenu, openReferee, openSheet } from "../panel/more.js";
import { h, say } from "../dom.js";
import { isPlay } from "../turn/fold.js";
import { isOut, pressedBy } from "./clock.js";
import { Device } from "./device.js";
import { Half } from "./half.js";
import { NextMatch } from "./next_match.js";
import { Settings } from "./settings.js";

/** Screens that are large enough: about 700 × 900 without the browser's own bars, upright or lying. */
const LARGE = matchMedia("(min-width: 700px) and (min-height: 850px), (min-width: 900px) and (min-height: 620px)");
const TURNING = 350; // milliseconds
const TICK = 1_000; // milliseconds until it is looked at again if a player's time is out

export class Kiosk {
  #halves = null; // by seat
  #markers = new Map(); // where the players' lines are on the phone's page
  #out = null; // the seat whose time is out
  #turned = null; // the seat to which the numbers stand upright
  on = false;

  /** `page` has `match`, `root`, `parts`, `board`, `context` and `show` of the scorer's page. */
  constructor(page) {
    Object.assign(this, page);
    this.settings = new Settings(this.match);
    this.device = new Device(() => this.leave());
    this.next = new NextMatch(this.match, () => this.show());
  }

  /** The table and the game, in words. */
  get place() {
    const table = this.match.table ? [this.root.querySelector("h1")] : [];
    return [...table, this.parts.game].map((each) => each.textContent).filter(Boolean).join(" · ");
  }

  /** True if this screen can have the layout. */
  get possible() { return LARGE.matches && this.match.seats.length === 2; }

  begin() {
    if (new URLSearchParams(location.search).get("layout") === "table") this.settings.set("chosen", true);
    LARGE.addEventListener("change", () => {
      if (document.activeElement?.matches("input")) return; // a keyboard on the screen makes it low for a moment
      this.apply();
      this.show();
    });
    setInterval(() => this.#watchClock(), TICK);
    this.apply();
  }

  // Time that is out can be claimed from then on.
  #watchClock() {
    if (!this.on) return;
    const { state } = this.context();
    const out = this.match.seats.find((seat) => isOut(state, seat)) ?? null;
    if (out === this.#out) return;
    this.#out = out;
    this.show();
  }

  choose(chosen) {
    this.settings.set("chosen", chosen);
    history.replaceState(history.state, "", chosen ? "?layout=table" : location.pathname);
    this.apply();
    this.show();
  }

  apply() {
    const on = this.settings.chosen && this.possible;
    if (on === this.on) return;
    this.on = on;
    this.root.classList.toggle("kiosk", on);
    if (on) this.#layOut();
    else this.#restore();
    this.device.use(on);
  }

  #layOut() {
    this.#halves ??= Object.fromEntries(this.match.seats.map((seat) => [seat, new Half(this, seat)]));
    for (const seat of this.match.seats) {
      const line = this.board.lines[seat];
      const marker = document.createComment("line");
      line.before(marker);
      this.#markers.set(seat, marker);
      this.#halves[seat].head.prepend(line);
      this.root.append(this.#halves[seat].element);
    }
    this.#sit();
  }

  #restore() {
    for (const [seat, marker] of this.#markers) {
      marker.replaceWith(this.board.lines[seat]);
      this.#halves[seat].element.remove();
    }
    this.#markers.clear();
    this.#face(null);
  }

  get #near() { return this.match.seats[this.settings.swapped ? 1 : 0]; }

  /** Each player's half and side of the board before them. */
  #sit() {
    for (const [seat, half] of Object.entries(this.#halves)) {
      half.element.classList.toggle("near", seat === this.#near);
      half.element.classList.toggle("far", seat !== this.#near);
    }
    const turned = this.board.turned ?? this.board.element.classList.contains("turned");
    if (turned !== this.settings.swapped) this.board.turn();
    this.#turned = null;
  }

  /** Sheets open upright for the player whose half was tapped last. */
  faceSheets(seat) { document.body.classList.toggle("facing-far", seat !== this.#near); }

  // The checkers stay where they lie, as on a real board: the numbers turn to the player who moves.
  #face(seat) {
    const far = Boolean(seat) && seat !== this.#near;
    this.parts.board.classList.toggle("to-far", far);
    const before = this.#turned;
    this.#turned = seat;
    if (!before || !seat || before === seat || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const each of this.board.element.querySelectorAll(".no")) {
      each.animate([{ rotate: far ? "0deg" : "-180deg" }, { rotate: far ? "180deg" : "0deg" }], { duration: TURNING, easing: "ease-in-out" });
    }
  }

  /** Draw both halves. `shown` is what the phone's panel would be drawn from. */
  draw(shown) {
    for (const [seat, half] of Object.entries(this.#halves)) half.show(this.#for(seat, shown));
    this.#face(this.settings.still ? this.#near : shown.state.to_move ?? this.#turned ?? this.#near);
  }

  /** The content of a half: as the phone's panel, for this player alone. */
  #for(seat, shown) {
    const actions = {
      ...shown.actions, menu: () => openMenu(this.#for(seat, this.context())),
      callReferee: () => openReferee(this.#for(seat, this.context())),
    };
    return { ...shown, half: seat, actions, mayReport: false };
  }

  /** Entries of a half's menu besides the phone's. */
  entries() {
    const { settings, device } = this;
    const change = (name) => () => { settings.set(name, !settings[name]); if (name === "swapped") this.#sit(); this.show(); };
    return [
      ["swap", say("swap_sides"), change("swapped")],
      ["still", say(settings.still ? "turn_to_mover" : "do_not_turn"), change("still")],
      device.canFill && ["full-screen", say(device.fills ? "full_screen_end" : "full_screen"), () => device.fill()],
      ["leave", say("leave"), () => this.leave()],
      h("p", { class: "quiet" }, say(device.staysAwake ? "stays_awake" : "falls_asleep")),
    ];
  }

  /** Ask before anything but the match is shown. */
  leave() {
    if (document.querySelector("dialog[open]")) return;
    openSheet(say("leave_title"), [
      h("p", {}, say("leave_hint")),
      ["phone-layout", say("phone_layout"), () => this.choose(false)],
      h("a", { class: "button", href: `/matches/${this.match.match_id}` }, say("to_match")),
    ]);
  }

  /** The press of the clock that belongs to these facts: the time of the player whose turn it is now runs. */
  pressOf(before, facts, record) {
    if (!this.on || !facts.some(isPlay) || record.status.reason) return [];
    return pressedBy(before, record.state);
  }

  /** The press that gives a player the time back whose turn was taken back. */
  pressFor(seat, record) {
    const { clock, phase } = record.state;
    return this.on && clock && seat && !record.status.reason ? pressedBy({}, { clock, phase, to_move: seat }) : [];
  }
}
