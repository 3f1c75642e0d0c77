"""Use cases of files: a tournament as its reader may see it, drawn, tabled or listed."""

from typing import Any

from core.tournament.brackets.words import bracket_words
from core.tournament.crosstable import crosstables as tables_of
from core.tournament.words import tournament_words
from service.access import Principal, sees_drafts
from service.bootstrap import House
from service.exports import EXPORTS, Asked, paper
from service.handlers.tournaments import may_read

Json = dict[str, Any]


def export(house: House, principal: Principal | None, tournament: str, name: str, asked: Asked) -> bytes:
    """A file of a tournament. Raises `Unknown` for a round that is not there, or not yet for this reader."""
    may_read(house, principal, tournament)
    whole = house.shelf.tournament(tournament)
    drafts = sees_drafts(principal, whole.created.club)

    def make() -> bytes:
        return EXPORTS[name].make(paper(whole, lambda: house.log.read(tournament), drafts=drafts), asked)

    return house.answers.get((tournament, whole.version, drafts, name, asked), make)


def bracket(house: House, principal: Principal | None, tournament: str) -> Json:
    """Every round, and every bracket with all its slots."""
    words = tournament_words(may_read(house, principal, tournament))
    whole = house.shelf.tournament(tournament)
    return {
        "tournament": tournament, "version": words["version"], "status": words["status"], "rounds": words["rounds"],
        "brackets": bracket_words(whole, drafts=sees_drafts(principal, whole.created.club))["brackets"],
    }  # fmt: skip


def crosstables(house: House, principal: Principal | None, tournament: str) -> Json:
    """The cross-tables, with the tournament's version that they are of."""
    state = may_read(house, principal, tournament)
    return {
        "tournament": tournament, "version": state.version, "status": state.status,
        "crosstables": [table.to_words() for table in tables_of(state)],
    }  # fmt: skip
