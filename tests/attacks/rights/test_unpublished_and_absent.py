"""To strangers, what is not for them and what does not exist are one answer: status, headers and body."""

import re

import pytest

from tests.support.proving import some
from tests.support.signed_in import FORMS, Browser, signed_in

OF_THINGS = re.compile(r"<(club|match|tournament):")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
SAID_BY_CHANCE = re.compile(r"[0-9a-f]{16}")
"""The number of a request."""


class Things:
    """The ids in the addresses: all of a club that publishes nothing, or ids that do not exist."""

    def __init__(self, club, tournament, match):
        self.club, self.tournament, self.match = club, tournament, match

    def at(self, rule):
        named = {"club": self.club, "tournament": self.tournament}
        named["match"] = f"{self.tournament}.1" if "<tournament:" in rule else self.match
        return re.sub(r"<(?:\w+:)?(\w+)>", lambda part: named.get(part[1]) or OTHERS[part[1]], rule)

    def hidden(self, text):
        for name in (self.match, self.tournament, self.club):
            text = text.replace(name, "…")
        return SAID_BY_CHANCE.sub("…", text)


OTHERS = {
    "player": "Player 1",
    "number": "1",
    "decision": "1",
    "token": "abcdefgh",
    "member": "u_abcdefghij",
    "part": "needs",
    "tab": "now",
    "entry_request": "q_abcdefghij",
    "file_id": "f_abcdefghij",
    "game": "swedish",
    "webhook": "w_abcdefghij",
    "template": "n_abcdefghij",
    "series": "s_abcdefghij",
    "delivery": "1",
}


@pytest.fixture
def things(api):
    """Things that exist and are not published, and things that do not exist."""
    tournament = api.tournament(4)
    api.post(f"/v1/tournaments/{tournament}/tables", {"tables": ["1"]})
    assert api.post(f"/v1/tournaments/{tournament}/start").status_code == 200
    return [Things("vasa", tournament, api.friendly()), Things("vesa", "t_abcdefghij", "m_abcdefghij")]


@pytest.fixture
def rules(app):
    """Every address that names a club, a tournament or a match, with its methods."""
    found = [rule for rule in app.url_map.iter_rules() if OF_THINGS.search(rule.rule)]
    assert len(found) > 60
    return [(rule.rule, method) for rule in found for method in METHODS if method in rule.methods]


@pytest.mark.parametrize(
    "who",
    some(["stranger", "other club's token", "other club's organiser", "other club's link"], "other club's token"),
)
def test_forbidden_and_absent_things_have_the_same_answer(api, things, rules, who):
    browser, headers = stranger(api, who)
    before = api.everything_written()
    different = []
    for rule, method in rules:
        told = []
        for thing in things:
            answer = browser.client.open(thing.at(rule), method=method, headers=headers)
            told.append(
                (
                    answer.status_code,
                    thing.hidden(answer.get_data(as_text=True)),
                    sorted(
                        (name, thing.hidden(value)) for name, value in answer.headers if name not in ("ETag", "Date")
                    ),
                )
            )
        if told[0] != told[1] or told[0][0] not in (303, 401, 403, 404):  # 303: to where people sign in
            different.append((method, rule, *((status, text[:90]) for status, text, _ in told)))
    assert not different, "\n".join(map(str, different))
    assert api.everything_written() == before


@pytest.mark.parametrize(
    "part", ["/v1/tournaments/{0.tournament}", "/v1/matches/{0.tournament}.1", "/v1/matches/{0.match}"]
)
@pytest.mark.parametrize("role", [None, "huk viewer"])
def test_both_ask_the_store_about_as_much(api, things, part, role):
    api.found("huk")
    asked = []
    for thing in things:
        api.get(part.format(thing), role=role)  # what is remembered is remembered now, for a tenth of a second
        counted = []
        for _ in range(3):
            before = api.deps.client.info("stats")["total_commands_processed"]
            api.get(part.format(thing), role=role)
            counted.append(api.deps.client.info("stats")["total_commands_processed"] - before)
        asked.append(min(counted))
    assert abs(asked[0] - asked[1]) <= 4, asked


def stranger(api, who):
    """A browser, and what it sends."""
    if who == "stranger":
        return Browser(api), FORMS
    api.found("huk")
    if who == "other club's token":
        return Browser(api), {**FORMS, "Authorization": f"Bearer {api.tokens['huk organiser']}"}
    if who == "other club's organiser":
        return signed_in(api, "Hanna", "organiser", "huk"), FORMS
    words = {"club": "huk", "game": "swedish", "length": {"games": 3}, "players": {"white": "A", "black": "B"}}
    match = api.post("/v1/matches", words, role="huk organiser").json["id"]
    browser = Browser(api)
    link = api.post(f"/v1/matches/{match}/links", {}, role="huk organiser").json["link"]
    assert browser.post("/v1/session", {"link": link}).status_code == 200
    return browser, FORMS
