"""The end before the last round, and a round that cannot be paired: looked at, then written."""

import pytest

from tests.support.pages.round_list import CUP, NAMES, hidden, page_of, started, words
from tests.support.signed_in import signed_in


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    return signed_in(api, "Anna Berg", "organiser")


def status(api, cup):
    return api.get(f"/v1/tournaments/{cup}").json["status"]


def test_the_end_shows_first_what_is_left_out_and_the_places(api, organiser, judging):
    cup = started(api)
    with judging():
        organiser.fill(page_of(cup), **{"key": "k", "games-1": "111", "games-2": "111"})
    path, written = f"/tournaments/{cup}/end", api.everything_written()
    assert "End the tournament early…" in words(organiser.get(page_of(cup)))
    seen = organiser.get(path)
    assert "1 match that is not played is left out" in words(seen)
    assert "tied: no tie-break tells them apart" in words(seen)
    assert api.everything_written() == written
    other = signed_in(api, "Bodil Ås", "organiser")
    no_show = hidden(other.fill(f"/matches/{cup}.3/correction", kind="no_show", winner="white", step="look"))
    assert other.fill(f"/matches/{cup}.3/correction", **no_show, step="write").status_code == 303
    late = organiser.fill(path, **hidden(seen))
    assert (late.status_code, "Bodil Ås" in words(late), status(api, cup)) == (409, True, "running")
    form = {**hidden(late), "reason": " the hall\u202e\x00 closes"}
    assert [organiser.fill(path, **form).status_code for _ in range(2)] == [303, 303]
    assert status(api, cup) == "finished"
    events = api.get(f"/v1/tournaments/{cup}/events?limit=200", role="organiser").json["events"]
    assert [event["reason"] for event in events if event["type"] == "TournamentEnded"] == ["the hall closes"]
    assert "is over already" in words(organiser.get(path))
    assert "The tournament is over: the final standings" in words(organiser.get(page_of(cup)))


@pytest.mark.parametrize(("way", "after"), [("rematch", "running"), ("end", "finished")])
def test_a_round_that_cannot_be_paired_offers_its_ways_out(api, organiser, judging, way, after):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "settings": {"rounds": 4}}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": NAMES[:4]})
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    assert "The next round can be paired" in words(organiser.get(f"/tournaments/{cup}/impasse"))
    with judging():
        for number in (1, 2, 3):
            games = {f"games-{match}": "111" for match in (2 * number - 1, 2 * number)}
            assert organiser.fill(page_of(cup, number), key=f"k{number}", **games).status_code == 303
            if number < 3:
                api.post(f"/v1/tournaments/{cup}/rounds", {})
    assert "Choose a way out" in words(organiser.get(page_of(cup, 3)))
    seen = organiser.get(f"/tournaments/{cup}/impasse")
    assert "Let players meet again" in words(seen)
    form = {**hidden(seen), "way": way}
    refused = organiser.fill(f"/tournaments/{cup}/impasse", **{**form, "way": "coin", "key": "coin"})
    assert refused.status_code == 409
    assert [organiser.fill(f"/tournaments/{cup}/impasse", **form).status_code for _ in range(2)] == [303, 303]
    assert status(api, cup) == after
    assert len(api.get(f"/v1/tournaments/{cup}").json["rounds"]) == (4 if way == "rematch" else 3)


@pytest.fixture
def left_alone(api, organiser, judging):
    """A Swiss of three rounds with one player left for the second: two asked to sit it out, one has left."""
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "settings": {"rounds": 3}, "published": True}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": NAMES[:4]})
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    ids = [entry["player"] for entry in api.get(f"/v1/tournaments/{cup}").json["entries"]]
    for player in ids[:2]:
        asked = {"player": player, "byes": [{"round": 2, "worth": "zero"}], "reason": "work"}
        assert api.post(f"/v1/tournaments/{cup}/byes", asked).status_code < 300
    with judging():
        assert organiser.fill(page_of(cup, 1), key="k", **{"games-1": "111", "games-2": "111"}).status_code == 303
    assert api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": ids[2], "reason": "ill"}).status_code < 300
    return cup


def test_where_all_others_sit_a_round_out_their_byes_are_taken_back_by_a_button_and_the_round_is_there(
    api, organiser, left_alone
):
    seen = organiser.get(f"/tournaments/{left_alone}/impasse")
    assert "Take back the byes of the round" in words(seen)
    assert "wait for a player who comes late" in words(seen)
    form = {**hidden(seen), "way": "byes_back"}
    assert organiser.fill(f"/tournaments/{left_alone}/impasse", **form).status_code == 303
    rounds = api.get(f"/v1/tournaments/{left_alone}").json["rounds"]
    assert len(rounds) == 2
    assert len(rounds[1]["matches"]) == 1


def test_a_round_without_a_match_is_made_by_a_button_and_every_page_goes_on_from_it(api, organiser, left_alone):
    seen = organiser.get(f"/tournaments/{left_alone}/impasse")
    assert "A round without a match" in words(seen)
    form = {**hidden(seen), "way": "no_match"}
    answer = organiser.fill(f"/tournaments/{left_alone}/impasse", **form)
    assert answer.headers["Location"].endswith("/rounds/2/results")
    page = words(organiser.get(page_of(left_alone, 2)))
    assert "sits out" in page
    assert "waits" not in page
    for path in ("", "/rounds", "/standings", "/wall", "/organise", "/end"):
        assert organiser.get(f"/tournaments/{left_alone}{path}").status_code == 200
    assert organiser.get(f"/desk/{left_alone}").status_code == 200
    for name in ("pairings.pdf", "slips.pdf", "everything.pdf", "pairings.html", "pairings.csv"):
        assert organiser.get(f"/v1/tournaments/{left_alone}/rounds/2/{name}").status_code == 200
    for name in ("trf16.trf", "trf26.trf", "booklet.pdf", "matches.csv", "standings.pdf"):
        assert organiser.get(f"/v1/tournaments/{left_alone}/{name}").status_code == 200
    assert organiser.get(page_of(left_alone, 3)).status_code == 404
    following = api.post(f"/v1/tournaments/{left_alone}/rounds", {})
    assert following.status_code == 201, following.json
    assert [len(round_["matches"]) for round_ in following.json["rounds"]] == [2, 0, 1]


def test_only_organisers_end_a_tournament(api, organiser):
    cup, referee = started(api), signed_in(api, "Rut", "referee")
    for path in ("end", "impasse"):
        assert referee.get(f"/tournaments/{cup}/{path}").status_code == 403
        assert referee.fill(f"/tournaments/{cup}/{path}", way="end", version="1").status_code == 403
    assert "End the tournament early…" not in words(referee.get(page_of(cup)))
