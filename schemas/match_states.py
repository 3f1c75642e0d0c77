"""JSON of a match's state: what the workers store of it, what an answer adds to that, and its values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

from core.club.club import Imported
from core.games import game_of
from core.match.conduct import NONE, Appeal, Call, Flag, MendedTurns, SetOut
from core.match.state import Cube, Fault, Match
from core.messages import explanation_of
from core.notation.position_ids import MatchPosition, has_ids, ids, men
from core.rules.board import SEATS, other
from core.timestamps import unix_ms
from core.tournament.model.match_status import InTournament
from schemas.dump import dumper
from schemas.views import conduct, matches

Json = dict[str, Any]
_UNKNOWN = {"in_tournament": None}
_PROOFS = ("stream", "schema", "prev_hash", "hash")
_DEFAULTS = {**dumper(matches.BesidePlay)(SimpleNamespace(conduct=NONE)), **_UNKNOWN}
"""The part of a state that the first versions of the service did not store."""


PersonOf = Callable[[str], str | None]
"""The name of the person who is an author, as recorded; `None` of an author without a name."""


class ImportedBy(NamedTuple):
    """The import of a match (`core.club.club.Imported`), with the author's name."""

    by: str
    at: int
    version: int
    by_name: str | None


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
        white,
        black,
        other(acts) if doubled else acts,
        tuple(sorted(state["dice"] or (), reverse=True)),
        cube.get("value", 1),
        cube.get("owner"),
        doubled,
        cube.get("crawford", False) and length > 1,
        length,
        (state["score"][SEATS[0]], state["score"][SEATS[1]]),
        {"opening": "waiting", "settled": "over"}.get(state["phase"], "playing"),
    )


def completed(
    state: Mapping[str, Any], in_tournament: InTournament | None, imported: Imported | None, person: PersonOf
) -> Json:
    """A match's JSON with what its tournament says of it, how it was imported, and the names of authors."""
    data = {**state, "in_tournament": in_tournament and dumper(conduct.InTournament)(in_tournament)}
    if coming := data.get("on_the_way"):
        data["on_the_way"] = {**coming, "recorded_by_name": person(coming["recorded_by"])}
    if imported is None:
        return data
    came = ImportedBy(*imported, by_name=person(imported.by))
    return {**data, "imported": dumper(matches.ImportedView)(came)}


def version_tag(answer: Mapping[str, Any]) -> str:
    """The version of a match's JSON as it is answered: of its log, of what is judged, and of its tournament."""
    tag, played_in = f"v{answer['version']}-j{answer['judged_version']}", answer["in_tournament"]
    return f"{tag}-t{played_in['version']}" if played_in else tag


def brief_fact(answer: Mapping[str, Any]) -> Json:
    """A fact's JSON without its hashes, and of its verdict the word alone, and if a game ended with it."""
    judged = answer["verdict"]
    verdict = judged and {
        "verdict": judged["verdict"],
        **({"game_finished": True} if "game_finished" in judged else {}),
    }
    return {**{name: value for name, value in answer.items() if name not in _PROOFS}, "verdict": verdict}


# ── the stored JSON as a value ───────────────────────────────────────────────────────────────────────────────────────
class ShownClock(NamedTuple):
    """A clock, in milliseconds; `since` is the Unix time from which it runs, `None` while it stands."""

    remaining: Mapping[str, int]
    delay_left: int
    running: str | None
    since: int | None
    fallen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as far as it was judged, from its JSON. `position` is as the game writes it.

    `winners` are the seats that won its games, "" for a void one. `winner` is the seat that won, if the match is
    `settled`, and `decided_by` what decided it.
    """

    judged_version: int
    game: str
    length: Mapping[str, int]
    stop: str
    players: Mapping[str, str]
    winners: tuple[str, ...]
    game_number: int
    score: Mapping[str, int]
    position: Mapping[str, Any]
    phase: str
    to_move: str | None
    dice: tuple[int, ...]
    cube: Cube | None
    faults: tuple[Fault, ...]
    voided: tuple[tuple[int, int], ...]
    settled: bool
    winner: str | None
    decided_by: str | None
    suspended: bool
    on_break: bool
    clock: ShownClock | None
    flags: tuple[Flag, ...]
    calls: tuple[Call, ...]
    set_out: SetOut | None
    mended: MendedTurns | None
    appeals: tuple[Appeal, ...]
    start: Mapping[str, int] | None = None

    @property
    def seats(self) -> list[str]:
        """The taken seats, in the order of the game."""
        return [seat for seat in game_of(self.game).seats if seat in self.players]

    @property
    def begun(self) -> bool:
        """True if a roll or a result counts."""
        return self.phase != "opening" or self.game_number > 1


def read_match(stored: Mapping[str, Any]) -> StoredMatch:
    """The value of a match's JSON, which an earlier version of the service may have stored."""
    data = {**_DEFAULTS, **stored}
    settled, cube, coming, mended = data["settled"], data["cube"], data.get("on_the_way"), data.get("mended")
    return StoredMatch(
        data["judged_version"],
        data["game"],
        data["length"],
        data["stop"],
        data["players"],
        tuple(game["winner"] or "" for game in data["games"]),
        data["game_number"],
        data["score"],
        data["position"],
        data["phase"],
        data["to_move"],
        tuple(data["dice"] or ()),
        cube and Cube(cube["value"], cube["owner"], cube.get("crawford", False)),
        tuple(
            Fault(fault["version"], fault["by"], fault["rule"], explanation_of(fault), fault["status"])
            for fault in data["faults"]
        ),
        tuple((first, last) for first, last in data["voided"]),
        settled is not None,
        settled and settled["winner"],
        settled and settled["decided_by"],
        data["suspended"] is not None,
        any(break_["until"] is None for break_ in data["breaks"]),
        data["clock"] and _clock(data["clock"]),
        tuple(
            Flag(
                flag["version"],
                flag["by"],
                flag["seat"],
                unix_ms(flag["at"]),
                flag["fallen"],
                flag["over"],
                flag["status"],
            )
            for flag in data["flags"]
        ),
        tuple(
            Call(
                call["version"],
                call["by"],
                call["reason"],
                unix_ms(call["at"]),
                call["came"] and unix_ms(call["came"]),
                call.get("cause"),
                call.get("laid_out"),
            )
            for call in data["calls"]
        ),
        coming and SetOut(coming["version"], unix_ms(coming["since"]), coming["recorded_by"]),
        mended and MendedTurns(mended["version"], unix_ms(mended["at"]), mended["turns"]),
        tuple(
            Appeal(
                appeal["version"],
                appeal["by"],
                appeal["ruling"],
                appeal["reason"],
                appeal["status"],
                appeal["decided"],
                appeal["answer"],
            )
            for appeal in data["appeals"]
        ),
        data.get("start"),
    )


def _clock(data: Mapping[str, Any]) -> ShownClock:
    since = data["since"] and unix_ms(data["since"])
    return ShownClock(data["remaining"], data["delay_left"], data["running"], since, tuple(data["fallen"]))


class StoredVerdict(NamedTuple):
    """A verdict, from its JSON; `ended_game` and `settled_match` are true if one ended with its fact."""

    version: int
    verdict: str
    rule: str | None
    explanation: str
    ended_game: bool
    settled_match: bool


def read_verdict(stored: Mapping[str, Any]) -> StoredVerdict:
    """The value of a verdict's JSON."""
    explanation = explanation_of(stored) if "explanation" in stored else ""
    return StoredVerdict(
        stored["version"],
        stored["verdict"],
        stored.get("rule"),
        explanation,
        "game_finished" in stored,
        stored.get("match_settled") is not None,
    )
