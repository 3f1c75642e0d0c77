"""Answers of Challonge and start.gg: what each of them says of players and results."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid
from core.imports import read
from core.imports.json_values import whole

V1 = {
    "tournament": {
        "name": "Midsummer",
        "participants": [
            {"participant": {"id": 11, "name": "Åsa Öberg", "seed": 1, "group_player_ids": [91], "final_rank": 1}},
            {"participant": {"id": 12, "display_name": "Bo Ek", "seed": 2, "group_player_ids": []}},
            {"participant": {"id": 13, "name": "", "username": "cilla", "seed": 3}},
        ],
        "matches": [
            {
                "match": {
                    "state": "complete",
                    "player1_id": 91,
                    "player2_id": 12,
                    "winner_id": 91,
                    "round": 1,
                    "scores_csv": "2-0,0-1,1-0",
                    "forfeited": None,
                }
            },
            {
                "match": {
                    "state": "complete",
                    "player1_id": 12,
                    "player2_id": 13,
                    "winner_id": 13,
                    "round": -1,
                    "scores_csv": "1-3",
                }
            },
            {
                "match": {
                    "state": "open",
                    "player1_id": 11,
                    "player2_id": 13,
                    "winner_id": None,
                    "round": 2,
                    "scores_csv": "",
                }
            },
            {
                "match": {
                    "state": "complete",
                    "player1_id": 11,
                    "player2_id": 13,
                    "winner_id": 11,
                    "round": 2,
                    "scores_csv": "0-0",
                    "forfeited": True,
                }
            },
            {
                "match": {
                    "state": "complete",
                    "player1_id": 11,
                    "player2_id": 12,
                    "winner_id": None,
                    "round": 3,
                    "scores_csv": "1-1",
                }
            },
        ],
    }
}
V2 = {
    "data": [
        {"id": "21", "type": "participant", "attributes": {"name": "Åsa Öberg", "seed": 1}},
        {"id": "22", "type": "participant", "attributes": {"name": "Bo Ek", "seed": 2}},
    ],
    "included": [
        {
            "id": "7",
            "type": "match",
            "attributes": {
                "state": "complete",
                "round": 1,
                "scores": "2 - 1",
                "winner_id": 22,
                "tie": False,
                "points_by_participant": [
                    {"participant_id": 21, "scores": [1, 0, 0]},
                    {"participant_id": 22, "scores": [0, 1, 1]},
                ],
            },
        },
        {
            "id": "8",
            "type": "match",
            "attributes": {"state": "complete", "round": 2, "scores": "3 - 0", "winner_id": 21},
            "relationships": {"player1": {"data": {"id": "21"}}, "player2": {"data": {"id": "22"}}},
        },
    ],
}


def slot(number, name, value):
    return {"entrant": {"id": number, "name": name}, "standing": {"stats": {"score": {"value": value}}}}


STARTGG = {
    "data": {
        "event": {
            "name": "Tables",
            "entrants": {
                "nodes": [
                    {"id": 31, "name": "Åsa Öberg", "initialSeedNum": 1, "participants": [{}]},
                    {"id": 32, "name": "Bo Ek", "initialSeedNum": 2},
                    {"id": 33, "name": "Lag Vasa", "participants": [{}, {}]},
                ]
            },
            "sets": {
                "nodes": [
                    {
                        "state": 3,
                        "round": 1,
                        "winnerId": 31,
                        "displayScore": "Åsa Öberg 3 - Bo Ek 1",
                        "slots": [slot(31, "Åsa Öberg", 3), slot(32, "Bo Ek", 1)],
                    },
                    {
                        "state": 3,
                        "round": 2,
                        "winnerId": 32,
                        "displayScore": "DQ",
                        "slots": [slot(31, "Åsa Öberg", -1), slot(32, "Bo Ek", 0)],
                    },
                    {
                        "state": 2,
                        "round": 3,
                        "winnerId": None,
                        "displayScore": None,
                        "slots": [slot(31, "Åsa Öberg", None), slot(32, "Bo Ek", None)],
                    },
                    {
                        "state": "COMPLETED",
                        "round": 4,
                        "winnerId": 31,
                        "displayScore": "Åsa Öberg 2 - Bo Ek 1",
                        "slots": [slot(31, "Åsa Öberg", 2), slot(32, "Bo Ek", 1)],
                        "games": [
                            {"orderNum": 2, "winnerId": 32},
                            {"orderNum": 1, "winnerId": 31},
                            {"orderNum": 3, "winnerId": 31},
                        ],
                    },
                    {"state": 3, "round": 1, "winnerId": 31, "slots": [slot(31, "Åsa Öberg", 0), {"entrant": None}]},
                ]
            },
        }
    }
}


def of(value):
    return read(json.dumps(value).encode())


def people(found):
    return [(player.name, player.rating, player.club, player.country, player.seed) for player in found.players]


def results(found):
    return [(result.round, result.players, result.kind, result.winner, result.sets) for result in found.results]


def meanings(found):
    return {column.heading: column.meaning for column in found.columns}


def test_challonge_of_version_1_has_ids_of_its_groups_and_sets() -> None:
    found = of(V1)
    assert (found.source, people(found)) == (
        "challonge",
        [("Åsa Öberg", "", "", "", "1"), ("Bo Ek", "", "", "", "2"), ("cilla", "", "", "", "3")],
    )
    assert meanings(found)["final_rank"] == ""
    assert results(found) == [
        (1, ("Åsa Öberg", "Bo Ek"), "played", 0, ((2, 0), (0, 1), (1, 0))),
        (-1, ("Bo Ek", "cilla"), "played", 1, ((1, 3),)),
        (2, ("Åsa Öberg", "cilla"), "unfinished", None, ()),
        (2, ("Åsa Öberg", "cilla"), "forfeited", 0, ((0, 0),)),
        (3, ("Åsa Öberg", "Bo Ek"), "drawn", None, ((1, 1),)),
    ]


def test_challonge_of_version_2_names_players_by_points_or_by_relationships() -> None:
    assert results(of(V2)) == [
        (1, ("Åsa Öberg", "Bo Ek"), "played", 1, ((1, 0), (0, 1), (0, 1))),
        (2, ("Åsa Öberg", "Bo Ek"), "played", 0, ((3, 0),)),
    ]


def test_a_match_between_unknown_participants_is_wrong() -> None:
    alone = [participant for participant in V1["tournament"]["participants"] if participant["participant"]["id"] != 12]
    found = of({"participants": alone, "matches": V1["tournament"]["matches"]})
    assert [wrong_result.line for wrong_result in found.wrong_results] == [1, 2, 5]


def test_startgg_has_games_in_their_order_and_says_who_was_disqualified() -> None:
    found = of(STARTGG)
    pair = "Åsa Öberg", "Bo Ek"
    assert (found.source, [player.name for player in found.players]) == ("startgg", list(pair))
    assert [(wrong_player.line, len(wrong_player.messages)) for wrong_player in found.wrong_players] == [(3, 1)]
    assert results(found) == [
        (1, pair, "played", 0, ((3, 1),)),
        (2, pair, "disqualified", 1, ()),
        (3, pair, "unfinished", None, ()),
        (4, pair, "played", 0, ((1, 0), (0, 1), (1, 0))),
        (1, ("Åsa Öberg", ""), "bye", None, ()),
    ]


def test_two_tournaments_of_challonge_are_refused() -> None:
    with pytest.raises(Invalid, match="2 tournaments"):
        of([V1, V1])


def test_an_answer_with_two_events_is_refused() -> None:
    event = STARTGG["data"]["event"]
    with pytest.raises(Invalid, match="2 tournaments"):
        of({"data": {"tournament": {"events": [event, event]}}})


def refused_or_read(value):
    """The problems of a file that was refused, or what is odd about one that was read."""
    try:
        found = of(value)
    except Invalid as refused:
        return set(refused.problems) - {"file"}
    return {"a player without a name" for player in found.players if not player.name}


KEYS = (
    "participant match participants matches entrants sets nodes attributes type id name slots entrant scores state "
    "points_by_participant score_in_sets scores_csv winnerId winner_id group_player_ids games round data included "
    "relationships player1 player1_id player2_id standing stats score value errors event"
)
WORDS = st.sampled_from(["participant", "match", "complete", "1-0", "3", 3, 1, None, "COMPLETED"])


@pytest.mark.parametrize(
    ("value", "number"),
    [("12", 12), (" -5 ", -5), (7, 7), (7.0, 7), ("--5", None), ("1-", None), ("9" * 10, None), (True, None)],
)
def test_a_whole_number_may_be_a_text_and_what_is_none_is_nothing(value, number) -> None:
    assert whole(value) == number


JSON = st.recursive(
    WORDS | st.integers() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS.split()), inner, max_size=6),
    max_leaves=25,
)
ATTRIBUTES = st.dictionaries(st.sampled_from(KEYS.split()), JSON, max_size=8)
BODIES = JSON | st.lists(
    ATTRIBUTES.map(lambda each: {"match": each})
    | ATTRIBUTES.map(lambda each: {"type": "match", "attributes": each})
    | ATTRIBUTES.map(lambda each: {"type": "participant", "attributes": each})
    | ATTRIBUTES.map(lambda each: {"sets": {"nodes": [each]}}),
    min_size=1,
    max_size=3,
)


@given(BODIES)
def test_whatever_json_comes_is_read_or_refused(value) -> None:
    assert refused_or_read(value) == set()
