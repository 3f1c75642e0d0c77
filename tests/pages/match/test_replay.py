"""The match page beside its facts: pips, numbers at the rim, matches without play, a picture of a position."""

import re
from xml.etree import ElementTree

import pytest

from core.events import CheckersMoved, DiceRolled, GameResult, ResultReported
from core.games import GAMES
from core.match import judging
from tests.pages.match.test_match_page import board, page
from tests.support.proving import some

NAMES = [game.key.replace("-", "_") for game in GAMES]
SVG = "{http://www.w3.org/2000/svg}"


def pips(text):
    return [int(each) for each in re.findall(r"(\d+) ögon kvar", text)]


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("swedish", 15 * 24),
        ("backgammon", 167),
        ("dutch", 15 * 25),
        ("irish", 200),
        ("english", None),
    ],
)
def test_the_pips_of_the_start_are_those_of_the_game(client, stored, name, start):
    match = stored.match(name, 0)
    found = pips(page(client, match))
    assert found == [start or found[0]] * 2
    assert found


@pytest.mark.parametrize("name", some(["swedish", "backgammon", "irish"], "swedish"))
def test_a_turn_that_hits_no_checker_takes_the_points_of_its_landings_from_the_pips(client, stored, name):
    match = stored.match(name, 40)
    stored.judge()
    log, looked_at = list(stored.deps.log.read(match)), 0
    for recorded in log[1:]:
        event, version = recorded.event, recorded.version
        if not isinstance(event, CheckersMoved) or any("bar" in move or "off" in move for move in event.moves):
            continue
        before, after = (pips(page(client, match, version=each)) for each in (version - 1, version))
        mine = ("white", "black").index(event.by)
        if before == after:  # the play was refused
            continue
        assert before[mine] - after[mine] == sum(abs(int(end) - int(start)) for start, end, *_ in event.moves)
        looked_at += 1
    assert looked_at > 2


@pytest.mark.parametrize("name", ["tick_tack", "dubblets", "six_ace"])
def test_a_game_in_which_pips_tell_nothing_has_none(client, stored, name):
    assert pips(page(client, stored.match(name, 0))) == []


@pytest.mark.parametrize("view", ["white", "black"])
def test_the_rim_has_the_numbers_of_the_player_whose_play_is_shown(client, stored, view):
    match = stored.match("swedish", 40)
    stored.judge()
    log = list(stored.deps.log.read(match))
    moved = [event for event in log[1:] if isinstance(event.event, CheckersMoved)][:4]
    assert {each.event.by for each in moved} == {"white", "black"}
    for each in moved:
        drawn = board(page(client, match, version=each.version, seat=view))
        points = [group for group in drawn.iter() if group.get("class") == "point"]
        for group in points:
            own = int(group.get("data-point"))
            said = int(next(text for text in group.iter() if (text.get("class") or "").startswith("no")).text)
            other = own + 12 if own <= 12 else own - 12
            assert said == (own if each.event.by == view else other)


# ── without play ─────────────────────────────────────────────────────────────────────────────────────────────────────
def reported(stored, *endings):
    match = stored.match("swedish", 0)
    stored.record(match, [ResultReported(tuple(GameResult(*ending) for ending in endings))])
    stored.judge()
    return match


def test_a_match_of_results_alone_shows_its_games_in_place_of_an_empty_board(client, stored):
    text = page(client, reported(stored, ("white", "jan"), ("black", "bearing_off"), ("white", "bearing_off")))
    assert 'class="board' not in text
    assert "Bara resultatet är antecknat" in text
    assert len(re.findall(r"<table class=\"games-played\">", text)) == 1


def test_on_equal_points_the_compared_games_are_named(client, stored):
    text = page(client, reported(stored, ("white", "single_crown"), ("black", "bearing_off"), ("black", "bearing_off")))
    rows = re.findall(r"<li>(.*?)</li>", re.search(r'class="tie-break".*?</div>', text, re.DOTALL)[0])
    assert rows == ["Åsa Lindgren: parti 1, enkelt kronspel · Göran Ask: parti 2, utspel"]


def test_a_match_that_was_played_has_its_board(client, stored):
    match = stored.match("swedish", 20)
    stored.judge()
    assert 'class="board' in page(client, match)


# ── a picture ────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_a_drawing_that_needs_nothing_else(client, stored, name):
    match = stored.match(name, 12)
    stored.judge()
    answer = client.get(f"/matches/{match}/board.svg?version=9&seat=black")
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.get_data(as_text=True))
    assert drawn.tag == f"{SVG}svg"
    style = drawn.find(f"{SVG}style").text
    assert "--felt: #2f5b46" in style
    assert set(re.findall(r"var\((--[\w-]+)\)", style)) <= set(re.findall(r"(--[\w-]+):", style))
    assert "style-src 'sha256-" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("query", ["version=41", "version=-1", "version=x", "version=9999999999"])
def test_a_picture_of_a_moment_that_there_is_not_is_not_found(client, stored, query):
    match = stored.match("swedish", 40)
    assert client.get(f"/matches/{match}/board.svg?{query}").status_code == 404


def test_what_is_shared_names_the_players_and_the_score(client, stored):
    text = page(client, stored.match("swedish", 12), version=3)
    assert '<meta property="og:title" content="Åsa Lindgren – Göran Ask">' in text
    assert "Vasa Open" in re.search(r'og:description" content="([^"]*)"', text)[1] or "0–0" in text


def test_facts_that_end_a_turn_are_marked(client, stored):
    match = stored.match("swedish", 30)
    stored.judge()
    marked = {int(text) for text in re.findall(r'data-version="(\d+)"[^>]*data-turn', page(client, match))}
    log = list(stored.deps.log.read(match))
    ends = {event.version for event in log if type(event.event).__name__ in ("CheckersMoved", "TurnPassed")}
    assert marked == ends
    assert not marked & {event.version for event in log if isinstance(event.event, DiceRolled)}
    assert judging.replay(match, log).score == {"white": 0, "black": 0}
