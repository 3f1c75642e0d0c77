"""Line-ups of a team from a round on."""

from collections.abc import Sequence
from dataclasses import replace

from core.errors import Invalid, NotAllowed
from core.events import Cause, Event, PairingsVoided, TeamLinedUp
from core.messages import say, term
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair, voided
from core.tournament.model.reasons import lined_up
from core.tournament.model.state import FINISHED, settings_of


def line_up(
    tournament: Tournament, team: str, number: int, members: Sequence[tuple[str, str]], reason: str
) -> list[Event]:
    """Set the players of a team from the round of that number, from board 1 on: (player id, name).

    Boards that have a result stay as they were played. The others of the rounds from then on are paired again. An
    unchanged line-up records nothing. Raises `NotFound` for a team that never entered or a missing round. Raises
    `Invalid` naming every player who is listed twice, plays for another team, or has played another board of a round.
    Raises `NotAllowed`.
    """
    entry = tournament.entry(team)
    if not tournament.format.teams:
        raise NotAllowed(
            say("{format_name} is played by players and not by teams", format_name=term(tournament.format.name))
        )
    if entry.withdrawn:
        raise NotAllowed(say("{entry_name} has withdrawn", entry_name=entry.name))
    if tournament.status == FINISHED:
        raise NotAllowed(say("{created_name} is over: no board is left to play", created_name=tournament.created.name))
    _is_to_come(tournament, number)
    _only_here_and_once(tournament, team, members)
    if entry.lineup(number) == tuple(player for player, _ in members) and not _later(tournament, team, number):
        return []
    events: list[Event] = [TeamLinedUp(team, number, tuple(members), reason)]
    if tournament.seed is None:
        return events
    state = after(tournament, events)
    events += _voided(state, lined_up(team))
    events += pair(after(tournament, events))
    _one_board_each(after(tournament, events), number, members)
    return events


def _is_to_come(tournament: Tournament, number: int) -> None:
    """Raises `NotFound` for a round that is not there and, as far as the format knows, will not be."""
    if tournament.seed is not None:
        rounds = tournament.format.rounds
        if rounds is None or not 1 <= number <= rounds(tournament):
            tournament.round(number)


def _voided(tournament: Tournament, cause: Cause) -> list[PairingsVoided]:
    """The boards for which others are lined up now, voided. A round that goes as a whole comes back by itself."""
    events = voided(tournament, tournament.format.stale(tournament), cause)
    if not tournament.format.on_command:
        return events
    left = {round_.number for round_ in after(tournament, events).rounds}
    return [event if event.round in left else replace(event, follows=True) for event in events]


def _later(tournament: Tournament, team: str, number: int) -> bool:
    """True if other line-ups were announced for later rounds, which this one replaces."""
    lineups = tournament.entry(team).lineups
    return any(since > number for since, _ in lineups)


def _only_here_and_once(tournament: Tournament, team: str, members: Sequence[tuple[str, str]]) -> None:
    others = {player: entry.name for entry in tournament.entries for player in entry.people if entry.player != team}
    problems: dict[str, list[str]] = {}
    for place, (player, name) in enumerate(members):
        if player in others:
            problems[f"members.{place}"] = [say("{name} plays for {others}", name=name, others=others[player])]
        elif player in [before for before, _ in members[:place]]:
            problems[f"members.{place}"] = [say("{name} stands in the list before", name=name)]
    if problems:
        raise Invalid(problems)


def _one_board_each(lined_up: Tournament, number: int, members: Sequence[tuple[str, str]]) -> None:
    """Raises `Invalid` for everybody who is lined up for a board to be played and has played another of its round."""
    problems: dict[str, list[str]] = {}
    boards = settings_of(lined_up).boards
    for round_ in (each for each in lined_up.rounds if each.number >= number):
        at = {player: pairing.slot for pairing in round_.pairings for player in (pairing.white, pairing.black)}
        played = {
            pairing.slot for pairing in round_.pairings if not pairing.is_bye and pairing.match in lined_up.results
        }
        for board, (player, name) in enumerate(members[:boards], 1):
            meeting, _, sits = at.get(player, "").partition("/")
            if sits and int(sits) != board and f"{meeting}/{board}" not in played:
                problem = say(
                    "{name} has played board {sits} of round {number}: line them up there from a later one on",
                    name=name,
                    sits=sits,
                    number=round_.number,
                )
                problems.setdefault(f"members.{board - 1}", []).append(problem)
    if problems:
        raise Invalid(problems)
