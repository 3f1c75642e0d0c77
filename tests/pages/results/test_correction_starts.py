"""A result is corrected on one page, to which desk, list of a round, match page and public page lead, and back.

Where the next round is paired anew, the page leads to that round, which is to be printed again.
"""

import html
import re

import pytest

from tests.support.pages.round_list import NAMES, hidden, page_of, words
from tests.support.proving import some
from tests.support.signed_in import signed_in
from tests.support.store import eventually

PLAYERS = [*NAMES, "Gun Ros", "Hans Vik"]
FORMATS = {
    "swiss": {"rounds": 3},
    "single_elimination": {},
    "double_elimination": {},
    "groups_then_knockout": {"groups": 2, "advance": 2},
}
PAIRED = {"swiss": 8, "single_elimination": 6, "double_elimination": 8, "groups_then_knockout": 14}
"""Matches of each format before the correction: those that were played, and those that follow."""
CASES = [("swiss", "1"), ("swiss", "0"), ("double_elimination", "0"), *((form, "0") for form in list(FORMATS)[1::2])]
"""Only the next round of a Swiss is paired anew on demand. Matches of the others follow by themselves."""
STARTS = {
    "desk": "/desk/{cup}/tables/{match}",
    "round": "/tournaments/{cup}/rounds/1/results",
    "match": "/matches/{match}",
    "public": "/tournaments/{cup}/rounds",
}


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    return signed_in(api, "Anna Berg", "organiser")


def begun(api, organiser, form):
    """A tournament whose first round is played, and whose next matches are published; its id.

    It has no tables: these would wait for players who sit in another of the tournaments.
    """
    settings = {"format": form, "settings": FORMATS[form], "length": {"games": 3}}
    cup = api.post("/v1/clubs/vasa/tournaments", {"name": "Cup", "game": "swedish", **settings}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": PLAYERS})
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"}).status_code == 200
    for number in range(1, 4 if form == "groups_then_knockout" else 2):
        rows = api.get(f"/v1/tournaments/{cup}/matches").json["matches"]
        typed = {f"games-{row['id'].rpartition('.')[2]}": "111" for row in rows if row["round"] == number}
        assert organiser.fill(page_of(cup, number), key="k", **typed).status_code == 303
    if form == "swiss":
        assert api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2}).status_code == 201
    eventually(lambda: len(api.get(f"/v1/tournaments/{cup}/matches").json["matches"]) == PAIRED[form])
    return cup


def outcome(api, cup):
    """Everything that people see of a tournament, with names in place of ids."""
    rows = api.get(f"/v1/tournaments/{cup}/matches").json["matches"]
    matches = [
        (
            *(row[name] for name in ("round", "slot", "status", "table")),
            row["result"] and row["result"]["score"],
            *(row[seat] and row[seat]["name"] for seat in ("white", "black")),
        )
        for row in rows
    ]
    table = api.get(f"/v1/tournaments/{cup}/standings").json["standings"]
    return sorted(matches, key=str), [(row["rank"], row["name"]) for row in table]


def corrected_from(browser, cup, start, anew):
    """The last page of a correction that begins at a page, and what was said before it was written."""
    match = f"{cup}.1"
    page = browser.get(STARTS[start].format(cup=cup, match=match))
    (link,) = set(re.findall(rf'href="(/matches/{re.escape(match)}/correction[^"#]*)"', page.text))
    asked = browser.get(html.unescape(link))
    assert asked.status_code == 200
    path = link.partition("?")[0]
    looked = browser.fill(path, **hidden(asked), kind="played", games="222", step="look")
    written = browser.fill(path, **hidden(looked), anew=anew, step="write")
    assert written.status_code == 303
    return written.headers["Location"], words(looked)


@pytest.mark.parametrize(("form", "anew"), some(CASES, *CASES[:3]))
def test_from_each_page_a_correction_asks_the_same_and_has_the_same_outcome(api, organiser, judging, form, anew):
    found = []
    with judging():
        for start in STARTS:
            cup = begun(api, organiser, form)
            before = outcome(api, cup)
            behind, said = corrected_from(organiser, cup, start, anew)
            back = STARTS[start].format(cup=cup, match=f"{cup}.1")
            assert behind.partition("#")[0] == (f"/tournaments/{cup}/rounds/2/results?anew=1" if anew == "1" else back)
            shown = organiser.get(behind)
            assert (shown.status_code, "this round is paired anew" in words(shown)) == (200, anew == "1")
            assert ("Does it stand?" in said) == (form == "swiss")
            after = outcome(api, cup)
            assert before != after
            found.append((before, after, said.partition("What happened")[0]))
    assert found == found[:1] * len(STARTS)


def test_no_other_form_of_a_page_decides_a_result(api, organiser, judging):
    with judging():
        cup = begun(api, organiser, "swiss")
    for act in ("decide", "undo"):
        form = {"act": act, "kind": "no_show", "winner": "white", "reason": "late", "step": "look"}
        assert organiser.fill(f"/desk/{cup}/tables/{cup}.1/rulings", **form).status_code == 404
    assert organiser.get(f"/tournaments/{cup}/rounds/1/results/{cup}.1").status_code == 404


def test_the_page_of_a_stranger_and_of_a_scorer_leads_to_no_correction(api, organiser, judging):
    with judging():
        cup = begun(api, organiser, "swiss")
    assert api.post(f"/v1/tournaments/{cup}/publication", {"published": True}).status_code == 200
    scorer = signed_in(api, "Cia", "scorer")
    for start in ("match", "public"):
        path = STARTS[start].format(cup=cup, match=f"{cup}.1")
        assert "/correction" in organiser.get(path).text
        assert "/correction" not in scorer.get(path).text
        assert "/correction" not in api.client.get(path).text
