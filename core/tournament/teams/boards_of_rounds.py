"""Boards of a round as the teams are lined up: those that are not paired yet, and those at which others sit now."""

from collections.abc import Collection, Iterable, Mapping

from core.tournament.model.values import NO_PLAYER, Pairing, Round
from core.tournament.teams.meetings import Board


def missing_boards(round_: Round | None, wanted: Iterable[Board]) -> list[Board]:
    """The boards that are not paired, without players who sit at another board of the round."""
    taken = {pairing.slot: pairing for pairing in round_.pairings} if round_ else {}
    busy = _players(taken.values())
    return [row for board in wanted if board.slot not in taken for row in board.without(busy)]


def outdated_boards(round_: Round, wanted: Mapping[str, tuple[str, str]], results: Collection[str]) -> list[Pairing]:
    """The boards without a result for which others are lined up now, who do not sit at another board that stands.

    `wanted` are the players by slot, `results` the ids of the matches that have one.
    """
    stand = [pairing for pairing in round_.pairings if not pairing.is_bye and pairing.match in results]
    waiting = [pairing for pairing in round_.pairings if pairing not in stand]
    while confirmed := [pairing for pairing in waiting if _players(stand) & set(wanted.get(pairing.slot, ()))]:
        stand += confirmed
        waiting = [pairing for pairing in waiting if pairing not in confirmed]
    return [pairing for pairing in waiting if wanted.get(pairing.slot) != pairing[1:3]]


def _players(pairings: Iterable[Pairing]) -> set[str]:
    """The players at these boards."""
    return {player for pairing in pairings for player in (pairing.white, pairing.black)} - {NO_PLAYER}
