"""Who plays for a team from some round on."""

from collections.abc import Sequence

from core.errors import Malformed, Refused
from core.events import Event, TeamLinedUp
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair, voided
from core.tournament.format import settings_of
from core.tournament.state import FINISHED


def line_up(
    tournament: Tournament, team: str, number: int, members: Sequence[tuple[str, str]], reason: str
) -> list[Event]:
    """Let these play for a team from the round of that number on, from board 1 on: (player id, name).

    Boards that have a result stay as they were played; the others of the rounds from then on are paired anew. Nothing
    is recorded if they are lined up so already. Raises `Unknown` for a team that never entered or a round that is not
    there, `Malformed` naming everybody who is listed twice, plays for another team, or is to play a board of a round in
    which he has played another; `Refused`.
    """
    entry = tournament.entry(team)
    if not tournament.format.teams:
        raise Refused(f"{tournament.format.name} is played by players and not by teams")
    if entry.withdrawn:
        raise Refused(f"{entry.name} has withdrawn")
    if tournament.status == FINISHED:
        raise Refused(f"{tournament.created.name} is over: no board is left to play")
    if tournament.seed is not None:
        tournament.round(number)
    _only_here_and_once(tournament, team, members)
    if entry.lineup(number) == tuple(player for player, _ in members) and not _later(tournament, team, number):
        return []
    events: list[Event] = [TeamLinedUp(team, number, tuple(members), reason)]
    if tournament.seed is None:
        return events
    state = after(tournament, events)
    events += voided(state, state.format.stale(state), f"{entry.name} is lined up anew")
    events += pair(after(tournament, events))
    _one_board_each(after(tournament, events), number, members)
    return events


def _later(tournament: Tournament, team: str, number: int) -> bool:
    """Whether other line-ups were announced for rounds after that one, which this one replaces."""
    lineups = tournament.entry(team).lineups
    return any(since > number for since, _ in lineups)


def _only_here_and_once(tournament: Tournament, team: str, members: Sequence[tuple[str, str]]) -> None:
    others = {
        player: entry.name for entry in tournament.entries for player in entry.people if entry.player != team
    }  # fmt: skip
    problems: dict[str, list[str]] = {}
    for place, (player, name) in enumerate(members):
        if player in others:
            problems[f"members.{place}"] = [f"{name} plays for {others[player]}"]
        elif player in [before for before, _ in members[:place]]:
            problems[f"members.{place}"] = [f"{name} stands in the list before"]
    if problems:
        raise Malformed(problems)


def _one_board_each(lined_up: Tournament, number: int, members: Sequence[tuple[str, str]]) -> None:
    """Raises `Malformed` for everybody who is lined up for a board to be played and has played another of its round."""
    problems: dict[str, list[str]] = {}
    boards = settings_of(lined_up).boards
    for round_ in (each for each in lined_up.rounds if each.number >= number):
        at = {player: each.slot for each in round_.pairings for player in (each.white, each.black)}
        played = {each.slot for each in round_.pairings if not each.is_bye and each.match in lined_up.results}
        for board, (player, name) in enumerate(members[:boards], 1):
            meeting, _, sits = at.get(player, "").partition("/")
            if sits and int(sits) != board and f"{meeting}/{board}" not in played:
                said = f"{name} has played board {sits} of round {round_.number}: line him up there from a later one on"
                problems.setdefault(f"members.{board - 1}", []).append(said)
    if problems:
        raise Malformed(problems)
