"""Positions laid out by taps: each position of a game can be reached, and the sheet refuses what M14 refuses."""

import json
import random
from itertools import islice

import pytest

from core.events import MatchOpened, PositionAgreed, PositionSet
from core.games import GAMES, game_of
from core.match import judging
from schemas.facts.facts import FACT
from service.web import boards
from service.web.pages.scoring.match_data import bears_off
from tests.support.matches.match_logs import numbered
from tests.support.proving import some
from tests.support.scoring.phone_rules import ask, engine, random_questions, source

MODULE = "module_scoring_lay_out_position"
TAPPED = """(match, position, clear, taps) => {
  const layout = layoutOf(match, position);
  if (clear) layout.clear();
  const said = taps.map((tap) => layout.tap(...tap));
  return {
    position: layout.position, said, hands: match.seats.map((seat) => layout.hand(seat)), carries: layout.carries,
    wrong: wrongWith(match, layout, games[match.game.key].ended).map(({ name }) => name),
  };
}"""
KEPT = ("swedish", "backgammon", "dubblets", "six-ace")


@pytest.fixture(scope="module")
def phone():
    with engine() as context:
        context.eval(f"const laying = (() => {{ {source('scoring/lay_out/position.js')} return {MODULE}; }})();")
        context.eval("const { layoutOf, wrongWith, factOf } = laying;")
        yield context


def match_of(game, seats, options):
    """A match as the page has it."""
    start = game.write(game.start(game.read_options(options), seats))
    words = {
        "key": game.key,
        "board": boards.DRAWINGS[game.key].kind,
        "start": start,
        "endings": [],
        "bears_off": bears_off(game, start),
    }
    return {"seats": seats, "names": dict(zip(seats, seats, strict=True)), "options": options, "game": words}


def of_points(_begun, wanted):
    """Each checker of a cleared board, the first player's before the other's."""
    return [
        (seat, int(place) if place.isdigit() else place)
        for seat, side in wanted.items()
        for place, count in {**side["points"], "bar": side["bar"], "off": side["off"]}.items()
        for _ in range(count)
    ]


def of_half(begun, wanted):
    """Taps on each point until its men stand as they are to."""
    taps = []
    for seat in wanted:
        for point, full in begun[seat]["points"].items():
            ways = [(full, stacked) for stacked in range(full - 1, -1, -1)]
            ways += [
                (count, stacked) for count in range(full - 1, 0, -1) for stacked in range(max(count - 1, 0), -1, -1)
            ]
            there = tuple(wanted[seat][row].get(point, 0) for row in ("points", "stacked"))
            taps += [(seat, int(point))] * [*ways, (0, 0)].index(there)
    return taps


def of_ring(begun, wanted):
    """Men into the pool, then men out of it."""
    steps = [
        (seat, row, wanted[seat][row] - begun[seat][row]) for seat in begun if seat != "pool" for row in ("men", "off")
    ]
    less = [(seat, row, -1) for seat, row, more in steps for _ in range(-more)]
    return less + [(seat, row, 1) for seat, row, more in steps for _ in range(more)]


def plain(position):
    """A position without the counts that are none."""
    if not isinstance(position, dict):
        return position
    return {name: plain(value) for name, value in position.items() if value not in (0, {}) and name != "out"}


def judged(game, match, fact):
    opened = MatchOpened(
        "vasa", game.key, {"points": 5} if game.cube else {"games": 3}, match["names"], options=match["options"]
    )
    return judging.judge(judging.opened("m_test", opened), numbered(opened, [fact])[1], list)[1]


@pytest.mark.parametrize("key", some([game.key for game in GAMES], *KEPT))
def test_every_position_of_a_game_is_laid_out_by_taps_and_refused_if_the_judge_refuses_it(phone, key):
    game, seen = game_of(key), set()
    for asked in islice(random_questions(game, seed=3), 150):
        wanted = json.loads(json.dumps(game.write(asked.position)))
        match = match_of(game, [seat for seat in game.seats if seat in wanted], asked.options)
        ways = {"half": of_half, "ring": of_ring}.get(match["game"]["board"], of_points)
        taps = ways(match["game"]["start"], wanted)
        found = ask(phone, f"({TAPPED})", match, match["game"]["start"], ways is of_points, taps)
        assert set(found["said"]) <= {None}
        assert plain(found["position"]) == plain(wanted)
        assert (found["hands"], found["carries"]) == ([0] * len(match["seats"]), None)
        mover = next(seat for seat in match["seats"] if found["position"][seat].get("men") != 0)
        verdict = judged(game, match, PositionSet(found["position"], mover, "moved"))
        assert (found["wrong"] == ["lay_ended"]) == (verdict.verdict == "refused"), verdict.explanation
        seen.add(verdict.verdict)
    assert "accepted" in seen


@pytest.fixture
def swedish():
    return match_of(game_of("swedish"), ["white", "black"], {})


@pytest.mark.parametrize(
    ("taps", "said", "hands", "wrong"),
    [
        ([("white", 1)], [None], [1, 0], ["lay_missing"]),
        ([("white", 1), ("white", 7)], [None, None], [0, 0], []),
        ([("white", 1), ("black", 1)], [None, "lay_held"], [1, 0], ["lay_missing"]),
        ([("black", 13), ("white", "bar"), ("white", "bar"), ("white", 7)], [None] * 4, [0, 0], []),
        ([("white", 7)], ["lay_tap"], [0, 0], []),
        ([("white", 1), ("black", "bar")], [None, "lay_held"], [1, 0], ["lay_missing"]),
    ],
)
def test_a_checker_is_taken_up_by_one_tap_and_put_down_by_the_next(phone, swedish, taps, said, hands, wrong):
    found = ask(phone, f"({TAPPED})", swedish, swedish["game"]["start"], False, taps)
    assert (found["said"], found["hands"], found["wrong"]) == (said, hands, wrong)


def test_no_checker_is_off_in_a_game_that_bears_none_off(phone):
    match = match_of(game_of("tick-tack"), ["white", "black"], {})
    found = ask(phone, f"({TAPPED})", match, match["game"]["start"], True, [("white", "off")])
    assert (found["said"], found["hands"]) == (["lay_stays"], [15, 15])


@pytest.mark.parametrize("key", ["swedish", "backgammon", "dutch", "tick-tack"])
def test_no_taps_lose_a_checker_or_let_both_players_hold_a_point(phone, key):
    game, cup = game_of(key), random.Random(8)
    match = match_of(game, ["white", "black"], {})
    for _ in range(40):
        taps = [
            (cup.choice(match["seats"]), cup.choice([*range(1, 25), "bar", "off"])) for _ in range(cup.randint(1, 60))
        ]
        found = ask(phone, f"({TAPPED})", match, match["game"]["start"], cup.random() < 0.3, taps)
        side_counts = [
            side["bar"] + side["off"] + sum(side["points"].values()) + hand
            for side, hand in zip(found["position"].values(), found["hands"], strict=True)
        ]
        assert side_counts == [15, 15]
        if not any(found["hands"]):
            game.read(found["position"])  # raises where a point is shared


def test_no_man_leaves_an_empty_pool(phone):
    match = match_of(game_of("six-ace"), ["seat1", "seat2"], {})
    taps = [("seat1", "men", 1), *[("seat1", "men", -1)] * 6, ("seat1", "men", -1)]
    found = ask(phone, f"({TAPPED})", match, match["game"]["start"], False, taps)
    assert found["said"] == ["lay_pool_empty", *[None] * 6, "lay_pool_empty"]
    assert found["position"]["out"] == ["seat1"]
    assert ask(phone, f"({TAPPED})", match, match["game"]["start"], True, [])["wrong"] == ["lay_no_men"]


FACT_OF = "(told) => factOf(told)"


@pytest.mark.parametrize(("agreed_by", "kind"), [(None, PositionSet), (["white", "black"], PositionAgreed)])
@pytest.mark.parametrize(
    "more", [{}, {"dice": [6, 1], "cube": {"value": 2, "owner": "white"}, "results": []}, {"dice": None, "cube": None}]
)
def test_what_was_told_is_a_fact_that_the_service_reads(phone, swedish, agreed_by, kind, more):
    told = {"position": swedish["game"]["start"], "to_move": "black", "reason": "the board was disturbed", **more}
    event = FACT.load(ask(phone, f"({FACT_OF})", told | {"agreed_by": agreed_by}))
    assert type(event) is kind
    assert (event.dice, event.cube) == (tuple(more["dice"]) if more.get("dice") else None, more.get("cube"))
    assert event.results == (() if "results" in more else None)
