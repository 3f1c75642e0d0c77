"""A draw that is announced, on the page of the order and for everybody."""

import hashlib

import pytest

from tests.support.pages.forms import hidden, words
from tests.support.signed_in import Browser, signed_in

RATINGS = {"Åsa Öberg": 1500, "Bo Ek": 1700, "Cilla Dahl": 1600, "Dag Ask": 1400, "Eva Lind": None}
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "single_elimination", "published": True}


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    api.post("/v1/clubs/vasa/players", [{"name": name, "rating": rating} for name, rating in RATINGS.items()])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser):
    """A knock-out of five in which two are seeded."""
    found = api.post("/v1/clubs/vasa/tournaments", {**CUP, "settings": {"seeded": 2}}).json["id"]
    api.post(f"/v1/tournaments/{found}/entries", list(RATINGS))
    return found


def state(api, cup):
    return api.get(f"/v1/tournaments/{cup}").json


def seen(organiser, cup):
    return hidden(organiser.get(f"/tournaments/{cup}/seeding"), 'name="version"')


def test_the_page_names_the_seeded_players_and_draws_the_others(api, organiser, cup):
    ids = {entry["name"]: entry["player"] for entry in state(api, cup)["entries"]}
    page = words(organiser.get(f"/tournaments/{cup}/seeding"))
    assert "2 players are seeded, as announced. Lots place all others." in page
    assert "Seeded: 1 Bo Ek , 2 Cilla Dahl ." in page
    organiser.fill(f"/tournaments/{cup}/seeding/order", **seen(organiser, cup), method="lots", word="snow")
    lots = {player: hashlib.sha256(f"snow:{player}".encode()).hexdigest() for player in ids.values()}
    others = sorted(set(ids) - {"Bo Ek", "Cilla Dahl"}, key=lambda name: lots[ids[name]])
    order = [ids[other] for other in ("Bo Ek", "Cilla Dahl", *others)]
    assert state(api, cup)["seeding"] == {"method": "lots", "seed": "snow", "players": order, "seeded": 2}
    everybody = words(Browser(api).get(f"/tournaments/{cup}/lots"))
    assert "Seeded Bo Ek Cilla Dahl They were not drawn." in everybody
    assert [name for name, player in ids.items() if lots[player] in everybody] == [
        name for name in ids if name in others
    ]


def test_the_first_round_of_an_announced_draw_is_not_swapped_by_hand(organiser, cup):
    shown = organiser.get(f"/tournaments/{cup}/seeding/round?word=snow")
    assert shown.status_code == 200
    assert 'name="player"' not in shown.get_data(as_text=True)


def test_who_changed_places_to_keep_a_club_apart_is_told_before_the_start_and_after_it(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "settings": {"avoid": "soft"}}).json["id"]
    groups = {"Bo Ek": "Huk", "Eva Lind": "Huk", "Dag Ask": "Huk"}
    api.post(f"/v1/tournaments/{cup}/entries", [{"player": name, "group": groups.get(name)} for name in RATINGS])
    api.post(f"/v1/tournaments/{cup}/seeding", {"method": "hand", "players": ["Bo Ek", "Cilla Dahl", "Åsa Öberg"]})
    said = "Dag Ask and Åsa Öberg changed places: Dag Ask and Eva Lind, both of Huk, could have met"
    assert Browser(api).get(f"/tournaments/{cup}/lots").status_code == 404
    assert said in words(organiser.get(f"/tournaments/{cup}/seeding/round?word=snow"))
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    assert said in words(Browser(api).get(f"/tournaments/{cup}/lots"))
    assert f'href="/tournaments/{cup}/lots"' in Browser(api).get(f"/tournaments/{cup}").get_data(as_text=True)
    ids = {entry["name"]: entry["player"] for entry in state(api, cup)["entries"]}
    names = (ids[each] for each in ("Dag Ask", "Åsa Öberg", "Eva Lind"))
    assert state(api, cup)["seeding"]["exchanges"] == [
        dict(zip(("player", "other", "apart_from"), names, strict=True)) | {"before": 1, "after": 3}
    ]


# ── in public ────────────────────────────────────────────────────────────────────────────────────────────────────────
def say(organiser, cup, **form):
    return organiser.fill(f"/tournaments/{cup}/seeding/words", **seen(organiser, cup), **form)


def wall(api, cup, slide=0):
    return words(Browser(api).get(f"/tournaments/{cup}/wall/slide?slide={slide}"))


def test_words_are_said_one_by_one_and_the_wall_shows_them_and_then_the_draw(api, organiser, cup):
    assert "Entered" in wall(api, cup)
    for count, word in enumerate(["kronan", " Vasa \u202e 1628", "oj", "snö"], 1):
        assert say(organiser, cup, word=word).status_code == 303
        assert "Say a word for the draw" in (shown := wall(api, cup))
        if word == "oj":
            assert "3 oj" in shown
            say(organiser, cup, undo="last")
        assert count < 4 or "1 kronan 2 Vasa 1628 3 snö" in shown
    assert (
        organiser.fill(
            f"/tournaments/{cup}/seeding/order", **seen(organiser, cup), method="lots", words="1"
        ).status_code
        == 303
    )
    seed = hashlib.sha256("kronan\nVasa 1628\nsnö".encode()).hexdigest()
    seeding, names = (
        state(api, cup)["seeding"],
        {entry["player"]: entry["name"] for entry in state(api, cup)["entries"]},
    )
    assert (seeding["seed"], seeding["words"]) == (seed, ["kronan", "Vasa 1628", "snö"])
    order = sorted(seeding["players"][2:], key=lambda player: hashlib.sha256(f"{seed}:{player}".encode()).hexdigest())
    assert seeding["players"][2:] == order
    assert f"1 Bo Ek seeded 2 Cilla Dahl seeded 3 {names[order[0]]} 4" in wall(api, cup)
    assert f"{names[order[1]]} {names[order[2]]}" in wall(api, cup, 1), "the quarter-final of 4 and 5"
    assert seed[:16] in wall(api, cup, 2)
    assert "The words kronan Vasa 1628 snö They were said in public" in words(
        Browser(api).get(f"/tournaments/{cup}/lots")
    )
    api.post(f"/v1/tournaments/{cup}/start", {"seed": seed})
    first = state(api, cup)["rounds"][0]["matches"]
    assert {names[order[1]], names[order[2]]} in [
        {each[seat]["name"] for seat in ("white", "black") if each[seat]} for each in first
    ]
    assert say(organiser, cup, word="late").status_code == 409


def test_a_word_is_bounded_and_begun_anew_there_is_none(api, organiser, cup):
    assert say(organiser, cup, word="\u202e").status_code == 422
    say(organiser, cup, word="x" * 50)
    assert state(api, cup)["seeding"]["words"] == ["x" * 40]
    assert "Draw with the 1 word" in words(organiser.get(f"/tournaments/{cup}/seeding"))
    say(organiser, cup, undo="all")
    assert "words" not in state(api, cup)["seeding"]
    assert (
        organiser.fill(
            f"/tournaments/{cup}/seeding/order", **seen(organiser, cup), method="lots", words="1"
        ).status_code
        == 422
    )
    path = f"/v1/tournaments/{cup}/draw-words"
    for wrong in ([""], ["x" * 41], ["a\nb"], ["x"] * 101, "snö"):
        assert api.send("PUT", path, "organiser", json={"words": wrong}).status_code == 422
    assert api.send("PUT", path, "organiser", json={"words": ["x"] * 100}).status_code == 200
    assert say(organiser, cup, word="one more").status_code == 422
    assert api.send("PUT", path, "referee", json={"words": ["snö"]}).status_code == 403
    for wrong in ({"method": "rating", "words": True}, {"method": "lots", "words": True, "seed": "x"}):
        assert set(api.post(f"/v1/tournaments/{cup}/seeding", wrong).json["errors"]) == {"words"}
    assert state(api, cup)["seeding"]["method"] == "entry"


def test_the_groups_that_follow_from_the_words_are_on_the_wall_and_a_swiss_shows_its_order_alone(api, organiser):
    for form, settings, kinds in (
        ("groups_then_knockout", {"seeded": 2, "groups": 2}, ["The draw", "Groups", "The words of the draw"]),
        ("swiss", {"rounds": 3}, ["The draw", "The words of the draw"]),
    ):
        cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "format": form, "settings": settings}).json["id"]
        api.post(f"/v1/tournaments/{cup}/entries", list(RATINGS))
        api.send("PUT", f"/v1/tournaments/{cup}/draw-words", "organiser", json={"words": ["snö"]})
        api.post(f"/v1/tournaments/{cup}/seeding", {"method": "lots", "words": True})
        assert [title for number, title in enumerate(kinds) if title in wall(api, cup, number)] == kinds
        assert state(api, cup)["rounds"] == [], "nothing is paired yet"
