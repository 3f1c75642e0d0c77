// One turn on the page of mending: the position before it, its dice and its play, which are chosen as on the scorer's page.
import { button, h, renew, say } from "../dom.js";
import { HalfBoard, RingBoard } from "../board/other_boards.js";
import { PointsBoard } from "../board/points_board.js";
import { wayOf } from "../board/last_play.js";
import { Pad, row, thrown } from "../panel/dice.js";
import { BagDouble } from "../turn/bag_double.js";
import { BagTurn } from "../turn/bag_turn.js";
import { fold } from "../turn/fold.js";
import { checked, playsOf, statesOf } from "../turn/legal.js";
import { Turn } from "../turn/turn.js";

const BOARDS = { half: HalfBoard, ring: RingBoard };
const NAMES = ["first_die", "second_die", "third_die"];
const PLAYS = ["CheckersMoved", "TurnPassed"];
const NOTHING = new Set();

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The turn of a throw as it is tapped. */
function turnOf(match, state, dice, advisory) {
  const half = match.game.board === "half";
  const states = (half ? playsOf : statesOf)(match, state, dice);
  const Bag = dice[0] === dice[1] && states.length ? BagDouble : BagTurn;
  return half ? new Bag(match, state, dice, states) : new Turn(match, state, dice, states, advisory);
}

class Editor {
  constructor({ match, state, items, isLast, number, save, leaveOut, insert, back, into }) {
    Object.assign(this, { match, items, isLast, number, save, leaveOut, insert, back, advisory: match.check === "advisory" });
    const known = items.findIndex(({ fact }) => ["DiceRolled", ...PLAYS].includes(fact.type));
    this.prefix = known < 0 ? items : items.slice(0, known);
    this.rest = known < 0 ? [] : items.slice(known);
    this.state = this.prefix.reduce((before, { fact }) => fold(match, before, fact), state);
    this.asRecorded = this.rest.find(({ fact }) => fact.type === "DiceRolled");
    this.played = this.rest.find(({ fact }) => PLAYS.includes(fact.type));
    this.opening = this.prefix.find(({ fact }) => fact.type === "OpeningRolled");
    this.opens = this.opening ? { ...this.opening.fact } : state.phase === "opening" ? {} : null;
    const dice = this.state.dice ?? this.asRecorded?.fact.dice ?? null;
    this.rolls = dice ? [...dice] : Array(match.game.dice).fill(null);
    this.board = new (BOARDS[match.game.board] ?? PointsBoard)(match, (place, man) => this.#tap(place, man), (start, end) => this.#drag(start, end));
    this.pad = new Pad((chosen) => this.#throw(chosen));
    this.wood = h("div", { class: "wood mend-board" }, this.board.element);
    this.box = h("div", { class: "mend-editor" });
    into.replaceChildren(this.box); // the board measures its place
    this.#begin(this.played?.fact.moves ?? null);
  }

  /** True if dice and a play are asked for here. */
  get #isTurn() { return ["roll", "move"].includes(this.state.phase) && !(this.opening && !this.rest.length); }

  #begin(moves) {
    const { match, state, rolls } = this;
    const isThrown = this.#isTurn && rolls.every(Boolean) && !match.game.throw_is_play;
    this.turn = isThrown ? turnOf(match, state, rolls, this.advisory) : null;
    if (this.turn && moves && checked(this.turn, moves).legal && this.turn.play) this.turn.play(moves);
    else if (this.turn && moves && this.advisory && !this.turn.piles) this.turn.play?.(moves);
    this.show();
  }

  #tap(place, man) {
    if (this.turn?.tap(place, man)) this.show();
  }

  #drag(start, end) {
    if (this.turn?.drag(start, end)) this.show();
  }

  #throw(dice) {
    this.rolls = dice;
    this.#begin(null);
  }

  #roll(place, eyes) {
    this.rolls[place] = eyes;
    this.#begin(null);
  }

  #undo() {
    if (this.turn && !this.turn.undo()) this.turn = null;
    if (!this.turn) this.#begin(null);
    else this.show();
  }

  /** The items of the turn as it is now: those that did not change are the same. */
  #made() {
    const { match, state, rolls, turn } = this;
    const by = state.to_move;
    const made = (fact, before) => (before && isSame(before.fact.dice ?? before.fact.moves, fact.dice ?? fact.moves) && before.fact.type === fact.type
      ? before : { fact, mark: "new", ...(fact.type === "CheckersMoved" && !this.#isLegal && { stays: true }) });
    if (this.opens && !this.rest.length) {
      const fact = { type: "OpeningRolled", ...Object.fromEntries(match.seats.map((seat) => [seat, this.opens[seat]])) };
      return [this.opening && match.seats.every((seat) => this.opening.fact[seat] === fact[seat]) ? this.opening : { fact, mark: "new" }];
    }
    const dice = state.dice ? [] : [made({ type: "DiceRolled", by, dice: [...rolls] }, this.asRecorded)];
    if (match.game.throw_is_play || (!turn?.moves.length && !this.#passes)) return [...this.prefix, ...dice];
    const fact = turn.moves.length ? { type: "CheckersMoved", by, moves: turn.moves } : { type: "TurnPassed", by };
    return [...this.prefix, ...dice, made(fact, this.played)];
  }

  get #isLegal() { return !this.turn || checked(this.turn, this.turn.moves).legal; }

  get #passes() { return this.turn?.mustPass || this.passed; }

  /** True if the turn can be kept as it is. */
  get #isReady() {
    const { match, opens, turn, rolls } = this;
    if (opens && !this.rest.length) return match.seats.every((seat) => opens[seat]);
    if (!this.#isTurn || !rolls.every(Boolean)) return false;
    if (match.game.throw_is_play || this.#passes) return true;
    if (!turn.moves.length) return this.isLast && !this.played;
    return turn.complete || (this.advisory && turn.moves.length > 0);
  }

  show() {
    const { match, state, turn, rolls } = this;
    const position = turn ? turn.now.position : state.position;
    const view = {
      position, choice: turn?.piles ? turn : null, way: wayOf(match, turn, null, position), mover: state.to_move, seat: state.to_move ?? match.seats[0],
      taps: Boolean(turn && this.advisory), from: turn?.from ?? NOTHING, to: turn?.to ?? NOTHING,
      reach: turn?.ways ? (place) => new Set(turn.ways(place).keys()) : null,
    };
    const isFixed = Boolean(state.dice) || this.asRecorded?.isOfService;
    const who = match.names[state.to_move] ?? "";
    const title = this.number ? say("mend_turn", { number: this.number, who }) : say("mend_new_turn", { who });
    const chips = turn?.chips ?? (match.game.throw_is_play && rolls.every(Boolean) ? rolls.map((die) => ({ die, used: false })) : null);
    renew(this.board.middle, chips ? thrown(chips, turn ? turn.marked : rolls[0], (die) => this.#mark(die)) : []);
    this.box.replaceChildren(
      h("header", {}, h("h2", { id: "mend-title" }, title), button("mend-back", say("mend_back"), this.back)),
      ...this.#dice(isFixed),
      ...(this.#isTurn ? [this.wood, h("div", { class: "mend-off" }, this.board.extras?.(view, state.to_move) ?? [])] : []),
      h("div", { class: "choices" },
        this.#isTurn || this.opens ? button("mend-save", this.#words(), () => this.save(this.#made()), { class: "primary", disabled: !this.#isReady }) : null,
        turn?.path?.length ? button("mend-undo", say("undo"), () => this.#undo()) : null,
        turn && this.advisory && !turn.mustPass && !turn.moves.length ? button("mend-pass", say("passed_all_the_same"), () => { this.passed = true; this.save(this.#made()); }) : null,
        this.insert ? button("mend-insert", say("mend_insert"), this.insert) : null,
        this.leaveOut ? button("mend-remove", say("mend_leave_out"), this.leaveOut) : null));
    if (this.#isTurn) this.board.show(view);
  }

  #words() {
    const { turn, rolls } = this;
    if (!turn) return say("mend_keep_turn", { moves: rolls.filter(Boolean).join("–") });
    if (this.#passes) return say("pass");
    return say("mend_keep_turn", { moves: turn.moves.length ? turn.text : rolls.join("–") });
  }

  #mark(die) {
    if (this.turn) this.turn.mark(die);
    else this.rolls = [...this.rolls].reverse(); // the other die is obeyed first
    this.show();
  }

  #dice(isFixed) {
    const { match, opens, rolls } = this;
    if (opens && !this.rest.length) {
      return match.seats.map((seat) => h("div", { class: "named-row" }, h("span", { class: "quiet" }, match.names[seat]),
        row(`mend-open-${seat}`, match.names[seat], opens[seat], (eyes) => { this.opens = { ...this.opens, [seat]: eyes }; this.show(); })));
    }
    if (!this.#isTurn || isFixed) return [];
    if (rolls.length === 2) return [this.pad.show(rolls.every(Boolean) ? rolls : null, false)];
    return rolls.map((chosen, place) => row(`mend-roll-${place}`, say(NAMES[place]), chosen, (eyes) => this.#roll(place, eyes)));
  }
}

/** Show one turn, alone in the element `into`. */
export const editor = (options) => new Editor(options);
