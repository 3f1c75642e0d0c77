"""Locations of matches, as links name them: a table, or the match itself wherever it is.

A place is `table:<name>` or `match:<id>`.
"""

from core.tournament.model.state import Tournament

TABLE, MATCH = "table", "match"


def at_table(table: str) -> str:
    """The place that a table is."""
    return f"{TABLE}:{table}"


def at_match(match_id: str) -> str:
    """The place that a match is."""
    return f"{MATCH}:{match_id}"


def tables_of(tournament: Tournament) -> tuple[str, ...]:
    """The names of the hall's tables, and of those at which a match was seated besides."""
    hall = [name for name, _ in tournament.tables]
    return tuple(dict.fromkeys([*hall, *tournament.seated.values()]))


def matches_at(tournament: Tournament, place: str) -> tuple[str, ...]:
    """The ids of the matches of a place, the one to be played now last.

    At a table these are the ones without a result, and the last one until another comes: earlier matches are not the
    business of the next players. Drafts are left out.
    """
    kind, _, name = place.partition(":")
    published = [pairing for round_ in tournament.rounds if not round_.draft for pairing in round_.pairings]
    if kind == MATCH:
        return tuple(pairing.match for pairing in published if pairing.match == name)
    seated = [pairing.match for pairing in published if tournament.seated.get(pairing.match) == name]
    waiting = [match for match in seated if match not in tournament.results]
    return tuple(waiting) or tuple(seated[-1:])
