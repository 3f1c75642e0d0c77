"""Visibility, over every address that reads a tournament: a role counts in its own club alone."""

import json

import pytest

from core.club.club import ROLES
from service.live.grant import HEADER, read
from tests.web.tournament.test_rounds import play, started

HIDDEN = ("Reason-of-the-desk",)
EVERYBODY = [None, *(f"huk {role}" for role in ROLES), "viewer", "scorer"]
DESK = ["referee", "organiser", "operator"]
DESK_SEES_MORE = {
    "",
    "/matches",
    "/matches.csv",
    "/bracket",
    "/bracket.json",
    "/bracket.svg",
    "/calendar.ics",
    "/events",
    "/stream",
    "/rounds/2/pairings.csv",
    "/rounds/2/pairings.html",
    "/pairings/2/explain",
    "/standings.xlsx",
    "/timetable",
    "/timetable.pdf",
    "/booklet.pdf",
    "/bracket.pdf",
    "/certificates.pdf",
    "/crosstable.pdf",
    "/prizes.pdf",
    "/programme.pdf",
    "/rulings.pdf",
    "/standings.pdf",
    "/rounds/1/everything.pdf",
    "/rounds/1/pairings.pdf",
    "/rounds/2/everything.pdf",
    "/rounds/2/pairings.pdf",
    "/rounds/2/slips.pdf",
}
LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture
def cup(api, judge):
    """A published Swiss with a round that is played, a draft, and players who are kept apart."""
    api.found("huk")
    path = started(api, drafts=True, published=True)
    api.post(f"{path}/rounds/1/publish")
    play(api, path, judge, 1)
    body = {"pairs": [["Anna", "Bo"]], "hard": False, "reason": HIDDEN[0]}
    assert api.post(f"{path}/avoidances", body).status_code == 200
    assert api.post(f"{path}/rounds", {}).status_code == 201
    return path


@pytest.fixture
def reads(api, app, cup):
    """Every address that reads the tournament or a match of it, of its round that is played and of its draft."""
    rounds = api.get(cup, "organiser").json["rounds"]
    paths = app.extensions["brade"].document()["paths"]
    found = []
    for template, operations in paths.items():
        of_tournament = "{tournament}" in template or "{match}" in template
        if {} in operations.get("get", {}).get("security", ()) and of_tournament:
            for each in rounds:
                words = {
                    "tournament": cup.rpartition("/")[2],
                    "match": each["matches"][0]["id"],
                    "player": "Anna",
                    "number": str(each["round"]),
                }
                found.append(template.format(**words))
    return list(dict.fromkeys(found))


def said(answer):
    """All that an answer says, but for the number of its request."""
    words = answer.get_json(silent=True)
    if isinstance(words, dict) and "request_id" in words:
        words = {name: value for name, value in words.items() if name != "request_id"}
    headers = {name: answer.headers.get(name) for name in ("ETag", "X-Brade-Stream", "Link", "Content-Disposition")}
    return answer.status_code, answer.data if words is None else words, headers


def test_callers_who_do_not_direct_a_tournament_read_what_is_public(api, reads):
    assert len(reads) > 40
    for path in reads:
        for headers in ({}, LINES) if path.endswith("/events") else ({},):
            public = said(api.get(path, None, headers=headers))
            for role in EVERYBODY:
                if path.endswith("/stream") and role in ("viewer", "scorer"):
                    continue  # a member's stream goes on when the tournament is hidden: below
                assert said(api.get(path, role, headers=headers)) == public, (path, role)


def test_the_desk_alone_sees_a_draft_and_who_is_kept_apart(api, cup, reads):
    """The table: it shows more to every role of the desk than to the public."""
    more = {role: {path for path in reads if said(api.get(path, role)) != said(api.get(path, None))} for role in DESK}
    assert more["referee"] == more["organiser"] == more["operator"]
    rows = {path.removeprefix(cup) for path in more["referee"] if path.startswith(cup)}
    assert {row for row in rows if "/matches/" not in row} == DESK_SEES_MORE
    for role in EVERYBODY:
        assert HIDDEN[0] not in api.get(f"{cup}/events", role).get_data(as_text=True)
    assert HIDDEN[0] in api.get(f"{cup}/events", "referee").get_data(as_text=True)


@pytest.mark.parametrize(
    ("role", "much"),
    [
        (None, "public"),
        *((f"huk {role}", "public") for role in ROLES),
        ("viewer", "member"),
        ("scorer", "member"),
        ("referee", "all"),
        ("organiser", "all"),
        ("operator", "all"),
    ],
)
def test_a_stream_shows_as_much_as_its_viewer_may_read(api, cup, role, much):
    match = api.get(cup, "organiser").json["rounds"][0]["matches"][0]["id"]
    for path in (f"{cup}/stream", f"/v1/matches/{match}/stream"):
        assert read(api.get(path, role).headers[HEADER]).sight == much


def test_a_draft_of_another_club_is_not_there_in_a_match_s_state(api, cup):
    draft = api.get(cup, "organiser").json["rounds"][1]["matches"][0]["id"]
    for role in EVERYBODY:
        assert api.get(f"{cup}/matches/{draft}/history", role).status_code == 404, role
        assert draft not in json.dumps(api.get(f"{cup}/matches", role).json)


def test_a_draft_that_was_taken_back_is_the_desk_s_own_history(api, cup):
    draft = api.get(cup, "organiser").json["rounds"][1]["matches"][0]["id"]
    assert api.post(f"{cup}/rounds/2/unpair", {"reason": "a secret"}).status_code == 200
    for role in EVERYBODY:
        assert api.get(f"{cup}/matches/{draft}/history", role).status_code == 404, role
    rows = api.get(f"{cup}/matches/{draft}/history", "referee").json["history"]
    assert [(row["type"], row["reason"]) for row in rows] == [("RoundPaired", ""), ("PairingsVoided", "a secret")]


def test_who_leaves_during_a_draft_tells_nothing_of_it(api, cup):
    (first, *_) = api.get(cup, "organiser").json["rounds"][1]["matches"]
    assert api.post(f"{cup}/withdrawals", {"player": first["white"]["name"], "reason": "ill"}).status_code == 201
    for role in EVERYBODY:
        for part in ("/events", "/decisions", "/matches", "/matches.csv"):
            assert first["id"] not in api.get(f"{cup}{part}", role).get_data(as_text=True), (role, part)
    assert api.get(f"{cup}/decisions", "organiser").json["decisions"] == []
    assert api.post(f"{cup}/rounds/2/publish").status_code == 200
    (row,) = api.get(f"{cup}/decisions", None).json["decisions"]
    assert (row["match"], row["kind"]) == (first["id"], "walkover")
