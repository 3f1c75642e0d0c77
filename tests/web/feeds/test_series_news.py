"""News of a series: in the feed of its club, in its own, for feed readers and for webhooks."""

import json
from xml.etree import ElementTree

import pytest

from core.tournament.views.news import NewsItem
from schemas.feeds.news import from_stored, stored_text
from tests.support.series.season import add, announce, announced, evening, play, players, start, table

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def ids(api):
    return players(api, 3)


def told(api, path, role="viewer"):
    """The kinds and English sentences of a feed."""
    answer = api.get(path, role)
    assert answer.status_code == 200, answer.json
    return [(each["kind"], each["text"]["en"]) for each in answer.json["news"]]


def season_of_one(api, ids, **more):
    """A series with all that can happen to it; its address and the tournament."""
    tournament = announced(api, ids, 1, published=True)
    series = announce(api, name="Hösten", **more)
    add(api, series, tournament, factor=2)
    start(api, tournament)
    play(api, tournament, ids)
    rule = {"name": "Hösten", "best": 3, **more}
    assert api.send("PUT", series, "organiser", json=rule).status_code == 200
    for change in ("end", "reopening"):
        assert api.post(f"{series}/{change}").status_code == 200
    assert api.send("DELETE", f"{series}/tournaments/{tournament}", "organiser").status_code == 200
    return series, tournament


EVERYTHING = [
    ("series.announced", "Hösten is announced"),
    ("series.tournament_added", "Evening 1 counts in Hösten, 2 times"),
    ("series.changed", "Hösten has another announcement"),
    ("series.ended", "Hösten is over"),
    ("series.reopened", "Hösten is open again"),
    ("series.tournament_removed", "Evening 1 no longer counts in Hösten"),
]


def test_everything_that_happens_to_a_series_is_news_of_it_and_of_its_club(api, ids, judge):
    series, tournament = season_of_one(api, ids)
    judge()
    own = told(api, f"{series}/news")
    assert sorted(own) == sorted(EVERYTHING)
    items = api.get(f"{series}/news").json["news"]
    in_club = [each for each in api.get("/v1/clubs/vasa/news?limit=1000").json["news"] if each["series"]]
    assert in_club == items
    added = next(item for item in items if item["kind"] == "series.tournament_added")
    assert (added["tournament"], added["tournament_name"]) == (tournament, "Evening 1")
    assert (added["series"], added["series_name"]) == (series.rpartition("/")[2], "Hösten")
    assert added["links"] == {"page": series.removeprefix("/v1"), "data": series}
    assert added["text"]["sv"] == "Evening 1 räknas i Hösten, 2 gånger"
    whole = next(item for item in items if item["kind"] == "series.announced")
    assert (whole["tournament"], whole["tournament_name"]) == ("", "")
    of_tournament = api.get(f"/v1/tournaments/{tournament}/news?limit=1000").json["news"]
    assert {each["series"] for each in of_tournament} == {None}


def test_an_evening_that_is_over_is_news_of_the_open_series_in_which_it_counts(api, ids, judge):
    tournament = announced(api, ids, 1)
    series, ended, other = announce(api, name="Hösten"), announce(api), announce(api)
    add(api, series, tournament)
    add(api, ended, tournament)
    api.post(f"{ended}/end")
    judge()
    start(api, tournament)
    play(api, tournament, ids)
    judge()
    found = ("series.tournament_finished", "Evening 1 is over, and counts in Hösten")
    assert told(api, f"{series}/news")[-1] == found
    assert [found in told(api, f"{each}/news") for each in (ended, other)] == [False, False]
    judge()
    assert told(api, f"{series}/news").count(found) == 1
    assert table(api, series)


def test_a_page_goes_on_where_the_last_one_stopped_in_lines_too(api, ids, judge):
    series, _tournament = season_of_one(api, ids)
    judge()
    first = api.get(f"{series}/news?limit=4")
    following = api.get(first.json["next"])
    assert [len(each.json["news"]) for each in (first, following)] == [4, 2]
    assert following.json["next"] is None
    lines = api.get(f"{series}/news", headers={"Accept": "application/x-ndjson"})
    assert (lines.mimetype, len(lines.text.splitlines())) == ("application/x-ndjson", 6)


def test_strangers_are_told_of_a_public_series_and_of_its_published_tournaments(api, ids, judge):
    shown, hidden = announced(api, ids, 1, published=True), announced(api, ids, 2)
    closed, public = announce(api), announce(api, name="Hösten", public=True)
    for series in (closed, public):
        add(api, series, shown, hidden)
    judge()
    for path in (f"{closed}/news", f"{closed}/feed.atom"):
        assert api.get(path, None).status_code == 401
    sentences = [text for _kind, text in told(api, f"{public}/news", None)]
    assert sentences == ["Hösten is announced", "Evening 1 counts in Hösten"]
    assert len(told(api, f"{public}/news")) == 3
    assert "Evening 2" not in api.get(f"{public}/feed.atom", None).text


def test_a_deleted_tournament_is_in_no_feed_of_a_series(api, ids, judge):
    words = {"name": "Misstag", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    tournament = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    series = announce(api, name="Hösten")
    add(api, series, tournament)
    judge()
    assert "Misstag counts in Hösten" in str(told(api, f"{series}/news"))
    answer = api.send("DELETE", f"/v1/tournaments/{tournament}", "organiser", json={"reason": "twice"})
    assert answer.status_code in (200, 204), answer.json
    judge()
    assert told(api, f"{series}/news") == [("series.announced", "Hösten is announced")]
    assert "Misstag" not in str(told(api, "/v1/clubs/vasa/news"))


def test_a_feed_reader_has_the_newest_first_in_its_language(api, ids, judge):
    series, _tournament = season_of_one(api, ids, public=True)
    judge()
    answer = api.client.get(f"{series}/feed.atom?lang=sv")
    assert (answer.status_code, answer.mimetype) == (200, "application/atom+xml")
    root = ElementTree.fromstring(answer.data)
    assert root.findtext(f"{ATOM}title") == "Hösten"
    entries = root.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert (len(titles), titles[0], titles[-1]) == (6, "Evening 1 räknas inte längre i Hösten", "Hösten är utlyst")
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 6
    address = entries[0].find(f"{ATOM}link").get("href")
    assert address.endswith(series.removeprefix("/v1"))
    assert root.findtext(f"{ATOM}updated") == entries[0].findtext(f"{ATOM}updated")


def test_a_series_without_news_has_an_empty_feed(api):
    series = announce(api)
    root = ElementTree.fromstring(api.get(f"{series}/feed.atom").data)
    assert root.findall(f"{ATOM}entry") == []
    assert told(api, f"{series}/news") == []


def test_news_of_a_series_are_sent_to_the_webhooks_of_the_club(hook):
    hook.add()
    series = announce(hook.api, name="Hösten")
    hook.judge()
    assert hook.work() == 1
    content = hook.receiver.sent[0].verified(hook.secret)
    (item,) = hook.api.get(f"{series}/news").json["news"]
    assert content == {"type": "series.announced", "timestamp": item["time"], "data": item}
    assert [delivery["kind"] for delivery in hook.deliveries] == ["series.announced"]


def test_an_evening_that_was_played_before_it_counts_is_no_news_of_its_end(api, ids, judge):
    tournament = evening(api, ids, 1)
    judge()
    series = announce(api, name="Hösten")
    add(api, series, tournament)
    judge()
    assert [kind for kind, _ in told(api, f"{series}/news")] == ["series.announced", "series.tournament_added"]


def test_an_item_that_was_stored_before_there_were_news_of_series_is_of_none():
    item = NewsItem("player.entered", "Åsa has entered", "t_1", "Cup", "t_1", 3, 7, player_id="p_1")
    stored = json.loads(stored_text(item))
    older = {name: value for name, value in stored.items() if name not in ("series_id", "series_name")}
    assert older.keys() < stored.keys()
    assert from_stored(json.dumps(older)) == item
