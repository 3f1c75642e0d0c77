"""Effect of each event of a tournament's rounds, from the pairing to the results: see `evolve`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.errors import NotFound
from core.events import (
    DecisionUndone,
    ImpasseResolved,
    MatchesScheduled,
    MatchesSeated,
    MatchReopened,
    MatchSettled,
    PairingsVoided,
    PenaltiesReported,
    ResultConfirmed,
    ResultDecided,
    ResultDisputed,
    RoundPaired,
    RoundPublished,
    RoundTimeSet,
    TablesSet,
    TimetableRulesSet,
)
from core.games import game_of
from core.tournament.model.leavers import counted_by_logs
from core.tournament.model.state import Tournament
from core.tournament.model.timetable import Break, Planned, with_matches, without_matches
from core.tournament.model.values import PairedAnew, Pairing, Result, Round, RoundTime, VoidedRound

_BYE = "bye"


# ── who meets whom, and where ────────────────────────────────────────────────────────────────────────────────────────
def _paired(after: Tournament, event: RoundPaired) -> Tournament:
    added = tuple(Pairing(*row) for row in event.pairings)
    matches = {pairing.match for pairing in added}
    rounds = {each.number: each for each in after.rounds}
    round_ = rounds.get(event.round)
    if round_ is None:
        by_itself = _is_by_itself(after, event.round, added)
        was_published = by_itself and event.round in after.withheld.published_rounds
        draft = bool(after.created.drafts) and not was_published
        round_ = Round(event.round, (), None, event.stage or "", draft)
    pairings = (*(pairing for pairing in round_.pairings if pairing.match not in matches), *added)
    if after.format.teams:
        pairings = tuple(sorted(pairings, key=_board))  # a board that is lined up anew stands where it stood
    elif all(pairing.slot for pairing in pairings):
        pairings = tuple(sorted(pairings, key=_number))  # a match that is there again stands where it stood
    rounds[event.round] = round_._replace(pairings=pairings, bye=event.bye or round_.bye)
    white = game_of(after.created.game).seats[0]
    byes = {pairing.match: Result(_BYE, white, {}, _BYE, ()) for pairing in added if pairing.is_bye}
    return _counted(
        after._replace(
            rounds=tuple(rounds[number] for number in sorted(rounds)),
            paired={**after.paired, **{pairing.match: pairing for pairing in added}},
            withheld=after.withheld._replace(
                drafted={**after.withheld.drafted, after.version: event} if round_.draft else after.withheld.drafted,
                voided_drafts=after.withheld.voided_drafts - matches,
            ),
            voided=after.voided._replace(
                pairings=tuple(pairing for pairing in after.voided.pairings if pairing[1].match not in matches),
                unpaired_rounds=after.voided.unpaired_rounds - {event.round},
                of_stages=after.voided.of_stages - matches,
                anew=_anew(after, event),
            ),
            # Before those who sit there now: the last at a table is who plays there.
            seated={
                **{match: table for match, table in after.former_tables.items() if match in matches},
                **after.seated,
            },
            timetable=with_matches(after.timetable, event.round, added),
            reported={**after.reported, **byes},
        ),
        *matches,
    )


def _anew(after: Tournament, event: RoundPaired) -> Mapping[tuple[int, str], PairedAnew]:
    """The pairings made anew, with those of an event that follows at once on the voided ones.

    A bracket and a meeting of teams say by their slots whence their players come, whenever they are paired.
    """
    others = {key: paired_anew for key, paired_anew in after.voided.anew.items() if key != (event.round, "")}
    anew = after.voided.anew.get((event.round, ""))
    if anew is None or anew.version != after.version - 1:
        return others
    rested = next((round_.bye for round_ in after.rounds if round_.number == event.round), None)
    keys = [row[0] for row in event.pairings if not any(row[3:])] + (["bye"] if event.bye not in (None, rested) else [])
    return {**others, **{(event.round, key): anew for key in keys}}


def _is_by_itself(before: Tournament, number: int, added: Sequence[Pairing]) -> bool:
    """True if a round is paired without a command: one of a bracket, or of teams that are lined up anew."""
    if before.format.on_command and before.format.teams:
        fallen = [round_.round for round_ in before.voided.rounds if round_.round.number == number]
        return number in before.voided.unpaired_rounds and not fallen[-1].draft
    return not before.format.on_command or (bool(added) and all(pairing.slot for pairing in added))


def _board(pairing: Pairing) -> tuple[int, ...]:
    """The meeting and the board of a match of two teams."""
    meeting, _, board = pairing.slot.partition("/")
    return (*map(int, meeting.split(".")), int(board))


def _number(pairing: Pairing) -> int:
    """The number of a match in its tournament."""
    return int(pairing.match.rpartition(".")[2])


def _published(after: Tournament, event: RoundPublished) -> Tournament:
    after.round(event.round)
    rounds = (round_._replace(draft=False) if round_.number == event.round else round_ for round_ in after.rounds)
    drafted = {
        version: round_paired
        for version, round_paired in after.withheld.drafted.items()
        if round_paired.round != event.round
    }
    published = after.withheld.published_rounds | {event.round}
    withheld = after.withheld._replace(published_rounds=published, drafted=drafted)
    return after._replace(rounds=tuple(rounds), withheld=withheld)


def _timed(after: Tournament, event: RoundTimeSet) -> Tournament:
    others = {number: time for number, time in after.times.items() if number != event.round}
    if event.starts is None or event.ends is None:
        return after._replace(times=others)
    return after._replace(times={**others, event.round: RoundTime(event.starts, event.ends)})


def _voided(after: Tournament, event: PairingsVoided) -> Tournament:
    match_ids, round_ = set(event.matches), after.round(event.round)
    remaining = round_._replace(
        pairings=tuple(pairing for pairing in round_.pairings if pairing.match not in match_ids),
        bye=None if event.bye else round_.bye,
    )
    rounds = (remaining if each is round_ else each for each in after.rounds)
    off = tuple((event.round, pairing) for pairing in round_.pairings if pairing.match in match_ids)
    fell = event.follows and not (remaining.pairings or remaining.bye)
    unseen = {
        version
        for version, round_paired in after.withheld.drafted.items()
        if round_paired.round == event.round
        and (match_ids & {row[0] for row in round_paired.pairings} or (event.bye and round_paired.bye))
    }
    left = {key: each for key, each in after.voided.anew.items() if event.follows or not _is_of(key, event)}
    instead = event.by_format is not None or remaining.pairings
    paired_anew = PairedAnew(after.version, event.reason, event.by_format is not None, event.cause)
    anew = {(event.round, ""): paired_anew} if instead else {}
    return after._replace(
        rounds=tuple(each for each in rounds if each.pairings or each.bye),
        withheld=after.withheld._replace(
            drafted={
                version: round_paired
                for version, round_paired in after.withheld.drafted.items()
                if version not in unseen
            },
            unseen=after.withheld.unseen | unseen | ({after.version} if round_.draft else set()),
            voided_drafts=after.withheld.voided_drafts | (match_ids if round_.draft else set()),
        ),
        voided=after.voided._replace(
            pairings=(*after.voided.pairings, *off),
            rounds=(*after.voided.rounds, *([VoidedRound(round_, event.by_format)] if fell else ())),
            unpaired_rounds=after.voided.unpaired_rounds | ({event.round} if fell else set()),
            anew=left if event.follows else {**left, **anew},
        ),
        paired={match: pairing for match, pairing in after.paired.items() if match not in match_ids},
        results={match: result for match, result in after.results.items() if match not in match_ids},
        seated={match: each for match, each in after.seated.items() if match not in match_ids},
        former_tables={**after.former_tables, **{m: table for m, table in after.seated.items() if m in match_ids}},
        timetable=without_matches(after.timetable, off),
    )


def _is_of(key: tuple[int, str], event: PairingsVoided) -> bool:
    """True if a pairing that was made anew is among those that are voided."""
    number, match = key
    return number == event.round and (match in event.matches or not match or (match == "bye" and event.bye))


def _resolved(after: Tournament, event: ImpasseResolved) -> Tournament:
    return after._replace(resolved={**after.resolved, event.round: event.way}, ended=after.ended or event.way == "end")


def _tables_set(after: Tournament, event: TablesSet) -> Tournament:
    names = {name for name, _ in event.tables}
    seated, former = (
        {match: table for match, table in each.items() if table in names}
        for each in (after.seated, after.former_tables)
    )
    planned = {
        key: time if time.table in names else time._replace(table="") for key, time in after.timetable.times.items()
    }
    timetable = after.timetable._replace(times=planned)
    return after._replace(tables=event.tables, seated=seated, former_tables=former, timetable=timetable)


def _seated(after: Tournament, event: MatchesSeated) -> Tournament:
    new = dict(event.seats)
    unchanged = {match: table for match, table in after.seated.items() if match not in new}
    # In the order in which they were seated: the last at a table is who sits there now.
    return after._replace(seated=unchanged | {match: table for match, table in new.items() if table})


def _scheduled(after: Tournament, event: MatchesScheduled) -> Tournament:
    new = {key: Planned(starts, ends, table) for key, starts, ends, table in event.times}
    times = {**after.timetable.times, **new}
    return after._replace(timetable=after.timetable._replace(times={k: time for k, time in times.items() if time.ends}))


def _timetable_rules(after: Tournament, event: TimetableRulesSet) -> Tournament:
    breaks = tuple(Break(*break_) for break_ in event.breaks)
    timetable = after.timetable._replace(breaks=breaks, rest=event.rest, pushes=event.pushes)
    return after._replace(timetable=timetable)


# ── what came of it ──────────────────────────────────────────────────────────────────────────────────────────────────
def _counted(after: Tournament, *matches: str) -> Tournament:
    """The results that count of these matches: the director's last decision, else what their own logs say."""
    results = {match: each for match, each in after.results.items() if match not in matches}
    for match in matches:
        result = counted_by_logs(after, match) if match in after.paired else None
        if result is not None:
            results[match] = result
    return after._replace(results=results)


def _settled(after: Tournament, event: MatchSettled) -> Tournament:
    kind = "adjudicated" if event.decided_by == "awarded" else "played"
    result = Result(kind, event.winner, event.score, event.decided_by, event.games)
    after = _known(after, event.match)
    return _counted(
        after._replace(
            reported={**after.reported, event.match: result},
            confirmed=after.confirmed - {event.match},
            disputed=after.disputed - {event.match},
        ),
        event.match,
    )


def _reopened(after: Tournament, event: MatchReopened) -> Tournament:
    after = _known(after, event.match)
    return _counted(
        after._replace(
            reported={match: result for match, result in after.reported.items() if match != event.match},
            confirmed=after.confirmed - {event.match},
            disputed=after.disputed - {event.match},
        ),
        event.match,
    )


def _penalised(after: Tournament, event: PenaltiesReported) -> Tournament:
    after = _known(after, event.match)
    others = {match: points for match, points in after.penalties.items() if match != event.match}
    return after._replace(penalties={**others, event.match: event.points} if event.points else others)


def _confirmed(after: Tournament, event: ResultConfirmed) -> Tournament:
    after = _known(after, event.match)
    return _counted(
        after._replace(confirmed=after.confirmed | {event.match}, disputed=after.disputed - {event.match}), event.match
    )


def _disputed(after: Tournament, event: ResultDisputed) -> Tournament:
    return _known(after, event.match)._replace(disputed=after.disputed | {event.match})


def _decided(after: Tournament, event: ResultDecided) -> Tournament:
    result = Result(event.kind, event.winner, event.score, event.decided_by, event.games, event.reason, event.cause)
    after = _known(after, event.match)
    stack = (*after.decisions.get(event.match, ()), (after.version, result))
    return _counted(after._replace(decisions={**after.decisions, event.match: stack}), event.match)


def _undone(after: Tournament, event: DecisionUndone) -> Tournament:
    stack = after.decisions.get(event.match, ())
    if event.decision not in [version for version, _ in stack]:
        raise NotFound("decision", str(event.decision), tuple(str(version) for version, _ in stack))
    remaining = tuple(each for each in stack if each[0] != event.decision)
    return _counted(after._replace(decisions={**after.decisions, event.match: remaining}), event.match)


def _known(after: Tournament, match_id: str) -> Tournament:
    """The tournament, if it ever paired this match. Raises `NotFound`."""
    if match_id not in after.paired and all(match_id != pairing.match for _, pairing in after.voided.pairings):
        raise NotFound("match", match_id)
    return after


ROUND_FOLDS: Mapping[type, Callable[[Tournament, Any], Tournament]] = {
    RoundPaired: _paired,
    RoundPublished: _published,
    RoundTimeSet: _timed,
    PairingsVoided: _voided,
    ImpasseResolved: _resolved,
    TablesSet: _tables_set,
    MatchesSeated: _seated,
    MatchesScheduled: _scheduled,
    TimetableRulesSet: _timetable_rules,
    MatchSettled: _settled,
    MatchReopened: _reopened,
    PenaltiesReported: _penalised,
    ResultConfirmed: _confirmed,
    ResultDisputed: _disputed,
    ResultDecided: _decided,
    DecisionUndone: _undone,
}
