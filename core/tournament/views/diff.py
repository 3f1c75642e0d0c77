"""Differences between two states of a tournament: every result, pairing, bye and rank."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.eventlog.codec import result_json
from core.games import game_of
from core.tournament.model.state import Tournament
from core.tournament.model.values import Pairing, Result, Round
from core.tournament.standings.standings import Standing, sections, standings

Json = dict[str, Any]


def changes(before: Tournament, after: Tournament) -> Json:
    """The differences in words. Applied to the same tournament, the same events give the same."""
    return {
        "results": list(_results(before, after)),
        "pairings": list(_pairings(before, after)),
        "byes": list(_byes(before, after)),
        "ranks": list(_ranks(before, after)),
        "status": {"before": before.status, "after": after.status},
    }


Places = Mapping[str, tuple[Round, Pairing]]


def _places(tournament: Tournament) -> dict[str, tuple[Round, Pairing]]:
    return {each.match: (round_, each) for round_ in tournament.rounds for each in round_.pairings}


def _results(before: Tournament, after: Tournament) -> Iterator[Json]:
    """Matches whose counting result is another one, or is there or gone."""
    places: Places = _places(before) | _places(after)
    for match, (round_, pairing) in sorted(places.items(), key=_order):
        old, new = result_of_match(before, match), result_of_match(after, match)
        if old != new:
            yield {"match": match, **_place(round_, pairing), "players": _players(after, pairing),
                   "before": old, "after": new}  # fmt: skip


def _pairings(before: Tournament, after: Tournament) -> Iterator[Json]:
    """Pairings that are gone, and those that are new or there again; `lost` is the result that went with the former."""
    was, is_ = _places(before), _places(after)
    voided = {pairing.match for _, pairing in before.voided_pairings}
    for match, (round_, pairing) in sorted((was | is_).items(), key=_order):
        old, new = was.get(match), is_.get(match)
        if old and new and old[1] == new[1] and old[0].number == new[0].number:
            continue
        yield {
            "match": match, **_place(round_, pairing),
            "what": "voided" if new is None else "restored" if match in voided else "paired",
            "before": None if old is None else _players(before, old[1]),
            "after": None if new is None else _players(after, new[1]),
            "lost": result_of_match(before, match) if new is None else None,
        }  # fmt: skip


def _byes(before: Tournament, after: Tournament) -> Iterator[Json]:
    was, is_ = ({each.number: each.bye for each in one.rounds} for one in (before, after))
    for number in sorted(was | is_):
        old, new = was.get(number), is_.get(number)
        if old != new:
            yield {"round": number, "before": _player(before, old), "after": _player(after, new)}


def _ranks(before: Tournament, after: Tournament) -> Iterator[Json]:
    """Players whose rank is another one, in the whole table and in those of the groups."""
    tables: list[tuple[str | None, list[Standing], list[Standing]]] = [(None, standings(before), standings(after))]
    of_groups = dict(sections(before))
    tables += [(name, of_groups.get(name, []), lines) for name, lines in sections(after)]
    for section, old, new in tables:
        ranks = {line.player_id: line for line in old}
        for line in new:
            was = ranks.get(line.player_id)
            if was is None or (was.rank, was.shared) != (line.rank, line.shared):
                yield {
                    "player": line.player_id, "name": line.name, "section": section,
                    "before": was.rank if was else None, "after": line.rank,
                    "shared_before": was.shared if was else None, "shared_after": line.shared,
                }  # fmt: skip


def _order(item: tuple[str, tuple[Round, Pairing]]) -> tuple[int, int]:
    return item[1][0].number, int(item[0].rpartition(".")[2])


def _place(round_: Round, pairing: Pairing) -> Json:
    return {"round": round_.number, "stage": round_.stage, "slot": pairing.slot}


def _players(tournament: Tournament, pairing: Pairing) -> Json:
    seats = game_of(tournament.created.game).seats
    return {
        seat: _player(tournament, player)
        for seat, player in zip(seats, (pairing.white, pairing.black), strict=False)
    }  # fmt: skip


def _player(tournament: Tournament, player_id: str | None) -> Json | None:
    return {"id": player_id, "name": tournament.name_of(player_id)} if player_id else None


def result_of_match(tournament: Tournament, match_id: str) -> Json | None:
    """The result of a match that counts; `None` if there is none."""
    return result_words_of(tournament.results.get(match_id))


def result_words_of(settled: Result | None) -> Json | None:
    """A result, if there is one."""
    if settled is None:
        return None
    return {
        "kind": settled.kind, "reason": settled.reason,
        "winner": settled.winner, "score": dict(settled.score), "decided_by": settled.decided_by,
        "games": [result_json(result) for result in settled.games],
    }  # fmt: skip
