"""Play-offs at the lines of stages before the present one, as brackets of what was played (ST10)."""

from collections.abc import Iterator, Sequence

from core.games import game_of
from core.tournament.advancement.play_off import play_off_bracket
from core.tournament.model.bracket_plan import BYE, PLACE, WINNER, Entrant, Plan, Slot, Source
from core.tournament.model.values import NO_PLAYER, Pairing
from core.tournament.stages.line import tables
from core.tournament.stages.narrowing import Played


def play_offs(stages: Sequence[Played]) -> Iterator[tuple[Plan, Entrant]]:
    """The matches that were played at the line after each stage before the last, and who came there from which place.

    A result of the stage that was corrected since changes neither the matches nor their players.
    """
    for stage in stages[:-1]:
        if stage.play_off:
            yield _bracket(stage)


def _bracket(stage: Played) -> tuple[Plan, Entrant]:
    places = {
        player: f"{name}{place}" for name, table in tables(stage).items() for place, player in enumerate(table, 1)
    }
    won: dict[str, str] = {}
    rounds = []
    for round_ in stage.play_off:
        rounds.append([_slot(pairing, places, won) for pairing in round_.pairings])
        won |= {winner: pairing.slot for pairing in round_.pairings if (winner := _winner(stage, pairing))}
    bracket = play_off_bracket(rounds, [round_.number for round_ in stage.play_off])
    players = {place: player for player, place in places.items()}
    return Plan((bracket,)), lambda of: players.get(str(of))


def _slot(pairing: Pairing, places: dict[str, str], won: dict[str, str]) -> Slot:
    white, black = (_source(player, places, won) for player in (pairing.white, pairing.black))
    return Slot(pairing.slot, white, black)


def _source(player: str, places: dict[str, str], won: dict[str, str]) -> Source:
    if player == NO_PLAYER:
        return Source(BYE, 0)
    return Source(WINNER, won[player]) if player in won else Source(PLACE, places[player])


def _winner(stage: Played, pairing: Pairing) -> str | None:
    result = stage.alone.results.get(pairing.match)
    if pairing.is_bye:
        return pairing.white
    if result is None or result.winner is None:
        return None
    return pairing.white if result.winner == game_of(stage.alone.created.game).seats[0] else pairing.black
