"""A series elsewhere: on the wall of the hall, in a frame of another website, and as the picture of a shared link."""

import html
import re

import pytest

from service.web.pages.pictures.page import png
from service.web.pages.pictures.sheet import HEIGHT, WIDTH
from tests.support.series.season import add, announce, announced, evening, players, table
from tests.support.signed_in import signed_in


@pytest.fixture
def played(api, judge):
    """Three players, a published evening that they finished in their order, and one that is not published."""

    def make():
        ids = players(api, 3)
        return ids, [evening(api, ids, 1, published=True), evening(api, ids[::-1], 2)]

    found = api.begin_with("two evenings of three, one published", make)
    judge()  # the workers list the tournaments of the club
    return found


@pytest.fixture
def series(api, played):
    """The page of a public series in which both count, two players of which are in the final."""
    found = announce(api, name="Hösten", tables=[{"points": [9, 7, 5]}], public=True, final=2)
    add(api, found, *played[1])
    return found.removeprefix("/v1")


@pytest.fixture
def closed(api, played):
    """The page of a series for the club only."""
    found = announce(api, name="Slutna")
    add(api, found, *played[1])
    return found.removeprefix("/v1")


def read(api, path, status=200):
    answer = api.client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


def names(api, series):
    """The names of the players of the series by id."""
    return {player: row["name"] for player, row in table(api, f"/v1{series}").items()}


# ── the wall ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def slides(api, path):
    first = read(api, f"{path}/slide")
    count = int(re.search(r'data-count="(\d+)"', first)[1])
    return [read(api, f"{path}/slide?slide={number}") for number in range(count)]


def test_the_wall_of_a_series_shows_its_table_as_everybody_sees_it(api, played, series):
    ids, _tournaments = played
    text = read(api, f"{series}/wall")
    first = names(api, series)[ids[0]]
    assert (f"<bdi>{first}</bdi>" in text, "1 of 1 evenings" in text, "Hösten" in text) == (True, True, True)
    assert re.search(rf"{first}</bdi></th><td class=\"number\">1</td><td class=\"number\">9</td>", text)
    assert f'href="{series}/wall"' in read(api, series)


def test_the_clock_of_the_wall_is_that_of_the_last_evening(api, played, series):
    ids, _tournaments = played
    far = {"starts": "2026-12-01T18:00", "zone": "Asia/Tokyo"}
    add(api, f"/v1{series}", announced(api, ids, published=True, details=far))
    assert f'data-zone="{9 * 3600 * 1000}"' in read(api, f"{series}/wall")


def test_at_the_end_the_wall_names_who_won_first(api, played, series):
    ids, _tournaments = played
    assert api.post(f"/v1{series}/end").status_code == 200
    won, standings = slides(api, f"{series}/wall")
    assert ('data-kind="winners"' in won, names(api, series)[ids[0]] in won) == (True, True)
    assert 'data-kind="standings"' in standings


def test_a_long_table_has_several_slides_and_an_empty_one_has_one(api, judge):
    ids = players(api, 30)
    series = announce(api, public=True).removeprefix("/v1")
    (empty,) = slides(api, f"{series}/wall")
    assert 'data-kind="standings"' in empty
    add(api, f"/v1{series}", evening(api, ids, 1, "single_elimination", published=True))
    shown = slides(api, f"{series}/wall")
    assert [each.count("<tr>") - each.count("<thead><tr>") for each in shown] == [20, 10], "columns of one height"


def test_the_wall_of_a_club_shows_the_open_series_of_what_is_played(api, played, series, closed):
    ids, _tournaments = played
    texts = slides(api, "/clubs/vasa/wall")
    assert sum("Hösten" in text for text in texts) == 1
    assert not any("Slutna" in text for text in texts)
    api.post(f"/v1{series}/end")
    assert not any("Hösten" in slide for slide in slides(api, "/clubs/vasa/wall"))
    assert len(ids) == 3


@pytest.mark.parametrize("path", ["wall", "wall/slide"])
def test_a_closed_series_has_no_wall(api, closed, path):
    read(api, f"{closed}/{path}", 404)
    read(api, f"/clubs/vasa/series/s_aaaaaaaaaa/{path}", 404)


# ── in a frame ───────────────────────────────────────────────────────────────────────────────────────────────────────
def framed(client, path):
    return "frame-ancestors http: https:" in client.get(f"{path}?embed=1").headers["Content-Security-Policy"]


def test_a_website_shows_a_public_series_in_a_frame_once_the_club_allows_it(api, series, closed):
    organiser = signed_in(api, "Anna", "organiser")
    assert not framed(organiser.client, series)
    organiser.fill("/clubs/vasa/embedding", to="allowed")
    assert framed(organiser.client, series)
    assert not framed(organiser.client, closed)
    shown = html.unescape(organiser.get(f"{series}?embed=1").text)
    assert ("1 of 1 evenings" in shown, "2 of 2" in shown) == (True, False)
    assert "<form" not in shown
    assert "2 of 2 evenings" in organiser.get(series).text
    lines = html.unescape(html.unescape(organiser.get("/clubs/vasa/embedding").text))
    assert (f'{series}?embed=1" title="Hösten"' in lines, closed in lines) == (True, False)


def test_a_series_has_the_logo_and_the_colour_of_its_club_also_in_a_frame(api, series):
    signed_in(api, "Anna", "organiser").fill("/clubs/vasa/embedding", to="allowed")
    logo = "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGPQj3aDIwZkDgBT4gaBPiWsRgAAAABJRU5ErkJggg=="
    look = api.send("PUT", "/v1/clubs/vasa/look", "organiser", json={"colour": "#ffe600", "logo": logo}).json
    for path in (series, f"{series}?embed=1"):
        page = read(api, path)
        assert look["logo"] in page, path
        assert look["logo"].replace("logo.png", "look.css") in page, path


# ── a shared link ────────────────────────────────────────────────────────────────────────────────────────────────────
def tags(api, path):
    return dict(re.findall(r'="og:([\w:]+)" content="([^"]*)"', read(api, path)))


def picture(api, monkeypatch, path):
    """The drawing of a picture, and its answer."""
    drawn = []
    monkeypatch.setattr("service.web.pages.pictures.page.png", lambda svg: drawn.append(svg) or png(svg))
    answer = api.client.get(path)
    assert (answer.status_code, answer.mimetype, answer.data[:4]) == (200, "image/png", b"\x89PNG")
    return html.unescape(drawn[0])


def test_a_shared_link_tells_how_the_series_stands_and_has_its_picture(api, played, series, monkeypatch):
    ids, _tournaments = played
    first = names(api, series)[ids[0]]
    told = tags(api, series)
    assert (told["title"], told["site_name"]) == ("Hösten", "Vasa")
    assert re.fullmatch(rf"1 of 1 evenings · 1\. \W?{first}\W? · .*", told["description"])
    address = told["image"].replace("http://localhost", "")
    drawn = picture(api, monkeypatch, address[address.index("/clubs") :])
    assert all(each in drawn for each in ("Hösten", first, ">9<", "1 of 1 evenings", f'width="{WIDTH}"', f"{HEIGHT}"))
    api.post(f"/v1{series}/end")
    assert tags(api, series)["image"] != told["image"]
    ended = picture(api, monkeypatch, f"{series}/picture.png")
    assert all(each in ended for each in ("Winner", first, "Final standings"))


def test_a_series_for_the_club_only_has_no_picture(api, closed, series):
    shown = signed_in(api, "Anna", "viewer").get(closed).text
    assert "og:image" not in shown
    assert api.client.get(f"{closed}/picture.png").status_code in (401, 404)
    assert len(api.client.get(f"{series}/picture.png?lang=sv").data) > 10_000
