"""A player's page leads to their series, with place and points, and a tournament's page to those in which it counts."""

import html

import pytest

from tests.support.series.season import add, announce, announced, decide, evening, players, start
from tests.support.signed_in import signed_in


@pytest.fixture
def played(api, judge):
    """Three players, a published evening that they finished in their order, and a public series in which it counts."""

    def make():
        ids = players(api, 3)
        return ids, evening(api, ids, 1, published=True)

    ids, tournament = api.begin_with("a published evening of three", make)
    series = announce(api, name="Öppna serien", tables=[{"points": [9, 7, 5]}], public=True)
    add(api, series, tournament)
    judge()  # the workers list the tournaments of the club
    return ids, tournament, series.removeprefix("/v1")


def read(client, path, **headers):
    answer = client.get(path, headers={"Accept": "text/html", **headers})
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def line(series, player):
    return f'<a href="{series}/players/{player}"><bdi>Öppna serien</bdi></a>'


def test_everybody_finds_the_series_on_the_page_of_a_player_with_place_and_points(api, played):
    (_first, second, _third), _tournament, series = played
    text = read(api.client, f"/clubs/vasa/players/{second}")
    assert f'{line(series, second)} <span class="quiet">place 2 · Points: 7</span>' in text
    assert read(api.client, f"{series}/players/{second}")
    swedish = read(api.client, f"/clubs/vasa/players/{second}", **{"Accept-Language": "sv"})
    assert "plats 2 · Poäng: 7" in swedish


def test_the_clubs_people_find_series_that_are_not_public_too(api, played):
    ids, tournament, series = played
    closed = announce(api, name="Slutna serien", places="none", participation="1/2", least=2)
    add(api, closed, tournament)
    address = f"/clubs/vasa/players/{ids[0]}"
    text = html.unescape(signed_in(api, "Anna", "viewer").get(address).text)
    assert (line(series, ids[0]) in text, "Slutna serien" in text) == (True, True)
    assert "without a place in the table yet · Points: 0.5" in text
    assert "Slutna serien" not in read(api.client, address)


def test_the_page_follows_the_series_in_everything_that_it_shows(api, played, judge):
    """A kept page is never older than a series: by a rule, an evening that the player missed, a merge, and the end."""
    (first, _second, third), tournament, series = played
    (twin,) = players(api, 1)
    address = f"/clubs/vasa/players/{third}"

    def seen(text):
        assert text in read(api.client, address)

    seen("place 3 · Points: 5")
    rule = {"name": "Öppna serien", "tables": [{"points": [4, 3, 2]}], "public": True}
    assert api.send("PUT", f"/v1{series}", "organiser", json=rule).status_code == 200
    seen("place 3 · Points: 2")
    others = announced(api, [first, twin], 2, published=True)
    add(api, f"/v1{series}", others)
    start(api, others)
    seen("place 4 · Points: 2")
    (match,) = api.get(f"/v1/tournaments/{others}/matches").json["matches"]
    decide(api, others, match, [first, twin])
    judge()
    assert api.send("DELETE", f"/v1{series}/tournaments/{tournament}", "organiser").status_code == 200
    assert series not in read(api.client, address)
    add(api, f"/v1{series}", tournament, factor=2)
    seen("place 3 · Points: 4")
    assert api.post(f"/v1/clubs/vasa/players/{twin}/merge", {"into": third}).status_code == 200
    seen("place 2 · Points: 7")
    assert api.post(f"/v1{series}/end").status_code == 200
    seen("Points: 7 · over")


def test_the_page_of_a_tournament_leads_to_the_series_in_which_it_counts(api, played):
    _ids, tournament, series = played
    closed = announce(api, name="Slutna serien").removeprefix("/v1")
    add(api, f"/v1{closed}", tournament)
    text = read(api.client, f"/tournaments/{tournament}")
    assert (f'href="{series}"' in text, closed in text) == (True, False)
    assert f'href="{closed}"' in signed_in(api, "Anna", "viewer").get(f"/tournaments/{tournament}").text
