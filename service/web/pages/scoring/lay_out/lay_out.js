// The sheet on which a position is laid out by taps, then told: who plays, the dice, the cube, the score, and why (M14).
//
//     openLayOut(root, { match, state, right, ended, write });
//
// `right` says who confirms: "referee" (this person), "players" (they agree on this phone), or "none". `write(fact)` stores
// the fact and resolves; what it throws is shown. `ended(position, options)` is that of the game's rules. The sheet stays over the page until it is written or closed.
import { HalfBoard, RingBoard } from "../board/other_boards.js";
import { PointsBoard } from "../board/points_board.js";
import { button, h, renew, say } from "../dom.js";
import { row } from "../panel/dice.js";
import { settle } from "../match/settlement.js";
import { factOf, layoutOf, wrongWith } from "./position.js";

const NONE = new Set();
const CUBES = [1, 2, 4, 8, 16, 32, 64];
const REASONS = ["lay_reason_turns", "lay_reason_board", "lay_reason_resumed"];
const REASON = 500; // letters of a reason

class Sheet {
  #before = []; // positions, for Undo
  #step = "board";
  #begins = false; // the positions to begin with are offered
  #agreed = new Set();

  constructor(root, { match, state, right, ended, write }) {
    Object.assign(this, { match, state, right, ended, write });
    this.begun = state.position ?? match.game.start;
    this.layout = layoutOf(match, this.begun);
    this.told = {
      to_move: state.to_move, dice: state.phase === "move" ? state.dice : null, cube: state.cube,
      results: state.games ?? [], scored: false, reason: "", other: false,
    };
    this.board = new ({ half: HalfBoard, ring: RingBoard }[match.game.board] ?? PointsBoard)(match, (place) => this.#tapped(place));
    this.above = h("div", { class: "lay-line" });
    this.below = h("div", { class: "lay-line" });
    this.panel = h("div", { class: "lay-panel" });
    this.note = h("p", { class: "notice", role: "status" });
    this.wood = h("div", { class: "wood" }, this.board.element);
    this.surface = h("div", { class: "lay-surface" }, this.above, this.wood, this.below);
    this.element = h("dialog", { class: "sheet lay-out", "aria-labelledby": "lay-title" },
      h("header", { class: "lay-head" }, h("h2", { id: "lay-title" }, say("lay_title")),
        button("close", say("lay_close"), () => this.close())),
      this.surface, this.note, this.panel);
    this.board.element.addEventListener("click", (event) => this.#heard(event), { capture: true });
    this.element.addEventListener("close", () => this.element.remove());
    root.append(this.element);
    this.element.showModal();
    this.#show();
  }

  close() { this.element.close(); }

  // ── the board ─────────────────────────────────────────────────────────────────────────────────────────────────────
  get #seat() { return this.match.seats[0]; } // the board has the numbers of the first player

  /** A tap that the board's own callback cannot tell the seat of: the bar of one of them, a post of Dubblets. */
  #heard(event) {
    const found = event.target.closest("[data-seat]");
    if (!found) return;
    event.stopPropagation();
    const place = found.dataset.place ?? (found.dataset.point && Number(found.dataset.point));
    if (place !== undefined) this.#tap(found.dataset.seat, place);
  }

  #tapped(place) { this.#tap(this.#seat, place); }

  #tap(seat, place, by) {
    const before = { position: this.layout.position, carries: this.layout.carries };
    const why = this.layout.tap(seat, place, by);
    if (!why) this.#before.push(before);
    this.note.textContent = why ? say(why) : "";
    this.#show();
  }

  #set(position) {
    this.#before.push({ position: this.layout.position, carries: this.layout.carries });
    if (position) Object.assign(this.layout, { position, carries: null });
    else this.layout.clear();
    this.#begins = false;
    this.note.textContent = "";
    this.#show();
  }

  #undo() {
    Object.assign(this.layout, this.#before.pop());
    this.note.textContent = "";
    this.#show();
  }

  #line(seat) {
    const { match, layout } = this;
    const { position } = layout;
    const hand = layout.hand(seat);
    const place = (name, word) => button(`${name}-${seat}`, say(word, { count: position[seat][name] }), () => this.#tap(seat, name), { class: "lay-place" });
    const steps = (name, word) => h("span", { class: "lay-steps" },
      button(`less-${name}-${seat}`, "−", () => this.#tap(seat, name, -1), { "aria-label": say("lay_less", { what: say(word, { count: position[seat][name] }) }) }),
      h("span", {}, say(word, { count: position[seat][name] })),
      button(`more-${name}-${seat}`, "+", () => this.#tap(seat, name), { "aria-label": say("lay_more", { what: say(word, { count: position[seat][name] }) }) }));
    const places = { half: () => [h("span", { class: "beside" }, say("off", { count: position[seat].off }))], ring: () => [steps("men", "in_hand"), steps("off", "off")] };
    const parts = (places[match.game.board] ?? (() => [
      match.game.bears_off ? place("off", "off") : null,
      hand ? button(`hand-${seat}`, say("lay_hand", { count: hand }), () => { layout.carry(seat); this.#show(); }, {
        class: "lay-hand", "aria-pressed": String(layout.carries === seat),
      }) : null,
    ]))();
    return [h("span", { class: "lay-name" }, h("span", { class: `seat ${seat}` }), h("strong", {}, match.names[seat])), ...parts];
  }

  #drawBoard() {
    const { match, layout } = this;
    this.board.show({
      position: layout.position, seat: this.#seat, mover: null, from: NONE, to: NONE, taps: "all", choice: null,
      way: { by: match.seats[0], moves: [] },
    });
    const [near, far] = this.board.turned ? [...match.seats].reverse() : match.seats;
    const lines = { near: this.#line(near), far: match.seats.length > 1 ? this.#line(far) : [] };
    if (match.game.board === "ring") {
      for (const seat of match.seats) renew(this.board.lines[seat], ...this.#line(seat));
      return;
    }
    renew(this.above, ...lines.far);
    renew(this.below, ...lines.near);
  }

  #boardPanel() {
    const { match, layout } = this;
    const wrong = wrongWith(match, layout, this.ended);
    const kind = match.game.board;
    const words = layout.carries
      ? say("lay_put", { seat: match.seat_words[layout.carries], count: layout.hand(layout.carries) })
      : wrong.length ? wrong.map(({ name, values }) => say(name, values)).join(" ") : say({ half: "lay_tap_post", ring: "lay_tap_ring" }[kind] ?? "lay_tap");
    return [
      h("p", { class: "instruction", role: "status" }, words),
      h("div", { class: "lay-tools" }, this.#begins ? [
        button("clear", say("lay_clear"), () => this.#set(null)),
        button("start", say("lay_start"), () => this.#set(match.game.start)),
        button("as-it-was", say("lay_as_it_was"), () => this.#set(this.begun)),
      ] : [
        button("undo", say("undo"), () => this.#undo(), { disabled: !this.#before.length }),
        kind === "ring" ? null : button("turn", say("turn_board"), () => { this.board.turn(); this.#show(); }),
        button("begin", say("lay_begin"), () => { this.#begins = true; this.#show(); }),
      ]),
      button("next", say("lay_next"), () => this.#go("words"), { class: "primary done", disabled: wrong.length > 0 }),
    ];
  }

  #go(step) {
    this.#step = step;
    this.#agreed.clear();
    this.note.textContent = "";
    this.#show();
    this.element.scrollTop = 0;
  }

  // ── what is told of it ────────────────────────────────────────────────────────────────────────────────────────────
  #choices(name, label, options, chosen, choose) {
    return h("fieldset", { class: "lay-choice" }, h("legend", {}, label), h("div", { class: "lay-options" }, options.map(([value, words]) => h("label", { class: "lay-option" },
      h("input", { type: "radio", name, value: String(value), checked: value === chosen, "data-key": `${name}-${value}`, onchange: () => { choose(value); this.#changed(); } }),
      h("span", {}, words)))));
  }

  /** Something was chosen: what the players agreed on is another thing now. */
  #changed() {
    this.#agreed.clear();
    this.#show();
  }

  get #service() { // the service rolls: no dice are laid out
    const dice = this.state.service_dice;
    return Boolean(dice) && !dice.seed && !dice.withdrawn;
  }

  #dicePart() {
    const { match, told } = this;
    if (match.game.throw_is_play || this.#service) return null;
    const names = ["first_die", "second_die", "third_die"];
    const set = (place) => (eyes) => { told.dice = told.dice.map((die, at) => (at === place ? eyes : die)); this.#changed(); };
    return h("div", { class: "lay-dice" },
      this.#choices("lay-dice", say("lay_dice"), [["no", say("lay_not_rolled")], ["yes", say("lay_rolled")]], told.dice ? "yes" : "no",
        (value) => { told.dice = value === "yes" ? Array(match.game.dice).fill(null) : null; }),
      told.dice?.map((die, place) => row(`lay-die-${place}`, say(names[place]), die, set(place))));
  }

  #cubePart() {
    const { match, told } = this;
    if (!told.cube || told.cube.crawford) return null;
    return [
      this.#choices("lay-cube", say("lay_cube"), CUBES.map((value) => [value, String(value)]), told.cube.value,
        (value) => { told.cube = { value, owner: value === 1 ? null : told.cube.owner }; }),
      told.cube.value === 1 ? null : this.#choices("lay-owner", say("lay_cube_whose"),
        [["", say("lay_cube_middle")], ...match.seats.map((seat) => [seat, match.names[seat]])], told.cube.owner ?? "",
        (owner) => { told.cube = { ...told.cube, owner: owner || null }; }),
    ];
  }

  #scorePart() {
    const { match, told } = this;
    if (match.seats.length > 2) return null;
    const word = ({ outcome }) => match.game.endings.find((each) => each.key === outcome)?.word ?? outcome;
    const placed = (result) => (match.game.placings ? { ...result, placings: [result.winner, match.seats.find((seat) => seat !== result.winner)] } : result);
    const add = (winner, outcome) => { told.results = [...told.results, placed({ winner, outcome, ...(told.cubeOfGame > 1 && { cube: told.cubeOfGame }) })]; this.#changed(); };
    const { score, winner } = settle(match.game, match.length, told.results, match.seats, match.start);
    return h("details", { class: "lay-score", open: told.scored, ontoggle: (event) => { told.scored = event.target.open; } },
      h("summary", {}, `${say("lay_score")} (${match.seats.map((seat) => score[seat]).join("–")})`),
      h("p", { class: "quiet" }, say("lay_score_hint")),
      told.results.length ? h("ol", { class: "entered" }, told.results.map((each) => h("li", {}, `${match.names[each.winner]}: ${word(each)}${each.cube > 1 ? ` × ${each.cube}` : ""}`))) : null,
      match.game.cube ? this.#choices("lay-game-cube", say("lay_cube"), CUBES.map((value) => [value, String(value)]), told.cubeOfGame ?? 1, (value) => { told.cubeOfGame = value; }) : null,
      winner ? h("p", { class: "wrong" }, say("lay_match_over")) : h("div", { class: "lay-add" }, match.seats.map((seat) => h("div", { class: "lay-winner" }, h("strong", {}, match.names[seat]),
        match.game.endings.map(({ key, word: ending }) => button(`add-${seat}-${key}`, ending, () => add(seat, key)))))),
      button("score-back", say("lay_score_back"), () => { told.results = told.results.slice(0, -1); this.#changed(); }, { disabled: !told.results.length }));
  }

  #reasonPart() {
    const { told } = this;
    const chosen = told.other ? "other" : told.reason;
    const input = h("input", { id: "lay-reason", maxlength: String(REASON), autocomplete: "off", value: told.other ? told.reason : "", "aria-label": say("lay_why"),
      oninput: (event) => { told.reason = event.target.value.trim(); this.#agreed.clear(); renew(this.confirm, ...this.#confirmPart()); } });
    return [
      this.#choices("lay-reason-choice", say("lay_why"), [...REASONS.map((name) => [say(name), say(name)]), ["other", say("lay_reason_other")]], chosen,
        (value) => { told.other = value === "other"; told.reason = told.other ? "" : value; }),
      told.other ? input : null,
    ];
  }

  /** The part that is still missing of what is told, in a sentence; "" where nothing is. */
  get #lacking() {
    const { match, told } = this;
    if (!told.to_move) return say("lay_lacks_player");
    if (told.dice?.some((die) => !die)) return say("lay_lacks_dice");
    if (settle(match.game, match.length, told.results, match.seats, match.start).winner) return say("lay_match_over");
    return told.reason ? "" : say("lay_lacks_reason");
  }

  #confirmPart() {
    const { match, right } = this;
    const lacking = this.#lacking;
    const all = match.seats.every((seat) => this.#agreed.has(seat));
    const agrees = (seat) => button(`agree-${seat}`, say(this.#agreed.has(seat) ? "lay_agreed" : "lay_agrees", { who: match.names[seat] }), () => {
      if (!this.#agreed.delete(seat)) this.#agreed.add(seat);
      renew(this.confirm, ...this.#confirmPart());
    }, { "aria-pressed": String(this.#agreed.has(seat)), disabled: Boolean(lacking) });
    return [
      lacking ? h("p", { class: "instruction", role: "status" }, lacking)
        : right === "none" ? h("p", { class: "notice" }, say("lay_needs_referee")) : h("p", { class: "quiet" }, say(right === "players" ? "lay_players_hint" : "lay_referee_hint")),
      right === "players" ? h("div", { class: "lay-agree" }, match.seats.map(agrees)) : null,
      h("div", { class: "acts two" }, button("back", say("lay_back"), () => this.#go("board")),
        right === "none" ? button("call", say("lay_call"), () => this.#call(), { class: "primary done", disabled: Boolean(lacking) || this.busy })
          : button("write", say("lay_write"), () => this.#write(), { class: "primary done", disabled: Boolean(lacking) || this.busy || (right === "players" && !all) })),
    ];
  }

  async #call() {
    const { match, state } = this;
    const { type: _, reason, ...laid_out } = factOf(this.#fact);
    await this.#send({ type: "RefereeCalled", by: state.to_move ?? match.seats[0], reason, laid_out });
  }

  #wordsPart() {
    const { match, told, layout } = this;
    if (told.to_move && !layout.plays(told.to_move)) told.to_move = null;
    this.confirm = h("div", { class: "lay-confirm" });
    renew(this.confirm, ...this.#confirmPart());
    return [
      this.#choices("lay-mover", say("lay_who"), match.seats.filter((seat) => layout.plays(seat)).map((seat) => [seat, match.names[seat]]), told.to_move, (seat) => { told.to_move = seat; }),
      this.#dicePart(), this.#cubePart(), this.#scorePart(), this.#reasonPart(), this.confirm,
    ].flat();
  }

  /** The parts of the fact that is told, as `factOf` takes them. */
  get #fact() {
    const { match, told, layout, state } = this;
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    const plain = (results) => results.map(({ winner, outcome, cube, placings }) => ({ winner, outcome, ...(cube > 1 && { cube }), ...(placings && { placings }) }));
    const results = plain(told.results);
    const corrected = !same(results, plain(state.games ?? []));
    const cube = told.cube && !told.cube.crawford && (corrected || !same(told.cube, state.cube)) ? { value: told.cube.value, owner: told.cube.owner ?? null } : null;
    return {
      position: layout.position, to_move: told.to_move, reason: told.reason, dice: told.dice, cube,
      results: corrected ? results : null, agreed_by: this.right === "players" ? match.seats : null,
    };
  }

  #write() { return this.#send(factOf(this.#fact)); }

  async #send(fact) {
    this.busy = true;
    renew(this.confirm, ...this.#confirmPart());
    try {
      await this.write(fact);
      this.close();
    } catch (wrong) {
      this.note.textContent = wrong.message;
      this.busy = false;
      renew(this.confirm, ...this.#confirmPart());
    }
  }

  #show() {
    const onBoard = this.#step === "board";
    this.element.classList.toggle("telling", !onBoard);
    this.#drawBoard();
    renew(this.panel, ...(onBoard ? this.#boardPanel() : this.#wordsPart()));
  }
}

/** Open the sheet over the page of `root`. */
export const openLayOut = (root, shown) => new Sheet(root, shown);
