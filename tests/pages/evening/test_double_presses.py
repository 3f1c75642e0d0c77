"""Forms of an organiser, pressed twice or by two organisers at once: one press writes, and the other person is told."""

import re

import pytest

from tests.support.pages.forms import hidden, words
from tests.support.signed_in import employ, signed_in

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 3}}
NAMES = ["Åsa Öberg", "Bo Ek", "Cilla Dahl", "Dag Ask"]


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def other(api):
    return signed_in(api, "Bodil Ås", "organiser")


@pytest.fixture
def cup(api):
    found = api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]
    api.post(f"/v1/tournaments/{found}/entries?register=1", {"players": NAMES})
    api.post(f"/v1/tournaments/{found}/tables", {"tables": ["1", "2"]})
    return found


PAGES = {
    "a player": ("/clubs/vasa/players", "", 'name="rating"', {"name": "Eva Lind"}),
    "an invitation": ("/clubs/vasa/people", "", 'id="name"', {"name": "Eva", "role": "scorer"}),
    "a key": ("/clubs/vasa/keys", "", 'name="note"', {"note": "tablet", "role": "scorer"}),
    "slips": ("/tournaments/{cup}/links", "", 'name="table"', {"table": "1", "role": "scorer"}),
    "lots": ("/tournaments/{cup}/seeding", "/order", 'id="word"', {"method": "lots", "word": "snö"}),
    "the start": ("/tournaments/{cup}/seeding", "/draw", 'id="lots"', {}),
    "all here": ("/tournaments/{cup}/check-in", "/all", "/all", {"player": NAMES}),
}
"""The page of each form, the end of its address, a part of it, and what is typed."""


@pytest.mark.parametrize("name", PAGES)
def test_a_form_that_is_pressed_twice_writes_once_and_answers_the_same(api, organiser, cup, name):
    page, end, form, typed = PAGES[name]
    page = page.format(cup=cup)
    action, fields = f"{page}{end}", hidden(organiser.get(page), form) | typed
    before = api.everything_written()
    first = organiser.fill(action, **fields)
    written = api.everything_written()
    second = organiser.fill(action, **fields)
    assert first.status_code in (201, 303), words(first)
    assert written != before
    assert (api.everything_written(), second.status_code) == (written, first.status_code)
    assert second.headers.get("Location") == first.headers.get("Location")
    assert secrets(second) == secrets(first)


def secrets(page):
    """The secrets that a page shows: tokens, invitations and links."""
    return re.findall(r"st_vasa\.[\w-]+|#[\w.-]{20,}|<path[^>]*>", page.get_data(as_text=True))


def test_of_two_organisers_one_is_told_what_the_other_did_and_nothing_is_overwritten(api, organiser, other, cup):
    """The forms of tables, roles and players: they were shown before the other person wrote."""
    carl = employ(api, "Carl", "scorer")
    player = api.get("/v1/clubs/vasa/players").json["players"][0]
    forms = [
        (f"/tournaments/{cup}/tables", {"before": "1\n2", "tables": "1\n2\n3"}, {"tables": "1\n2\nStage"}, "Stage"),
        (f"/clubs/vasa/people/{carl}", {"seen": "scorer", "role": "viewer"}, {"role": "referee"}, "Carl is referee"),
        (
            f"/clubs/vasa/players/{player['id']}",
            {"seen_name": player["name"], "seen_rating": "", "seen_group": "", "name": "Mine", "rating": "1200"},
            {"name": "Theirs", "rating": "1700"},
            "was changed meanwhile",
        ),
    ]
    for path, mine, theirs, told in forms:
        assert other.fill(path, **mine | theirs).status_code == 303, path
        written = api.everything_written()
        late = organiser.fill(path, **mine)
        assert (late.status_code, told in words(late)) == (409, True), (path, words(late))
        assert api.everything_written() == written
