"""Logs as lines and as live streams; pages are in test_matches."""

import json

import pytest

from service.live.grant import HEADER, StreamGrant, read

NOTE = {"type": "RulingMade", "kind": "note", "reason": "seen"}
LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture
def match(api):
    """A match with 1,200 facts."""
    match = api.friendly()
    for _ in range(2):
        api.post(f"/v1/matches/{match}/events", [NOTE] * 600)
    return match


def versions(answer):
    assert answer.status_code == 200
    assert answer.mimetype == "application/x-ndjson"
    return [json.loads(line)["version"] for line in answer.get_data(as_text=True).splitlines()]


def test_lines_are_the_whole_log_unless_less_is_asked_for(api, match):
    path = f"/v1/matches/{match}/events"
    assert versions(api.get(path, headers=LINES)) == list(range(1, 1201))
    assert versions(api.get(f"{path}?after=1190", headers=LINES)) == list(range(1191, 1201))
    assert versions(api.get(f"{path}?after=10&limit=3", headers=LINES)) == [11, 12, 13]
    assert versions(api.get(f"{path}?after=5000", headers=LINES)) == []


def test_lines_are_sent_while_they_are_read(api, match):
    answer = api.get(f"/v1/matches/{match}/events", headers=LINES, buffered=False)
    assert answer.is_streamed
    assert len(list(answer.response)) > 1


def test_a_line_holds_what_a_page_holds(api, match):
    page = api.get(f"/v1/matches/{match}/events?limit=1").json["events"][0]
    line = api.get(f"/v1/matches/{match}/events?limit=1", headers=LINES).get_data(as_text=True)
    assert json.loads(line) == page


def test_a_log_that_is_not_there_is_refused_before_the_first_line(api):
    for path in ("events", "stream", "transcript.ndjson"):
        assert api.get(f"/v1/matches/m_2/{path}", headers=LINES).status_code == 404
    assert api.get("/v1/matches/m_2.ndjson").status_code == 404


def test_a_tournament_tells_its_own_log(api):
    tournament = api.tournament(3)
    api.post(f"/v1/tournaments/{tournament}/start")
    page = api.get(f"/v1/tournaments/{tournament}/events").json["events"]
    assert [event["type"] for event in page] == [
        *["PlayerEntered"] * 3,
        "TournamentStarted",
        *["RoundPaired"] * 3,
    ]
    assert versions(api.get(f"/v1/tournaments/{tournament}/events?after=-1", headers=LINES)) == list(range(8))
    first = api.get(f"/v1/tournaments/{tournament}/events?after=-1&limit=1")
    assert first.json["events"][0]["type"] == "TournamentCreated"
    assert first.headers["Link"] == f'</v1/tournaments/{tournament}/events?after=0&limit=1>; rel="next"'


@pytest.mark.parametrize(
    ("query", "header", "after"),
    [("", None, 0), ("?after=7", None, 7), ("", "17", 17), ("?after=7", "17", 17), ("?after=7", "", 7)],
)
def test_a_stream_is_checked_here_and_handed_to_the_front(api, query, header, after):
    """The header of a browser that reconnects counts more than the address it was given."""
    headers = {} if header is None else {"Last-Event-ID": header}
    match, tournament = api.friendly(), api.tournament(2)
    for kind, name, path in (("match", match, "matches"), ("tournament", tournament, "tournaments")):
        answer = api.get(f"/v1/{path}/{name}/stream{query}", headers=headers)
        assert (answer.status_code, answer.mimetype, answer.data) == (200, "text/event-stream", b"")
        grant = read(answer.headers[HEADER])
        assert grant == StreamGrant(kind, name, after, "member", "vasa", holder=grant.holder)
        assert grant.holder.startswith("vasa.")  # the token
        swedish = api.get(f"/v1/{path}/{name}/stream{query}", headers={**headers, "Accept-Language": "sv"})
        assert read(swedish.headers[HEADER]) == grant._replace(language="sv")
        assert swedish.headers["Content-Language"] == "sv"


def test_a_stream_with_an_odd_beginning_is_refused(api):
    path = f"/v1/matches/{api.friendly()}/stream"
    assert api.get(path, headers={"Last-Event-ID": "x"}).status_code == 400
    assert api.get(path, headers={"Last-Event-ID": "1 tournament t_2 0"}).status_code == 400
    assert api.get(f"{path}?after=-1").json["errors"].keys() == {"after"}


def test_a_viewer_whose_last_event_is_none_of_the_log_is_sent_all_of_it_again(api):
    """As in a store that lost its last facts and has others since."""
    match = api.friendly()
    api.post(f"/v1/matches/{match}/events", NOTE)
    path = f"/v1/matches/{match}"
    (fact,) = api.get(f"{path}/events?after=0").json["events"]
    for last, after in ((f"1-{fact['hash'][:8]}", 1), ("1-00000000", 0), ("2-00000000", 0), ("1", 1), ("9", 9)):
        answer = api.get(f"{path}/stream?after=1", headers={"Last-Event-ID": last})
        assert read(answer.headers[HEADER]).after == after, last


def test_only_a_stream_carries_the_header_that_the_front_looks_for(api):
    match = api.friendly()
    for path in (f"/v1/matches/{match}", f"/v1/matches/{match}/events", "/v1/matches/m_2/stream"):
        assert "X-Brade-Stream" not in api.get(path, headers={"X-Brade-Stream": f"match {match} 0"}).headers


@pytest.mark.parametrize("path", ["/v1/tournaments/{tournament}/events?after=1", "/v1/matches/{tournament}.1/events"])
def test_the_events_that_strangers_get_may_be_kept_for_a_second_and_those_of_others_never(api, path):
    tournament = api.tournament(2, published=True)
    api.post(f"/v1/tournaments/{tournament}/start", {})
    path = path.format(tournament=tournament)
    shared = api.get(path, role=None)
    assert (shared.status_code, shared.headers["Cache-Control"]) == (200, "public, max-age=1")
    assert {"authorization", "cookie", "accept-language"} <= shared.vary.as_set()
    same = api.get(path, role=None, headers={"If-None-Match": shared.headers["ETag"]})
    assert (same.status_code, same.headers["Cache-Control"]) == (304, "public, max-age=1")
    assert api.get(path).headers["Cache-Control"] == "private, no-cache"
    lines = api.get(path, role=None, headers=LINES)
    assert (lines.status_code, lines.headers["Cache-Control"]) == (200, "private, no-cache")
