"""A round of a bracket is called by its name on every page, in every file that is read, and in the news of it."""

import re

import pytest

from tests.support.pages.round_list import words
from tests.support.signed_in import signed_in

WHITE = [{"winner": "white", "outcome": "jan"}] * 3
PAGES = (
    "/tournaments/{cup}",
    "/tournaments/{cup}/rounds",
    "/tournaments/{cup}/rounds/1",
    "/tournaments/{cup}/rounds/2",
    "/tournaments/{cup}/rounds/1/results",
    "/tournaments/{cup}/rounds/2/results",
    "/tournaments/{cup}/files",
    "/tournaments/{cup}/standings",
    "/tournaments/{cup}/bracket",
    "/tournaments/{cup}/players/{player}",
    "/clubs/vasa/players/{player}",
    "/clubs/vasa",
    "/desk/{cup}",
    "/desk/{cup}/tables/{cup}.3",
    "/matches/{cup}.1",
    "/matches/{cup}.3",
    "/matches/{cup}.3/correction",
)
NUMBERED = {"en": re.compile(r"\b[Rr]ound \d"), "sv": re.compile(r"\b[Rr]ond \d")}


@pytest.fixture
def cup(api, judge):
    """A knock-out of four whose final is paired."""
    cup = api.tournament(4, format="single_elimination", published=True)
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "midsummer"})
    judge()
    for number in (1, 2):
        api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.{number}", "results": WHITE}, role="scorer")
        judge()
    return cup


def numbered(api, cup, role, language):
    """The pages that call a round by its number, each with what is said there."""
    browser = signed_in(api, "Rut", role) if role else api
    player = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][2]["white"]["id"]
    said, count = {}, 0
    for page in PAGES:
        address = page.format(cup=cup, player=player)
        headers = {"Accept-Language": language, "Accept": "text/html"}
        answer = browser.get(address, headers=headers) if role else api.client.get(address, headers=headers)
        if answer.status_code == 200:
            count += 1
            text = words(answer)
            for matched in NUMBERED[language].finditer(text):
                said[page] = text[max(0, matched.start() - 60) : matched.end() + 40]
    assert count > (9 if role == "" else 15), "most of these pages are there for the reader"
    return said


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("role", ["organiser", "referee", ""])
def test_no_page_calls_a_round_of_a_bracket_by_its_number(api, cup, role, language):
    assert numbered(api, cup, role, language) == {}


def test_the_preview_of_a_bracket_names_its_first_round(api):
    cup = api.tournament(4, format="single_elimination")
    page = signed_in(api, "Rut", "organiser").get(f"/tournaments/{cup}/seeding/round?word=midsummer")
    assert "Publish: Semi-finals" in words(page)


def test_the_news_of_a_bracket_names_its_rounds(api, cup):
    told = [each["text"]["en"] for each in api.get(f"/v1/tournaments/{cup}/news").json["news"]]
    assert "Published: Semi-finals" in told
    assert "Published: Final" in told
    assert not [each for each in told if NUMBERED["en"].search(each)]


BRACKETS_BELOW = [
    (
        "double_elimination",
        {},
        ["Round 1 of the lower bracket", "Final of the main bracket", "Final of the lower bracket", "Grand final"],
        "Nedre trädets final",
    ),
    (
        "single_elimination",
        {"consolation": "auto"},
        ["Round 1 of the consolation", "Final of the consolation", "Final"],
        "Tröstturneringens final",
    ),
    ("single_elimination", {"placement": 8}, ["Round 1 of places 5 to 8", "Match for place 7"], "Match om plats 7"),
]


@pytest.mark.parametrize(("form", "settings", "named", "swedish"), BRACKETS_BELOW)
def test_the_news_of_brackets_below_the_main_one_name_their_rounds_too(api, judge, form, settings, named, swedish):
    cup = api.tournament(8, format=form, settings=settings, published=True)
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "midsummer"})
    judge()
    while waiting := [pairing for pairing in api.deps.repository.tournament(cup).to_play if not pairing.is_bye]:
        for each in waiting:
            api.post(f"/v1/tournaments/{cup}/results", {"match": each.match, "results": WHITE}, role="scorer")
        judge()
    news = api.get(f"/v1/tournaments/{cup}/news?limit=200").json["news"]
    told = [each["text"]["en"] for each in news if each["kind"] == "round.published"]
    for name in named:
        assert f"Published: {name}" in told
    assert f"Publicerat: {swedish}" in [each["text"]["sv"] for each in news]
    assert not [each for each in told if each.startswith("Round ")]


def test_clocks_of_rounds_that_are_played_at_once_call_them_by_their_names(api, judge):
    cup = api.tournament(4, format="double_elimination", published=True)
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "midsummer"})
    judge()
    for number in (1, 2):
        api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.{number}", "results": WHITE}, role="scorer")
        judge()
    rounds = (2, 3)
    for number in rounds:
        time = api.post(f"/v1/tournaments/{cup}/rounds/{number}/time", {"minutes": 45}, role="referee")
        assert time.status_code == 200
    page = api.client.get(f"/tournaments/{cup}").get_data(as_text=True)
    clocks = re.findall(r'class="round-clock"[^>]*>(?:<[^>]+>)*([^<:]+): ', page)
    assert clocks == ["Final of the main bracket", "Lower bracket 1"]
