"""Core's sentences on pages and forms: in the reader's language, or marked as English."""

import pytest
from markupsafe import Markup

from core.errors import Invalid, NotAllowed, NotFound
from core.games import game_of
from core.messages import say, term
from core.tournament.model.reasons import reason_of
from service.web.i18n import core_messages, turns
from service.web.pages.forms import NotWritten, Refusal, problems_of


def name_of(player_id: str) -> str:
    names = {"p_1": "Anna", "p_2": "Bo"}
    if player_id not in names:
        raise NotFound("player", player_id)
    return names[player_id]


@pytest.fixture(autouse=True)
def _swedish(made_app):
    with made_app.test_request_context("/?lang=sv"):
        yield


@pytest.mark.parametrize(
    "said", ["something else is wrong", "1 → 8: something else", "the match is strange", "white has met black", "a, b"]
)
def test_a_sentence_without_a_translation_is_marked_as_english(said):
    assert core_messages.translate(said) == f'<span lang="en">{said}</span>'


def test_nothing_that_is_told_becomes_markup():
    assert core_messages.translate("<b>&</b>") == '<span lang="en">&lt;b&gt;&amp;&lt;/b&gt;</span>'
    assert "<" not in core_messages.translate(say("{name} has not started: there is no impasse", name="<b>"))


def test_english_readers_read_the_text_of_core(made_app):
    with made_app.test_request_context("/?lang=en"):
        assert core_messages.translate("it is white's turn, not black's") == "it is white&#39;s turn, not black&#39;s"
        assert core_messages.translate("something else") == "something else"


# ── reasons and forms ────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("cause", "told"),
    [
        (("withdrew", "p_1"), "Anna utgick"),
        (("withdrew", "p_1", "p_2"), "Anna och Bo utgick"),
        (("withdrew", "Cilla"), "Cilla utgick"),
        (("players_changed",), "spelarna blev andra genom ett resultat"),
        (("came_late", "p_2"), "Bo kom sent och spelar"),
        (None, "Bo came late and plays"),
        (("of_a_newer_version", "Bo"), "Bo came late and plays"),
        (("withdrew",), "Bo came late and plays"),
    ],
)
def test_a_reason_of_brade_is_told_by_its_cause_and_a_typed_one_stays(cause, told):
    assert core_messages.words(reason_of("Bo came late and plays", cause, name_of)) == told


def test_what_is_wrong_with_a_form_names_the_field_as_the_form_does():
    line = say("a line of {shortest} to {longest} characters", shortest=1, longest=500)
    over = say("{reached} {unit} of {wanted}: the match is not over", reached=0, unit=term("games"), wanted=3)
    wrong = {
        "reason": [say("missing: {wanted}", wanted=line)],
        "results": [over],
        "results.1.cube": [say("{cube} is not one of {cubes}", cube=3, cubes=[1, 2])],
    }
    assert problems_of(Invalid(wrong)) == (
        "Skäl: en rad på 1 till 500 tecken saknas.",
        "0 av 3 partier: matchen är inte slut.",
        "Parti 2, Kub: 3 är inte något av 1, 2.",
    )
    assert problems_of(NotAllowed(say("round {number} is a draft: publish it, then decide its matches", number=1))) == (
        "Rond 1 är ett utkast: publicera den, och avgör sedan dess matcher.",
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rond 4 kan inte lottas", "Rond 4 kan inte lottas."),
        ("åtta spelare", "Åtta spelare."),
        ("p_anna is not here", "p_anna is not here."),
        ("0 av 3 partier", "0 av 3 partier."),
        ('<span lang="en">it is over</span>', '<span lang="en">It is over.</span>'),
        ("&lt;b&gt; is no name", "&lt;b&gt; is no name."),
        ("there are none yet.", "There are none yet."),
        ("vad nu?", "Vad nu?"),
        ("", ""),
    ],
)
def test_a_refusal_is_a_sentence_whose_first_letter_is_a_capital_unless_an_id_begins_it(text, shown):
    assert core_messages.as_sentence(text) == shown
    assert Refusal(NotWritten(Markup(text))).problems == (Markup(shown),)


TURN = "bar/22* 6/off (3/down)(2)"


def test_a_turn_has_its_places_in_the_readers_language():
    assert turns.shown(TURN) == "bar/22* 6/ut (3/ned)(2)"
    assert turns.places(game_of("dubblets")) == {"down": "ned", "off": "ut"}


def test_english_readers_read_a_turn_as_it_is_stored(made_app):
    with made_app.test_request_context("/?lang=en"):
        assert turns.shown(TURN) == TURN
