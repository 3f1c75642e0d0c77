"""Walkovers, no-shows and corrections by a page: what follows first, the published next round, and the tables."""

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
    return {frozenset((each["white"]["name"], each["black"]["name"])) for each in round_["matches"]}


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
    path, written = f"{page_of(cup)}/{cup}.1", api.everything_written()
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
    answer = organiser.fill(f"{page_of(cup)}/{cup}.1", **form, step=step)
    assert (answer.status_code, sentence in words(answer)) == (422, True)
    assert api.everything_written() == written


def test_a_correction_that_was_looked_at_before_another_change_is_shown_anew(api, organiser, cup):
    path = f"{page_of(cup)}/{cup}.1"
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
    path, written = f"{page_of(cup)}/{cup}.1", api.everything_written()
    seen = organiser.fill(path, kind="played", games="222", step="look")
    assert "Round 2 is published, and none of it is played. Does it stand?" in words(seen)
    assert api.everything_written() == written
    assert organiser.fill(path, **hidden(seen), anew=anew, step="write").status_code == 303
    assert results(api, cup)["1"] == {"white": 0, "black": 3}
    assert (pairs(api, cup, 2) == second_round) == (anew == "0")
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    assert organiser.fill(path, **hidden(seen), anew=anew, step="write").status_code == 303
    assert api.get(f"/v1/tournaments/{cup}").json["version"] == version


def test_a_round_that_has_begun_stands_without_a_question(api, organiser, cup, second_round):
    assert organiser.fill(page_of(cup, 2), **{"key": "m", "save": "4", "games-4": "111"}).status_code == 303
    seen = organiser.fill(f"{page_of(cup)}/{cup}.1", kind="played", games="222", step="look")
    assert ("What follows" in words(seen), "Does it stand?" in words(seen)) == (True, False)
    assert organiser.fill(f"{page_of(cup)}/{cup}.1", **hidden(seen), anew="1", step="write").status_code == 303
    assert pairs(api, cup, 2) == second_round


def test_only_an_organiser_has_a_published_round_paired_anew(api, cup, second_round):
    referee, path = signed_in(api, "Rut", "referee"), f"{page_of(cup)}/{cup}.1"
    seen = referee.fill(path, kind="played", games="222", step="look")
    assert "An organiser may have it paired anew:" in words(seen)
    assert referee.fill(path, **hidden(seen), anew="1", step="write").status_code == 403
    assert referee.fill(path, **hidden(seen), anew="0", step="write").status_code == 303
    assert pairs(api, cup, 2) == second_round


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_match_moves_to_a_free_table_or_changes_places_with_another(api, organiser, cup):
    def tables():
        return [match_of(api, cup, number)["table"] for number in (1, 2, 3)]

    path = f"{page_of(cup)}/{cup}.1"
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
    for path in (f"{page_of(cup, 2)}/{cup}.1", f"{page_of(cup)}/{cup}.77", f"{page_of(cup)}/t_other.1"):
        assert organiser.get(path).status_code == 404
    scorer = signed_in(api, "Cia", "scorer")
    for path in (f"{page_of(cup)}/{cup}.1", f"{page_of(cup)}/{cup}.1/table"):
        assert scorer.fill(path, kind="no_show", winner="white", table="3", step="write").status_code == 403
