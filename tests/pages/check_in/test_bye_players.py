"""*Leaves…* in a round with a bye: who plays instead is chosen there, and a bye after a missed round is explained."""

import html

import pytest

from core.events import OpeningRolled
from tests.pages.check_in.test_check_in import CUP, NAMES, entries, hidden
from tests.support.pages.forms import words
from tests.support.signed_in import signed_in

CHECKED = '<input type="radio" name="instead" value="1" checked>'


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    api.post("/v1/clubs/vasa/players", [*NAMES, "Lo Ås"])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser):
    """A Swiss of five whose first round is paired."""
    found = api.post("/v1/clubs/vasa/tournaments", {**CUP, "published": True}).json["id"]
    api.post(f"/v1/tournaments/{found}/entries", NAMES)
    assert api.post(f"/v1/tournaments/{found}/start", {"seed": "snow"}).status_code == 200
    return found


def last_round(api, cup):
    return api.get(f"/v1/tournaments/{cup}").json["rounds"][-1]


def leaving(cup, player):
    return f"/tournaments/{cup}/check-in/{player['id']}/withdrawal"


def name_of(api, cup, player_id):
    return next(name for name, entry in entries(api, cup).items() if entry["player"] == player_id)


def test_the_player_with_the_bye_is_proposed_and_both_ways_are_looked_at_first(api, organiser, cup):
    first = last_round(api, cup)
    leaves, stays = first["matches"][0]["white"], first["matches"][0]["black"]
    bye = name_of(api, cup, first["bye"])
    written = api.everything_written()
    seen = organiser.get(leaving(cup, leaves))
    assert CHECKED in seen.get_data(as_text=True)
    assert f"{bye} , who has a bye, plays against {stays['name']} instead" in words(seen)
    assert f"Round 1: {bye} – {stays['name']} meet" in words(seen)
    assert f"Round 1: {bye} no longer sits out" in words(seen)
    assert f"{stays['name']} wins by walkover, and {bye} keeps the bye" in words(seen)
    assert f"{stays['name']} wins (walkover)" in words(seen)
    assert api.everything_written() == written
    form = {**hidden(seen), "instead": "1", "reason": "ill"}
    assert [organiser.fill(leaving(cup, leaves), **form).status_code for _ in range(2)] == [303, 303]
    now = last_round(api, cup)
    assert (now["bye"], len(now["matches"]), entries(api, cup)[leaves["name"]]["withdrawn"]) == (None, 2, True)
    assert {bye, stays["name"]} == {now["matches"][-1][seat]["name"] for seat in ("white", "black")}


def test_the_walkover_is_there_to_be_chosen_and_can_be_given_up_afterwards(api, organiser, cup):
    first = last_round(api, cup)
    leaves, bye = first["matches"][0]["white"], name_of(api, cup, first["bye"])
    form = {**hidden(organiser.get(leaving(cup, leaves))), "instead": ""}
    assert organiser.fill(leaving(cup, leaves), **form).status_code == 303
    assert last_round(api, cup)["bye"] == first["bye"]
    door = organiser.get(f"/tournaments/{cup}/check-in")
    assert f"{bye} plays in the place of {leaves['name']}…" in words(door)
    seen = organiser.get(leaving(cup, leaves))
    assert (f"{leaves['name']} has left" in words(seen), f"Let {bye} play" in words(seen)) == (True, True)
    assert "has withdrawn already" not in words(seen)
    assert organiser.fill(leaving(cup, leaves), **hidden(seen)).status_code == 303
    assert last_round(api, cup)["bye"] is None
    assert "plays in the place of" not in words(organiser.get(f"/tournaments/{cup}/check-in"))


def test_a_match_that_has_begun_gives_no_choice(api, organiser, cup, judge):
    match = last_round(api, cup)["matches"][0]
    seen = organiser.get(leaving(cup, match["white"]))
    api.deps.log.append(match["id"], [OpeningRolled(6, 1)], by="vasa.r", at=api.deps.clock())
    judge()
    now = organiser.get(leaving(cup, match["white"]))
    assert ("who has a bye" in words(now), "Take them out" in words(now)) == (False, True)
    late = organiser.fill(leaving(cup, match["white"]), **{**hidden(seen), "instead": "1"})
    assert (late.status_code, "There is play already" in words(late)) == (409, True)
    assert not entries(api, cup)[match["white"]["name"]]["withdrawn"]


def test_two_who_have_met_are_not_proposed_and_the_words_of_the_choice_say_so(api, organiser, cup):
    path, met, warned = f"/v1/tournaments/{cup}", set(), None
    while warned is None:
        now = last_round(api, cup)
        for match in now["matches"]:
            for leaver, other in ((match["white"], match["black"]), (match["black"], match["white"])):
                warned = (leaver, other) if frozenset((other["id"], now["bye"])) in met else warned
            met.add(frozenset((match["white"]["id"], match["black"]["id"])))
        if warned is None:
            for match in now["matches"]:
                body = {"match": match["id"], "kind": "no_show", "winner": "white", "reason": "late"}
                assert api.post(f"{path}/decisions", body).status_code == 201
            assert api.post(f"{path}/rounds").status_code == 201
    leaver, other = warned
    seen = organiser.get(leaving(cup, leaver))
    assert CHECKED not in seen.get_data(as_text=True)
    assert f"plays against {other['name']} instead, although: " in words(seen)
    assert "met in round" in words(seen)
    assert api.post(f"{path}/withdrawals", {"player": leaver["id"], "bye_plays": True}).status_code == 409
    assert organiser.fill(leaving(cup, leaver), **{**hidden(seen), "instead": "1"}).status_code == 303
    assert last_round(api, cup)["bye"] is None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Round 2: sits out. Lo Ås did not play in round 1, and"),
        ("sv", "Lo Ås spelade inte i rond 1 och kan ändå"),
    ],
)
def test_a_late_player_with_the_bye_of_round_2_reads_why_on_their_page(api, organiser, language, said):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "published": True}).json["id"]
    path = f"/v1/tournaments/{cup}"
    api.post(f"{path}/entries", NAMES[:4])
    first = api.post(f"{path}/start", {"seed": "snow"}).json["rounds"][0]
    api.post(f"{path}/entries", ["Lo Ås"])
    for match in first["matches"]:
        body = {"match": match["id"], "kind": "no_show", "winner": "white", "reason": "late"}
        assert api.post(f"{path}/decisions", body).status_code == 201
    assert api.post(f"{path}/rounds").status_code == 201
    player = entries(api, cup)["Lo Ås"]["player"]
    explained = api.get(f"{path}/pairings/2/explain").json["bye"]
    assert explained["player"]["id"] == player
    assert "Lo Ås did not play in round 1, and can have a bye all the same" in explained["why"]["text"]
    headers = {"Accept-Language": language, "Accept": "text/html"}
    page = api.client.get(f"/tournaments/{cup}/players/{player}", headers=headers)
    assert said in html.unescape(words(page))
    other = api.client.get(f"/tournaments/{cup}/players/{first['matches'][0]['white']['id']}", headers=headers)
    assert said not in html.unescape(words(other))
