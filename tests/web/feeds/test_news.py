"""News of a club and of a tournament: the same items in every form, once each, in pages of a bounded length."""

import json

import pytest

from service.live.grant import HEADER, read
from service.store import feed
from service.store.read_models import states
from service.store.read_models.club import news
from tests.web.tournament.test_entries import announced
from tests.web.tournament.test_rounds import NAMES, WON, play, started

LINES, LIVE = {"Accept": "application/x-ndjson"}, {"Accept": "text/event-stream"}
LOST = [{"winner": "black", "outcome": "jan"}] * 3


def items(api, path, role="viewer", **query):
    words = "&".join(f"{name}={value}" for name, value in {"limit": 1000, **query}.items())
    answer = api.get(f"{path}/news?{words}", role)
    assert answer.status_code == 200, answer.json
    return answer.json["news"]


def kinds(api, path, after=0, role="viewer"):
    return [item["kind"] for item in items(api, path, role, after=after)]


def last(api, path):
    return max((item["id"] for item in items(api, path)), default=0)


def test_a_tournament_is_told_from_its_announcement_to_its_end(api, judge):
    path = announced(api, format="round_robin", published=True)
    judge()
    assert kinds(api, path) == ["tournament.announced"]
    api.post(f"{path}/entries?register=1", ["Anna", "Bo", "Cilla"])
    api.post(f"{path}/withdrawals", {"player": "Cilla"})
    api.post(f"{path}/start", {"seed": "x"})
    judge()
    assert kinds(api, path, 1) == [*["player.entered"] * 3, "player.withdrawn", "tournament.started", "round.published"]
    seen = last(api, path)
    match = api.get(f"{path}/matches").json["matches"][0]["id"]
    api.post(f"/v1/matches/{match}/events", [{"type": "OpeningRolled", "white": 5, "black": 2}], role="scorer")
    judge()
    begun = items(api, path, after=seen)
    assert [each["kind"] for each in begun] == ["match.started"]
    assert begun[0]["match"] == match
    assert begun[0]["round"] == 1
    assert begun[0]["links"] == {"page": f"/matches/{match}", "data": f"/v1/matches/{match}"}
    decided = {"match": match, "kind": "played", "results": WON, "reason": "the slip"}
    assert api.post(f"{path}/decisions", decided, role="referee").status_code == 201
    judge()
    over = items(api, path, after=begun[0]["id"])
    assert [each["kind"] for each in over] == ["match.finished", "tournament.finished"]
    assert api.post(f"{path}/decisions", {**decided, "results": LOST}, role="referee").status_code == 201
    decisions = [decision["version"] for decision in api.get(f"{path}/decisions", "referee").json["decisions"]]
    for decision in sorted(decisions, reverse=True):
        assert api.post(f"{path}/decisions/{decision}/undo", {"reason": "x"}, role="referee").status_code == 201
    judge()
    corrected = items(api, path, after=over[-1]["id"])
    assert [each["kind"] for each in corrected] == ["result.corrected", "result.corrected", "match.reopened"]
    assert corrected[0]["message"]["pattern"] == "Corrected: {result}"


def test_an_item_says_it_in_both_languages(api, judge):
    path = announced(api, published=True)
    api.post(f"{path}/entries?register=1", ["Åsa"])
    judge()
    item = items(api, path)[1]
    assert item["text"] == {"en": "Åsa has entered", "sv": "Åsa är anmäld"}
    message = {"code": "player_entered", "pattern": "{player} has entered", "values": {"player": "Åsa"}}
    assert item["message"] == message
    assert item["club"] == "vasa"
    assert item["tournament_name"] == api.get(path).json["name"]
    assert item["player"].startswith("p_")
    assert item == api.get(f"{path}/news?after=1", headers={"Accept-Language": "sv"}).json["news"][0]


def test_a_drafted_round_is_no_news_before_it_is_published(api, judge):
    path = started(api, drafts=True, published=True)
    judge()
    for role in (None, "viewer", "organiser"):
        assert "round.published" not in kinds(api, path, role=role)
    assert api.post(f"{path}/rounds/1/unpair", {"reason": "again"}).status_code == 200
    assert api.post(f"{path}/rounds", {}).status_code == 201
    judge()
    seen = last(api, path)
    api.post(f"{path}/rounds/1/publish")
    judge()
    assert kinds(api, path, seen, None) == ["round.published"]
    assert api.post(f"{path}/rounds/1/unpair", {"reason": "a mistake"}).status_code == 200
    judge()
    assert kinds(api, path, seen, None) == ["round.published", "pairings.voided"]


def test_a_result_that_waits_for_confirmation_is_finished_by_it(api, judge):
    path = started(api, confirm=True)
    judge()
    seen = last(api, path)
    match = play(api, path, judge, 1, but=2)[0]
    assert kinds(api, path, seen)[-1] == "result.reported"
    assert api.post(f"{path}/confirmations", {"match": match}, role="referee").status_code == 201
    judge()
    assert kinds(api, path, seen)[-1] == "match.finished"


def test_pages_of_any_size_and_lines_hold_the_same_items_once_each(api, judge):
    cup, other = started(api), announced(api, format="round_robin")
    api.post(f"{other}/entries?register=1", list(NAMES))
    judge()
    play(api, cup, judge, 1)
    for path in ("/v1/clubs/vasa", cup, other):
        whole = items(api, path)
        ids = [each["id"] for each in whole]
        assert ids == sorted(set(ids))
        for size in (1, 3, len(whole)):
            found, following = [], f"{path}/news?limit={size}"
            while following:
                answer = api.get(following, headers=LINES)
                lines = answer.get_data(as_text=True).splitlines()
                assert 1 <= len(lines) <= size
                found += map(json.loads, lines)
                link = answer.headers.get("Link", "")
                following = link.partition("<")[2].partition(">")[0]
            assert found == whole
        assert api.get(f"{path}/news", headers={"Last-Event-ID": str(ids[-2])}).json["news"] == whole[-1:]
    both = sorted([*items(api, cup), *items(api, other)], key=lambda item: item["id"])
    assert items(api, "/v1/clubs/vasa") == both
    assert [each["id"] for each in both] == list(range(1, len(both) + 1))


def test_who_may_not_read_a_tournament_reads_no_news_of_it(api, judge):
    api.found("huk")
    hidden, shown = (announced(api, published=published) for published in (False, True))
    judge()
    for path, role, status in (
        (hidden, None, 401),
        (hidden, "huk organiser", 404),
        (hidden, "viewer", 200),
        (shown, None, 200),
        (shown, "huk viewer", 200),
        ("/v1/tournaments/t_none", None, 401),
        ("/v1/clubs/vasa", None, 401),
        ("/v1/clubs/vasa", "huk organiser", 404),
        ("/v1/clubs/vasa", "viewer", 200),
    ):
        for form in ({}, LINES, LIVE):
            assert api.get(f"{path}/news", role, headers=form).status_code == status, (path, role)
    assert api.post(f"{shown}/publication", {"published": False}).status_code == 200
    assert api.get(f"{shown}/news", None).status_code == 401


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "after=-1", "after=x", "cursor=3"])
def test_a_page_that_cannot_be_is_refused(api, query):
    assert api.get(f"/v1/clubs/vasa/news?{query}").status_code == 422


def test_a_stream_is_handed_to_the_front_with_the_last_id(api):
    path = announced(api, published=True)
    for form, after in (({}, 7), ({"Last-Event-ID": "9"}, 9)):
        answer = api.get(f"{path}/news?after=7", None, headers={**LIVE, **form})
        assert (answer.status_code, answer.mimetype, answer.data) == (200, "text/event-stream", b"")
        grant = read(answer.headers[HEADER])
        assert (grant.kind, grant.name, grant.after, grant.club) == ("news", path.rpartition("/")[2], after, "vasa")
    assert HEADER not in api.get(f"{path}/news").headers


def test_what_is_judged_again_brings_no_second_item(api, judge):
    path = started(api)
    judge()
    match = play(api, path, judge, 1)[0]
    told = items(api, "/v1/clubs/vasa")
    for stream in (path.rpartition("/")[2], match):
        assert states.forget(api.deps.client, stream)
        feed.feed_again(api.deps.client, stream)
    judge()
    assert items(api, "/v1/clubs/vasa") == told


def test_a_club_keeps_its_newest_items(api, monkeypatch):
    monkeypatch.setattr(news, "KEPT", 100)
    made = [news.NewItem("t_x", number, 0, "t_x", "{}") for number in range(1000)]
    for number in range(0, 1000, 10):
        news.record(api.deps.client, "vasa", made[number : number + 10], 0)
    found, more = news.page(api.deps.client, "vasa", 0, 1000)
    assert 100 <= len(found) < 300
    assert (found[-1].number, more) == (1000, None)
    assert news.page(api.deps.client, "vasa", 0, 1000, "t_x")[0] == found[-len(found) :]
