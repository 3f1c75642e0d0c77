"""The registry of formats: what each of them must bring along, and that its page tells the truth."""

import pytest

from core.errors import NotFound
from core.tournament import Format
from core.tournament.formats import FORMATS, format_of
from core.tournament.standings.standings import standings
from core.tournament.standings.tie_breaks import TIE_BREAKS
from tests.support.paths import ROOT
from tests.support.tournament.written_results import FIVE, played, started

each_format = pytest.mark.parametrize("format_", FORMATS, ids=lambda each: each.key)


def page(key: str) -> str:
    return (ROOT / "docs" / "formats" / f"{key}.md").read_text(encoding="utf-8")


@each_format
def test_a_format_is_found_by_its_key(format_: Format) -> None:
    assert format_of(format_.key) is format_


def test_an_unknown_format_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(NotFound, match="there is no format 'lottery'; known are round_robin"):
        format_of("lottery")


@each_format
def test_a_format_is_three_files_of_the_same_name(format_: Format) -> None:
    assert (ROOT / "core" / "tournament" / "formats" / f"{format_.key}.py").exists()
    assert len([*(ROOT / "tests" / "core" / "tournament").rglob(f"test_{format_.key}.py")]) == 1
    assert page(format_.key).startswith(f"# {format_.name}")


@each_format
def test_the_page_of_a_format_has_its_rule_its_key_and_its_tie_breaks(format_: Format) -> None:
    assert format_.rule in page(format_.key)
    assert f"Key: `{format_.key}`" in page(format_.key)
    assert ", ".join(f"`{code}`" for code in format_.default_tie_breaks) in " ".join(page(format_.key).split())


def test_the_page_of_tie_breaks_lists_them_all_and_that_of_the_round_robin_some() -> None:
    names = [f"| `{tie_break.code}` | {tie_break.name} |" for tie_break in TIE_BREAKS]
    listed = [line for line in page("../tournaments/tie-breaks").splitlines() if line.startswith("| `")]
    assert listed[: len(names)] == names
    assert {line for line in page("round_robin").splitlines() if line.startswith("| `")} <= set(names)


def blocks(text: str) -> list[list[str]]:
    """The lines of a page's fenced blocks."""
    return [block.strip("\n").split("\n") for block in text.split("```")[1::2]]


def test_the_example_of_the_round_robin_is_what_happens() -> None:
    pairings, results, table, _legs = blocks(page("round_robin"))
    tournament = started(FIVE)
    names = {entry.player: entry.name for entry in tournament.entries}
    assert pairings == [
        f"round {round_.number}: "
        + ", ".join(f"{names[pairing.white]}–{names[pairing.black]}" for pairing in round_.pairings)
        + f"; bye {names[round_.bye or '']}"
        for round_ in tournament.rounds
    ]
    tournament = played(tournament, [line.lower() for line in results])
    assert tournament.status == "finished"
    assert [line.split() for line in table[1:]] == [
        [
            f"{row.rank}{'=' * row.shared}",
            row.name,
            str(row.wins),
            f"{row.games_won}:{row.games_lost}",
            f"{row.points_won}:{row.points_lost}",
            *(str(said.value) for said in row.tie_breaks[2:]),
        ]
        for row in standings(tournament)
    ]
