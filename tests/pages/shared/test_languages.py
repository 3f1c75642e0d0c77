"""The words of the pages: all of them in all languages, and the reader's own choice first."""

import re

import pytest
from babel.messages.pofile import read_po

from core.events import RulingMade
from core.games import GAMES
from core.match.judging import RULINGS
from core.notation.play_text import ruling_text
from service.translations import FOLDER, LANGUAGES, catalogue
from service.web.i18n import core_messages, labels, match_events
from tools import words as catalogues

CATALOGUES = list(catalogues.catalogues())
EACH = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)


def messages(path):
    with path.open("rb") as file:
        return [message for message in read_po(file) if message.id]


def forms(said):
    return (said,) if isinstance(said, str) else tuple(said)


def test_there_is_a_catalogue_for_every_language_but_that_of_the_source():
    assert {path.parents[1].name for path in CATALOGUES} == LANGUAGES.keys() - {"en"}
    assert all(path.is_relative_to(FOLDER) for path in CATALOGUES)


@EACH
@pytest.mark.xdist_group("words")
def test_a_catalogue_has_what_the_pages_say_and_nothing_else(path):
    assert path.read_bytes() == catalogues.updated(path), "make words, then translate what is new"


@EACH
def test_every_message_is_translated(path):
    assert not [message.id for message in messages(path) if not all(forms(message.string)) or message.fuzzy]


@EACH
def test_a_translation_names_the_same_things(path):
    for message in messages(path):
        said = forms(message.id)
        for place, form in enumerate(forms(message.string)):
            # A singular may leave its number out where the source's does.
            wanted = said[min(place, len(said) - 1)]
            assert set(re.findall(r"%\((\w+)\)s", form)) == set(re.findall(r"%\((\w+)\)s", wanted)), message.id


def test_every_game_every_ending_and_every_ruling_has_a_name(made_app):
    for code in LANGUAGES.keys() - {"en"}:
        known = catalogue(code)._catalog
        with made_app.test_request_context(f"/?lang={code}"):
            for game in GAMES:
                assert game.name in known
                assert labels.game_name(game) == known[game.name]
                for outcome in game.outcomes:
                    assert labels.ending(outcome.key) in known.values() or outcome.key.endswith("_with_monk")
                    assert "_" not in labels.ending(outcome.key)
            for kind in RULINGS:
                said = ruling_text(RulingMade(kind, "", from_version=3, winner="white"), {"white": "Åsa"})
                assert core_messages.words(said) != said, kind


def test_the_endings_of_the_old_game_have_their_old_names(made_app):
    with made_app.test_request_context("/?lang=sv"):
        said = [labels.ending(key) for key in ("forced_jan", "tower", "staircase", "double_crown_with_monk")]
    assert said == ["sprängjan", "uppspel", "trappspel", "dubbelt kronspel med munk"]


@pytest.mark.parametrize(("seconds", "said"), [(0, "0:00"), (61, "1:01"), (3600, "1:00:00"), (-5, "0:00")])
def test_time_is_told_in_minutes_and_with_hours_where_there_are_any(seconds, said):
    assert match_events.clock(seconds * 1000) == said


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("sv", "sv"), ("sv-FI,fi;q=0.8", "sv"), ("en-GB", "en"), ("de", "en"), ("de,sv;q=0.5,en;q=0.3", "sv"), ("", "en")],
)
def test_the_browser_tells_the_language(client, accepted, language):
    page = client.get("/matches/m_nothing", headers={"Accept-Language": accepted}).get_data(as_text=True)
    assert f'<html lang="{language}">' in page


def test_a_language_that_was_asked_for_is_remembered(client):
    answer = client.get("/sign-in?lang=en")
    assert '<html lang="en">' in answer.get_data(as_text=True)
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert '<html lang="en">' in client.get("/sign-in").get_data(as_text=True)
    assert '<html lang="sv">' in client.get("/sign-in?lang=sv").get_data(as_text=True)


def test_an_unknown_language_is_not_kept(client):
    answer = client.get("/sign-in?lang=tlh")
    assert "Set-Cookie" not in answer.headers
    assert '<html lang="sv">' in answer.get_data(as_text=True)
