"""Alternates: a list of players of whom one takes the place of a player who does not come to the first round."""

from collections.abc import Sequence

from core.errors import NotAllowed
from core.events import AlternatesSet, Event, MatchesSeated, PairingsVoided, PlayerReplaced, RoundPublished
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.entries import Entrant
from core.tournament.decisions.pairing import after, pair
from core.tournament.decisions.rounds import is_on_command
from core.tournament.model.new_round import new_round
from core.tournament.model.reasons import own_reason, replaced
from core.tournament.model.state import FINISHED, OPEN
from core.tournament.model.values import Pairing, Round

MOST_ALTERNATES = 100
_BYE = "bye"


def set_alternates(tournament: Tournament, players: Sequence[tuple[str, str]]) -> list[Event]:
    """Set the alternates, (player id, name), in their order; no event if they are so already.

    Raises `NotAllowed` for teams, after the end, and naming those who take part or stand there twice.
    """
    name = tournament.created.name
    if tournament.format.teams:
        raise NotAllowed(say("a team that lacks a player lines up another one: alternates are for single players"))
    if tournament.status == FINISHED:
        raise NotAllowed(say("{created_name} is over: no player can take a place any more", created_name=name))
    inside = {entry.player for entry in tournament.entries if not entry.withdrawn}
    ids = [player for player, _name in players]
    wrong = [each for place, (player, each) in enumerate(players) if player in inside or player in ids[:place]]
    if wrong:
        raise NotAllowed(say("these take part already, or stand in the list before: {names}", names=tuple(wrong)))
    wanted = AlternatesSet(tuple((player, each) for player, each in players))
    return [] if wanted.alternates == tuple(map(tuple, tournament.alternates)) else [wanted]


def replace(tournament: Tournament, player_id: str, by: Entrant, reason: str = "") -> list[Event]:
    """Put an alternate in the place of a player who did not come: in the draw, and in each match of theirs.

    What others are paired stays as it is. Whether a match of the player has begun is not asked here. Raises `NotFound`
    for one who never entered, and `NotAllowed` where the first round is over for them, or `by` is no alternate.
    """
    if why := place_is_kept(tournament, player_id):
        raise NotAllowed(why)
    if by.player not in {alternate.player for alternate in tournament.alternates}:
        raise NotAllowed(say("{name} is not on the list of alternates: put them on it first", name=by.name))
    reason_given, cause = own_reason(replaced(player_id))
    inside = [round_ for round_ in tournament.rounds if _is_in(round_, player_id)]
    voided: list[Event] = [
        PairingsVoided(
            round_.number,
            tuple(pairing.match for pairing in _of(round_, player_id)),
            reason_given,
            bye=round_.bye == player_id,
            cause=cause,
        )
        for round_ in inside
    ]
    events = [*voided, PlayerReplaced(player_id, by.player, by.name, by.rating, by.group, reason)]
    for round_ in inside:
        events += paired_again(after(tournament, events), tournament, round_, player_id, by.player)
    return [*events, *pair(after(tournament, events))]


def place_is_kept(tournament: Tournament, player_id: str) -> str | None:
    """The reason why the place of a player cannot be given to an alternate; `None` if it can."""
    entry, name = tournament.entry(player_id), tournament.created.name
    if tournament.format.teams:
        return say("a team that lacks a player lines up another one: alternates are for single players")
    if tournament.status == OPEN:
        return say(
            "{created_name} has not started: take {entry_name} out, and enter the other player",
            created_name=name,
            entry_name=entry.name,
        )
    if tournament.status == FINISHED:
        return say("{created_name} is over: no player can take a place any more", created_name=name)
    if entry.withdrawn or player_id not in tournament.starters:
        return say("{entry_name} has left: take that back first, then give the place away", entry_name=entry.name)
    if tournament.stages or sum(is_on_command(tournament, round_) for round_ in tournament.rounds) > 1:
        return say("round 2 is paired: a place is given to an alternate in the first round only")
    counted = {**tournament.reported, **tournament.results}
    if any(
        counted[pairing.match].kind != _BYE for pairing in _all_of(tournament, player_id) if pairing.match in counted
    ):
        return say(
            "there is a result of {entry_name}: the place stays theirs, unless it is taken back", entry_name=entry.name
        )
    return None


def alternates_may_play(tournament: Tournament) -> bool:
    """True before the start, and then while the place of one player at least can be given to an alternate."""
    if tournament.format.teams or tournament.status == FINISHED:
        return False
    return tournament.status == OPEN or any(
        place_is_kept(tournament, starter) is None for starter in tournament.starters
    )


def unplayed_of(tournament: Tournament, player_id: str) -> list[str]:
    """The matches against an opponent that a player has still to play."""
    return [
        pairing.match
        for pairing in tournament.to_play
        if player_id in (pairing.white, pairing.black) and not pairing.is_bye
    ]


def paired_again(state: Tournament, before: Tournament, round_: Round, player_id: str, by: str) -> list[Event]:
    """The voided matches of a player in a round, with another in their place, at the tables that they had.

    `before` is the tournament before they were voided. A table that another match has got since stays with that.
    """
    rows = [tuple(by if each == player_id else each for each in pairing[1:]) for pairing in _of(round_, player_id)]
    pairs = [row if row[-1] else row[:-1] for row in rows]
    bye = by if round_.bye == player_id else None
    paired = new_round(state, pairs, bye, number=round_.number, stage=round_.stage or None)
    events: list[Event] = [paired]
    if after(state, events).round(round_.number).draft and not round_.draft:
        events.append(RoundPublished(round_.number))  # nothing of it was kept, so it began as a draft again
    old = zip(paired.pairings, _of(round_, player_id), strict=True)
    given = {
        table
        for pairing in before.to_play
        if player_id not in pairing[1:3] and (table := before.seated.get(pairing.match))
    }
    seats = tuple(
        (new[0], table) for new, pairing in old if (table := before.seated.get(pairing.match)) and table not in given
    )
    return [*events, MatchesSeated(seats)] if seats else events


def _is_in(round_: Round, player_id: str) -> bool:
    return round_.bye == player_id or bool(_of(round_, player_id))


def _of(round_: Round, player_id: str) -> list[Pairing]:
    return [pairing for pairing in round_.pairings if player_id in (pairing.white, pairing.black)]


def _all_of(tournament: Tournament, player_id: str) -> list[Pairing]:
    return [pairing for round_ in tournament.rounds for pairing in _of(round_, player_id)]
