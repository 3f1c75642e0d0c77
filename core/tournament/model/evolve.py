"""Effect of each event on a tournament, one small function each. The tournament has the event's version already."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from core.errors import NotFound
from core.events import (
    DecisionUndone,
    EntryChanged,
    EntryFormSet,
    ImpasseResolved,
    MatchesSeated,
    MatchReopened,
    MatchSettled,
    PairingsVoided,
    PairsAllowed,
    PairsAvoided,
    PlayerCheckedIn,
    PlayerEntered,
    PlayersSeeded,
    PlayerWithdrew,
    ResultConfirmed,
    ResultDecided,
    ResultDisputed,
    RoundPaired,
    RoundPublished,
    TablesSet,
    TeamLinedUp,
    TournamentAmended,
    TournamentEnded,
    TournamentPublished,
    TournamentStarted,
)
from core.games import game_of
from core.tournament.model.state import Tournament, seed_order
from core.tournament.model.values import Entry, Pairing, Result, Round, VoidedRound

_BYE = "bye"


# ── as it was announced ──────────────────────────────────────────────────────────────────────────────────────────────
def _amended(after: Tournament, event: TournamentAmended) -> Tournament:
    values = {
        each.name: getattr(event, each.name) for each in fields(event) if each.name not in ("reason", "recorded_as")
    }
    changed = {name: value for name, value in values.items() if value is not None}
    return after._replace(created=replace(after.created, **changed))


# ── who takes part ───────────────────────────────────────────────────────────────────────────────────────────────────
def _entered(after: Tournament, event: PlayerEntered) -> Tournament:
    others = tuple(entry for entry in after.entries if entry.player != event.player)
    late = None if after.seed is None else len(after.rounds)
    entry = Entry(
        event.player, event.name, rating=event.rating, group=event.group, late=late,
        members=tuple((player, name) for player, name in event.members or ()),
    )  # fmt: skip
    came_late = after.seed is not None and event.player not in after.starters
    starters = (*after.starters, event.player) if came_late else after.starters
    return after._replace(entries=(*others, entry), starters=starters)


def _changed(after: Tournament, player_id: str, **changes: Any) -> Tournament:
    before = after.entry(player_id)
    entries = tuple(entry._replace(**changes) if entry is before else entry for entry in after.entries)
    return after._replace(entries=entries)


def _entry_changed(after: Tournament, event: EntryChanged) -> Tournament:
    return _changed(after, event.player, name=event.name, rating=event.rating, group=event.group)


def _form_set(after: Tournament, event: EntryFormSet) -> Tournament:
    return after._replace(entry_form=event)


def _lined_up(after: Tournament, event: TeamLinedUp) -> Tournament:
    entry = after.entry(event.team)
    known = dict(entry.members)
    at_first = ((1, tuple(known)),)
    lineup = event.round, tuple(player for player, _ in event.members)
    squad = (*entry.members, *((player, name) for player, name in event.members if player not in known))
    return _changed(after, event.team, members=squad, lineups=(*(entry.lineups or at_first), lineup))


def _withdrew(after: Tournament, event: PlayerWithdrew) -> Tournament:
    return _changed(after, event.player, withdrawn=True)


def _checked_in(after: Tournament, event: PlayerCheckedIn) -> Tournament:
    return _changed(after, event.player, checked_in=event.present)


def _seeded(after: Tournament, event: PlayersSeeded) -> Tournament:
    return after._replace(seeding=event.players, seeded=event)


def _started(after: Tournament, event: TournamentStarted) -> Tournament:
    return after._replace(seed=event.seed, starters=seed_order(after))


def _avoided(after: Tournament, event: PairsAvoided) -> Tournament:
    return after._replace(avoided={**after.avoided, **{_in_order(*pair): event.hard for pair in event.pairs}})


def _allowed(after: Tournament, event: PairsAllowed) -> Tournament:
    allowed = {_in_order(*pair) for pair in event.pairs}
    return after._replace(avoided={pair: hard for pair, hard in after.avoided.items() if pair not in allowed})


def _in_order(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


# ── who meets whom, and where ────────────────────────────────────────────────────────────────────────────────────────
def _paired(after: Tournament, event: RoundPaired) -> Tournament:
    added = tuple(Pairing(*row) for row in event.pairings)
    matches = {pairing.match for pairing in added}
    rounds = {each.number: each for each in after.rounds}
    round_ = rounds.get(event.round)
    if round_ is None:
        was_published = not after.format.on_command and event.round in after.published_rounds
        draft = bool(after.created.drafts) and not was_published
        round_ = Round(event.round, (), None, event.stage or "", draft)
    pairings = (*(each for each in round_.pairings if each.match not in matches), *added)
    if all(each.slot for each in pairings):
        pairings = tuple(sorted(pairings, key=_number))  # a match that is there again stands where it stood
    rounds[event.round] = round_._replace(pairings=pairings, bye=event.bye or round_.bye)
    white = game_of(after.created.game).seats[0]
    byes = {
        each.match: Result(_BYE, white, {}, _BYE, ()) for each in added if each.is_bye
    }  # fmt: skip
    return _counted(
        after._replace(
            rounds=tuple(rounds[number] for number in sorted(rounds)),
            drafted={**after.drafted, after.version: event} if round_.draft else after.drafted,
            unpaired_rounds=after.unpaired_rounds - {event.round},
            paired={**after.paired, **{pairing.match: pairing for pairing in added}},
            voided_pairings=tuple(each for each in after.voided_pairings if each[1].match not in matches),
            # Before those who sit there now: the last at a table is who plays there.
            seated={
                **{match: table for match, table in after.former_tables.items() if match in matches},
                **after.seated,
            },
            reported={**after.reported, **byes},
        ),
        *matches,
    )


def _number(pairing: Pairing) -> int:
    """The number of a match in its tournament."""
    return int(pairing.match.rpartition(".")[2])


def _published(after: Tournament, event: RoundPublished) -> Tournament:
    after.round(event.round)
    rounds = (each._replace(draft=False) if each.number == event.round else each for each in after.rounds)
    drafted = {version: each for version, each in after.drafted.items() if each.round != event.round}
    return after._replace(
        rounds=tuple(rounds), published_rounds=after.published_rounds | {event.round}, drafted=drafted
    )


def _voided(after: Tournament, event: PairingsVoided) -> Tournament:
    match_ids, round_ = set(event.matches), after.round(event.round)
    remaining = round_._replace(
        pairings=tuple(each for each in round_.pairings if each.match not in match_ids),
        bye=None if event.bye else round_.bye,
    )
    rounds = (remaining if each is round_ else each for each in after.rounds)
    off = tuple((event.round, each) for each in round_.pairings if each.match in match_ids)
    fell = event.follows and not (remaining.pairings or remaining.bye)
    unseen = {
        version for version, each in after.drafted.items()
        if each.round == event.round and (match_ids & {row[0] for row in each.pairings} or (event.bye and each.bye))
    }  # fmt: skip
    return after._replace(
        rounds=tuple(each for each in rounds if each.pairings or each.bye),
        voided_rounds=(*after.voided_rounds, VoidedRound(round_, event.by_format)) if fell else after.voided_rounds,
        unpaired_rounds=after.unpaired_rounds | ({event.round} if fell else set()),
        drafted={version: each for version, each in after.drafted.items() if version not in unseen},
        unseen=after.unseen | unseen | ({after.version} if round_.draft else set()),
        paired={match: each for match, each in after.paired.items() if match not in match_ids},
        results={match: each for match, each in after.results.items() if match not in match_ids},
        seated={match: each for match, each in after.seated.items() if match not in match_ids},
        former_tables={**after.former_tables, **{m: table for m, table in after.seated.items() if m in match_ids}},
        voided_pairings=(*after.voided_pairings, *off),
    )


def _resolved(after: Tournament, event: ImpasseResolved) -> Tournament:
    return after._replace(resolved={**after.resolved, event.round: event.way}, ended=after.ended or event.way == "end")


def _tables_set(after: Tournament, event: TablesSet) -> Tournament:
    names = {name for name, _ in event.tables}
    seated, former = (
        {match: table for match, table in each.items() if table in names}
        for each in (after.seated, after.former_tables)
    )
    return after._replace(tables=event.tables, seated=seated, former_tables=former)


def _seated(after: Tournament, event: MatchesSeated) -> Tournament:
    new = dict(event.seats)
    unchanged = {match: table for match, table in after.seated.items() if match not in new}
    # In the order in which they were seated: the last at a table is who sits there now.
    return after._replace(seated=unchanged | {match: table for match, table in new.items() if table})


# ── what came of it ──────────────────────────────────────────────────────────────────────────────────────────────────
def _counted(after: Tournament, *matches: str) -> Tournament:
    """The results that count of these matches: the director's last decision, else what their own logs say."""
    results = {match: each for match, each in after.results.items() if match not in matches}
    for match in matches:
        decisions = after.decisions.get(match)
        reported = after.reported.get(match)
        if match not in after.paired:
            continue
        if decisions:
            results[match] = decisions[-1][1]
        elif reported is not None and (not after.created.confirm or reported.kind == _BYE or match in after.confirmed):
            results[match] = reported
    return after._replace(results=results)


def _settled(after: Tournament, event: MatchSettled) -> Tournament:
    kind = "adjudicated" if event.decided_by == "awarded" else "played"
    result = Result(kind, event.winner, event.score, event.decided_by, event.games)
    after = _known(after, event.match)
    return _counted(
        after._replace(
            reported={**after.reported, event.match: result},
            confirmed=after.confirmed - {event.match}, disputed=after.disputed - {event.match},
        ),
        event.match,
    )  # fmt: skip


def _reopened(after: Tournament, event: MatchReopened) -> Tournament:
    after = _known(after, event.match)
    return _counted(
        after._replace(
            reported={match: each for match, each in after.reported.items() if match != event.match},
            confirmed=after.confirmed - {event.match}, disputed=after.disputed - {event.match},
        ),
        event.match,
    )  # fmt: skip


def _confirmed(after: Tournament, event: ResultConfirmed) -> Tournament:
    after = _known(after, event.match)
    return _counted(
        after._replace(confirmed=after.confirmed | {event.match}, disputed=after.disputed - {event.match}), event.match
    )


def _disputed(after: Tournament, event: ResultDisputed) -> Tournament:
    return _known(after, event.match)._replace(disputed=after.disputed | {event.match})


def _decided(after: Tournament, event: ResultDecided) -> Tournament:
    result = Result(
        event.kind, event.winner, event.score, event.decided_by, event.games, event.reason
    )  # fmt: skip
    after = _known(after, event.match)
    stack = (*after.decisions.get(event.match, ()), (after.version, result))
    return _counted(after._replace(decisions={**after.decisions, event.match: stack}), event.match)


def _undone(after: Tournament, event: DecisionUndone) -> Tournament:
    stack = after.decisions.get(event.match, ())
    if event.decision not in [version for version, _ in stack]:
        raise NotFound("decision", str(event.decision), tuple(str(version) for version, _ in stack))
    remaining = tuple(each for each in stack if each[0] != event.decision)
    return _counted(after._replace(decisions={**after.decisions, event.match: remaining}), event.match)


def _ended(after: Tournament, _event: TournamentEnded) -> Tournament:
    return after._replace(ended=True)


def _shown(after: Tournament, event: TournamentPublished) -> Tournament:
    return after._replace(created=replace(after.created, published=event.published))


def _known(after: Tournament, match_id: str) -> Tournament:
    """The tournament, if it ever paired this match. Raises `NotFound`."""
    if match_id not in after.paired and all(match_id != pairing.match for _, pairing in after.voided_pairings):
        raise NotFound("match", match_id)
    return after


FOLDS: Mapping[type, Callable[[Tournament, Any], Tournament]] = {
    PlayerEntered: _entered, EntryChanged: _entry_changed, EntryFormSet: _form_set,
    TeamLinedUp: _lined_up, PlayerWithdrew: _withdrew,
    PlayerCheckedIn: _checked_in, PlayersSeeded: _seeded, TournamentStarted: _started, PairsAvoided: _avoided,
    PairsAllowed: _allowed, RoundPaired: _paired, RoundPublished: _published, PairingsVoided: _voided,
    ImpasseResolved: _resolved, TablesSet: _tables_set, MatchesSeated: _seated, MatchSettled: _settled,
    MatchReopened: _reopened, ResultConfirmed: _confirmed, ResultDisputed: _disputed, ResultDecided: _decided,
    DecisionUndone: _undone, TournamentEnded: _ended, TournamentPublished: _shown, TournamentAmended: _amended,
}  # fmt: skip
