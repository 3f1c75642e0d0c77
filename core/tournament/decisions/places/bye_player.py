"""The player with the bye in the place of one who leaves: a match is played instead of a walkover and a bye."""

from typing import NamedTuple

from core.errors import NotAllowed
from core.events import DecisionUndone, Event, PairingsVoided, PlayerWithdrew
from core.messages import one_after_another, say, term
from core.tournament import Tournament
from core.tournament.decisions.corrections import walked_over
from core.tournament.decisions.manual_pairing import pairing_warnings
from core.tournament.decisions.pairing import after, pair
from core.tournament.decisions.places.alternates import paired_again
from core.tournament.decisions.rounds import is_on_command
from core.tournament.model.reasons import bye_plays, own_reason
from core.tournament.model.state import FINISHED
from core.tournament.model.values import Pairing, Round


class ByePlayer(NamedTuple):
    """The player with the bye, whom the `opponent` of the one who leaves would meet in the round of that number.

    `warnings` are the reasons why they should not meet, such as that they have met already.
    """

    player: str
    opponent: str
    round: int
    warnings: tuple[str, ...]


def bye_player(tournament: Tournament, player_id: str) -> ByePlayer:
    """The player who can play in the place of this one, who leaves now or has left during the last round.

    Whether the match has begun is not asked here. Raises `NotFound`, and `NotAllowed` with the reason against it.
    """
    return _offered(tournament, player_id, _leaving(tournament, player_id, ""))[0]


def leave_to_bye_player(
    tournament: Tournament, player_id: str, reason: str = "", *, force: bool = False
) -> list[Event]:
    """Take a player out, and pair their opponent of the last round with the player who has the bye.

    A walkover that followed from the withdrawal is undone first. Raises as `bye_player`, and `NotAllowed` without
    `force` where the two should not meet.
    """
    events = _leaving(tournament, player_id, reason)
    offered, round_, match = _offered(tournament, player_id, events)
    if offered.warnings and not force:
        warnings = one_after_another(offered.warnings)
        raise NotAllowed(say('{warnings}. To pair them all the same, send "force": true', warnings=warnings))
    events += _paired(tournament, player_id, events, round_, match)
    return [*events, *pair(after(tournament, events))]


def _leaving(tournament: Tournament, player_id: str, reason: str) -> list[Event]:
    """The withdrawal; of a player who has left already, the walkover of the last round undone."""
    entry = tournament.entry(player_id)
    if not entry.withdrawn:
        return [PlayerWithdrew(player_id, reason)]
    return [
        DecisionUndone(match, version, reason)
        for match, version in walked_over(tournament, entry)
        if match in {pairing.match for pairing in tournament.rounds[-1].pairings}
    ]


def _offered(tournament: Tournament, player_id: str, leaving: list[Event]) -> tuple[ByePlayer, Round, Pairing]:
    """The offer, with the round and the match of the player. Raises `NotAllowed`."""
    if why := _no_round(tournament):
        raise NotAllowed(why)
    round_, name = tournament.rounds[-1], tournament.entry(player_id).name
    match = next((pairing for pairing in round_.pairings if player_id in pairing[1:3]), None)
    if match is None:
        raise NotAllowed(say("{name} has no match in round {number}", name=name, number=round_.number))
    state = after(tournament, leaving)
    if match.match in state.results or match.match in state.reported:
        raise NotAllowed(say("the match of {name} in round {number} has a result", name=name, number=round_.number))
    if not any(pairing in round_.pairings for pairing in tournament.to_play):
        raise NotAllowed(say("round {number} is played: its results stay", number=round_.number))
    opponent = match.black if match.white == player_id else match.white
    if opponent in tournament.withdrawn:
        raise NotAllowed(say("{name} has left, too", name=tournament.name_of(opponent)))
    changed = after(state, _paired(tournament, player_id, leaving, round_, match))
    if changed.format.stale(changed):
        raise NotAllowed(
            say("without {name} round {number} would be paired otherwise", name=name, number=round_.number)
        )
    bye = round_.bye or ""
    warnings = tuple(pairing_warnings(tournament, round_, [(opponent, bye)], None))
    return ByePlayer(bye, opponent, round_.number, warnings), round_, match


def _no_round(tournament: Tournament) -> str | None:
    """The reason why no player with a bye can play in the place of any other in the last round."""
    created, form = tournament.created, tournament.format
    if tournament.seed is None:
        return say("{created_name} has not started: no player sits out a round yet", created_name=created.name)
    if tournament.status == FINISHED:
        return say("{created_name} is over: no player can take a place any more", created_name=created.name)
    round_ = tournament.rounds[-1] if tournament.rounds else None
    if round_ is None or form.teams or not is_on_command(tournament, round_):
        return say("{form_name}: no player with a bye can play in the place of another now", form_name=term(form.name))
    if round_.draft:
        return say("round {number} is a draft: take it back, and pair it again", number=round_.number)
    if round_.bye is None or round_.bye in tournament.withdrawn:
        return say("no player has a bye in round {number}", number=round_.number)
    return None


def _paired(tournament: Tournament, player_id: str, leaving: list[Event], round_: Round, match: Pairing) -> list[Event]:
    """The match and the bye voided, and the two who are left paired, in the seats and at the table of the match."""
    bye, (reason, cause) = round_.bye or "", own_reason(bye_plays(player_id))
    by_format = (match[1:3], (bye,))
    void = PairingsVoided(round_.number, (match.match,), reason, bye=True, by_format=by_format, cause=cause)
    return [void, *paired_again(after(tournament, [*leaving, void]), tournament, round_, player_id, bye)]
