"""Rounds on the director's command: paired exactly once, however often it is asked for, shown, and taken back."""

from core.errors import Invalid, NotAllowed
from core.events import Event, PairingsVoided, RoundPublished, RoundTimeSet, StageTakenBack
from core.messages import say, term
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair
from core.tournament.model.impasse import as_sentence
from core.tournament.model.state import FINISHED, impasse
from core.tournament.model.values import Pairing, Round, RoundTime

LONGEST_DAYS = 366
"""Days from the start of a round to its end, at most: a league plays for months."""
_NAMED = 10
"""Matches that a refusal names at most."""
_DAY = 24 * 3600 * 1000


def pair_round(tournament: Tournament, number: int | None = None) -> list[Event]:
    """Pair the next round, which must be `number` if that is given; no event if it is there already.

    Raises `NotAllowed` before the start, after the end, naming the matches that are waited for, and where a format
    pairs by itself or has no way to pair any further.
    """
    created, form = tournament.created, tournament.format
    if tournament.seed is None:
        raise NotAllowed(say("{created_name} has not started: close its entries first", created_name=created.name))
    rounds = {round_.number for round_ in tournament.rounds}
    if number in rounds:
        return []
    following = pair(tournament)
    if following and not form.on_command:
        return following
    if tournament.status == FINISHED:
        raise NotAllowed(say("{created_name} is over: there is no round left to pair", created_name=created.name))
    if not form.on_command:
        raise NotAllowed(say("{form_name} {by_itself}", form_name=term(form.name), by_itself=_by_itself(tournament)))
    upcoming = len(rounds) + 1
    last = tournament.rounds[-1] if tournament.rounds else None
    waiting = tournament.to_play
    if number is not None and number != upcoming:
        raise NotAllowed(
            say("round {number} cannot be paired now: round {upcoming} is next", number=number, upcoming=upcoming)
        )
    if last is not None and waiting:
        if number is None and is_unplayed(tournament, last):
            return []
        raise NotAllowed(say("round {upcoming} waits for {named}", upcoming=upcoming, named=named(tournament, waiting)))
    begun = list(form.staged.begins(tournament))
    paired = form.next_round(after(tournament, begun), tournament.seed)
    if paired is None:
        stuck = impasse(tournament)
        raise NotAllowed(
            as_sentence(stuck)
            if stuck
            else say("{form_name} has no way to pair round {upcoming}", form_name=term(form.name), upcoming=upcoming)
        )
    return [*begun, paired, *pair(after(tournament, [*begun, paired]))]


def publish_round(tournament: Tournament, number: int) -> list[Event]:
    """Show a drafted round to everybody, so that it is played; no event if it was shown before.

    Raises `NotFound` for a round that is not there, `NotAllowed` before the start.
    """
    if tournament.seed is None:
        raise NotAllowed(
            say("{created_name} has not started: there is no round to publish", created_name=tournament.created.name)
        )
    if not tournament.round(number).draft:
        return []
    published = RoundPublished(number)
    return [published, *pair(after(tournament, [published]))]


def set_round_time(tournament: Tournament, number: int, time: RoundTime | None) -> list[Event]:
    """Say when a round starts and ends, or that it has no time any more; no event if it is so already.

    Raises `NotFound` for a round that is not there, `Invalid` for an end that does not come after the start or comes
    more than a year later, `NotAllowed` after the end of the tournament.
    """
    tournament.round(number)
    if tournament.status == FINISHED:
        name = tournament.created.name
        raise NotAllowed(say("{created_name} is over: no round of it has a time to come", created_name=name))
    if time is not None and time.ends <= time.starts:
        raise Invalid({"ends": [say("it is not after the start of the round")]})
    if time is not None and time.ends - time.starts > LONGEST_DAYS * _DAY:
        raise Invalid({"ends": [say("it is more than {days} days after the start of the round", days=LONGEST_DAYS)]})
    if tournament.times.get(number) == time:
        return []
    return [RoundTimeSet(number, *time) if time else RoundTimeSet(number)]


def unpair(tournament: Tournament, number: int, reason: str) -> list[Event]:
    """Take the last round back, which has not begun, so that it is paired again; with it the stage that began with it.

    Of a stage that pairs all it knows the first round stands for all of its rounds. Raises `NotFound` for a missing
    round, `NotAllowed` for one that has begun or is not the last, and in a format that would pair it again by itself.
    """
    if number == tournament.format.staged.began(tournament):
        return _stage_taken_back(tournament, number, reason)
    round_ = unbegun(tournament, number, say("taken back"))
    if number != tournament.rounds[-1].number:
        raise NotAllowed(
            say(
                "round {number} is not the last: take round {number2} back first",
                number=number,
                number2=tournament.rounds[-1].number,
            )
        )
    matches = tuple(pairing.match for pairing in round_.pairings)
    return [PairingsVoided(number, matches, reason, bye=round_.bye is not None)]


def _stage_taken_back(tournament: Tournament, number: int, reason: str) -> list[Event]:
    """The rounds of the last stage voided, and who went on to it forgotten. Raises `NotAllowed` once it has begun."""
    rounds = [round_ for round_ in tournament.rounds if round_.number >= number]
    for round_ in rounds:
        _ensure_unplayed(tournament, round_, say("taken back"))
    events: list[Event] = [
        PairingsVoided(
            round_.number, tuple(pairing.match for pairing in round_.pairings), reason, bye=round_.bye is not None
        )
        for round_ in rounds
    ]
    return [*events, StageTakenBack(reason)]


def unbegun(tournament: Tournament, number: int, to_be: str) -> Round:
    """A round that has not begun and was paired on command. Raises `NotFound`, `NotAllowed`."""
    form, round_ = tournament.format, tournament.round(number)
    if not is_on_command(tournament, round_):
        raise NotAllowed(
            say(
                "{form_name} pairs by itself, from its seeds and results: no round of it can be {to_be} by hand",
                form_name=term(form.name),
                to_be=to_be,
            )
        )
    _ensure_unplayed(tournament, round_, to_be)
    return round_


def _ensure_unplayed(tournament: Tournament, round_: Round, to_be: str) -> None:
    """Raises `NotAllowed` for a round with results, and after the end of the tournament."""
    number = round_.number
    if tournament.ended:
        raise NotAllowed(
            say(
                "{created_name} was ended: no round of it can be {to_be}",
                created_name=tournament.created.name,
                to_be=to_be,
            )
        )
    played = {**tournament.reported, **tournament.results}
    begun = tuple(pairing for pairing in round_.pairings if pairing.match in played and not pairing.is_bye)
    if begun:
        raise NotAllowed(
            say(
                "round {number} cannot be {to_be}: there are results of {named}",
                number=number,
                to_be=to_be,
                named=named(tournament, begun, plain=True),
            )
        )


def is_on_command(tournament: Tournament, round_: Round) -> bool:
    """True if this round was paired on command: it is no round of a bracket, which follows by itself.

    The matches of a bracket have a slot, and so have the boards of teams.
    """
    form = tournament.format
    return form.on_command and (form.teams or not any(pairing.slot for pairing in round_.pairings))


def is_unplayed(tournament: Tournament, round_: Round) -> bool:
    """Nothing of this round was played or decided, nor reported and waits to be confirmed; byes are not counted."""
    with_result = tournament.results.keys() | tournament.reported.keys()
    return not any(pairing.match in with_result and not pairing.is_bye for pairing in round_.pairings)


def named(tournament: Tournament, pairings: tuple[Pairing, ...], *, plain: bool = False) -> str:
    """Matches in words: `t_cup.1 (Anna – Bo, reported and not confirmed), t_cup.2 (Cilla – Dag)`."""
    matches = []
    for pairing in pairings[:_NAMED]:
        players = " – ".join(tournament.name_of(player) for player in (pairing.white, pairing.black) if player)
        state = say(", reported and not confirmed") if pairing.match in tournament.reported and not plain else ""
        matches.append(say("{match} ({players}{state})", match=pairing.match, players=players, state=state))
    more = say(" and {named} more", named=len(pairings) - _NAMED) if len(pairings) > _NAMED else ""
    return say("{matches}{more}", matches=matches, more=more)


def _by_itself(tournament: Tournament) -> str:
    if tournament.format.plan is None:
        return say("pairs all its rounds at the start: there is none left to pair")
    return say("pairs by itself, as soon as it can: it waits for {named}", named=named(tournament, tournament.to_play))
