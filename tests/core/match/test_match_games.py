"""Differences between games in a match: the starter, void games, more than two seats, throws that are plays."""

import json

import pytest

from core.events import (
    CheckersMoved,
    DiceRolled,
    GameResigned,
    GameResult,
    MatchOpened,
    OpeningRolled,
    Recorded,
    ResultReported,
    RulingMade,
    TurnPassed,
)
from core.games import GAMES, game_of
from core.match import judging
from schemas.dump import dumper
from schemas.match_states import match_json
from schemas.views.matches import Verdict
from tests.support.matches.match_logs import numbered, played
from tests.support.proving import some

NAMES = ("Anna", "Bo", "Cilla", "Dag", "Eva")


def opening(key, seats=None, games=3, **fields):
    game = game_of(key)
    players = dict(zip(game.seats[: seats or game.fewest], NAMES, strict=False))
    return MatchOpened("vasa", key, {"games": games}, players, **fields)


def judged(opened, facts):
    states = list(judging.fold("m_test", numbered(opened, facts)))
    return states[-1][0], [verdict for _, verdict in states[1:]]


def said(opened, facts):
    return [each.verdict if each.rule is None else f"{each.verdict} {each.rule}" for each in judged(opened, facts)[1]]


def after(match, *facts):
    """The match after more facts, and the last verdict."""
    verdict = None
    for event in facts:
        match, verdict = judging.judge(match, Recorded(match.version + 1, event, 0, "", ""), list)
    return match, verdict


def two_seats(game, first, second):
    return OpeningRolled(**dict(zip(game.seats, (first, second), strict=False)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_m2_the_opening_says_who_begins_each_game(game):
    opened = opening(game.key)
    match, _ = judged(opened, [two_seats(game, 6, 6)])
    assert (match.phase, match.to_move) == ("opening", None)
    match, _ = judged(opened, [two_seats(game, 6, 2)])
    starter = game.opening.starter({game.seats[0]: 6, game.seats[1]: 2})
    assert (match.phase, match.to_move) == ("move" if game.opening.plays_dice else "roll", starter)
    assert match.dice == ((6, 2) if game.opening.plays_dice else None)
    match, _ = judged(opened, [two_seats(game, 6, 2), GameResigned(game.seats[0], game.endings[0].key)])
    if game.opening.every_game:
        assert (match.phase, match.to_move) == ("opening", None)
    else:
        assert (match.phase, match.to_move) == ("roll", game.seats[0])
    assert said(opened, [two_seats(game, 6, 2), two_seats(game, 6, 2)])[-1] == "refused M2"


def test_m2_every_seat_of_a_match_rolls_one_die_and_no_other():
    three = opening("six-ace", 3)
    assert said(three, [OpeningRolled(seat1=1, seat2=2)]) == ["refused M2"]
    assert said(three, [OpeningRolled(seat1=1, seat2=2, seat3=3, seat4=4)]) == ["refused M2"]
    match, _ = judged(three, [OpeningRolled(seat1=1, seat2=3, seat3=3), OpeningRolled(seat1=1, seat2=2, seat3=3)])
    assert (match.phase, match.to_move) == ("roll", "seat3")
    assert said(opening("swedish"), [OpeningRolled(seat1=1, seat2=2)]) == ["refused M2"]


def test_m4_english_is_thrown_with_the_dice_of_its_option():
    for options, dice in (({}, (5, 3)), ({"dice": "three"}, (5, 3, 1))):
        opened = opening("english", options=options)
        start = OpeningRolled(6, 2)
        assert said(opened, [start, DiceRolled("white", dice)])[-1] == "accepted"
        assert said(opened, [start, DiceRolled("white", (*dice, 1))])[-1] == "refused M4"


@pytest.mark.parametrize(
    ("key", "landing"),
    [
        ("swedish", (1, "down")),
        ("swedish", ("pool", 7)),
        ("swedish", (1, 7, "opponent")),
        ("dubblets", ("bar", 7)),
        ("dubblets", (4, "left")),
        ("backgammon", (24, "down")),
        ("tick-tack", (24, 18, "opponent")),
    ],
)
@pytest.mark.parametrize("check", ["strict", "advisory"])
def test_m4_a_word_of_another_game_is_refused(key, landing, check):
    match = judging.opened("m_test", opening(key, check=check))._replace(phase="move", to_move="white", dice=(6, 2))
    _, verdict = after(match, CheckersMoved("white", (landing,)))
    assert (verdict.verdict, verdict.rule) == ("refused", "M4")


def test_a_number_that_the_opponent_uses_is_part_of_the_throw():
    match, verdicts = judged(
        opening("dubblets"),
        [
            OpeningRolled(6, 2),
            DiceRolled("white", (2, 1)),
            CheckersMoved("white", ((2, "down"), (1, "down"))),
            DiceRolled("black", (4, 3)),
            CheckersMoved("black", ((4, "down"), (3, "down"))),
            DiceRolled("white", (2, 1)),
            CheckersMoved("white", ((2, "down", "opponent"), (1, "down", "opponent"))),
        ],
    )
    assert verdicts[-1].verdict == "accepted"
    assert "2" not in match.written_position["black"]["stacked"]


def test_a_void_game_is_not_counted_and_is_played_again():
    game, words = game_of("tick-tack"), {"6": 1, "5": 1, "4": 1, "3": 1, "2": 11}
    position = game.read({"white": {"points": words}, "black": {"points": {"1": 15}}})
    match = judging.opened("m_test", opening("tick-tack"))._replace(position=position, phase="roll", to_move="white")
    match, verdict = after(match, DiceRolled("white", (4, 3)), CheckersMoved("white", ((6, 2), (5, 2))))
    assert (verdict.verdict, dumper(Verdict)(verdict)["game_finished"]) == (
        "accepted",
        {"winner": None, "outcome": "void", "points": 0},
    )
    assert (match.phase, match.to_move, match.results) == ("opening", None, ())
    assert match_json(match)["games"] == []
    assert match.game_number == 1
    assert match.position == game.start(match.options, match.seats)


def test_s11_a_void_game_is_nothing_that_anybody_could_resign_or_be_awarded():
    opened = opening("tick-tack")
    award = RulingMade("award_game", "-", winner="white", outcome="void")
    assert said(opened, [GameResigned("white", "void"), award]) == ["refused S11", "refused S11"]
    assert said(opened, [ResultReported((GameResult("white", "void"),) * 3)]) == ["refused M6"]


# ── more than two seats, and throws that are plays ───────────────────────────────────────────────────────────────────
def test_the_throw_is_the_play_and_nothing_follows_it():
    opened = opening("six-ace", 3)
    match, _ = judged(opened, [OpeningRolled(seat1=6, seat2=1, seat3=1), DiceRolled("seat1", (6, 1))])
    assert (match.phase, match.to_move, match.dice) == ("roll", "seat2", None)
    assert match.written_position["seat1"] == {"men": 4, "off": 1}
    assert match.score == {"seat1": 0, "seat2": 0, "seat3": 0}
    facts = [
        OpeningRolled(seat1=6, seat2=1, seat3=1),
        DiceRolled("seat1", (6, 1)),
        TurnPassed("seat2"),
        CheckersMoved("seat2", ((1, 2),)),
        DiceRolled("seat3", (6, 1)),
        DiceRolled("seat2", (4, 4)),
        DiceRolled("seat2", (3, 1)),
        DiceRolled("seat3", (2, 1)),
        DiceRolled("seat1", (5, 4)),
    ]
    assert said(opened, facts)[2:] == [
        "refused M4",
        "refused M4",
        "refused M3",
        "accepted",
        "accepted",
        "accepted",
        "refused M3",
    ]


@pytest.mark.parametrize("seats", some([2, 3, 4, 5], 2, 4))
@pytest.mark.parametrize("games", some([3, 5, 7], 3, 7))
def test_the_player_who_pays_the_fewest_rounds_wins_and_the_loser_throws_first(seats, games):
    for seed in range(3):
        opened = opening("six-ace", seats, games)
        facts = played(opened, seed)
        states = list(judging.fold("m_test", numbered(opened, facts)))
        match = states[-1][0]
        settled, words = match.settled, match_json(match)
        assert len(match.results) == games == sum(settled.score.values())
        assert settled.score[settled.winner] == min(settled.score.values())
        assert set(settled.score) == set(match.seats)
        assert all(sorted(row["placings"]) == sorted(match.seats) for row in words["games"])
        for state, verdict in states:
            if verdict.game_finished and state.settled is None:
                assert (state.phase, state.to_move) == ("roll", verdict.game_finished.result.placings[-1])


@pytest.mark.parametrize("key", some([game.key for game in GAMES], "swedish", "tick-tack", "backgammon"))
def test_a_played_out_match_is_settled_and_its_state_is_the_same_at_every_version(key):
    opened = opening(key, stop="when_decided")
    log = numbered(opened, played(opened, 7))
    states = [match for match, _ in judging.fold("m_test", log)]
    assert states[-1].settled.winner in states[-1].seats
    for version in range(0, len(log), 97):
        assert judging.replay("m_test", log[: version + 1]) == states[version]
        assert json.loads(json.dumps(match_json(states[version])))["version"] == version


def results(*placings):
    """`"132"`: seat 1 came first, seat 2 pays."""
    return [
        GameResult(f"seat{placing[0]}", "placings", 1, tuple(f"seat{seat}" for seat in placing)) for placing in placings
    ]


@pytest.mark.parametrize(
    ("placings", "score", "winner", "decided_by"),
    [
        (("123", "123", "132"), (0, 1, 2), "seat1", "points"),
        (("213", "213", "123"), (0, 0, 3), "seat2", "highest_game"),  # one round each less; two first places to one
        (("123", "231", "312"), (1, 1, 1), "seat1", "highest_game"),  # all placings equal: the earlier game
        (("21", "12", "12"), (1, 2), "seat1", "points"),
    ],
)
def test_equal_rounds_are_decided_by_the_better_placings_and_then_by_the_earlier_game(
    placings, score, winner, decided_by
):
    reported = ResultReported(tuple(results(*placings)))
    match, verdicts = judged(opening("six-ace", len(placings[0])), [reported])
    assert verdicts[0].verdict == "accepted", verdicts[0].explanation
    settled = match.settled
    assert tuple(settled.score.values()) == score
    assert (settled.winner, settled.decided_by) == (winner, decided_by)


def test_m6_a_reported_game_places_every_seat():
    for wrong in (results("12"), [GameResult("seat1", "placings")], [results("213")[0]._replace(winner="seat1")]):
        [verdict] = judged(opening("six-ace", 3), [ResultReported(tuple(wrong * 3))])[1]
        assert (verdict.verdict, verdict.rule) == ("refused", "M6")


def test_s11_of_two_players_one_can_resign_and_of_more_no_player_can():
    match, verdicts = judged(opening("six-ace", 2), [GameResigned("seat1", "placings")])
    assert verdicts[0].game_finished.result == GameResult("seat2", "placings", 1, ("seat2", "seat1"))
    assert match.score == {"seat1": 1, "seat2": 0}
    award = RulingMade("award_game", "-", winner="seat2", outcome="placings")
    assert said(opening("six-ace", 3), [GameResigned("seat1", "placings"), award]) == ["refused S11"] * 2
    assert said(opening("six-ace", 3), [GameResigned("seat4", "placings")]) == ["refused M3"]
    assert said(opening("swedish"), [GameResigned("seat4", "jan")]) == ["refused M3"]


def test_s12_a_match_of_many_can_be_awarded():
    match, _ = judged(opening("six-ace", 3), [RulingMade("award_match", "they left", winner="seat3")])
    assert (match.settled.winner, match.settled.decided_by) == ("seat3", "awarded")
    assert said(opening("six-ace", 3), [RulingMade("award_match", "?", winner="seat4")]) == ["refused M5"]
