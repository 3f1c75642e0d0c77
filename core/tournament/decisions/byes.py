"""Byes on request: the rounds that a player sits out, set by an organiser within the announced rule."""

from collections.abc import Iterable, Iterator, Sequence

from core.errors import Invalid, NotAllowed
from core.events import ByesSet, Event
from core.messages import either, say, term
from core.tournament import Tournament
from core.tournament.decisions.pairing import after
from core.tournament.model.reasons import NOT_BY_RULE, own_reason
from core.tournament.model.state import FINISHED
from core.tournament.model.values import FULL, HALF, WORTHS, ZERO, ByeRule, Entry, RequestedBye
from core.tournament.swiss.round_input import present, sitting

_WORTHS = {ZERO: say("no point"), HALF: say("half a point"), FULL: say("a full point")}


def set_byes(tournament: Tournament, player_id: str, byes: Sequence[RequestedBye], reason: str = "") -> list[Event]:
    """Set the coming rounds that a player sits out: those named, and no others. Without a change there is no event.

    Raises `NotFound`, `Invalid` naming every wrong row, and `NotAllowed` where the format has no byes on request, for a
    player who left, after the end, and where fewer than two would be left to play a round.
    """
    entry, rule = tournament.entry(player_id), _rule(tournament)
    if entry.withdrawn:
        raise NotAllowed(say("{entry_name} has withdrawn", entry_name=entry.name))
    if tournament.status == FINISHED:
        raise NotAllowed(
            say("{created_name} is over: no player is paired any more", created_name=tournament.created.name)
        )
    fixed = tuple(bye for bye in entry.byes if _is_paired(tournament, bye.round))
    wanted = (*fixed, *(bye for bye in sorted(byes) if bye not in fixed))
    if problems := dict(_problems(tournament, rule, byes, fixed)):
        raise Invalid(problems)
    _within_rule(rule, entry, wanted)
    if wanted == entry.byes:
        return []
    events: list[Event] = [ByesSet(player_id, wanted, reason)]
    _enough_left(after(tournament, events), wanted)
    return events


def away_until(tournament: Tournament, number: int, worth: str = ZERO) -> list[RequestedBye]:
    """The byes of a player who leaves now and is back in the round of that number."""
    upcoming = len(tournament.rounds) + 1
    if number <= upcoming:
        raise Invalid(
            {"back_in": [say("round {number} is not after the next one, {upcoming}", number=number, upcoming=upcoming)]}
        )
    return [RequestedBye(each, worth) for each in range(upcoming, number)]


def within_rule(tournament: Tournament, rounds: Sequence[int]) -> list[RequestedBye]:
    """Byes for these rounds that are still to be paired: the first for half a point, as many as the rule allows.

    The others, and the last round where the rule says so, are without points.
    """
    coming = (RequestedBye(round_, HALF) for round_ in sorted(set(rounds)) if not _is_paired(tournament, round_))
    return list(_fitted(_rule(tournament), coming))


def fitted_at_the_start(tournament: Tournament) -> list[Event]:
    """The byes of a tournament that has started and has no round yet, changed where the rule does not allow them.

    They were set while the number of rounds was not known, or before the announcement was amended. A bye that cannot
    have its points is without points, and one in a round that is not played falls.
    """
    rule, events = tournament.format.byes(tournament), list[Event]()
    for entry in tournament.entries:
        byes = tuple(_fitted(rule, entry.byes)) if rule is not None else ()
        if byes != entry.byes:
            events.append(ByesSet(entry.player, byes, *own_reason(NOT_BY_RULE)))
    return events


def _fitted(rule: ByeRule, byes: Iterable[RequestedBye]) -> Iterator[RequestedBye]:
    """These byes as far as the rule allows them: those of the first rounds with points, as many as it gives."""
    paid = 0
    for bye in byes:
        if not rule.allows(bye.round):
            continue
        worth = min(bye.worth, rule.worths[-1], key=WORTHS.index) if rule.pays(bye.round) else ZERO
        worth = worth if paid < rule.most else ZERO
        paid += worth != ZERO
        yield RequestedBye(bye.round, worth)


def for_missed_rounds(tournament: Tournament, player_id: str) -> list[Event]:
    """The byes of a late player for the rounds that they missed, where the announcement gives them.

    The first missed rounds count half a point each, as many as the rule allows.
    """
    rule, entry = tournament.format.byes(tournament), tournament.entry(player_id)
    if rule is None or not rule.late or HALF not in rule.worths:
        return []
    known = {bye.round for bye in entry.byes}
    missed = [
        round_.number for round_ in tournament.rounds if player_id not in sitting(round_) and round_.number not in known
    ]
    left = max(0, rule.most - _counting(entry.byes))
    added = tuple(RequestedBye(number, HALF) for number in missed[:left])
    return [ByesSet(player_id, tuple(sorted((*entry.byes, *added))))] if added else []


def _rule(tournament: Tournament) -> ByeRule:
    rule = tournament.format.byes(tournament)
    if rule is None:
        raise NotAllowed(say("{format_name} has no byes on request", format_name=term(tournament.format.name)))
    return rule


def _is_paired(tournament: Tournament, number: int) -> bool:
    return any(round_.number == number for round_ in tournament.rounds)


def _problems(
    tournament: Tournament, rule: ByeRule, byes: Sequence[RequestedBye], fixed: Sequence[RequestedBye]
) -> Iterator[tuple[str, list[str]]]:
    """The wrong rows by their places, with the reasons."""
    allowed = either(_WORTHS[worth] for worth in rule.worths)
    seen: set[int] = set()
    for place, bye in enumerate(byes):
        if bye.round in seen:
            yield f"byes.{place}.round", [say("stands in the list before")]
        elif bye not in fixed and _is_paired(tournament, bye.round):
            yield f"byes.{place}.round", [say("round {number} is paired already", number=bye.round)]
        elif rule.until and bye.round > rule.until:
            yield f"byes.{place}.round", [say("round {last} is the last", last=rule.until)]
        elif bye not in fixed and not rule.allows(bye.round):
            why = say("round {number} is none of a Swiss that is played now", number=bye.round)
            yield f"byes.{place}.round", [why]
        elif bye.worth not in rule.worths:
            yield f"byes.{place}.worth", [say("not announced: a round sat out counts {worths}", worths=allowed)]
        elif bye.worth != ZERO and not rule.pays(bye.round) and bye not in fixed:
            yield f"byes.{place}.worth", [say("the last round can be sat out without points only")]
        seen.add(bye.round)


def _within_rule(rule: ByeRule, entry: Entry, wanted: Sequence[RequestedBye]) -> None:
    if _counting(wanted) > max(rule.most, _counting(entry.byes)):
        raise NotAllowed(
            say(
                "rounds that {entry_name} would sit out with points: {count}, and announced are {most}",
                entry_name=entry.name,
                count=_counting(wanted),
                most=rule.most,
            )
        )


def _counting(byes: Sequence[RequestedBye]) -> int:
    """The number of byes with points."""
    return sum(bye.worth != ZERO for bye in byes)


def _enough_left(tournament: Tournament, wanted: Sequence[RequestedBye]) -> None:
    """Raises `NotAllowed` for a coming round that fewer than two players would play."""
    if tournament.seed is None:
        return
    for requested_bye in wanted:
        if not _is_paired(tournament, requested_bye.round) and len(present(tournament, requested_bye.round)) < 2:
            raise NotAllowed(say("fewer than two players would be left for round {number}", number=requested_bye.round))
