"""A tournament in the contract's words."""

from typing import Any

from core.eventlog.codec import result_json
from core.games import game_of
from core.tournament.model.match_status import status_of
from core.tournament.model.state import Tournament, seed_order
from core.tournament.model.values import Entry, Pairing, Result
from core.tournament.standings.scoring import scoring_of

Json = dict[str, Any]


def tournament_json(tournament: Tournament) -> Json:
    """A tournament in words: as announced, who entered, and every round with what came of its matches."""
    created = tournament.created
    return {
        "id": tournament.id, "version": tournament.version, "club": created.club, "name": created.name,
        "game": created.game, "length": created.length, "format": created.format,
        "tie_breaks": list(tournament.tie_breaks), "check": created.check, "stop": created.stop,
        "options": created.options, "published": created.published, "status": tournament.status,
        "seed": tournament.seed, "settings": dict(created.settings or {}), "scoring": scoring_of(tournament),
        "terms": [dict(rule) for rule in created.terms or ()],
        "check_in": bool(created.check_in), "drafts": bool(created.drafts), "confirm": bool(created.confirm),
        "details": dict(created.details or {}),
        "advice": list(tournament.format.advice(tournament)),
        "seeding": _seeding_json(tournament),
        "entries": [_entry_json(entry) for entry in tournament.entries],
        "rounds": [
            {
                "round": each.number, "stage": each.stage, "draft": each.draft, "bye": each.bye,
                "matches": [match_json(tournament, pairing) for pairing in each.pairings],
            }
            for each in tournament.rounds
        ],
    }  # fmt: skip


def _seeding_json(tournament: Tournament) -> Json:
    """The order of the seeds as it is, or as it would be if the tournament started now, and how it came about."""
    seeded = tournament.seeded
    return {
        "method": seeded.method if seeded else "entry", "seed": seeded.seed if seeded else None,
        "players": list(seed_order(tournament) if tournament.seed is None else tournament.starters),
    }  # fmt: skip


def _entry_json(entry: Entry) -> Json:
    members = [{"player": player, "name": name} for player, name in entry.members]
    lineups = [{"round": number, "players": list(players)} for number, players in entry.lineups]
    return {**entry._asdict(), "members": members, "lineups": lineups}


def match_json(tournament: Tournament, pairing: Pairing) -> Json:
    """A paired match: who sits where, and its result once it is settled."""
    seats = {
        seat: {"id": player, "name": tournament.name_of(player)} if player else None
        for seat, player in zip(game_of(tournament.created.game).seats, (pairing.white, pairing.black), strict=False)
    }
    return {
        "id": pairing.match, **seats, "slot": pairing.slot, "table": tournament.seated.get(pairing.match),
        "status": status_of(tournament, pairing.match), "result": result_of_match(tournament, pairing.match),
    }  # fmt: skip


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
