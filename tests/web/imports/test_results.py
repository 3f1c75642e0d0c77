"""Results of another program's file over HTTP: those that the file says truly are written, once, with what follows."""

import json

import pytest

NAMES = ("Åsa Öberg", "Bo Ek", "Cilla Dahl", "Dag Falk")
ASA, BO, CILLA, DAG = NAMES


def tournament(api, started=True, **more):
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", **more}
    made = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    rows = [{"player": name, "seed": seed} for seed, name in enumerate(NAMES, 1)]
    assert api.post(f"/v1/tournaments/{made}/entries?register=1", {"players": rows}).status_code == 201
    if started:
        assert api.post(f"/v1/tournaments/{made}/start", {}).status_code == 200
    return made


def ask(api, cup, data, **query):
    """Send a file of CSV, or of JSON where it is no text, with a query."""
    kind, body = ("text/csv", data) if isinstance(data, str) else ("application/json", json.dumps(data))
    path = f"/v1/tournaments/{cup}/imports/results"
    return api.post(path, query_string=query, data=body.encode(), content_type=kind)


def look(api, cup, data, **query):
    answer = ask(api, cup, data, dry_run="true", **query)
    assert answer.status_code == 200, answer.json
    return answer.json


def write(api, cup, data, **query):
    """Look at a file and write exactly that; what was looked at."""
    found = look(api, cup, data, **query)
    answer = ask(api, cup, data, digest=found["digest"], **query)
    assert answer.status_code == 201, answer.json
    return found


def becomes(preview):
    return [(row["becomes"], row["kind"]) for row in preview["rows"]]


def counted(api, cup):
    """By the names of both players: the kind of the result, the winner's name and the reason."""
    found = {}
    for row in api.get(f"/v1/tournaments/{cup}/matches").json["matches"]:
        if result := row["result"]:
            winner = row[result["winner"]]["name"] if result["winner"] else None
            pair = frozenset(row[seat]["name"] for seat in ("white", "black") if row[seat])
            found[pair] = (result["kind"], winner, result["reason"])
    return found


def challonge(*rows):
    """An answer of Challonge with the four players and these matches: players, winner and score."""
    ids = {name: number for number, name in enumerate(NAMES, 1)}
    people = [{"participant": {"id": number, "name": name}} for name, number in ids.items()]
    matches = [
        {
            "match": {
                "state": "complete",
                "player1_id": ids[one],
                "player2_id": ids[other],
                "round": round_,
                "winner_id": ids.get(winner),
                "scores_csv": scores,
                "forfeited": None,
            }
        }
        for round_, one, other, winner, scores in rows
    ]
    return {"tournament": {"participants": people, "matches": matches}}


TABLE = "Rk.;Name;1;2;3;4\n1;Öberg, Åsa;*;1;+;½\n2;Ek, Bo;0;*;1;-\n3;Dahl, Cilla;-;0;*;1\n4;Falk, Dag;½;-;0;*\n"


def test_a_winner_alone_is_left_unless_the_organiser_has_it_awarded(api):
    cup = tournament(api)
    assert becomes(look(api, cup, TABLE)) == [
        ("left", None),
        ("written", "walkover"),
        ("left", None),
        ("left", None),
        ("written", "double_no_show"),
        ("left", None),
    ]
    found = write(api, cup, TABLE, award="true")
    assert (found["counted"], found["left"]) == (5, 1)
    assert counted(api, cup) == {
        frozenset((ASA, BO)): ("adjudicated", ASA, "chess-results: 1 / 0"),
        frozenset((ASA, CILLA)): ("walkover", ASA, "chess-results: + / -"),
        frozenset((BO, CILLA)): ("adjudicated", BO, "chess-results: 1 / 0"),
        frozenset((BO, DAG)): ("double_no_show", None, "chess-results: -"),
        frozenset((CILLA, DAG)): ("adjudicated", CILLA, "chess-results: 1 / 0"),
    }


def test_the_second_try_of_a_confirmation_writes_nothing(api):
    cup = tournament(api)
    digest = look(api, cup, TABLE, award="true")["digest"]
    first = ask(api, cup, TABLE, award="true", digest=digest)
    written = api.everything_written()
    again = ask(api, cup, TABLE, award="true", digest=digest)
    assert (again.status_code, again.json) == (201, first.json)
    assert api.everything_written() == written
    assert {state for state, _ in becomes(look(api, cup, TABLE, award="true"))} == {"agrees", "left"}


@pytest.mark.parametrize("changed", ["kind", "winner", "options", "tournament"])
def test_what_was_not_looked_at_is_not_written(api, changed):
    cup = tournament(api)
    digest = look(api, cup, TABLE, award="true")["digest"]
    if changed == "tournament":
        api.post(f"/v1/tournaments/{cup}/publication", {"published": True})
    before = api.everything_written()
    kind = ("Bo;0;*;1", "Bo;0;*;+"), ("Cilla;-;0", "Cilla;-;-")
    winner = ("Bo;0;*;1", "Bo;0;*;0"), ("Cilla;-;0", "Cilla;-;1")
    file = TABLE
    for old, new in {"kind": kind, "winner": winner}.get(changed, ()):
        file = file.replace(old, new)
    options = {} if changed == "options" else {"award": "true"}
    assert ask(api, cup, file, digest=digest, **options).status_code == 409
    assert api.everything_written() == before


def test_games_whose_points_say_how_they_ended_make_a_played_match(api):
    cup = tournament(api, game="backgammon", length={"points": 3})
    file = challonge((1, ASA, BO, ASA, "2-0,0-1,1-0"), (1, CILLA, DAG, CILLA, "2-1"))
    assert becomes(look(api, cup, file)) == [("left", None), ("left", None)]
    with_points = look(api, cup, file, sets_have_points="true")
    assert becomes(with_points) == [("left", None), ("left", None)], "a cube makes two points ambiguous"


def test_games_without_a_cube_are_told_by_their_points(api):
    cup = tournament(api, game="dutch", length={"games": 3})
    file = challonge(
        (1, BO, ASA, BO, "2-0,0-1,1-0"), (1, CILLA, DAG, DAG, "2-1"), (2, ASA, CILLA, CILLA, "2-0,0-1,0-1")
    )
    found = write(api, cup, file, sets_have_points="true")
    assert becomes(found) == [("written", "played"), ("left", None), ("left", None)]
    assert "another player win" in found["rows"][2]["why"]
    assert [game["outcome"] for game in found["rows"][0]["games"]] == ["gammon", "single", "single"]
    assert counted(api, cup)[frozenset((ASA, BO))] == ("played", BO, "Challonge: 2-0,0-1,1-0")


def test_a_game_with_one_ending_needs_no_points(api):
    cup = tournament(api, game="dubblets", length={"games": 3})
    file = challonge((1, ASA, BO, ASA, "1-0,0-1,1-0"), (1, CILLA, DAG, CILLA, "3-0"), (2, ASA, CILLA, ASA, "2-1"))
    assert becomes(look(api, cup, file)) == [("written", "played"), ("written", "played"), ("left", None)]


def test_a_bracket_moves_on_and_later_results_find_their_matches(api):
    cup = tournament(api, format="single_elimination")
    file = challonge((2, ASA, BO, BO, "1-2"), (1, ASA, DAG, ASA, "2-0"), (1, BO, CILLA, BO, "2-1"))
    found = write(api, cup, file, award="true")
    assert [row["round"] for row in found["rows"]] == [2, 1, 1]
    assert counted(api, cup)[frozenset((ASA, BO))][:2] == ("adjudicated", BO)
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "finished"


SWISS = (
    "Rk.;Name;Rtg;1.Rd;2.Rd\n1;Öberg, Åsa;;2w1;3b1\n2;Ek, Bo;;1b0;4w1\n3;Dahl, Cilla;;4b1;1w0\n4;Falk, Dag;;3w0;2b0\n"
)


def test_the_rounds_of_a_swiss_are_paired_as_in_the_file(api):
    cup = tournament(api, format="swiss", settings={"rounds": 3})
    without = look(api, cup, SWISS, award="true")
    assert {row["becomes"] for row in without["rows"]} == {"left"}
    found = write(api, cup, SWISS, award="true", pair="true")
    assert (found["paired"], found["stopped"], {row["becomes"] for row in found["rows"]}) == ([1, 2], None, {"written"})
    rows = api.get(f"/v1/tournaments/{cup}/matches").json["matches"]
    assert [(row["round"], row["white"]["name"], row["black"]["name"]) for row in rows] == [
        (1, ASA, BO),
        (1, DAG, CILLA),
        (2, CILLA, ASA),
        (2, BO, DAG),
    ]
    standings = api.get(f"/v1/tournaments/{cup}/standings").json["standings"]
    assert standings[0]["name"] == ASA


def test_a_round_that_the_file_does_not_have_whole_is_not_paired(api):
    cup = tournament(api, format="swiss", settings={"rounds": 3})
    partial = "Rd.;White;Result;Black\n1;Öberg, Åsa;1 - 0;Falk, Dag\n"
    found = look(api, cup, partial, award="true", pair="true")
    assert found["paired"] == []
    assert "missing" in found["stopped"]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ((1, ASA, BO, None, "1-1"), "drawn"),
        ((1, ASA, BO, ASA, "2-1"), "how the games ended"),
        ((1, ASA, "Eva Lind", ASA, "2-1"), None),
    ],
)
def test_what_the_file_does_not_say_is_left_with_a_reason(api, row, why):
    cup = tournament(api)
    found = look(api, cup, challonge(*([row] if why else [(1, ASA, BO, ASA, "2-1")])))
    assert (why or "how the games") in found["rows"][0]["why"]


def test_disqualified_unfinished_and_byes_are_left_with_their_reasons(api):
    cup = tournament(api)
    slots = [{"entrant": {"id": 1, "name": ASA}}, {"entrant": {"id": 2, "name": BO}}]
    sets = [
        {"state": 3, "winnerId": 1, "displayScore": "DQ", "slots": slots},
        {"state": 2, "winnerId": None, "slots": slots},
        {"state": 3, "winnerId": 1, "slots": [slots[0], {"entrant": None}]},
        {"state": 3, "winnerId": 1, "slots": [slots[0], {"entrant": {"id": 9, "name": "Eva Lind"}}]},
    ]
    found = look(api, cup, {"data": {"event": {"sets": {"nodes": sets}}}}, award="true")
    reasons = [row["why"] for row in found["rows"]]
    for word, reason in zip(("disqualified", "not paired", "bye", "Eva Lind"), reasons, strict=True):
        assert word in reason


def test_another_result_that_counts_stands(api):
    cup = tournament(api)
    write(api, cup, TABLE, award="true")
    turned = TABLE.replace("Åsa;*;1", "Åsa;*;0").replace("Bo;0", "Bo;1")
    assert "another result counts" in look(api, cup, turned, award="true")["rows"][0]["why"]


def test_other_games_of_the_same_winner_are_another_result(api):
    cup = tournament(api, game="dubblets", length={"games": 3})
    write(api, cup, challonge((1, ASA, BO, ASA, "1-0,0-1,1-0")))
    assert becomes(look(api, cup, challonge((1, BO, ASA, ASA, "0-1,1-0,0-1")))) == [("agrees", "played")]
    assert "another result counts" in look(api, cup, challonge((1, ASA, BO, ASA, "3-0")))["rows"][0]["why"]


def test_a_match_that_is_recorded_at_the_table_is_left(api):
    cup = tournament(api)
    row = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]
    fact = {"type": "OpeningRolled", "white": 6, "black": 1}
    assert api.post(f"/v1/matches/{row['id']}/events", fact).status_code in (201, 202)
    pair = row["white"]["name"], row["black"]["name"]
    found = look(api, cup, challonge((1, *pair, pair[0], "2-1")), award="true")
    assert "recorded at the table" in found["rows"][0]["why"]


def test_every_line_that_cannot_be_read_is_named_and_nothing_is_written(api):
    cup = tournament(api, format="swiss")
    wrong = SWISS.replace("2w1", "9w1").replace("4b1", "4x1")
    found = look(api, cup, wrong, award="true")
    assert [each["line"] for each in found["wrong"]] == [2, 4]
    before = api.everything_written()
    refused = ask(api, cup, wrong, award="true", digest=found["digest"])
    assert (refused.status_code, sorted(refused.json["errors"])) == (422, ["lines.2", "lines.4"])
    assert api.everything_written() == before
    assert look(api, cup, wrong, award="true", choices="2:leave,4:leave")["wrong"] == []


@pytest.mark.parametrize("choices", ["2:new", "9:leave"])
def test_a_result_can_only_be_left_out(api, choices):
    refused = ask(api, tournament(api), TABLE, dry_run="true", choices=choices)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["choices"])


def test_before_the_start_and_without_results_there_is_nothing_to_import(api):
    waiting = tournament(api, started=False)
    assert ask(api, waiting, TABLE, dry_run="true").status_code == 409
    refused = ask(api, waiting, "Name;Rating\nÅsa;1\n", dry_run="true")
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["file"])


def test_a_club_of_others_does_not_exist_for_this_caller_and_a_referee_may_not_import(api):
    cup = tournament(api)
    path = f"/v1/tournaments/{cup}/imports/results?dry_run=true"
    assert api.post(path, data=TABLE.encode(), content_type="text/csv", role="referee").status_code == 403
