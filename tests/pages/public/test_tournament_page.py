"""A tournament's page: who won stands at the top."""

import re
from pathlib import Path

import pytest

from core.events import (
    GameResult,
    PlayerEntered,
    PlayerWithdrew,
    ResultDecided,
    ResultReported,
    RoundPaired,
    TournamentAmended,
    TournamentEnded,
    TournamentStarted,
)
from service.exports.svg import canvas, grids
from service.web.pages.assets import FOLDER
from service.web.pages.shared import winners as honours
from tests.support.pages.stored_tournament import TOURNAMENT
from tests.support.tournament.played.brackets import bracket
from tests.support.tournament.scenario import reported
from tests.support.tournament.written_results import after

FIRST = f"{TOURNAMENT}.1"
GAMES = {"white": GameResult("white", "bearing_off"), "black": GameResult("black", "bearing_off")}


def say(stored, *events):
    stored.deps.log.append(TOURNAMENT, list(events), by="vasa.a", at=stored.deps.clock())


def shown(client, language="en", tab=""):
    answer = client.get(f"/tournaments/{TOURNAMENT}{tab}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def winners(text):
    part = re.search(r'<section class="card winners".*?</section>', text, re.DOTALL)
    return [re.sub(r"<[^>]*>|\s+", " ", each).split() for each in re.findall(r"<li.*?</li>", part[0])] if part else None


@pytest.fixture
def two(stored):
    """Everybody against everybody: two players, whose match white has won."""
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in (1, 2)]
    say(stored, *players, TournamentStarted("lots"), RoundPaired(1, ((FIRST, "p_player01", "p_player02"),)))
    assert stored.match("swedish", 0) == FIRST
    return stored


def test_a_tournament_that_is_over_says_at_the_top_who_won(two, client):
    assert winners(shown(client)) is None
    two.record(FIRST, [ResultReported((GAMES["black"],) * 3)])
    two.judge()
    text = shown(client)
    assert winners(text) == [["1", "Player", "2", "Winner"], ["2", "Player", "1", "Second"]]
    assert "✔" in text
    assert "It is over: Player 2 won" in text.partition("<main")[0]
    assert text.index("card winners") < text.index('class="standings')


PRIZES = [{"place": 1, "text": "500 kr"}, {"place": 2, "text": "Book"}, {"place": 4, "text": "Cake"}, {"text": "Cup"}]


def test_the_prizes_stand_beside_the_winners(two, client):
    say(two, TournamentAmended(details={"prizes": PRIZES}))
    two.record(FIRST, [ResultReported((GAMES["black"],) * 3)])
    two.judge()
    text = shown(client)
    assert winners(text) == [["1", "Player", "2", "Winner", "500", "kr"], ["2", "Player", "1", "Second", "Book"]]
    assert text.index("card winners") < text.index("Cup</span>")  # what was announced stands below what was won


@pytest.mark.parametrize(
    ("played", "prizes"),
    [
        (2, {1: ("500 kr", "Book"), 3: ("Cake",)}),
        (3, {1: ("500 kr",), 2: ("Book",), 3: ("Cake",)}),
    ],
)
def test_players_who_share_a_place_share_the_prizes_of_all_that_they_take(made_app, played, prizes):
    tournament = after(bracket("single_elimination", 4), [TournamentAmended(details={"prizes": PRIZES})])
    for _ in range(played):
        match = tournament.to_play[0]
        tournament = reported(tournament, match, min(match.white, match.black))
    over = tournament if tournament.status == "finished" else after(tournament, [TournamentEnded("rain")])
    with made_app.test_request_context("/?lang=en"):
        found = honours.winners(over)
    assert {place.rank: place.prizes for place in found.places} == prizes


def test_a_tournament_that_was_ended_early_says_so(two, client):
    say(
        two, PlayerEntered("p_player03", "Player 3"), RoundPaired(2, ((f"{TOURNAMENT}.2", "p_player01", "p_player03"),))
    )
    two.record(FIRST, [ResultReported((GAMES["white"],) * 3)])
    two.judge()
    assert winners(shown(client)) is None
    say(two, TournamentEnded("rain"))
    text = shown(client)
    assert "It was ended before all was played" in text
    assert winners(text)[0] == ["1", "Player", "1", "Winner"]


def listed(text):
    """The first line of the list of matches: the names, the one in bold, and the result."""
    row = re.search(r'<ul class="matches">\s*<li>(.*?)</li>', text, re.DOTALL)[1]
    names, said = row.split('<span class="score">')
    words = " ".join(re.sub(r"<[^>]*>", " ", said).split())
    return re.findall(r"Player \d", names), re.findall(r'class="winner">(Player \d)', names), words


@pytest.mark.parametrize(
    ("kind", "winner", "score", "language", "says"),
    [
        ("walkover", "white", {}, "en", "w.o."),
        ("no_show", "black", {}, "en", "w.o."),
        ("forfeit", "black", {"white": 2, "black": 1}, "en", "2–1 ret."),
        ("forfeit", "black", {}, "sv", "uppg."),
        ("adjudicated", "white", {"white": 0, "black": 0}, "en", "adj."),
        ("adjudicated", "white", {}, "sv", "dom"),
        ("double_no_show", None, {}, "en", "– neither came"),
        ("played", "white", {"white": 3, "black": 1}, "en", "3–1"),
    ],
)
def test_a_match_that_was_decided_names_its_winner_and_how(two, client, kind, winner, score, language, says):
    assert listed(shown(client, tab="/rounds"))[1:] == ([], "waits")
    say(two, ResultDecided(FIRST, kind, "he was ill", winner, score, None, ()))
    bold = [] if winner is None else ["Player 1" if winner == "white" else "Player 2"]
    assert listed(shown(client, language, "/rounds")) == (["Player 1", "Player 2"], bold, says)


@pytest.mark.parametrize("event", [TournamentEnded("rain"), PlayerWithdrew("p_player01")])
def test_a_match_that_will_not_be_played_is_not_listed_as_to_be_played(two, client, event):
    say(two, event)
    assert listed(shown(client, tab="/rounds"))[1:] == ([], "not played out")


def test_without_played_matches_there_is_no_winner(two, client):
    say(two, TournamentEnded("rain"))
    assert winners(shown(client)) is None


@pytest.mark.parametrize(
    ("form", "played", "places"),
    [
        ("single_elimination", 0, None),
        ("single_elimination", 1, {1: ["P01"]}),
        ("single_elimination", 2, {1: ["P01", "P02"], 3: ["P03", "P04"]}),
        ("round_robin", 1, {1: ["P01"]}),
    ],
)
def test_a_place_shared_with_a_player_without_matches_is_given_to_no_player(made_app, form, played, places):
    tournament = bracket(form, 4)
    for match in tournament.to_play[:played]:
        tournament = reported(tournament, match, min(match.white, match.black))
    with made_app.test_request_context("/?lang=en"):
        found = honours.winners(after(tournament, [TournamentEnded("rain")]))
    assert (found and {place.rank: sorted(place.names) for place in found.places}) == places


def test_every_material_of_a_drawing_has_one_in_the_dark():
    sheet = (FOLDER / "shared" / "tournament.css").read_text()
    used = {canvas.INK, canvas.SOFT, canvas.FAINT, canvas.LINE, canvas.PAPER}
    for module in (canvas, grids):
        used |= set(re.findall(r'"(#[0-9a-f]{6})"', Path(module.__file__).read_text()))
    assert used
    for colour in used:
        assert f'="{colour}"]' in sheet, colour


def test_the_sheet_on_the_page_begins_where_it_is_drawn_and_not_with_blank_paper(two, client):
    sheet = shown(client, tab="/bracket").split('<div class="sheet"')[1]
    left, _top, wide, _high = map(float, re.search(r'<svg[^>]* viewBox="([^"]+)"', sheet)[1].split())
    drawn, margin = map(float, re.search(r'<g transform="translate\(([\d.]+) ([\d.]+)\)', sheet).groups())
    assert drawn - left == pytest.approx(margin)
    assert wide > 2 * margin
    assert re.search(r'<svg[^>]* (?:width|height)="', sheet.split(">")[1] + ">") is None


def test_the_head_of_the_page_says_what_is_played_and_how_long(api):
    settings = {"format": "swiss", "published": True}
    games = api.tournament(4, game="swedish", length={"games": 5}, **settings)
    points = api.tournament(4, game="backgammon", length={"points": 1}, **settings)

    def head(tournament, language):
        page = api.client.get(f"/tournaments/{tournament}", headers={"Accept-Language": language}).text
        return re.sub(r"<[^>]*>", "", re.search(r'<p class="quiet kind".*?</p>', page)[0])

    assert "Swiss · Swedish Tables · 5 games" in head(games, "en")
    assert "Schweizer · Svenskt brädspel · 5 partier" in head(games, "sv")
    assert "Swiss · Backgammon · to 1 point" in head(points, "en")
