"""JSON of a match's state: what the workers store of it, and what an answer adds to that."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from core.club.club import Imported
from core.games import game_of
from core.match.conduct import NONE
from core.match.state import Match
from core.notation.position_ids import MatchPosition, has_ids, ids, men
from core.rules.board import SEATS, other
from core.tournament.model.match_status import InTournament
from schemas.dump import dumper
from schemas.views import conduct, matches

Json = dict[str, Any]
_UNKNOWN = {"in_tournament": None}
_DEFAULTS = {**dumper(matches.BesidePlay)(SimpleNamespace(conduct=NONE)), **_UNKNOWN}
"""The part of a state that the first versions of the service did not store."""


def match_json(match: Match, version: int | None = None) -> Json:
    """The JSON of a match; `version` is that of its log's last fact, which may be ahead of what is judged.

    The workers store it. What the match's tournament says of it is not known to a match, and null.
    """
    data = {**dumper(matches.JudgedMatch)(match), **_UNKNOWN}
    return data if version is None else {**data, "version": version}


def stored_json(stored: Mapping[str, Any], version: int, judged_version: int) -> Json:
    """The JSON of a match from what the workers stored, some of it perhaps by an earlier version of the service."""
    return {**_DEFAULTS, **stored, "version": version, "judged_version": judged_version}


def with_ids(state: Mapping[str, Any]) -> Json:
    """A match's JSON with the ids by which other programs name its position, where they know the game."""
    game = game_of(state["game"])
    return {**state, "ids": ids(game, match_position(state))} if has_ids(game) else dict(state)


def match_position(state: Mapping[str, Any]) -> MatchPosition:
    """The position in a match's JSON.

    Before the opening no player is to move, and White is named. After the end it is the winner.
    """
    white, black = (men(state["position"][seat]) for seat in SEATS)
    cube, length = state["cube"] or {}, state["length"].get("points", 0)
    acts = state["to_move"] or (state["settled"] or {}).get("winner") or SEATS[0]
    doubled = state["phase"] == "double_offered"
    return MatchPosition(
        white, black, other(acts) if doubled else acts, tuple(sorted(state["dice"] or (), reverse=True)),
        cube.get("value", 1), cube.get("owner"), doubled, cube.get("crawford", False) and length > 1,
        length, (state["score"][SEATS[0]], state["score"][SEATS[1]]),
        {"opening": "waiting", "settled": "over"}.get(state["phase"], "playing"),
    )  # fmt: skip


def completed(state: Mapping[str, Any], in_tournament: InTournament | None, imported: Imported | None) -> Json:
    """A match's JSON with what its tournament says of it, and how it was imported."""
    data = {**state, "in_tournament": in_tournament and dumper(conduct.InTournament)(in_tournament)}
    return data if imported is None else {**data, "imported": dumper(matches.ImportedView)(imported)}
