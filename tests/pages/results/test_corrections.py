"""Walkovers, no-shows and corrections by a page: what follows first, the published next round, and the tables."""

import re

import pytest

from tests.support.pages.round_list import hidden, page_of, results, started, words
from tests.support.signed_in import signed_in


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api):
    return started(api)


def match_of(api, cup, number):
    rows = api.get(f"/v1/tournaments/{cup}/matches").json["matches"]
    return next(row for row in rows if row["id"] == f"{cup}.{number}")


def pairs(api, cup, number):
    round_ = api.get(f"/v1/tournaments/{cup}").json["rounds"][number - 1]
    return {frozenset((match["white"]["name"], match["black"]["name"])) for match in round_["matches"]}


@pytest.mark.parametrize(
    ("choice", "winner", "kind", "reason"),
    [
        ("no_show", "white", "no_show", ""),
        ("walkover", "black", "walkover", ""),
        ("late", "white", "adjudicated", "came too late"),
        ("forfeit", "black", "forfeit", ""),
        ("adjudicated", "white", "adjudicated", ""),
        ("double_no_show", None, "double_no_show", ""),
    ],
)
def test_every_other_result_is_kept_apart_and_looked_at_first(api, organiser, cup, choice, winner, kind, reason):
    path, written = f"/matches/{cup}.1/correction", api.everything_written()
    assert organiser.get(path).status_code == 200
    seen = organiser.fill(path, kind=choice, winner=winner or "", step="look")
    assert ("What follows" in words(seen), api.everything_written()) == (True, written)
    form = {**hidden(seen), "step": "write"}
    assert [organiser.fill(path, **form).status_code for _ in range(2)] == [303, 303]
    result = match_of(api, cup, 1)["result"]
    assert (result["kind"], result["winner"], result["reason"]) == (kind, winner, reason)
    decisions = api.get(f"/v1/tournaments/{cup}/decisions").json["decisions"]
    assert len(decisions) == 1
    seen = organiser.fill(path, kind="undone", step="look")
    assert organiser.fill(path, **{**hidden(seen), "step": "write"}).status_code == 303
    assert match_of(api, cup, 1)["result"] is None


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "Choose what happened."),
        ({"kind": "guess"}, "Choose what happened."),
        ({"kind": "no_show"}, "Say who won."),
        ({"kind": "walkover", "winner": "anna"}, "Say who won."),
        ({"kind": "played", "games": "12"}, "the match is not over yet"),
        ({"kind": "undone"}, "There is no decision on this match any more."),
    ],
)
@pytest.mark.parametrize("step", ["look", "write"])
def test_what_is_missing_is_said_and_nothing_is_written(api, organiser, cup, form, sentence, step):
    written = api.everything_written()
    answer = organiser.fill(f"/matches/{cup}.1/correction", **form, step=step)
    assert (answer.status_code, sentence in words(answer)) == (422, True)
    assert api.everything_written() == written


def test_a_correction_that_was_looked_at_before_another_change_is_shown_anew(api, organiser, cup):
    path = f"/matches/{cup}.1/correction"
    seen = hidden(organiser.fill(path, kind="no_show", winner="white", step="look"))
    other = signed_in(api, "Bodil Ås", "referee")
    look = hidden(other.fill(path, kind="no_show", winner="black", step="look"))
    assert other.fill(path, **look, step="write").status_code == 303
    late = organiser.fill(path, **seen, step="write")
    assert (late.status_code, "Bodil Ås" in words(late)) == (409, True)
    assert match_of(api, cup, 1)["result"]["winner"] == "black"
    assert organiser.fill(path, **hidden(late), step="write").status_code == 303
    assert match_of(api, cup, 1)["result"]["winner"] == "white"


@pytest.fixture
def second_round(api, organiser, cup, judging):
    """The first round played and the second one published."""
    with judging():
        organiser.fill(page_of(cup), **{"key": "k", "games-1": "111", "games-2": "111", "games-3": "111"})
        api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2})
        yield pairs(api, cup, 2)


@pytest.mark.parametrize("anew", ["0", "1"])
def test_a_referee_decides_if_the_published_next_round_stands(api, organiser, cup, second_round, anew):
    path, written = f"/matches/{cup}.1/correction", api.everything_written()
    seen = organiser.fill(path, kind="played", games="222", step="look")
    assert "Round 2 is published, and none of it is played. Does it stand?" in words(seen)
    assert api.everything_written() == written
    assert organiser.fill(path, **hidden(seen), anew=anew, step="write").status_code == 303
    assert results(api, cup)["1"] == {"white": 0, "black": 3}
    assert (pairs(api, cup, 2) == second_round) == (anew == "0")
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    assert organiser.fill(path, **hidden(seen), anew=anew, step="write").status_code == 303
    assert api.get(f"/v1/tournaments/{cup}").json["version"] == version


ROLLED = {"type": "OpeningRolled", "white": 2, "black": 5}


@pytest.mark.parametrize("begins", ["a result", "a roll"])
def test_a_round_that_has_begun_stands_without_a_question(api, organiser, cup, second_round, begins):
    path = f"/matches/{cup}.1/correction"
    if begins == "a result":
        assert organiser.fill(page_of(cup, 2), **{"key": "m", "save": "4", "games-4": "111"}).status_code == 303
    else:
        assert api.post(f"/v1/matches/{cup}.4/events", ROLLED, role="scorer").status_code == 202
    seen = organiser.fill(path, kind="played", games="222", step="look")
    assert ("Round 2 has begun: it stands as it is." in words(seen), "Does it stand?" in words(seen)) == (True, False)
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    assert organiser.fill(path, **hidden(seen), anew="1", step="write").status_code == 409
    assert api.get(f"/v1/tournaments/{cup}").json["version"] == version
    assert organiser.fill(path, **hidden(seen), step="write").status_code == 303
    assert (results(api, cup)["1"], pairs(api, cup, 2)) == ({"white": 0, "black": 3}, second_round)


def test_it_is_asked_also_where_the_round_would_have_the_same_pairings(organiser, cup, second_round):
    seen = organiser.fill(f"/matches/{cup}.1/correction", kind="played", games="111", step="look")
    assert "Does it stand?" in words(seen)
    assert "It would have the same pairings." in words(seen)


def test_of_a_tournament_with_drafts_the_round_that_is_paired_anew_is_published_again(api, organiser, judging):
    cup = started(api, drafts=True)
    with judging():
        assert api.post(f"/v1/tournaments/{cup}/rounds", {"round": 1}).status_code in (200, 201)
        api.post(f"/v1/tournaments/{cup}/rounds/1/publish")
        organiser.fill(page_of(cup), **{"key": "k", "games-1": "111", "games-2": "111", "games-3": "111"})
        api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2})
        api.post(f"/v1/tournaments/{cup}/rounds/2/publish")
        before = pairs(api, cup, 2)
        path = f"/matches/{cup}.1/correction"
        seen = organiser.fill(path, kind="played", games="222", step="look")
        assert organiser.fill(path, **hidden(seen), anew="1", step="write").status_code == 303
        assert api.get(f"/v1/tournaments/{cup}").json["rounds"][1]["draft"] is False
        assert pairs(api, cup, 2) != before


def test_what_changes_is_a_table_of_before_and_after(organiser, cup, second_round):
    seen = organiser.fill(f"/matches/{cup}.1/correction", kind="played", games="222", step="look").text
    table = seen.split('<table class="before-after">')[1].split("</table>")[0]
    rows = [tuple(re.findall(r"<t[hd][^>]*>(?:<b>)?(.*?)(?:</b>)?</t[hd]>", row)) for row in table.split("<tr>")[1:]]
    assert rows[0] == ("", "Before", "After")
    assert rows[1] == ("Results",)
    assert rows[2][1:] == ("3–0", "0–3")
    assert rows[3] == ("Places",)
    assert all(len(row) == 3 and row[1] != row[2] for row in rows[4:])


def test_a_program_has_the_published_next_round_paired_anew_too(api, cup, second_round):
    won = [{"winner": "black", "outcome": "bearing_off"}] * 3
    wanted = {"match": f"{cup}.1", "kind": "played", "results": won, "reason": "misread", "pair_anew": True}
    path = f"/v1/tournaments/{cup}/decisions"
    assert api.post(path, wanted, role="referee").status_code == 403
    looked = api.post(f"{path}?dry_run=true", wanted)
    assert (looked.status_code, pairs(api, cup, 2)) == (200, second_round)
    written = api.post(path, wanted)
    assert (written.status_code, written.json["changes"]) == (201, looked.json["changes"])
    assert pairs(api, cup, 2) != second_round
    undo = f"{path}/{written.json['decision']}/undo"
    assert api.post(undo, {"reason": "right after all", "pair_anew": True}).status_code == 201
    assert pairs(api, cup, 2) == second_round


def test_only_an_organiser_has_a_published_round_paired_anew(api, cup, second_round):
    referee, path = signed_in(api, "Rut", "referee"), f"/matches/{cup}.1/correction"
    seen = referee.fill(path, kind="played", games="222", step="look")
    assert "An organiser may have it paired anew:" in words(seen)
    assert referee.fill(path, **hidden(seen), anew="1", step="write").status_code == 403
    assert referee.fill(path, **hidden(seen), anew="0", step="write").status_code == 303
    assert pairs(api, cup, 2) == second_round


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_match_moves_to_a_free_table_or_changes_places_with_another(api, organiser, cup):
    def tables():
        return [match_of(api, cup, number)["table"] for number in (1, 2, 3)]

    path = f"/matches/{cup}.1/correction"
    assert tables() == ["1", "2", "3"]
    for table, then in (("3", ["3", "2", "1"]), ("9", ["3", "2", "1"])):
        version = api.get(f"/v1/tournaments/{cup}").json["version"]
        organiser.fill(f"{path}/table", table=table, version=version, key=f"t{table}")
        assert tables() == then
    api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1", "2", "3", "Stage"]})
    assert organiser.fill(f"{path}/table", table="Stage", version=version, key="s").status_code == 409
    assert tables() == ["3", "2", "1"]
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    for _ in range(2):
        assert organiser.fill(f"{path}/table", table="Stage", version=version, key="s").status_code == 303
    assert tables() == ["Stage", "2", "1"]


def test_a_match_of_another_round_or_tournament_is_not_found(api, organiser, cup):
    for path in ("/matches/m_friendly/correction", f"/matches/{cup}.77/correction", "/matches/t_other.1/correction"):
        assert organiser.get(path).status_code == 404
    scorer = signed_in(api, "Cia", "scorer")
    for path in (f"/matches/{cup}.1/correction", f"/matches/{cup}.1/correction/table"):
        assert scorer.fill(path, kind="no_show", winner="white", table="3", step="write").status_code == 403


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        ("1q1", "Game 1: q means nothing. The letters are: "),
        ("1 2å1", "Game 2: å means nothing. The letters are: "),
        ("13", "Game 2: it cannot begin with 3."),
        ("11*2", "Game 2: this game has no cube."),
        ("jan", "Game 1: it cannot begin with j."),
    ],
)
def test_a_wrong_letter_of_typed_games_is_named(organiser, cup, games, sentence):
    answer = organiser.fill(f"/matches/{cup}.1/correction", kind="played", games=games, step="look")
    assert (answer.status_code, sentence in words(answer)) == (422, True)
    listed = organiser.fill(page_of(cup), **{"key": "w", "save": "1", "games-1": games})
    assert (listed.status_code, sentence in words(listed)) == (422, True)
