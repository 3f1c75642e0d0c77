"""Reads are made once: asked for again, what did not change is not made, and what changed is never sent as it was."""

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from flask import Response

from service.answer_cache import KeptAnswers
from service.repository import Repository
from service.web.http.made_answers import MadeAnswers, made_once
from service.web.pages.public.tabs import BRACKET, ROUNDS, STANDINGS
from tests.support.operations import SeatedTournament, operations_of
from tests.support.proving import some
from tests.support.ratings.decided import GAMES, decide, set_rule
from tests.support.series.season import add, announce
from tests.support.signed_in import later
from tests.web.club.test_look import png, set_look, written

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
TABS = (ROUNDS, STANDINGS, BRACKET)
MADE_ONCE = made_once(Response).__code__
"""The code of each view that is made once, below what stands around it."""
QUERIES_OF_PAGES = {"/matches/<match:match>/moments": "?from=0", "/matches/<match:match>/facts": "?after=0"}
ROLES = {
    "/clubs/<club:club>/ratings/federation": "organiser",
    "/clubs/<club:club>/dice": "viewer",
    "/clubs/<club:club>/players/<player:player>/dice": "viewer",
}
PAGES_MADE_ANEW = {
    **dict.fromkeys(
        (
            f"{part}/wall{slide}"
            for part in (
                "/tournaments/<tournament:tournament>",
                "/clubs/<club:club>",
                "/clubs/<club:club>/series/<series:series>",
            )
            for slide in ("", "/slide")
        ),
        "a wall shows what the time is",
    ),
}
"""Views that are made once where they can be, and cannot be as they are asked for here."""


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
    for each in (operation for operation in operations_of(app) if operation.startswith("GET ")):
        path = seated.at(each)[1].replace("s_none", series)
        role = "operator" if each == "GET /v1/clubs" else "organiser"
        found[each] = asked_again(api, path + ASKED.get(each, ""), role, made)
    assert len(found) > 60
    assert {each: status for each, (status, _, _) in found.items() if status != 200} == NOT_THERE
    assert {each for each, (status, _, count) in found.items() if status == 200 and count} == MADE_ANEW.keys()
    assert {again for _, again, count in found.values() if not count} == {304}


def is_made_once(view):
    """True if a view is made once, whatever stands around it."""
    while view is not None:
        if getattr(view, "__code__", None) is MADE_ONCE:
            return True
        view = getattr(view, "__wrapped__", None)
    return False


def shown_to_everybody(api, judge):
    """A club with a look, ratings, a public series and a published cup in play; the values of addresses there."""
    set_look(api, colour="#2F5B46", logo=written(png(40, 20)))
    set_rule(api, public=True)
    series = announce(api, public=True)
    cup = api.tournament(4, published=True)
    add(api, series, cup)
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
    judge()
    decide(api, cup, f"{cup}.2")
    facts = [{"type": "OpeningRolled", "white": 2, "black": 5}, {"type": "DiceRolled", "by": "white", "dice": [6, 4]}]
    assert api.post(f"/v1/matches/{cup}.1/events", facts, role="scorer").status_code == 202
    judge()
    player = api.get("/v1/clubs/vasa/ratings/swedish/list.json").json["players"][0]["id"]
    return {
        "club": "vasa",
        "tournament": cup,
        "match": f"{cup}.1",
        "player": player,
        "series": series.rpartition("/")[2],
        "game": "swedish",
        "number": "1",
    }


def test_every_page_that_is_made_once_makes_nothing_when_it_is_asked_for_again_with_its_tag(api, app, made, judge):
    values, found = shown_to_everybody(api, judge), {}
    rules = {
        iter_rule.rule for iter_rule in app.url_map.iter_rules() if is_made_once(app.view_functions[iter_rule.endpoint])
    }
    assert len(rules) > 30
    for rule in sorted(rules):
        path = re.sub("<(?:[a-z_]+:)?([a-z_]+)>", lambda named: values.get(named[1], named[0]), rule)
        path += QUERIES_OF_PAGES.get(rule, "")
        role = ROLES.get(rule)
        for tab in TABS if "<tab:tab>" in path else ("",):
            address = path.replace("<tab:tab>", tab)
            api.get(address, role)  # what is kept by the step of the time is made now
            found[rule, tab] = asked_again(api, address, role, made)
    anew = {rule for (rule, _), (status, _, count) in found.items() if count or status != 200}
    assert anew == PAGES_MADE_ANEW.keys(), {key: each for key, each in found.items() if each != (200, 304, 0)}


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
    ("/v1/clubs/vasa/series/{series}", ("viewer", None)),
    ("/tournaments/{cup}", (None, "organiser")),
    ("/tournaments/{cup}/standings", (None, "organiser")),
    ("/tournaments/{cup}/rounds", (None,)),
    ("/tournaments/{cup}/players", (None,)),
    ("/tournaments/{cup}/picture.png", (None,)),
    ("/matches/{cup}.1", (None, "referee")),
    ("/clubs/vasa/series/{series}", (None,)),
    ("/clubs/vasa/look.css", (None,)),
)
LANGUAGES = ("", "sv", "en")


class Evening:
    """Random writes through two processes: all that an organiser, a referee and a scorer may do in an evening.

    Many are refused, as they come too early or too late. `done` counts those that were not, by kind.
    """

    def __init__(self, chance, apis, judge):
        self.chance, self.apis, self.judge, self.count = chance, apis, judge, 0
        self.done, api = Counter(), apis[0]
        swiss = api.tournament(4, published=True, format="swiss", settings={"rounds": 3})
        self.cups = (api.tournament(5, published=True), swiss)
        self.cup, self.series = self.cups[0], announce(api, public=True)
        for cup in self.cups:
            assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
        judge()

    @property
    def part(self):
        return f"/v1/tournaments/{self.cup}"

    def write(self):
        self.count += 1
        self.cup = self.chance.choice(self.cups)
        kind = self.chance.choice(WRITES)
        answer = getattr(self, kind)(self.chance.choice(self.apis))
        if answer is None or answer.status_code < 400:
            self.done[kind] += 1

    def a_match(self):
        return f"{self.cup}.{self.chance.randint(1, 4)}"

    def a_player(self, api):
        return f"/v1/clubs/vasa/players/{self.chance.choice(api.get('/v1/clubs/vasa/players').json['players'])['id']}"

    def enter(self, api):
        return api.post(f"{self.part}/entries", {"entries": [{"name": f"Ny {self.count}"}]})

    def publish(self, api):
        return api.post(f"{self.part}/publication", {"published": self.chance.random() < 0.7})

    def draft(self, api):
        return api.post(f"{self.part}/rounds")

    def publish_round(self, api):
        return api.post(f"{self.part}/rounds/{self.chance.randint(1, 3)}/publish")

    def roll(self, api):
        fact = {"type": "OpeningRolled", "white": 2, "black": 5}
        return api.post(f"/v1/matches/{self.a_match()}/events", fact, role="scorer")

    def rule(self, api):
        note = {"type": "RulingMade", "kind": "note", "reason": f"nr {self.count}"}
        return api.post(f"/v1/matches/{self.a_match()}/events", note, role="referee")

    def report(self, api):
        result = {"match": self.a_match(), "results": GAMES[self.chance.choice(("white", "black"))]}
        return api.post(f"{self.part}/results", result, role="scorer")

    def decide(self, api):
        decision = {"match": self.a_match(), "kind": "walkover", "winner": "white", "reason": f"nr {self.count}"}
        return api.post(f"{self.part}/decisions", decision, role="referee")

    def undo(self, api):
        version = api.get(self.part, "organiser").json.get("version", 0)
        return api.post(f"{self.part}/decisions/{version}/undo", {"reason": "a mistake"}, role="referee")

    def withdraw(self, api):
        player = self.a_player(api).rpartition("/")[2]
        return api.post(f"{self.part}/withdrawals", {"player": player, "reason": "ill"})

    def rename(self, api):
        return api.send("PATCH", self.a_player(api), "organiser", json={"name": f"Namn {self.count}"})

    def hide(self, api):
        style = self.chance.choice(("full", "initials"))
        return api.send("PUT", f"{self.a_player(api)}/shown-name", "organiser", json={"public": style})

    def look(self, api):
        return set_look(api, colour=self.chance.choice(("#2F5B46", "#7A1F1F", "#1F3F7A")))

    def amend(self, api):
        return api.send("PATCH", self.part, "organiser", json={"name": f"Cup {self.count}"})

    def count_in_series(self, api):
        return api.post(f"{self.series}/tournaments", {"tournaments": [self.cup]})

    def take_from_series(self, api):
        return api.send("DELETE", f"{self.series}/tournaments/{self.cup}", "organiser")

    def call_off(self, api):
        return (
            api.post(f"{self.part}/call-off", {"reason": "snow"}) if self.chance.random() < 0.4 else self.reinstate(api)
        )

    def reinstate(self, api):
        return api.post(f"{self.part}/reinstate", {"reason": "it is warm again"})

    def judged(self, _api):
        self.judge()


WRITES = (
    *("enter", "publish", "draft", "publish_round", "roll", "rule", "report", "report", "decide", "undo", "withdraw"),
    *("rename", "hide", "look", "amend", "count_in_series", "take_from_series", "call_off", "reinstate"),
    *("judged", "judged"),
)


def said(answer):
    """The content of an answer; of an error its kind, since it names the request.

    The key of a form is another one for each reader, and so is the tag of its page.
    """
    if answer.status_code >= 400:
        return answer.status_code, answer.json["code"] if answer.is_json else ""
    text, keys = re.subn(rb'name="key" value="[^"]*"', b"", answer.get_data())
    tag = None if keys else answer.headers.get("ETag")
    return answer.status_code, tag, answer.headers.get("Content-Type"), text


def said_anew(api, path, role, headers):
    """The answer of a process that has made and read nothing before, at the same time."""
    app = api.client.application
    web = app.extensions["brade"]
    deps = replace(web.deps, repository=Repository(web.deps.log), answers=KeptAnswers())
    app.extensions["brade"] = web._replace(deps=deps, made=MadeAnswers())
    try:
        return said(api.get(path, role, headers=headers))
    finally:
        app.extensions["brade"] = web


@pytest.mark.parametrize("seed", some(range(12), 0))
def test_every_answer_of_two_processes_is_equal_to_one_that_is_made_anew(api, restarted, judge, made, seed):
    chance = Random(seed)
    apis = [api, restarted()]
    evening = Evening(chance, apis, judge)
    series = evening.series.rpartition("/")[2]
    kept = changed = 0
    before = {}
    for _step in range(200):
        if chance.random() < 0.4:
            evening.write()
        if before and chance.random() < 0.6:
            path, role, language = chance.choice(list(before))
        else:
            template, roles = chance.choice(READS)
            path, role = template.format(cup=chance.choice(evening.cups), series=series), chance.choice(roles)
            language = chance.choice(LANGUAGES)
        headers, reader = {"Accept-Language": language} if language else {}, chance.choice(apis)
        before_reading = made.total()
        answer = said(reader.get(path, role, headers=headers))
        kept += made.total() == before_reading
        assert answer == said_anew(reader, path, role, headers), (path, role, headers)
        changed += before.get((path, role, language), answer) != answer
        before[path, role, language] = answer
    assert len(evening.done) > 10, evening.done
    assert kept > 10, "answers are kept"
    assert changed > 5, "and what is read changes"
