"""The examples of docs/tournaments/imports.md: each is read as the page says, and taken by the service."""

import re

import pytest

from core.imports import read
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "tournaments" / "imports.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(csv|json)\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
KINDS = {"csv": "text/csv", "json": "application/json"}


def lines(found):
    """Content of a file, a line for each player and each result."""
    for each in found.players:
        parts = [each.name, each.rating and f"rating {each.rating}", each.club, each.country]
        yield f"{each.line}: " + ", ".join(filter(None, [*parts, each.seed and f"seed {each.seed}"]))
    for each in found.results:
        winner = "" if each.winner is None else f"{each.players[each.winner]} won"
        sets = " ".join(f"{one}-{other}" for one, other in each.sets)
        pair = " – ".join(filter(None, each.players))
        yield f"{each.line}: round {each.round}, {pair}: " + ", ".join(filter(None, [each.kind, winner, sets]))


def test_every_program_has_an_example():
    assert {read(text.encode()).source for _, text, _ in EXAMPLES} == {
        "sharly_chess",
        "chess_results",
        "challonge",
        "startgg",
        "fide_report",
        "brade",
    }
    assert len(EXAMPLES) == 8


@pytest.mark.parametrize(("kind", "text", "said"), EXAMPLES)
def test_an_example_is_read_as_the_page_says_and_entered(api, kind, text, said):
    assert list(lines(read(text.encode()))) == said.splitlines()
    cup = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    tournament = api.post("/v1/clubs/vasa/tournaments", cup).json["id"]
    path = f"/v1/tournaments/{tournament}/imports/players"
    sent = {"data": text.encode(), "content_type": KINDS[kind]}
    digest = api.post(path, query_string={"dry_run": "true"}, **sent).json["digest"]
    entered = api.post(path, query_string={"digest": digest}, **sent)
    assert (entered.status_code, len(entered.json["entries"])) == (201, len(read(text.encode()).players))
