"""Effect of each event on a tournament, one small function each. The tournament has the event's version already."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from core.eventlog.personal_values import erased_name
from core.events import (
    AlternatesSet,
    BuyBackTakenBack,
    ByesSet,
    DecisionUndone,
    DrawWordsSaid,
    EntryChanged,
    EntryFormSet,
    ImpasseResolved,
    MatchReopened,
    MatchSettled,
    PairingsVoided,
    PairsAllowed,
    PairsAvoided,
    PlayerBoughtBack,
    PlayerCheckedIn,
    PlayerEntered,
    PlayerErased,
    PlayerReentered,
    PlayerReplaced,
    PlayersDrawn,
    PlayersExchanged,
    PlayersSeeded,
    PlayerWithdrew,
    ReentryTakenBack,
    ResultConfirmed,
    ResultDecided,
    ResultDisputed,
    RoundPaired,
    StageBegun,
    StageTakenBack,
    TeamLinedUp,
    TournamentAmended,
    TournamentCalledOff,
    TournamentCreated,
    TournamentDeleted,
    TournamentEnded,
    TournamentPublished,
    TournamentReinstated,
    TournamentStarted,
    WithdrawalTakenBack,
)
from core.tournament.model.evolve_money import MONEY_FOLDS
from core.tournament.model.evolve_rounds import ROUND_FOLDS
from core.tournament.model.state import Amendment, Tournament, seed_order
from core.tournament.model.values import BegunStage, Entry, Exchange, Lineup, LostIn, Member, RequestedBye

_OF_MATCHES = frozenset({"length", "check", "stop", "terms"})


# ── as it was announced ──────────────────────────────────────────────────────────────────────────────────────────────
def _amended(after: Tournament, event: TournamentAmended) -> Tournament:
    values = {
        field.name: getattr(event, field.name) for field in fields(event) if field.name not in ("reason", "recorded_as")
    }
    changed = {name: value for name, value in values.items() if value is not None}
    if after.seed is not None and changed.keys() - {"details"}:
        new = {name: value for name, value in changed.items() if name not in ("details", "settings")}
        before = after.created.settings or {}
        new |= {
            f"settings.{name}": value
            for name, value in (event.settings or {}).items()
            if event.settings is not None and before.get(name) != value
        }
        amendment = Amendment(after.version, len(after.rounds), new, event.reason)
        after = after._replace(kept=_kept(after, changed), amended=(*after.amended, amendment))
    return after._replace(created=replace(after.created, **changed))


def _kept(before: Tournament, changed: Mapping[str, Any]) -> Mapping[int, TournamentCreated]:
    """The matches of rounds that readers see are played as they were opened."""
    if _OF_MATCHES.isdisjoint(changed):
        return before.kept
    return {**{round_.number: before.created for round_ in before.rounds if not round_.draft}, **before.kept}


# ── who takes part ───────────────────────────────────────────────────────────────────────────────────────────────────
def _entered(after: Tournament, event: PlayerEntered) -> Tournament:
    others = tuple(entry for entry in after.entries if entry.player != event.player)
    late = None if after.seed is None else len(after.rounds)
    before = next((each for each in after.entries if each.player == event.player), Entry(event.player, event.name))
    entry = before._replace(
        name=event.name,
        withdrawn=False,
        rating=event.rating,
        group=event.group,
        checked_in=False,
        late=late,
        members=tuple(Member(player, name) for player, name in event.members or ()),
        lineups=(),
        in_place_of=None,
    )
    came_late = after.seed is not None and event.player not in after.starters
    starters = (*after.starters, event.player) if came_late else after.starters
    return _entered_from_the_list(after._replace(entries=(*others, entry), starters=starters), event.player)


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
    at_first = (Lineup(1, tuple(known)),)
    lineup = Lineup(event.round, tuple(player for player, _ in event.members))
    squad = (*entry.members, *(Member(player, name) for player, name in event.members if player not in known))
    return _changed(after, event.team, members=squad, lineups=(*(entry.lineups or at_first), lineup))


def _alternates_set(after: Tournament, event: AlternatesSet) -> Tournament:
    return after._replace(alternates=tuple(Member(*row) for row in event.alternates))


def _replaced(after: Tournament, event: PlayerReplaced) -> Tournament:
    late = after.entry(event.player).late
    after = _changed(after, event.player, withdrawn=True, byes=())
    others = tuple(entry for entry in after.entries if entry.player != event.by)
    entry = Entry(event.by, event.name, rating=event.rating, group=event.group, late=late, in_place_of=event.player)
    starters, seeding = (
        tuple(event.by if player == event.player else player for player in players if player != event.by)
        for players in (after.starters, after.draw.seeding)
    )
    return _entered_from_the_list(
        after._replace(entries=(*others, entry), starters=starters, draw=after.draw._replace(seeding=seeding)), event.by
    )


def _reentered(after: Tournament, event: PlayerReentered) -> Tournament:
    entry = Entry(
        event.entry,
        event.name,
        rating=event.rating,
        group=event.group,
        late=len(after.rounds),
        again_of=event.person,
        lost_in=LostIn(event.player, event.lost_in),
    )
    return after._replace(entries=(*after.entries, entry), starters=(*after.starters, event.entry))


def _not_reentered(after: Tournament, event: ReentryTakenBack) -> Tournament:
    after = _changed(after, event.entry, withdrawn=True, lost_in=None)
    return after._replace(starters=tuple(starter for starter in after.starters if starter != event.entry))


def _bought_back(after: Tournament, event: PlayerBoughtBack) -> Tournament:
    return _changed(after, event.player, bought=(*after.entry(event.player).bought, event.round))


def _not_bought_back(after: Tournament, event: BuyBackTakenBack) -> Tournament:
    bought = after.entry(event.player).bought
    return _changed(after, event.player, bought=tuple(each for each in bought if each != event.round))


def _entered_from_the_list(after: Tournament, player_id: str) -> Tournament:
    """An alternate who has entered is none any more."""
    return after._replace(
        alternates=tuple(alternate for alternate in after.alternates if alternate.player != player_id)
    )


def _withdrew(after: Tournament, event: PlayerWithdrew) -> Tournament:
    paired = max((round_.number for round_ in after.rounds), default=0)
    byes = tuple(bye for bye in after.entry(event.player).byes if bye.round <= paired)
    return _changed(after, event.player, withdrawn=True, byes=byes)


def _came_back(after: Tournament, event: WithdrawalTakenBack) -> Tournament:
    last = after.rounds[-1] if after.rounds else None
    there = last is None or event.player == last.bye or any(event.player in pairing[1:3] for pairing in last.pairings)
    missed = not there and after.format.on_command
    late = len(after.rounds) if missed else after.entry(event.player).late
    return _changed(after, event.player, withdrawn=False, late=late)


def _byes_set(after: Tournament, event: ByesSet) -> Tournament:
    return _changed(after, event.player, byes=tuple(RequestedBye(*row) for row in event.byes))


def _checked_in(after: Tournament, event: PlayerCheckedIn) -> Tournament:
    return _changed(after, event.player, checked_in=event.present)


def _seeded(after: Tournament, event: PlayersSeeded) -> Tournament:
    return after._replace(draw=after.draw._replace(seeding=event.players, seeded=event, seeds=None))


def _drawn(after: Tournament, event: PlayersDrawn) -> Tournament:
    by_lots = PlayersSeeded(event.players, "lots", event.seed)
    return after._replace(draw=after.draw._replace(seeding=event.players, seeded=by_lots, seeds=event.seeded))


def _started(after: Tournament, event: TournamentStarted) -> Tournament:
    return after._replace(seed=event.seed, starters=seed_order(after), rules=event.rules or 1)


def _words_said(after: Tournament, event: DrawWordsSaid) -> Tournament:
    return after._replace(draw=after.draw._replace(words=event.words))


def _name_erased(after: Tournament, event: PlayerErased) -> Tournament:
    """The name of a player stands on no list any more, also where they played for a team or entered again."""

    def renamed(member: Member) -> Member:
        return member._replace(name=erased_name(member.player)) if member.player == event.player else member

    entries = tuple(
        entry._replace(
            name=erased_name(entry.player) if entry.person == event.player else entry.name,
            members=tuple(map(renamed, entry.members)),
        )
        for entry in after.entries
    )
    return after._replace(entries=entries, alternates=tuple(map(renamed, after.alternates)))


def _exchanged(after: Tournament, event: PlayersExchanged) -> Tournament:
    exchanges = tuple(Exchange(*row) for row in event.exchanges)
    if after.stages:
        *before, last = after.stages
        there = last._replace(players=_in_changed_places(last.players, exchanges), exchanges=exchanges)
        return after._replace(stages=(*before, there))
    starters = _in_changed_places(after.starters, exchanges)
    return after._replace(starters=starters, draw=after.draw._replace(exchanges=exchanges))


def _in_changed_places(players: tuple[str, ...], exchanges: tuple[Exchange, ...]) -> tuple[str, ...]:
    order = list(players)
    for each in exchanges:
        one, other = order.index(each.player), order.index(each.other)
        order[one], order[other] = each.other, each.player
    return tuple(order)


def _stage_begun(after: Tournament, event: StageBegun) -> Tournament:
    first = max((round_.number for round_ in after.rounds), default=0) + 1
    begun = BegunStage(first, event.players, others=event.others or (), rules=event.rules or 1)
    return after._replace(stages=(*after.stages, begun))


def _stage_taken_back(after: Tournament, _event: StageTakenBack) -> Tournament:
    fallen = frozenset(pairing.match for _, pairing in after.voided.pairings)
    return after._replace(stages=after.stages[:-1], voided=after.voided._replace(of_stages=fallen))


def _avoided(after: Tournament, event: PairsAvoided) -> Tournament:
    return after._replace(avoided={**after.avoided, **{_in_order(*pair): event.hard for pair in event.pairs}})


def _allowed(after: Tournament, event: PairsAllowed) -> Tournament:
    allowed = {_in_order(*pair) for pair in event.pairs}
    return after._replace(avoided={pair: hard for pair, hard in after.avoided.items() if pair not in allowed})


def _in_order(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _ended(after: Tournament, _event: TournamentEnded) -> Tournament:
    return after._replace(ended=True)


def _called_off(after: Tournament, event: TournamentCalledOff) -> Tournament:
    return after._replace(called_off=event.reason)


def _reinstated(after: Tournament, _event: TournamentReinstated) -> Tournament:
    return after._replace(called_off=None)


def _deleted(after: Tournament, _event: TournamentDeleted) -> Tournament:
    return after._replace(deleted=True)


def _shown(after: Tournament, event: TournamentPublished) -> Tournament:
    return after._replace(created=replace(after.created, published=event.published))


MAY_END = frozenset(
    (
        DecisionUndone,
        ImpasseResolved,
        MatchReopened,
        MatchSettled,
        PairingsVoided,
        PlayerWithdrew,
        ResultConfirmed,
        ResultDecided,
        ResultDisputed,
        RoundPaired,
        TournamentCalledOff,
        TournamentEnded,
        TournamentReinstated,
        WithdrawalTakenBack,
    )
)
"""Events after which a tournament may be over, or not any more: the last of them says when it was over."""
FOLDS: Mapping[type, Callable[[Tournament, Any], Tournament]] = {
    PlayerEntered: _entered,
    EntryChanged: _entry_changed,
    EntryFormSet: _form_set,
    TeamLinedUp: _lined_up,
    AlternatesSet: _alternates_set,
    PlayerReplaced: _replaced,
    PlayerReentered: _reentered,
    ReentryTakenBack: _not_reentered,
    PlayerBoughtBack: _bought_back,
    BuyBackTakenBack: _not_bought_back,
    PlayerWithdrew: _withdrew,
    WithdrawalTakenBack: _came_back,
    ByesSet: _byes_set,
    PlayerCheckedIn: _checked_in,
    PlayersSeeded: _seeded,
    PlayersDrawn: _drawn,
    PlayerErased: _name_erased,
    DrawWordsSaid: _words_said,
    PlayersExchanged: _exchanged,
    StageBegun: _stage_begun,
    StageTakenBack: _stage_taken_back,
    TournamentStarted: _started,
    PairsAvoided: _avoided,
    PairsAllowed: _allowed,
    TournamentEnded: _ended,
    TournamentCalledOff: _called_off,
    TournamentReinstated: _reinstated,
    TournamentDeleted: _deleted,
    TournamentPublished: _shown,
    TournamentAmended: _amended,
    **ROUND_FOLDS,
    **MONEY_FOLDS,
}
