"""The rules in the phone's scripts, run in an embedded JavaScript engine, and questions that core answers as well.

A question is a position, a seat, dice, options and landings. An answer says what a game's functions give for it, in
texts that both sides can write: every legal play, the verdict on the landings, what they leave, the ending that the
position shows, and the seat that throws next.
"""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from py_mini_racer import MiniRacer

from core.games import game_of
from core.messages import to_json
from core.rules.board import SEATS, Position, parallel
from core.rules.game import Game
from core.rules.race import facing
from core.rules.turn_steps import turn_states
from service.web.pages.assets import FOLDER
from service.web.pages.bundle import bundle

Json = dict[str, Any]
MODULES = ("scoring/games/games.js", "scoring/match/settlement.js")
_EXAMPLES = ("example", "possible")
"""Values of messages that show one of several legal plays: any of them is right."""

HARNESS = """
const flatSide = ({ bar, off, points }) => {
  let text = String.fromCharCode(48 + bar);
  for (let point = 1; point <= 24; point += 1) text += String.fromCharCode(48 + (points[point] ?? 0));
  return text + String.fromCharCode(48 + off);
};
const ordered = (value) => (value === null || typeof value !== "object" || Array.isArray(value) ? value
  : Object.fromEntries(Object.keys(value).sort().map((name) => [name, ordered(value[name])])));
const flat = (position) => (position && ("bar" in (position.white ?? {})
  ? flatSide(position.white) + flatSide(position.black) : JSON.stringify(ordered(position))));
/** The states of a turn in the order in which sorted steps reach them. */
const sortedStates = (states) => {
  const order = [0];
  const found = [];
  for (const at of order) {
    const steps = states[at].steps.map((step) => [...step]).sort((one, two) => String(one) < String(two) ? -1 : 1);
    for (const step of steps) {
      if (!order.includes(step[3])) order.push(step[3]);
      step[3] = order.indexOf(step[3]);
    }
    found.push([steps.map(String).sort(), states[at].outcome]);
  }
  return found;
};
const answer = (games, { key, position, seat, dice, options, moves, steps }) => {
  const game = games[key];
  const plays = game.plays(position, seat, dice, options).map((each) => `${flat(each.position)} ${each.outcome}`);
  const { legal, rule, message, position: left, outcome } = game.check(position, seat, dice, moves, options);
  const applied = game.applyMoves(position, seat, moves, options);
  return {
    plays: plays.sort(), check: [legal, rule, message, flat(left), outcome],
    applied: applied && [flat(applied.position), applied.outcome],
    ended: game.ended(position, options), next: game.nextSeat(position, seat, dice, options),
    steps: steps && game.turnStates ? sortedStates(game.turnStates(position, seat, dice, options)) : null,
  };
};
"""


def source(name: str, changed: Sequence[str] = ("", "")) -> str:
    """A module with all that it imports, as browsers get it. `changed` is a module and another text for it."""

    def read(path: str) -> str:
        return changed[1] if path == changed[0] else (FOLDER / path).read_text(encoding="utf-8")

    return bundle(name, read)


@contextmanager
def engine() -> Iterator[MiniRacer]:
    """An engine with the rules of all games as `games`, and the settlement of matches as `settle`."""
    with MiniRacer() as context:
        context.eval(f"{source(MODULES[0])}{HARNESS}const games = module_scoring_games_games.GAMES;")
        context.eval(f"{source(MODULES[1])}const {{ settle }} = module_scoring_match_settlement;")
        yield context


def ask(context: MiniRacer, function: str, *values: Any) -> Any:
    """The answer of a function of the engine."""
    return json.loads(context.eval(f"JSON.stringify({function}({', '.join(map(json.dumps, values))}) ?? null)"))


def answers_of_phone(context: MiniRacer, questions: Sequence["Question"]) -> list[Json]:
    """The answers of the phone's scripts."""
    return ask(
        context, "((asked) => asked.map((each) => answer(games, each)))", [question.words for question in questions]
    )


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────────────────
class Question(NamedTuple):
    """One situation of a game. With `steps` its turn is asked for landing by landing as well.

    `plays` are the legal turns by core, if they are known already.
    """

    game: Game
    position: Any
    seat: str
    dice: tuple[int, ...]
    options: Json
    moves: tuple[Any, ...]
    steps: bool = False
    plays: list[Any] | None = None

    @classmethod
    def of(cls, words: Json, game: Game | None = None) -> "Question":
        """The question of the words that scripts take; `game` is another build of theirs."""
        game = game or game_of(words["key"])
        moves = tuple(tuple(move[end] for end in _ENDS if end in move) for move in words["moves"])
        dice = tuple(words["dice"])
        return cls(game, game.read(words["position"]), words["seat"], dice, words["options"], moves, words["steps"])

    @property
    def words(self) -> Json:
        """The question as the scripts take it."""
        moves = [dict(zip(_ENDS, move, strict=False)) for move in self.moves]
        return {
            "key": self.game.key,
            "position": self.game.write(self.position),
            "seat": self.seat,
            "dice": self.dice,
            "options": self.options,
            "moves": moves,
            "steps": self.steps,
        }


_ENDS = ("from", "to", "by")
_TEXT = bytes(min(48 + count, 126) for count in range(256))


def flat(game: Game, position: Any) -> str | None:
    """A position as the harness writes it."""
    if position is None:
        return None
    if isinstance(getattr(position, "white", None), bytes):  # a `Position` of this build of core, or of another
        return (position.white + position.black).translate(_TEXT).decode()
    return json.dumps(_ordered(game.write(position)), separators=(",", ":"))


def _ordered(value: Any) -> Any:
    return {name: _ordered(value[name]) for name in sorted(value)} if isinstance(value, dict) else value


def answer_of_core(asked: Question) -> Json:
    """The answer of core."""
    game, position, seat, dice, words, moves, steps, known = asked
    options = game.read_options(words)
    plays = known if known is not None else game.plays(position, seat, dice, options)
    checked = game.check(position, seat, dice, moves, options)
    applied = game.apply_moves(position, seat, moves, options)
    return {
        "plays": sorted(f"{flat(game, play.position)} {play.outcome or 'null'}" for play in plays),
        "check": [
            checked.legal,
            checked.rule,
            _without_codes(to_json(checked.explanation)),
            flat(game, checked.position),
            checked.outcome,
        ],
        "applied": applied and [flat(game, applied[0]), applied[1]],
        "ended": game.ended(position, options),
        "next": game.next_seat(position, seat, dice, options),
        "steps": _sorted_states(turn_states(game, position, seat, dice, options)) if steps else None,
    }


def _without_codes(message: Any) -> Any:
    """A message as the phone says it: pattern and values. Its code is for what is stored."""
    if isinstance(message, dict):
        return {name: _without_codes(value) for name, value in message.items() if name != "code"}
    return [_without_codes(value) for value in message] if isinstance(message, list) else message


def _sorted_states(states: Any) -> Any:
    if states is None:
        return None
    order, found = [0], []
    for at in order:
        steps = sorted([[*map(str, step.landing), str(step.die), step.state] for step in states[at].steps], key=_label)
        for step in steps:
            if step[3] not in order:
                order.append(step[3])
            step[3] = str(order.index(step[3]))
        found.append([sorted(map(",".join, steps)), states[at].outcome])
    return found


def _label(step: Sequence[Any]) -> str:
    return ",".join(map(str, step))


def difference(asked: Question, core: Json, phone: Json) -> str | None:
    """The first part of an answer that the phone gives otherwise than core. An example may be any legal turn."""
    ours, theirs = _without_examples(core), _without_examples(phone)
    if core["steps"] is None or phone["steps"] is None:
        ours["steps"] = theirs["steps"] = None  # core lists no turn with very many steps
    for name, value in ours.items():
        if theirs[name] != value:
            return f"{name} of {json.dumps(asked.words)}: {theirs[name]} instead of {value}"
    for example in _examples(phone["check"][2]):
        moves = _moves_of(example)
        if not asked.game.check(asked.position, asked.seat, asked.dice, moves, asked.game.read_options(asked.options))[
            0
        ]:
            return f"the example {moves} of {json.dumps(asked.words)} is no legal turn"
    return None


def _without_examples(said: Json) -> Json:
    legal, rule, message, *left = said["check"]
    if message:
        values = {name: value for name, value in message["values"].items() if name not in _EXAMPLES}
        message = {"pattern": message["pattern"], "values": values}
    return said | {"check": [legal, rule, message, *left]}


def _examples(message: Json | None) -> list[Any]:
    return [value for name, value in message["values"].items() if name in _EXAMPLES] if message else []


def _moves_of(example: Json) -> tuple[Any, ...]:
    """The landings of a sentence that shows them."""
    moves = []
    for part in example["values"].get("landings", [example]):
        inner = part["values"].get("landing", part)
        ends = [value["pattern"] if isinstance(value, dict) else value for value in inner["values"].values()]
        moves.append((*ends, "opponent") if inner is not part else tuple(ends))
    return tuple(moves)


# ── random questions ─────────────────────────────────────────────────────────────────────────────────────────────────
def random_questions(game: Game, seed: int) -> Iterator[Question]:
    """Situations of random games, which begin anywhere, with landings that are legal, nearly so, or anything."""
    cup = random.Random(f"{game.key} {seed}")
    choices = {name: option.choices for name, option in game.described_options.items()}
    while True:
        words = {name: cup.choice(some) for name, some in choices.items() if cup.random() < 0.7}
        options = game.read_options(words)
        seats = game.seats[: cup.randint(game.fewest, len(game.seats))]
        anywhere = SCATTERED.get(game.key)
        begun = anywhere is None or cup.random() < 0.1
        position = game.start(options, seats) if begun else anywhere(cup)
        seat = cup.choice(seats)
        for _ in range(cup.randint(1, 60 if begun else 4)):
            dice = tuple(cup.randint(1, 6) for _ in range(game.dice(options)))
            plays = list(game.plays(position, seat, dice, options))
            play = cup.choice(plays) if plays else None
            moves = _landings(cup, game, (position, seat, dice, options), play.moves if play else ())
            yield Question(game, position, seat, dice, words, moves, cup.random() < 0.03, plays)
            if play and play.outcome:
                break
            position = play.position if play else position
            seat = game.next_seat(position, seat, dice, options)


def _landings(cup: random.Random, game: Game, asked: tuple[Any, ...], legal: Sequence[Any]) -> tuple[Any, ...]:
    """Legal landings, some of them, landings that are allowed one by one, or legal ones with others put in."""
    moves, way = list(legal), cup.random()
    if way < 0.2:
        return tuple(moves)
    if way < 0.3:
        cup.shuffle(moves)
        return tuple(moves)
    if way < 0.6:
        return tuple((_one_by_one(cup, game, asked) if game.search else moves)[: cup.choice([0, 1, 1, 2, 3, 8])])
    place = cup.randint(0, len(moves))
    moves[place : place + cup.randint(0, 1)] = [_any_landing(cup, game, asked) for _ in range(cup.randint(1, 2))]
    return tuple(moves[:8])


def _one_by_one(cup: random.Random, game: Game, asked: tuple[Any, ...]) -> list[Any]:
    """Landings that each die allows, in any order of the dice, whatever could have been played with all of them."""
    state, numbers, steps, _ = game.search(*asked)  # type: ignore[misc]
    moves, left = [], list(numbers)
    cup.shuffle(left)
    for die in left:
        if found := steps(state, die):
            landing, state, outcome = cup.choice(found)
            moves.append(landing)
            if outcome:
                break
    return moves


def _any_landing(cup: random.Random, game: Game, asked: tuple[Any, ...]) -> tuple[Any, ...]:
    """A landing, mostly of a man that is there and with a die that was thrown."""
    position, seat, dice, _ = asked
    froms, tos, bys = game.words
    if game.notation is None:
        return cup.choice(froms), cup.choice(tos)
    die = cup.choice([*dice, *dice, *dice, cup.randint(1, 6)])
    if not froms:
        return (die, cup.choice(tos), *cup.choice([(), (), bys]))
    own = position[SEATS.index(seat)]
    start = (
        cup.choice([point for point in range(25) if own[point]] or [1]) if cup.random() < 0.8 else cup.randint(0, 24)
    )
    end = start + die if game.notation.forward > 0 else (start or 25) - die
    return start or "bar", end if 1 <= end <= 24 else "off"


def _scattered(cup: random.Random, facing_of: Any, last: Any, bar: int, off: bool) -> Position:
    """A position that play could have left: no point is held by both."""
    taken: set[int] = set()
    built = []
    near_the_end = cup.random() < 0.4
    for seat in SEATS:
        counts = [0] * 26
        counts[0] = cup.randint(0, bar) if cup.random() < 0.5 else 0
        free = [n for n in range(1, 25) if (n if seat == SEATS[0] else facing_of(n)) not in taken]
        cup.shuffle(free)
        if near_the_end and cup.random() < 0.7:
            free = [n for n in free if n in last] or free
        for point in free[: cup.randint(1, 12)]:
            counts[point] = min(15 - sum(counts), cup.choice([1, 1, 2, 2, 3, 5]))
        if off and near_the_end:
            counts[25] = cup.randint(0, 15 - sum(counts))
        counts[free[0]] += 15 - sum(counts)
        taken |= {n if seat == SEATS[0] else facing_of(n) for n in range(1, 25) if counts[n]}
        built.append(bytes(counts))
    return Position(*built)


def _handsome(cup: random.Random) -> Position:
    """A position a landing or two before a handsome game, a bearing off or a jan."""
    counts = [0] * 26
    for point, count in cup.choice(
        [
            ((20, 3), (21, 3), (22, 3), (23, 3), (24, 3)),
            ((22, 5), (23, 5), (24, 5)),
            ((22, 3), (23, 5), (24, 7)),
            ((24, 15),),
            ((25, 15),),
        ]
    ):
        counts[point] = count
    for _ in range(cup.choice([1, 1, 1, 2, 2, 3])):
        start = cup.choice([point for point in range(1, 26) if counts[point]])
        counts[start] -= 1
        counts[max(start - cup.randint(1, 6), 13)] += 1
    other = [cup.choice([0, 0, 1, 3]), *[0] * 25]
    free = [point for point in range(1, 25) if not counts[parallel(point)]]
    for point in cup.sample(free, min(len(free), cup.randint(1, 8))):
        other[point] = min(15 - sum(other), cup.choice([1, 1, 2, 3]))
    other[free[0]] += 15 - sum(other)
    return Position(*cup.choice([(bytes(counts), bytes(other)), (bytes(other), bytes(counts))]))


def _closed(cup: random.Random, facing_of: Any) -> Position:
    """A position in which one side has a prime of five to seven points, and the other few men or points to enter on."""
    counts = [0] * 26
    first, length = cup.randint(1, 24), cup.randint(5, 7)
    for point in range(first, first + length):
        counts[(point - 1) % 24 + 1] = 2
    counts[25] = 15 - sum(counts)
    other = [cup.choice([0, 1, 2, 4]), *[0] * 25]
    free = [point for point in range(1, 25) if not counts[facing_of(point)]]
    for point in cup.sample(free, cup.randint(1, 5)):
        other[point] = cup.choice([1, 1, 2])
    if cup.random() < 0.3:
        other = [0] * 26
        other[cup.choice([0, *free])] = 1
    other[25] = 15 - sum(other)
    return Position(*cup.choice([(bytes(counts), bytes(other)), (bytes(other), bytes(counts))]))


def _last(cup: random.Random, facing_of: Any, home: Sequence[int]) -> Position:
    """A position in which one side has a few men left, near its way off, and the other stands in their way."""
    counts = [0] * 26
    for _ in range(cup.randint(1, 5)):
        counts[cup.choice(home)] += 1
    counts[25] = 15 - sum(counts)
    other = [cup.choice([0, 0, 1]), *[0] * 25]
    free = [point for point in range(1, 25) if not counts[facing_of(point)]]
    for point in cup.sample(free, cup.randint(1, 7)):
        other[point] = min(15 - sum(other), cup.choice([1, 2, 2, 3]))
    other[cup.choice([25, free[0]])] += 15 - sum(other)
    return Position(*cup.choice([(bytes(counts), bytes(other)), (bytes(other), bytes(counts))]))


def _swedish(cup: random.Random) -> Position:
    way = cup.random()
    if way < 0.25:
        return _handsome(cup)
    if way < 0.5:
        return _closed(cup, parallel)
    if way < 0.7:
        return _last(cup, parallel, range(17, 25))
    return _scattered(cup, parallel, range(19, 25), 5, off=True)


def _race(cup: random.Random) -> Position:
    way = cup.random()
    if way < 0.25:
        return _closed(cup, facing)
    if way < 0.5:
        return _last(cup, facing, range(1, 9))
    return _scattered(cup, facing, range(1, 7), 3, off=True)


def _race_without_off(cup: random.Random) -> Position:
    if cup.random() < 0.7:
        return _scattered(cup, facing, range(1, 8), 3, off=False)
    sides = []
    for _ in SEATS:  # men far on, of whom too few may be left to fill the home table (T9)
        counts = [0] * 26
        for _ in range(15):
            counts[cup.choice([1, 1, 1, 2, 3, 4, cup.randint(0, 9)])] += 1
        sides.append(bytes(counts))
    return Position(*sides)


def _dubblets(cup: random.Random) -> Any:
    full = (2, 2, 2, 3, 3, 3)
    sides = []
    for _ in SEATS:
        down = cup.random() < 0.5
        points = full if down else [cup.randint(0, count) for count in full]
        stacked = [cup.randint(0, count - 1) for count in full] if down else [0] * 6
        points = points if sum(points) else full
        named = [{str(n): count for n, count in enumerate(row, 1) if count} for row in (points, stacked)]
        sides.append({"points": named[0], "stacked": named[1], "off": 15 - sum(points)})
    return game_of("dubblets").read(dict(zip(SEATS, sides, strict=True)))


SCATTERED: dict[str, Any] = {
    "swedish": _swedish,
    "tick-tack": _race_without_off,
    **dict.fromkeys(("backgammon", "dutch", "irish", "english"), _race),
    "dubblets": _dubblets,
}
