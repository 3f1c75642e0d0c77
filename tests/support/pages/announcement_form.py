"""The form by which a tournament is announced, filled in as a browser would."""

import html
import re
from functools import cache

from service.web.api import plans
from tests.support.pages.form_fields import fields_of

NEW = "/clubs/vasa/tournaments/new"
WRITTEN = {
    "name": "Julcupen",
    "date": "2026-12-12",
    "from": "18:00",
    "until": "22:30",
    "place": "Vasamuseet",
    "game": "swedish",
    "players": "8",
    "tables": "4",
    "format": "single_elimination",
    "length": "games.3",
    "published": "1",
    "check": "strict",
    "stop": "when_decided",
    "single_elimination.bronze": "1",
    "fee": "50 kr",
    "confirm": "1",
    "prizes": "1. 10.000 kr\n3–4: Bok\nBästa junior: pokal\n10.000 kr i lotteriet",
    "schedule": "17:30 Avprickning\nPrisutdelning",
    "scoring.win": "3",
    "zone": "Europe/Stockholm",
    "agreed_positions": "1",
    "late_after": "5",
    "late_every": "10",
    "late_lost": "30",
    "terms.1.stage": "main",
    "terms.1.from_end": "1",
    "terms.1.length": "games.5",
}
simulated = cache(plans.simulated)
"""The plans of a question, which are the same in every test: to simulate them takes longest."""


def sent(browser, path=NEW, **fields):
    """The form as a browser sends it: every field that the page has, and those that are given."""
    shown = browser.client.get(path).get_data(as_text=True)
    return browser.fill(path, **{**fields_of(shown), **fields})


def announced(api):
    """Every tournament that was announced."""
    found = [each for each in api.everything_written() if each.startswith("t_")]
    return [api.get(f"/v1/tournaments/{each}").json for each in found]


def words(page):
    return html.unescape(re.sub(r"<[^>]+>|\s+", " ", page.get_data(as_text=True)))
