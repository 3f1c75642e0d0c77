"""Boards of a round as the teams are lined up: those that are not paired yet, and those at which others sit now."""

from collections.abc import Collection, Iterable, Mapping

from core.tournament.model.values import NO_PLAYER, Pairing, Round
from core.tournament.teams.meetings import Board


def missing_boards(round_: Round | None, wanted: Iterable[Board]) -> list[Board]:
    """The boards that are not paired, without players who sit at another board of the round."""
    taken = {each.slot: each for each in round_.pairings} if round_ else {}
    busy = _players(taken.values())
    return [row for each in wanted if each.slot not in taken for row in each.without(busy)]


def outdated_boards(round_: Round, wanted: Mapping[str, tuple[str, str]], results: Collection[str]) -> list[Pairing]:
    """The boards without a result for which others are lined up now, who do not sit at another board that stands.

    `wanted` are the players by slot, `results` the ids of the matches that have one.
    """
    stand = [each for each in round_.pairings if not each.is_bye and each.match in results]
    waiting = [each for each in round_.pairings if each not in stand]
    while confirmed := [each for each in waiting if _players(stand) & set(wanted.get(each.slot, ()))]:
        stand += confirmed
        waiting = [each for each in waiting if each not in confirmed]
    return [each for each in waiting if wanted.get(each.slot) != each[1:3]]


def _players(pairings: Iterable[Pairing]) -> set[str]:
    """The players at these boards."""
    return {player for each in pairings for player in (each.white, each.black)} - {NO_PLAYER}
