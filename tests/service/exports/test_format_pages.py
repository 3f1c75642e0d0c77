"""The page of each format has a tournament from beginning to end, as the rules of today play it, and its picture.

`python -m tests.service.exports.test_format_pages` writes the tables and pictures anew. Read them before they are
committed.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import pytest

from core.events import PlayerEntered, ResultDecided
from core.tournament import Pairing, Tournament
from core.tournament.decisions import pair, pair_round
from core.tournament.formats import FORMATS
from core.tournament.standings.standings import Standing, standings
from service.exports import EXPORTS, ExportOptions
from service.translations.export_words import Language
from service.translations.round_reached import CODE, reached_labels
from tests.support.paths import ROOT
from tests.support.tournament.of_every_format import on_paper
from tests.support.tournament.scenario import announced, begun, to_play, won
from tests.support.tournament.written_results import after

PAGES = ROOT / "docs" / "formats"
PICTURES = PAGES / "pictures"
HEADING = "## A tournament from beginning to end"
PEOPLE = ("Anna", "Bo", "Cilla", "Dag", "Eva", "Frida", "Göran", "Hugo", "Ida")
TEAMS = ("Vasa", "Huk", "Kalmar", "Brädet")
SIZES = {"round_robin": 5, "elimination_by_losses": 6, "double_elimination": 6, "swiss": 7, "swiss_then_knockout": 8}
USUAL = 8
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "single_elimination": {"bronze": True, "consolation": "auto"},
    "groups_then_knockout": {"groups": 2, "bronze": True},
    "swiss": {"rounds": 3},
    "swiss_then_knockout": {"rounds": 3, "cut": 4, "line": "play_off"},
    "stages": {"first_on": 3, "second_rounds": 2, "second_on": 2, "third": "single_elimination"},
    "team_league": {"boards": 2},
    "team_knockout": {"boards": 2},
    "team_swiss": {"boards": 2, "rounds": 3},
}
ILL = 13
"""One of so many matches is a walkover."""
KEYS = tuple(format_.key for format_ in FORMATS)


def example(key: str) -> Tournament:
    """The example of a format, played to its end. Who wins follows from the names alone."""
    state = announced(key, SETTINGS.get(key, {}))
    state = begun(state, list(_entries(key, state.format.teams)))
    while state.status != "finished":
        waiting = [pairing for pairing in to_play(state) if not pairing.is_bye]
        state = after(state, [_result(state, waiting[0])] if waiting else pair_round(state, None))
        state = after(state, pair(state))
    return state


def _entries(key: str, teams: bool) -> Iterator[PlayerEntered]:
    for number, name in enumerate(TEAMS if teams else PEOPLE[: SIZES.get(key, USUAL)], 1):
        members = tuple((f"p{number}m{board}", f"{name} {board}") for board in (1, 2)) if teams else None
        yield PlayerEntered(f"p{number}", name, members=members)


def _result(state: Tournament, match: Pairing) -> Any:
    """The result of a match: the better seed wins two matches of three."""
    lot = sha256(f"{match.slot} {match.white} {match.black}".encode()).digest()
    better, other = sorted((match.white, match.black))
    winner = other if lot[0] % 3 == 0 else better
    if lot[1] % ILL == 0:
        seat = "white" if winner == match.white else "black"
        return ResultDecided(match.match, "walkover", "ill", seat, {}, None, ())
    lost = lot[2] % 2
    return won(match, winner, f"2:{lost}", f"{2 + lot[3] % 4}:{lost * (1 + lot[4] % 2)}")


# ── as markdown ──────────────────────────────────────────────────────────────────────────────────────────────────────
def section(key: str) -> str:
    """The section of the page: the tournament's settings, every result, the table, and the picture."""
    state = example(key)
    settings = ", ".join(f"`{name}` {_told(value)}" for name, value in SETTINGS.get(key, {}).items())
    players = ", ".join(entry.name for entry in state.entries)
    about = f"{players}, in the order of the seeding. Each match is of three games."
    return "\n".join(
        [
            HEADING,
            "",
            about + (f" Settings: {settings}." if settings else ""),
            "",
            *_table(("round", "part", "match", "games", "points"), _matches(state)),
            "",
            *_table(_heads(state), _lines(state)),
            "",
            f"![The tournament as brade draws it](pictures/{key}.svg)",
            "",
        ]
    )


def _told(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _table(heads: Sequence[str], rows: Iterator[Sequence[object]]) -> Iterator[str]:
    """The table without the columns in which no row has anything."""
    lines = [[str(cell) for cell in row] for row in rows]
    shown = [column for column, head in enumerate(heads) if any(line[column] for line in lines)]
    yield f"| {' | '.join(heads[column] for column in shown)} |"
    yield "|" + "---|" * len(shown)
    for line in lines:
        yield f"| {' | '.join(line[column] for column in shown)} |"


def _matches(state: Tournament) -> Iterator[Sequence[object]]:
    for round_ in state.rounds:
        for pairing in round_.pairings:
            place = pairing.slot or round_.stage
            if pairing.is_bye:
                yield round_.number, place, f"{state.name_of(pairing.white)} – bye", "", ""
                continue
            result = state.results[pairing.match]
            pair_ = f"{state.name_of(pairing.white)} – {state.name_of(pairing.black)}"
            if result.kind == "walkover":
                yield round_.number, place, pair_, "1–0 w.o." if result.winner == "white" else "0–1 w.o.", ""
                continue
            games = [sum(game.winner == seat for game in result.games) for seat in ("white", "black")]
            points = [result.score.get(seat, 0) for seat in ("white", "black")]
            yield round_.number, place, pair_, "–".join(map(str, games)), "–".join(map(str, points))
        if round_.bye:
            yield round_.number, round_.stage, f"{state.name_of(round_.bye)} – bye", "", ""


def _heads(state: Tournament) -> Sequence[str]:
    return ("rank", "name", "played", "won", *(f"`{tie_break.code}`" for tie_break in standings(state)[0].tie_breaks))


def _lines(state: Tournament) -> Iterator[Sequence[object]]:
    came = reached_labels(state, Language("en"))
    for line in standings(state):
        rank = f"{line.rank}=" if line.shared else line.rank
        yield rank, line.name, line.played, line.wins, *_values(line, came)


def _values(line: Standing, came: Mapping[str, str]) -> Iterator[str]:
    """The tie-breaks as prints show them: `round_reached` in words."""
    for tie_break in line.tie_breaks:
        value = came.get(line.player_id, tie_break.value) if tie_break.code == CODE else tie_break.value
        yield "" if value is None else " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def picture(key: str) -> bytes:
    """The drawing of the example."""
    return EXPORTS["bracket.svg"].make(on_paper(example(key)), ExportOptions(lang="en"))


# ── tests ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("key", KEYS)
def test_the_tournament_on_the_page_of_a_format_is_what_happens(key: str) -> None:
    page = (PAGES / f"{key}.md").read_text(encoding="utf-8")
    assert page.endswith("\n" + section(key)), "python -m tests.service.exports.test_format_pages"


@pytest.mark.parametrize("key", KEYS)
def test_the_picture_on_the_page_of_a_format_is_what_brade_draws(key: str) -> None:
    assert (PICTURES / f"{key}.svg").read_bytes() == picture(key), "python -m tests.service.exports.test_format_pages"


def test_the_drawing_of_a_swiss_and_its_knock_out_has_every_match() -> None:
    state = example("swiss_then_knockout")
    drawn = picture("swiss_then_knockout").decode()
    assert [match.match for match in state.matches if f'data-match-id="{match.match}"' not in drawn] == []


def test_no_picture_is_left_of_a_format_that_went() -> None:
    assert {path.stem for path in PICTURES.iterdir()} == set(KEYS)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for key in KEYS:
        path = PAGES / f"{key}.md"
        before = re.split(f"^{HEADING}$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[0].rstrip("\n")
        path.write_text(f"{before}\n\n{section(key)}", encoding="utf-8")
        (PICTURES / f"{key}.svg").write_bytes(picture(key))
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
