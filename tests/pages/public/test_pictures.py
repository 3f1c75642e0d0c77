"""The pictures of shared links, as a program that shows links reads them: page, tags, picture."""

import re
import struct
from html import unescape
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from core.club.look import Look
from service.exports import fonts
from service.handlers.match.timeline import match_timeline
from service.web.pages.pictures import match, tournament
from service.web.pages.pictures.page import png
from service.web.pages.pictures.sheet import MARGIN, TALL, WIDE, sheet, text
from tests.support.signed_in import signed_in

LONG = [
    "Wilhelmina Ankarsparre-Löwenhj",
    "Maximilian Österström-Åkerlund",
    "Örjan Mårtensson-Wachtmeisters",
    "Åsa-Märta Gyllenhammar-Sjögren",
    "Kristoffer von Ängelholm-Ekman",
    "Magdalena Wallenqvist Hammarby",
    "Gunnhildur Sigmundsdottir-Wahl",
]
SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 300_000


def announce(api, form, names=LONG, published=True, **more):
    api.post("/v1/clubs/vasa/players", [name for name in names if api_misses(api, name)])
    words = {
        "name": "Vasa Open",
        "game": "swedish",
        "length": {"games": 3},
        "format": form,
        "published": published,
        "details": {"starts": "2026-11-28T18:00", "place": "Vasamuseet"},
        **more,
    }
    made = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    assert api.post(f"/v1/tournaments/{made}/entries", {"players": list(names)}).status_code == 201
    return made


def api_misses(api, name):
    return name not in [player["name"] for player in api.get("/v1/clubs/vasa/players").json["players"]]


def start(api, made):
    assert api.post(f"/v1/tournaments/{made}/start", {"seed": "x"}).status_code == 200


def decide_all(api, made, rounds=9):
    """Have the referee give every open match to White."""
    for _ in range(rounds):
        rows = [row for row in api.get(f"/v1/tournaments/{made}/matches").json["matches"] if row["status"] == "open"]
        for row in rows:
            sent = {"match": row["id"], "kind": "walkover", "winner": "white", "reason": "ill"}
            assert api.post(f"/v1/tournaments/{made}/decisions", sent, role="referee").status_code == 201


def tags(api, path, **headers):
    """The tags of a page for a program that says nothing about itself."""
    answer = api.client.get(path, headers=headers)
    assert answer.status_code == 200
    return {name: unescape(value) for name, value in re.findall(r'="og:([\w:]+)" content="([^"]*)"', answer.text)}


def picture(api, told):
    """The picture of those tags, fetched as by a stranger."""
    address = urlsplit(told["image"])
    answer = api.client.get(f"{address.path}?{address.query}")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
    assert (told["image:width"], told["image:height"], told["image:type"]) == ("1200", "630", "image/png")
    assert 10_000 < len(answer.data) < MOST_BYTES
    return answer


def test_a_shared_tournament_has_a_picture_in_the_language_of_its_page(api):
    made = announce(api, "swiss", settings={"rounds": 3})
    start(api, made)
    seen = {}
    for language, locale in (("en", "en_GB"), ("sv", "sv_SE")):
        told = tags(api, f"/tournaments/{made}", **{"Accept-Language": language})
        assert told["image"].startswith("http://127.0.0.1:8000/")
        assert told["locale"] == locale
        seen[language] = picture(api, told).data
    assert seen["sv"] != seen["en"]


def test_a_picture_is_sent_again_only_when_the_tournament_changed(api):
    made = announce(api, "round_robin")
    before = tags(api, f"/tournaments/{made}")
    first = picture(api, before)
    again = {"If-None-Match": first.headers["ETag"]}
    assert api.client.get(before["image"], headers=again).status_code == 304
    start(api, made)
    after = tags(api, f"/tournaments/{made}")
    assert after["image"] != before["image"], "programs keep a picture by its address"
    assert picture(api, after).headers["ETag"] != first.headers["ETag"]
    assert "Set-Cookie" not in first.headers


def test_a_shared_match_has_a_picture_of_the_position_that_is_shared(client, stored):
    match = stored.match("swedish", 40)
    stored.judge()
    seen = set()
    for query in ("", "?version=9", "?version=9&seat=black"):
        text_ = client.get(f"/matches/{match}{query}").text
        told = {name: unescape(value) for name, value in re.findall(r'="og:([\w:]+)" content="([^"]*)"', text_)}
        assert told["url"] == f"http://127.0.0.1:8000/matches/{match}{query}"
        answer = client.get(told["image"])
        assert answer.status_code == 200
        assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
        assert len(answer.data) < MOST_BYTES
        seen.add(answer.data)
    assert len(seen) == 3
    assert client.get(f"/matches/{match}/picture.png?version=41").status_code == 404


def test_what_strangers_do_not_see_has_no_picture_for_any_caller(api):
    made = announce(api, "single_elimination", published=False)
    start(api, made)
    match = api.get(f"/v1/tournaments/{made}/matches").json["matches"][0]["id"]
    person = signed_in(api, "Åke", "organiser")
    for part in (f"/tournaments/{made}", f"/matches/{match}"):
        assert "og:image" not in person.get(part).text
        for reader in (person, api.client):
            assert reader.get(f"{part}/picture.png").status_code == 401
    assert api.client.get("/tournaments/t_nothinghere/picture.png").status_code in (401, 404)


def test_a_drafted_round_changes_nothing_in_the_picture(api):
    made = announce(api, "swiss", settings={"rounds": 3}, drafts=True)
    before = api.client.get(f"/tournaments/{made}/picture.png").data
    start(api, made)
    assert api.get(f"/v1/tournaments/{made}", role="organiser").json["rounds"]
    assert api.client.get(f"/tournaments/{made}/picture.png").data == before


# ── what is drawn ────────────────────────────────────────────────────────────────────────────────────────────────────
def drawn(api, made, language="sv", shape=WIDE):
    """The texts of a picture, each with where it begins and ends."""
    with api.client.application.test_request_context(headers={"Accept-Language": language}):
        state = api.deps.repository.tournament(made)
        root = ElementTree.fromstring(tournament.drawing(state, "Vasa", shape, Look()))
    return written(root)


def written(root):
    """The texts of a drawing, each with where it begins and ends, its base line, and the size of its letters."""
    moved = {}
    for group in root.iter(f"{SVG}g"):
        if place := re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", group.get("transform", "")):
            moved |= {text_: tuple(map(float, place.groups())) for text_ in group.iter(f"{SVG}text")}
    found = []
    for each in root.iter(f"{SVG}text"):
        if not each.text or each.get("font-size") is None:
            continue
        weight = fonts.SEMIBOLD if each.get("font-weight") else fonts.REGULAR
        length = sum(fonts.widths(weight)[letter] for letter in each.text) * float(each.get("font-size"))
        x = float(each.get("x")) - {"end": 1, "middle": 0.5}.get(each.get("text-anchor"), 0) * length
        across, down, scale = moved.get(each, (0, 0, 1))
        y, size = down + scale * float(each.get("y")), scale * float(each.get("font-size"))
        found.append((each.text, across + scale * x, across + scale * (x + length), y, size))
    return found


@pytest.mark.parametrize("shape", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize(
    ("form", "more", "until", "said"),
    [
        ("swiss", {"settings": {"rounds": 3}}, "entered", "7 anmälda"),
        ("swiss", {"settings": {"rounds": 3}}, "started", "Rond 1 av 3"),
        ("round_robin", {}, "over", "Slutställning"),
        ("single_elimination", {}, "started", "Kvartsfinaler"),
        ("single_elimination", {}, "over", "Vinnare"),
        ("groups_then_knockout", {"settings": {"groups": 2, "advance": 1}}, "started", "Grupp B"),
        ("single_elimination", {"names": [*LONG, *(name[::-1] for name in LONG)]}, "started", "Åttondelsfinaler"),
    ],
)
def test_no_text_leaves_its_room_or_lies_on_another_and_thirty_letters_are_all_there(
    api, form, more, until, said, shape
):
    made = announce(api, form, **more)
    if until != "entered":
        start(api, made)
    if until == "over":
        decide_all(api, made)
    texts = drawn(api, made, shape=shape)
    assert any(said in each for each, *_ in texts), texts
    assert sum(any(name in each for name in more.get("names", LONG)) for each, *_ in texts) >= (
        1 if until == "over" else 2
    )
    assert not [each for each, *_ in texts if each.endswith("…") and len(each) > 1]
    for words, left, right, y, _size in texts:
        assert left >= MARGIN - 1, words
        assert right <= shape.width - MARGIN + 1, words
        assert y < shape.height - 20, words
    for place, (words, left, right, y, size) in enumerate(texts):
        for other, start_, end, below, least in texts[place + 1 :]:
            apart = right <= start_ or end <= left
            assert apart or abs(y - below) >= 0.75 * min(size, least), (words, other)


def test_letters_come_from_the_package_and_not_from_the_machine(monkeypatch):
    monkeypatch.setenv("FONTCONFIG_FILE", "/nowhere")
    plain, written = png(sheet()), png(sheet(text("Åäö ÅÄÖ é · – …", MARGIN, 300, 900, 80)))
    assert len(written) > len(plain) + 2_000
    for weight in (fonts.REGULAR, fonts.SEMIBOLD):
        assert set("abcåäöÅÄÖéüøæłŁ0123456789 –·…’-") <= set(fonts.widths(weight))
        assert fonts.widths(weight)["W"] > fonts.widths(weight)["i"] > 0.2


def test_a_name_in_letters_that_the_font_does_not_have_breaks_nothing():
    root = ElementTree.fromstring(sheet(text("🏆 Åsa <b>&\x00 " + "W" * 200, MARGIN, 300, 400, 40)))
    (found,) = (each.text for each in root.iter(f"{SVG}text"))
    assert found.lstrip().startswith("Åsa <b>& WW")
    assert found.endswith("…")


@pytest.mark.parametrize(("form", "said"), [("single_elimination", "Vasa Open · Final · "), ("swiss", "· Rond 1 · ")])
def test_the_picture_of_a_match_names_its_round_as_people_do(api, form, said):
    made = announce(api, form, LONG[:2], **({"settings": {"rounds": 1}} if form == "swiss" else {}))
    start(api, made)
    with api.client.application.test_request_context(headers={"Accept-Language": "sv"}):
        shown = match.drawing(
            match_timeline(api.deps, None, f"{made}.1"), None, api.deps.repository.tournament(made), None, WIDE, Look()
        )
    assert said in unescape(shown)


# ── a match that is over, and both shapes ────────────────────────────────────────────────────────────────────────────
GAMES = [{"winner": each, "outcome": ending} for each, ending in (("white", "jan"), ("black", "bearing_off"))]


@pytest.fixture
def over(api, judge):
    """A final that white won by its games."""
    made = announce(api, "single_elimination", LONG[:2])
    start(api, made)
    judge()
    games = [*GAMES, {"winner": "white", "outcome": "bearing_off"}]
    answer = api.post(f"/v1/tournaments/{made}/results", {"match": f"{made}.1", "results": games}, role="scorer")
    assert answer.status_code in (200, 201, 202), answer.json
    judge()
    return made


@pytest.mark.parametrize("shape", [WIDE, TALL], ids=["wide", "tall"])
def test_the_picture_of_a_match_that_is_over_has_points_game_by_game_and_how_it_was_decided(api, over, shape):
    with api.client.application.test_request_context(headers={"Accept-Language": "en"}):
        timeline = match_timeline(api.deps, None, f"{over}.1")
        root = ElementTree.fromstring(match.drawing(timeline, None, None, None, shape, Look()))
    texts = written(root)
    said = [words for words, *_ in texts]
    by_name = {words: y for words, _left, _right, y, _size in reversed(texts) if words in LONG}
    lines = [[words for words, *_x, y, _size in texts if y == base and words not in LONG] for base in by_name.values()]
    assert lines == [["4", "0", "1", "5"], ["0", "1", "0", "1"]]
    assert any(words.endswith("has won the match 5–1, on points") for words in said), said
    for words, left, right, y, _size in texts:
        assert MARGIN - 1 <= left <= right <= shape.width - MARGIN + 1, words
        assert y < shape.height - 20, words


@pytest.mark.parametrize("language", ["en", "sv"])
def test_a_program_asks_for_the_same_pictures(api, over, language):
    for part in (f"tournaments/{over}", f"matches/{over}.1"):
        sizes = {}
        for shape in ("wide", "tall"):
            query = f"picture.png?shape={shape}&lang={language}"
            ours = api.client.get(f"/v1/{part}/{query}")
            assert (ours.status_code, ours.mimetype) == (200, "image/png")
            assert ours.data == api.client.get(f"/{part}/{query}").data
            sizes[shape] = struct.unpack(">II", ours.data[16:24])
            assert len(ours.data) < MOST_BYTES
        assert sizes == {"wide": (1200, 630), "tall": (1080, 1920)}
        refused = api.client.get(f"/v1/{part}/picture.png?shape=round")
        assert refused.status_code == 422
        assert "shape" in refused.json["errors"]


def test_what_is_not_published_has_no_picture_for_programs_either(api):
    made = announce(api, "round_robin", published=False)
    assert api.client.get(f"/v1/tournaments/{made}/picture.png").status_code == 401


def test_the_pages_of_tournament_match_and_desk_offer_the_picture_in_both_shapes(api, over):
    referee = signed_in(api, "Rut", "referee")
    for page in (f"/tournaments/{over}", f"/matches/{over}.1", f"/desk/{over}"):
        found = re.findall(r'data-picture="(\w+)"[^>]* href="([^"]+)"', referee.get(page).text)
        assert [shape for shape, _ in found] == ["wide", "tall"], page
        for _, address in found:
            assert api.client.get(unescape(address)).mimetype == "image/png"
