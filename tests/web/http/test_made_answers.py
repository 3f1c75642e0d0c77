"""Reads are made once: asked for again, what did not change is not made, and what changed is never sent as it was."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from service.answer_cache import KeptAnswers
from service.repository import Repository
from service.web.http.made_answers import MadeAnswers
from tests.support.operations import SeatedTournament, operations_of
from tests.support.proving import some
from tests.support.ratings.decided import set_rule
from tests.support.series.season import announce
from tests.support.signed_in import later

ASKED = {
    "GET /v1/games/{game}/plans": "?players=8&tables=4&minutes=240",
    "GET /v1/clubs/{club}/games/{game}/plans": "?players=8&tables=4&minutes=240",
}
MADE_ANEW = {
    "GET /v1/clubs": "every log of the store is looked at",
    "GET /v1/clubs/{club}/players/{player}/personal-data": "all logs of the club are looked through for one person",
    "GET /v1/clubs/{club}/people": "an invitation is open up to a time",
    "GET /v1/matches/{match}/stream": "a stream goes on",
    "GET /v1/tournaments/{tournament}/stream": "a stream goes on",
    "GET /v1/matches/{match}.ndjson": "a whole log is read while it is sent",
    "GET /v1/matches/{match}/transcript.ndjson": "a whole log is read while it is sent",
}
NOT_THERE = {
    "GET /v1/clubs/{club}/players/{player}/erasure": 404,
    "GET /v1/matches/{match}.mat": 409,
    "GET /v1/matches/{match}/transcript.mat": 409,
    "GET /v1/tournaments/{tournament}/prepared-files/{file_id}": 404,
    "GET /v1/tournaments/{tournament}/prepared-files/{file_id}/content": 404,
    "GET /v1/clubs/{club}/webhooks/{webhook}/deliveries": 404,
    "GET /v1/clubs/{club}/series/{series}/players/{player}": 404,
    "GET /v1/clubs/{club}/series/{series}/certificates.pdf": 409,
}
PAGES = (
    "/",
    "/tournaments/{tournament}",
    "/tournaments/{tournament}/rounds",
    "/tournaments/{tournament}/standings",
    "/tournaments/{tournament}/parts/standings",
    "/tournaments/{tournament}/players",
    "/tournaments/{tournament}/players/{player}",
    "/tournaments/{tournament}/players/{player}/next",
    "/tournaments/{tournament}/files",
    "/tournaments/{tournament}/picture.png",
    "/matches/{match}/picture.png",
    "/matches/{match}/board.svg",
    "/matches/{match}/moments?from=0",
)


@pytest.fixture
def made(monkeypatch):
    """The number of answers that were made, and not kept ones, by path."""
    found, answer = Counter(), MadeAnswers.answer

    def counted(self, deps, asked, principal, make):
        def counting():
            found[asked.path] += 1
            return make()

        return answer(self, deps, asked, principal, counting)

    monkeypatch.setattr(MadeAnswers, "answer", counted)
    return found


@pytest.fixture
def seated(api):
    return SeatedTournament(api)


def asked_again(api, path, role, made):
    """The statuses of an answer and of the same one asked for with its tag, and how many were made for the second."""
    first = api.get(path, role)
    before = made.total()
    again = api.get(path, role, headers={"If-None-Match": first.headers.get("ETag", "none")})
    return first.status_code, again.status_code, made.total() - before


# ── every read ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_every_read_of_the_api_that_is_asked_for_again_with_its_tag_makes_nothing(api, app, seated, made):
    set_rule(api)
    series, found = announce(api).rpartition("/")[2], {}
    for each in (each for each in operations_of(app) if each.startswith("GET ")):
        path = seated.at(each)[1].replace("s_none", series)
        role = "operator" if each == "GET /v1/clubs" else "organiser"
        found[each] = asked_again(api, path + ASKED.get(each, ""), role, made)
    assert len(found) > 60
    assert {each: status for each, (status, _, _) in found.items() if status != 200} == NOT_THERE
    assert {each for each, (status, _, count) in found.items() if status == 200 and count} == MADE_ANEW.keys()
    assert {again for _, again, count in found.values() if not count} == {304}


@pytest.mark.parametrize("page", PAGES)
def test_a_public_page_that_is_asked_for_again_with_its_tag_makes_nothing(api, page, made):
    cup = api.tournament(4, published=True)
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
    player = api.get(f"/v1/tournaments/{cup}").json["entries"][0]["player"]
    path = page.format(tournament=cup, match=f"{cup}.1", player=player)
    api.get(path, None)  # what is kept by the step of the time is made now
    assert asked_again(api, path, None, made) == (200, 304, 0)
    assert api.get(path, None).get_data()


def test_the_public_pages_of_a_series_that_are_asked_for_again_with_their_tags_make_nothing(api, made):
    series = announce(api, public=True).rpartition("/")[2]
    for path in ("/clubs/vasa/series", f"/clubs/vasa/series/{series}"):
        assert asked_again(api, path, None, made) == (200, 304, 0)


# ── what is kept ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_answer_is_kept_for_one_caller_one_language_and_one_host(api, made):
    cup = api.tournament(published=True)
    path = f"/v1/tournaments/{cup}/standings"
    askings = [
        {"role": "viewer"},
        {"role": "organiser"},
        {"role": None},
        {"role": "viewer", "headers": {"Accept-Language": "sv"}},
        {"role": "viewer", "headers": {"Host": "127.0.0.1:8000"}},
    ]
    for asking in askings * 2:
        assert api.get(path, **asking).status_code == 200
    assert made.total() == len(askings)


def test_a_key_that_is_revoked_opens_nothing_that_was_kept_for_it(api, restarted):
    cup = api.tournament()
    issued = api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}).json
    api.tokens["new"] = issued["token"]
    path = f"/v1/tournaments/{cup}/standings"
    assert [api.get(path, "new").status_code for _ in range(2)] == [200, 200]
    other = restarted()
    assert other.send("DELETE", f"/v1/clubs/vasa/tokens/{issued['id']}", "organiser").status_code == 204
    later(api, 200)  # as long as a key may be believed
    api.deps.repository.club("vasa")
    assert api.get(path, "new").status_code == 401


def test_a_tournament_that_is_hidden_by_another_process_is_hidden_here_at_once(api, restarted):
    cup, other = api.tournament(published=True), restarted()
    path = f"/v1/tournaments/{cup}/standings"
    assert [api.get(path, None).status_code for _ in range(2)] == [200, 200]
    assert other.post(f"/v1/tournaments/{cup}/publication", {"published": False}).status_code == 200
    assert api.get(path, None).status_code == 401
    assert api.get(f"/tournaments/{cup}", None).status_code in (401, 404)


def test_a_page_with_a_form_is_made_for_each_reader(api, made):
    cup = api.tournament(published=True)
    assert api.send("PUT", f"/v1/tournaments/{cup}/entry-form", "organiser", json={"open": True}).status_code == 200
    path = f"/tournaments/{cup}"
    first, second = (api.get(path, None).text for _ in range(2))
    if 'name="key"' in first:
        assert first != second, "two readers never have the same key"
        assert made[path] == 2


# ── never stale ──────────────────────────────────────────────────────────────────────────────────────────────────────
READS = (
    ("/v1/tournaments/{cup}", ("organiser", "viewer", None)),
    ("/v1/tournaments/{cup}/standings", ("organiser", "viewer", None)),
    ("/v1/tournaments/{cup}/bracket", ("organiser", None)),
    ("/v1/tournaments/{cup}/matches", ("viewer",)),
    ("/v1/tournaments/{cup}/events", ("organiser", None)),
    ("/v1/tournaments/{cup}/standings.csv", ("viewer", None)),
    ("/v1/tournaments/{cup}/calendar.ics", (None,)),
    ("/v1/matches/{cup}.1", ("viewer", None)),
    ("/v1/matches/{cup}.1/events", ("viewer",)),
    ("/v1/clubs/vasa/tournaments", ("viewer",)),
    ("/v1/clubs/vasa/players", ("viewer",)),
    ("/v1/clubs/vasa", ("viewer",)),
    ("/tournaments/{cup}/standings", (None, "organiser")),
    ("/tournaments/{cup}/players", (None,)),
)


class Evening:
    """Random writes through two processes: entries, the start, rolls, results, decisions, publication, names."""

    def __init__(self, chance, apis, cup, judge):
        self.chance, self.apis, self.cup, self.judge = chance, apis, cup, judge
        self.part, self.count = f"/v1/tournaments/{cup}", 0

    def write(self):
        api = self.chance.choice(self.apis)
        self.count += 1
        self.chance.choice((self.enter, self.publish, self.start, self.roll, self.decide, self.rename, self.judged))(
            api
        )

    def enter(self, api):
        api.post(f"{self.part}/entries", {"entries": [{"name": f"Ny {self.count}"}]})

    def publish(self, api):
        api.post(f"{self.part}/publication", {"published": self.chance.random() < 0.7})

    def start(self, api):
        api.post(f"{self.part}/start")

    def roll(self, api):
        api.post(f"/v1/matches/{self.cup}.1/events", {"type": "OpeningRolled", "white": 2, "black": 5}, role="scorer")

    def decide(self, api):
        match = f"{self.cup}.{self.chance.randint(1, 6)}"
        decision = {"match": match, "kind": "walkover", "winner": "white", "reason": f"nr {self.count}"}
        api.post(f"{self.part}/decisions", decision, role="referee")

    def rename(self, api):
        players = api.get("/v1/clubs/vasa/players").json["players"]
        if players:
            path = f"/v1/clubs/vasa/players/{self.chance.choice(players)['id']}"
            api.send("PATCH", path, "organiser", json={"name": f"Namn {self.count}"})

    def judged(self, _api):
        self.judge()


def said(answer):
    """The content of an answer; of an error its kind, since it names the request."""
    if answer.status_code >= 400:
        return answer.status_code, answer.json["code"] if answer.is_json else ""
    return answer.status_code, answer.headers.get("ETag"), answer.headers.get("Content-Type"), answer.get_data()


def said_anew(api, path, role):
    """The answer of a process that has made and read nothing before, at the same time."""
    app = api.client.application
    web = app.extensions["brade"]
    deps = replace(web.deps, repository=Repository(web.deps.log), answers=KeptAnswers())
    app.extensions["brade"] = web._replace(deps=deps, made=MadeAnswers())
    try:
        return said(api.get(path, role))
    finally:
        app.extensions["brade"] = web


@pytest.mark.parametrize("seed", some(range(12), 0))
def test_every_answer_of_two_processes_is_equal_to_one_that_is_made_anew(api, restarted, judge, made, seed):
    chance = Random(seed)
    apis = [api, restarted()]
    evening = Evening(chance, apis, api.tournament(5, published=True), judge)
    kept = changed = 0
    before = {}
    for _step in range(120):
        if chance.random() < 0.3:
            evening.write()
        path, roles = chance.choice(READS)
        path, role = path.format(cup=evening.cup), chance.choice(roles)
        reader = chance.choice(apis)
        before_reading = made.total()
        answer = said(reader.get(path, role))
        kept += made.total() == before_reading
        assert answer == said_anew(reader, path, role), (path, role)
        changed += before.get((path, role), answer) != answer
        before[path, role] = answer
    assert kept > 10, "answers are kept"
    assert changed > 5, "and what is read changes"
