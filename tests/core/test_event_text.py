"""Every event has one sentence, whatever log it is in and whichever place tells it."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_origin, get_type_hints

import pytest

from core import events as e
from core.event_text import sentence
from core.events import EVENTS, GameResult
from core.messages import Message
from core.tournament import fold
from core.tournament.event_text import EventContext, public_sentence
from core.tournament.views.news import _NEWS
from tests.support.pages.stored_tournament import TOURNAMENT

MATCH, SECOND = f"{TOURNAMENT}.1", f"{TOURNAMENT}.2"
NAMES = {"white": "Åsa", "black": "Göran"}
WON = (GameResult("white", "jan"), GameResult("white", "jan"), GameResult("black", "jan"))


def sample(kind: type[e.Event]) -> e.Event:
    """An event of that type; its fields say something plain of their own types."""
    hints = get_type_hints(kind)
    plain: Mapping[Any, Any] = {int: 1, bool: True, tuple: (), Mapping: {}, str: "white"}
    values = {}
    for field in fields(kind):
        if field.default is MISSING and field.default_factory is MISSING:
            hint = hints[field.name]
            values[field.name] = plain.get(get_origin(hint) or hint)
    if kind is e.MatchOpened:
        values["players"] = NAMES
    if kind is e.MatchesSeated:
        values["seats"] = (("t_x.1", "3"),)
    return kind(**values)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_type_of_event_owes_its_sentence_which_catalogues_translate(kind):
    said = sentence(sample(kind), EventContext("Anna Berg", NAMES))
    assert isinstance(said, Message)
    assert said
    assert kind.__name__ not in said
    assert "None" not in said


OF_A_RESULT = {e.ResultConfirmed}
"""The news of such an event is the result that counts from then on."""


@pytest.mark.parametrize("kind", [kind for kind in _NEWS if kind not in OF_A_RESULT], ids=lambda kind: kind.__name__)
def test_news_have_a_sentence_that_leaves_out_no_author(kind, six_ace):
    told = public_sentence(sample(kind), six_ace)
    assert isinstance(told, Message)
    assert told.code
    assert "" not in told.values.values()


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (e.DiceRolled("white", (6, 2)), "Åsa rolls 6-2"),
        (e.CheckersMoved("black", ((24, 18), ("bar", 22))), "Göran plays 24/18 bar/22"),
        (
            e.RulingMade("award_game", "left", winner="black", outcome="jan"),
            "Ruling: the game is awarded to Göran (jan) – left",
        ),
        (e.RefereeCalled("white", "Ett drag", cause="play"), "Åsa calls the referee: A play is in question"),
        (e.RefereeCalled("white", "kalla händer"), "Åsa calls the referee: kalla händer"),
        (e.ResultReported(WON), "Anna Berg reported the result: games 2–1"),
        (
            e.MatchSettled("t_x.7", "white", {"white": 2, "black": 1}, "points", ()),
            "Åsa has won against Göran, 2–1",
        ),
        (
            e.ResultDecided("t_x.7", "played", "misread", "white", {"white": 3, "black": 0}, None, ()),
            "Anna Berg corrected the result of match 7: 3–0: misread",
        ),
        (e.PlayerWithdrew("p", "ill"), "p has withdrawn: ill"),
        (e.RoundPaired(2, (("t_x.7", "a", "b", ""),), bye="c"), "Round 2 is paired: a – b; c sits this round out"),
        (e.MatchesSeated((("t_x.7", "3"),)), "match 7 at table 3"),
        (e.MatchesScheduled((("t_x.7", 0, 0, ""),)), "Anna Berg took 1 match out of the timetable"),
        (
            e.MatchesScheduled((("3:2", 1764003600000, 1764007200000, "4"),)),
            "Anna Berg planned a match of round 3: 2025-11-24T17:00:00.000Z – 2025-11-24T18:00:00.000Z, table 4",
        ),
        (
            e.TimetableRulesSet(((1, 2, ""),), 10, True),
            "Anna Berg set the rules of the timetable: 1 break, 10 minutes of rest, late matches move others",
        ),
    ],
)
def test_an_event_is_told_in_a_sentence(event, said):
    assert sentence(event, EventContext("Anna Berg", NAMES)) == said


FIRST_SEAT, SECOND_SEAT = (GameResult(seat, "placings", placings=(seat,)) for seat in ("seat1", "seat2"))


@pytest.fixture
def six_ace():
    """A tournament of a game without white and black, in which a pairing was taken back."""
    created = e.TournamentCreated("vasa", "Cup", "six-ace", {"games": 3}, "round_robin")
    players = [e.PlayerEntered("p_a", "Anna"), e.PlayerEntered("p_b", "Bo")]
    order = e.TournamentAmended("agreed", tie_breaks=("wins", "lots"))
    gone = [e.RoundPaired(1, ((MATCH, "p_a", "p_b"),)), e.PairingsVoided(1, (MATCH,), "a mistake"), order]
    events = [created, *players, e.TournamentStarted("lots"), *gone, e.RoundPaired(1, ((SECOND, "p_b", "p_a"),))]
    return fold(TOURNAMENT, [e.Recorded(version, event, 0, "", "") for version, event in enumerate(events)])


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (e.ResultReported((FIRST_SEAT,) * 3), "Rut reported the result: games 3–0"),
        (
            e.ResultDisputed(SECOND, (FIRST_SEAT, SECOND_SEAT, FIRST_SEAT)),
            "Rut says of Bo – Anna that it ended otherwise: games 2–1",
        ),
        (
            e.MatchSettled(SECOND, "seat2", {"seat1": 1, "seat2": 2}, "points", ()),
            "Anna has won against Bo, 2–1",
        ),
        (e.ResultDecided(SECOND, "walkover", "ill", "seat1", {}, None, ()), "Rut gave Bo a walkover in Bo – Anna: ill"),
        (
            e.ResultDecided(MATCH, "walkover", "ill", "seat1", {}, None, ()),
            "Rut gave Anna a walkover in Anna – Bo: ill",
        ),
    ],
)
def test_the_winner_is_named_in_a_game_of_other_seats(six_ace, event, said):
    assert sentence(event, EventContext("Rut", {}, six_ace)) == said


def test_the_games_of_a_match_alone_are_told_for_all_its_seats():
    names = {"seat1": "Anna", "seat2": "Bo", "seat3": "Cilla"}
    said = sentence(e.ResultReported((FIRST_SEAT, SECOND_SEAT, FIRST_SEAT)), EventContext("Rut", names))
    assert said == "Rut reported the result: games 2–1–0"
