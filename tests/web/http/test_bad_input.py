"""Whatever is wrong with a field: it is named exactly, and nothing is written."""

import json

import pytest

from tests.support.api import START

ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
MOVE = {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}]}
ASKED = {"position": {"white": START, "black": START}, "to_move": "white", "dice": [6, 2]}
PLAYED = {"game": "swedish", "length": {"games": 3}}
CUP = PLAYED | {"name": "Cup", "format": "round_robin"}
OPENED = PLAYED | {"club": "vasa", "players": {"white": "Anna", "black": "Bertil"}}
SETTLED = {"game": "swedish", "games": 3, "results": []}
RULED = {"type": "RulingMade", "reason": "seen"}
PASSED = {"type": "TurnPassed"}
DOUBLE = {"type": "DoubleOffered", "by": "white"}
WON = {"winner": "white", "outcome": "jan"}


def without(words, *names):
    return {name: value for name, value in words.items() if name not in names}


def dice(*shown):
    return ROLL | {"dice": list(shown)}


def landing(**parts):
    return MOVE | {"moves": [{"from": 1, "to": 7}, parts]}


def position(**sides):
    return ASKED | {"position": {"white": START, "black": START, **sides}}


EVENTS, PLAYS, CHECK = "/v1/matches/{match}/events", "/v1/games/swedish/plays", "/v1/games/swedish/check"
CLUBS, PLAYERS, TOKENS = "/v1/clubs", "/v1/clubs/vasa/players", "/v1/clubs/vasa/tokens"
CUPS, MATCHES, SETTLEMENTS = "/v1/clubs/vasa/tournaments", "/v1/matches", "/v1/settlements"
ENTRIES, LEAVE = "/v1/tournaments/{tournament}/entries", "/v1/tournaments/{tournament}/withdrawals"
BEGIN, RESULTS = "/v1/tournaments/{tournament}/start", "/v1/tournaments/{tournament}/results"

WRONG = [
    # facts: one alone is named by its own fields, in a list with its place
    (EVENTS, dice(9.7, 2), ["dice.0"]),
    (EVENTS, dice("6", 2), ["dice.0"]),
    (EVENTS, dice(True, None), ["dice.0", "dice.1"]),
    (EVENTS, dice(0, 7), ["dice.0", "dice.1"]),
    (EVENTS, dice(6), ["dice"]),
    (EVENTS, dice(6, 2, 1), ["dice"]),
    (EVENTS, dice([6], {}), ["dice.0", "dice.1"]),
    (EVENTS, ROLL | {"dice": 6}, ["dice"]),
    (EVENTS, ROLL | {"dice": {"0": 6}}, ["dice"]),
    (EVENTS, without(ROLL, "dice", "by"), ["by", "dice"]),
    (EVENTS, ROLL | {"by": "red"}, ["by"]),
    (EVENTS, ROLL | {"by": ["white"]}, ["by"]),
    (EVENTS, ROLL | {"colour": 1, "version": 7}, ["colour", "version"]),
    (EVENTS, without(ROLL, "type"), ["type"]),
    (EVENTS, ROLL | {"type": 7}, ["type"]),
    (EVENTS, ROLL | {"type": ["DiceRolled"]}, ["type"]),
    (EVENTS, DOUBLE, ["type"]),
    (EVENTS, {"type": "ResultReported", "results": [WON]}, ["type"]),
    (EVENTS, {"type": "MatchOpened"}, ["type"]),
    (EVENTS, {"type": "OpeningRolled", "white": 0}, ["black", "white"]),
    (EVENTS, MOVE | {"moves": []}, ["moves"]),
    (EVENTS, MOVE | {"moves": [{"from": 1, "to": 2}] * 17}, ["moves"]),
    (EVENTS, landing(), ["moves.1.from", "moves.1.to"]),
    (EVENTS, landing(**{"from": 0, "to": 25}), ["moves.1.from", "moves.1.to"]),
    (EVENTS, landing(**{"from": True, "to": 1.5}), ["moves.1.from", "moves.1.to"]),
    (EVENTS, landing(**{"from": "off", "to": "bar"}), ["moves.1.from", "moves.1.to"]),
    (EVENTS, landing(**{"from": 7, "to": 9, "die": 2}), ["moves.1.die"]),
    (EVENTS, MOVE | {"moves": [[1, 7]]}, ["moves.0"]),
    (EVENTS, {"type": "TurnPassed"}, ["by"]),
    (EVENTS, {"type": "GameResigned", "by": "white", "outcome": "gammon"}, ["outcome"]),
    (EVENTS, RULED | {"kind": "forgive"}, ["kind"]),
    (EVENTS, RULED | {"kind": "void"}, ["from_version"]),
    (EVENTS, RULED | {"kind": "void", "from_version": 0}, ["from_version"]),
    (EVENTS, RULED | {"kind": "void", "from_version": 3, "to_version": 2}, ["to_version"]),
    (EVENTS, RULED | {"kind": "award_game"}, ["outcome", "winner"]),
    (EVENTS, RULED | {"kind": "award_match", "winner": None}, ["winner"]),
    (EVENTS, {"type": "RulingMade", "kind": "note", "reason": " "}, ["reason"]),
    (EVENTS, {"type": "RulingMade", "kind": "note", "reason": "a\u0000b"}, ["reason"]),
    (EVENTS, {"type": "RulingMade", "kind": "note", "reason": "\ud800"}, ["reason"]),
    (EVENTS, {"type": "RulingMade", "kind": "note", "reason": "x" * 501}, ["reason"]),
    (EVENTS, [ROLL, ROLL, ROLL, dice(7, 2)], ["events.3.dice.0"]),
    (EVENTS, [MOVE, landing(to=0), PASSED], ["events.1.moves.1.from", "events.1.moves.1.to", "events.2.by"]),
    # what some game knows and this one does not
    (EVENTS, [ROLL, DOUBLE, dice(3, 2, 1)], ["events.1.type", "events.2.dice"]),
    (EVENTS, ROLL | {"by": "seat1"}, ["by"]),
    (EVENTS, {"type": "OpeningRolled", "seat1": 1, "seat2": 2}, ["black", "seat1", "seat2", "white"]),
    (EVENTS, landing(**{"from": "pool", "to": 7}), ["moves.1.from"]),
    (EVENTS, landing(**{"from": 7, "to": "down", "by": "opponent"}), ["moves.1.by", "moves.1.to"]),
    (EVENTS, RULED | {"kind": "award_game", "winner": "seat2", "outcome": "gammon"}, ["outcome", "winner"]),
    (EVENTS, [ROLL, 7, None, []], ["events.1", "events.2", "events.3"]),
    (EVENTS, [], ["events"]),
    (EVENTS, "DiceRolled", [""]),
    (EVENTS, 7, [""]),
    # questions
    (PLAYS, {}, ["dice", "position", "to_move"]),
    (PLAYS, [], [""]),
    (PLAYS, ASKED | {"dice": [6]}, ["dice"]),
    (PLAYS, ASKED | {"dice": [6, 7]}, ["dice.1"]),
    (PLAYS, ASKED | {"dice": [6, "2"]}, ["dice.1"]),
    (PLAYS, ASKED | {"to_move": "seat1"}, ["to_move"]),
    (PLAYS, ASKED | {"options": {"swift": True}}, ["options.swift"]),
    (PLAYS, ASKED | {"options": []}, ["options"]),
    (PLAYS, ASKED | {"moves": []}, ["moves"]),
    (PLAYS, ASKED | {"position": []}, ["position"]),
    (PLAYS, ASKED | {"position": {"white": START}}, ["position.black"]),
    (PLAYS, position(red=START), ["position.red"]),
    (PLAYS, position(white={"points": {"1": 14}}), ["position.white"]),
    (PLAYS, position(white={"points": {"25": 15}}), ["position.white.points.25"]),
    (PLAYS, position(white={"points": {"1": 15.5}}), ["position.white.points.1"]),
    (PLAYS, position(white={"bar": True, "points": {"1": 14}}), ["position.white.bar"]),
    (PLAYS, position(white={"points": {"13": 15}}), ["position.white.points.13"]),
    (PLAYS, position(white={"off": 15}), ["position"]),
    (PLAYS, position(black={"points": {"24": 15}}), ["position"]),
    (PLAYS, position(white={"bar": 7, "points": {"24": 8}}, black={"points": {"13": 15}}), ["position"]),
    (CHECK, ASKED, ["moves"]),
    (CHECK, ASKED | {"moves": [{"from": 1}]}, ["moves.0.to"]),
    (CHECK, ASKED | {"dice": [1], "moves": 7}, ["dice", "moves"]),
    (CHECK, ASKED | {"moves": [{"from": 1, "to": "left"}]}, ["moves.0.to"]),
    (SETTLEMENTS, {}, ["game", "games", "results"]),
    (SETTLEMENTS, SETTLED | {"game": "chess"}, ["game"]),
    (SETTLEMENTS, SETTLED | {"games": 4}, ["games"]),
    (SETTLEMENTS, SETTLED | {"games": "3"}, ["games"]),
    (SETTLEMENTS, SETTLED | {"results": [WON] * 4}, ["results"]),
    (SETTLEMENTS, SETTLED | {"results": [WON | {"outcome": "gammon"}]}, ["results.0.outcome"]),
    (SETTLEMENTS, SETTLED | {"results": [WON, {"winner": "seat3"}]}, ["results.1.outcome"]),
    (SETTLEMENTS, SETTLED | {"results": [{"winner": "seat3", "outcome": "jan"}]}, ["results.0.winner"]),
    # commands
    (CLUBS, {"slug": "Vasa", "name": ""}, ["name", "slug"]),
    (CLUBS, {"slug": "-huk", "name": "Huk", "token": "x"}, ["slug", "token"]),
    (PLAYERS, {"name": "Anna"}, ["players"]),
    (PLAYERS, [], ["players"]),
    (PLAYERS, [{"name": "Anna", "rating": "high"}, {}, 7], ["players.0.rating", "players.1.name", "players.2"]),
    (PLAYERS, [{"name": "Anna"}, {"name": "Anna"}], ["players.1.name"]),
    (TOKENS, {"role": "king"}, ["role"]),
    (TOKENS, {"role": "operator", "note": 7}, ["note", "role"]),
    (MATCHES, {"club": "vasa"}, ["game", "length", "players"]),
    (MATCHES, OPENED | {"game": "backgammon-chess"}, ["game"]),
    (MATCHES, OPENED | {"length": {"games": 2}}, ["length.games"]),
    (MATCHES, OPENED | {"length": {"games": 3, "points": 7}}, ["length.points"]),
    (MATCHES, OPENED | {"length": 3}, ["length"]),
    (MATCHES, OPENED | {"players": {"white": "Anna"}}, ["players.black"]),
    (MATCHES, OPENED | {"players": {"white": "Anna", "black": 7, "red": "x"}}, ["players.black", "players.red"]),
    (MATCHES, OPENED | {"players": ["Anna", "Bertil"]}, ["players"]),
    (MATCHES, OPENED | {"check": "lax", "stop": True}, ["check", "stop"]),
    (MATCHES, OPENED | {"options": {"jacoby": True}}, ["options.jacoby"]),
    (CUPS, without(CUP, "name", "format"), ["format", "name"]),
    (CUPS, CUP | {"format": "lottery", "published": "yes"}, ["format", "published"]),
    (CUPS, CUP | {"tie_breaks": ["wins", "beauty"]}, ["tie_breaks.1"]),
    (CUPS, CUP | {"tie_breaks": ["wins", "wins"]}, ["tie_breaks.1"]),
    (ENTRIES, {"players": []}, ["players"]),
    (ENTRIES, {"players": ["nobody"]}, ["players.0"]),
    (ENTRIES, ["p_1"], ["players.0"]),
    (ENTRIES, 7, [""]),
    (LEAVE, {"reason": "ill"}, ["player"]),
    (BEGIN, {"seed": 7}, ["seed"]),
    (RESULTS, {"match": "7", "results": []}, ["match", "results"]),
]


def test_every_wrong_field_is_named_and_nothing_is_written(api, at):
    before = api.everything_written()
    for path, body, fields in WRONG:
        role = "operator" if path == CLUBS else "organiser"
        answer = api.post(at(path), role=role, data=json.dumps(body), content_type="application/json")
        assert (answer.status_code, sorted(answer.json.get("errors", {}))) == (422, fields), (path, body, answer.json)
        assert all(said for said in answer.json["errors"].values())
        assert api.everything_written() == before, (path, body)


@pytest.mark.parametrize(
    ("fact", "field", "says"),
    [
        (dice(7, 2), "dice.0", "7 is not a whole number from 1 to 6"),
        (DOUBLE | {"type": "Doubled"}, "type", '"Doubled" is not one of OpeningRolled, DiceRolled, CheckersMoved,'),
        (DOUBLE, "type", "Swedish Tables is played without a cube"),
        (ROLL | {"x": 1}, "x", "no such field; known are type, by, dice"),
        (without(ROLL, "by"), "by", "missing: one of white, black"),
        (landing(**{"from": 7, "to": 25}), "moves.1.to", "25 is not a point from 1 to 24 or 'off' or"),
        (RULED | {"kind": "void"}, "from_version", "missing: a ruling of the kind void names it"),
    ],
)
def test_a_message_says_what_would_be_right(api, at, fact, field, says):
    answer = api.post(at(EVENTS), fact, role="referee")
    assert answer.json["errors"][field][0].startswith(says)
    assert field in answer.json["detail"]


def test_a_whole_number_may_be_written_as_a_float(api, at):
    answer = api.post(at(EVENTS), [dice(6.0, 2), landing(**{"from": 7.0, "to": 9})], role="scorer")
    assert answer.status_code == 202
    assert all(number in answer.get_data(as_text=True) for number in ('"dice":[6,2]', '"from":7,'))
