"""The form of a result, as phones at a table fill it in."""

import html
import re

from core.tournament.model.match_status import status_of
from tests.support.signed_in import Browser

WON = {
    "winner1": "white",
    "outcome1": "jan",
    "winner2": "white",
    "outcome2": "jan",
    "winner3": "black",
    "outcome3": "jan",
}


class Table:
    """The first table of a running tournament."""

    def __init__(self, api, **more):
        self.api = api
        self.tournament = api.tournament(4, **more)
        self.part = f"/v1/tournaments/{self.tournament}"
        api.post(f"{self.part}/tables", {"tables": ["1", "2"]})
        api.post(f"{self.part}/start")
        rows = api.get(f"{self.part}/matches", role="organiser").json["matches"]
        self.match, self.other = (next(r["id"] for r in rows if r["table"] == name) for name in ("1", "2"))
        self.path = f"/matches/{self.match}/result"

    def phone(self, seat=None):
        asked = {"tables": ["1"], "role": "scorer", "each_seat": seat is not None}
        made = self.api.post(f"{self.part}/links", asked, role="referee").json["links"]
        link = next(each for each in made if each["seat"] == seat)
        browser = Browser(self.api)
        assert browser.fill("/t/", link=link["link"]).status_code == 303
        return browser

    def status(self):
        return status_of(self.api.deps.repository.tournament(self.tournament), self.match)

    def report(self, phone, **changed):
        looked = phone.fill(self.path, step="look", **WON | changed)
        assert looked.status_code == 200, looked.text
        return phone.fill(self.path, step="write", **hidden(looked.text))


def hidden(text):
    return {
        name: html.unescape(value) for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', text)
    }


def rows(text):
    return len(re.findall(r'class="result-row', text))
