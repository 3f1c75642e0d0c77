"""Two tournaments of a club at once: a player sits at one table, the other match waits, and the desk says so."""

import html

import pytest

from tests.web.tournament.test_rounds import WON, started

ANNA, BO, EVA, FIA = "Anna", "Bo", "Eva", "Fia"


def hall(api, judge, names, tables, name):
    """The address of a tournament whose round 1 is paired, with so many tables."""
    path = started(api, names, name=name, published=True)
    assert api.post(f"{path}/tables", {"tables": [{"table": table} for table in tables]}).status_code == 200
    judge()
    return path


def seats(api, path):
    """The table of each pair, `None` for one that waits."""
    shown = api.get(f"{path}/tables").json
    rows = [(table["table"], table["match"]) for table in shown["tables"] if table["match"]]
    rows += [(None, each) for each in shown["waiting"]]
    return {frozenset((match["white"]["name"], match["black"]["name"])): table for table, match in rows}


def report(api, judge, path, player):
    """Report the match of this player in round 1."""
    matches = api.get(path).json["rounds"][0]["matches"]
    match = next(each["id"] for each in matches if player in (each["white"]["name"], each["black"]["name"]))
    assert api.post(f"{path}/results", {"match": match, "results": WON}).status_code == 202
    judge()


def desk(api, path):
    """The part of the desk that says what needs the referee."""
    address = path.replace("/v1/tournaments", "/desk") + "/parts/needs"
    headers = {"Accept-Language": "en", "Accept": "text/html"}
    return html.unescape(api.get(address, "referee", headers=headers).get_data(as_text=True))


def test_a_match_waits_for_a_player_at_another_table_and_gets_one_when_that_match_is_over(api, judge):
    first = hall(api, judge, [ANNA, BO], ["1"], "Klubbcupen")
    side = hall(api, judge, [ANNA, EVA], ["A"], "Sidocupen")
    assert seats(api, first) == {frozenset((ANNA, BO)): "1"}
    assert seats(api, side) == {frozenset((ANNA, EVA)): None}
    text = desk(api, side)
    assert "waits for a player" in text
    assert "Anna is called to table 1 of Klubbcupen" in text
    assert "Klubbcupen" not in desk(api, first), "only one of the two is called"
    report(api, judge, first, BO)
    judge()
    assert seats(api, side) == {frozenset((ANNA, EVA)): "A"}
    assert "Klubbcupen" not in desk(api, side)


def test_another_match_gets_the_free_table_meanwhile(api, judge):
    hall(api, judge, [ANNA, BO], ["1"], "Klubbcupen")
    side = hall(api, judge, [ANNA, EVA, FIA, "Gun"], ["A"], "Sidocupen")
    at = seats(api, side)
    assert sorted((ANNA in pair, table) for pair, table in at.items()) == [(False, "A"), (True, None)]


def test_a_referee_may_seat_it_all_the_same_and_both_desks_name_the_clash(api, judge):
    first = hall(api, judge, [ANNA, BO], ["1"], "Klubbcupen")
    side = hall(api, judge, [ANNA, EVA], ["A"], "Sidocupen")
    match = api.get(f"{side}/tables").json["waiting"][0]["id"]
    assert api.post(f"{side}/tables/seats", {"seats": [{"match": match, "table": "A"}]}).status_code == 200
    judge()
    assert "Anna is called to table A of Sidocupen" in desk(api, first)
    assert "called to two tables" in desk(api, side)
    anna = next(entry["player"] for entry in api.get(side).json["entries"] if entry["name"] == ANNA)
    address = f"{side.replace('/v1', '')}/players/{anna}"
    page = api.client.get(address, headers={"Accept-Language": "en", "Accept": "text/html"})
    assert "Called to table 1 of Klubbcupen, too: tell a referee" in html.unescape(page.get_data(as_text=True))


def test_a_name_alone_holds_no_match_back_and_the_desk_says_that_it_may_be_another_person(api, judge):
    first = hall(api, judge, [ANNA, BO], ["1"], "Klubbcupen")
    anna = next(entry["player"] for entry in api.get(first).json["entries"] if entry["name"] == ANNA)
    assert api.send("PATCH", f"/v1/clubs/vasa/players/{anna}", "organiser", json={"name": "Annika"}).status_code == 200
    side = hall(api, judge, [ANNA, EVA], ["A"], "Sidocupen")
    assert seats(api, side) == {frozenset((ANNA, EVA)): "A"}
    assert "A player named Anna is called to table 1 of Klubbcupen" in desk(api, side)


def test_two_players_of_the_list_who_are_merged_are_one_person(api, judge):
    first = hall(api, judge, [ANNA, BO], ["1"], "Klubbcupen")
    side = started(api, ["Annie", EVA], name="Sidocupen")
    anna = next(entry["player"] for entry in api.get(first).json["entries"] if entry["name"] == ANNA)
    annie = next(entry["player"] for entry in api.get(side, "organiser").json["entries"] if entry["name"] == "Annie")
    assert api.post(f"/v1/clubs/vasa/players/{annie}/merge", {"into": anna}).status_code == 200
    assert api.post(f"{side}/tables", {"tables": [{"table": "A"}]}).status_code == 200
    assert seats(api, side) == {frozenset(("Annie", EVA)): None}


@pytest.mark.parametrize("over", ["ended", "withdrawn"])
def test_a_table_elsewhere_counts_only_while_the_match_there_is_played(api, judge, over):
    first = hall(api, judge, [ANNA, BO], ["1"], "Klubbcupen")
    side = hall(api, judge, [ANNA, EVA], ["A"], "Sidocupen")
    if over == "ended":
        assert api.post(f"{first}/end", {"reason": "brand"}).status_code == 200
    else:
        assert api.post(f"{first}/withdrawals", {"player": BO}).status_code in (200, 201)
    judge()
    judge()
    assert seats(api, side) == {frozenset((ANNA, EVA)): "A"}
