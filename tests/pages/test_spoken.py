"""What pages and forms say of core's sentences: in the reader's language, or marked as English."""

import pytest

from core.errors import Malformed, Refused
from service.web.pages import spoken


@pytest.fixture(autouse=True)
def _swedish(made_app):
    with made_app.test_request_context("/?lang=sv"):
        yield


@pytest.mark.parametrize(
    "said", ["something else is wrong", "1 → 8: something else", "the match is strange", "white has met black", "a, b"]
)
def test_a_sentence_that_nobody_knows_is_marked_as_english(said):
    assert spoken.told(said) == f'<span lang="en">{said}</span>'


def test_nothing_that_is_told_becomes_markup():
    assert spoken.told("<b>&</b>") == '<span lang="en">&lt;b&gt;&amp;&lt;/b&gt;</span>'
    assert "<" not in spoken.told("<b> has not started: close its entries first")


def test_whoever_reads_english_reads_what_core_said(made_app):
    with made_app.test_request_context("/?lang=en"):
        assert spoken.told("it is white's turn, not black's") == "it is white&#39;s turn, not black&#39;s"
        assert spoken.told("something else") == "something else"


# ── reasons and forms ────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("said", "told"), [
    ("Anna withdrew", "Anna utgick"), ("Anna and Bo withdrew", "Anna och Bo utgick"), ("He withdrew", "He withdrew"),
    ("its players changed with a result", "spelarna blev andra genom ett resultat"),
    ("no clock runs", "no clock runs"), ("Bo came late and plays", "Bo kom sent och spelar"),
])  # fmt: skip
def test_a_reason_is_told_where_brade_gave_it_and_stays_where_somebody_typed_it(said, told):
    assert spoken.reason(said, ["Anna", "Bo"]) == told


def test_what_is_wrong_with_a_form_names_the_field_as_the_form_does():
    wrong = {
        "reason": ["missing: a line of 1 to 500 characters"], "results": ["0 games of 3: the match is not over"],
        "results.1.cube": ["3 is not one of 1, 2"],
    }  # fmt: skip
    assert spoken.wrong(Malformed(wrong)) == (
        "Skäl: en rad på 1 till 500 tecken saknas", "0 av 3 partier: matchen är inte slut",
        "Parti 2, Kub: 3 är inte något av 1, 2",
    )  # fmt: skip
    assert spoken.wrong(Refused("round 1 is a draft: publish it, then decide its matches")) == (
        "rond 1 är ett utkast: publicera den, och avgör sedan dess matcher",
    )
