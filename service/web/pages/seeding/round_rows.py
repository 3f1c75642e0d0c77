"""A round before everybody sees it: tables, why two meet, and what a pairing by hand costs."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup

from core.tournament import Round, Tournament
from core.tournament.decisions.manual_pairing import pairing_warnings
from core.tournament.groups.draw import group_of
from core.tournament.model.explanation import SwissWhy, Why
from core.tournament.standings.explanation import explain_round
from core.tournament.timetable.view import table_order
from service.handlers.authors import Authors
from service.handlers.tournament.explanations import paired_afterwards
from service.web.http.context import deps
from service.web.i18n import core_messages, tournament_labels
from service.web.i18n.authors import author
from service.web.i18n.times import clock_time

Pairs = list[tuple[str, str]]


class Seat(NamedTuple):
    """A player at a seat."""

    player: str
    name: str
    gone: bool


class RoundRow(NamedTuple):
    """A match of a round, or the bye, with the reason for it; `group` is empty for one that is in no group."""

    table: str | None
    seats: tuple[Seat, ...]
    why: Markup
    group: str


def round_rows(state: Tournament, number: int, seated: Mapping[str, str]) -> list[RoundRow]:
    """The matches of a round by their tables, those of groups in the groups' order, and behind them who sits out."""
    round_, why = state.round(number), explain_round(state, number)

    def row(key: str, players: Sequence[str], group: str = "") -> RoundRow:
        seats = tuple(
            Seat(player, state.label_of(player), state.entry_of(player).withdrawn) for player in players if player
        )
        return RoundRow(seated.get(key), seats, _why(state, why[key]), group)

    rows = [
        row(pairing.match, (pairing.white, pairing.black), _group_name(group_of(pairing)))
        for pairing in round_.pairings
    ]
    if not any(round_row.group for round_row in rows):
        rows.sort(key=lambda round_row: table_order(round_row.table or ""))
    return rows + ([row("bye", (round_.bye,))] if round_.bye else [])


def _why(state: Tournament, why: Why) -> Markup:
    """The reason of a match or a bye, with its author and its time if a director paired it by hand."""
    text = core_messages.translate(why.text)
    after = paired_afterwards(deps(), state, why)
    if after is None or not after.by_hand:
        return text
    authors = Authors(deps().repository, state.created.club)
    writer = Markup("<bdi>{}</bdi>").format(author(after.recorded_by, authors).text)
    by = Markup.escape(_("By %(who)s, %(at)s.")) % {"who": writer, "at": clock_time(after.recorded_at)}
    return Markup("{} {}").format(text, by)


def _group_name(group: str) -> str:
    return tournament_labels.labels().section(group) if group else ""


def group_sentences(before: Tournament, after: Tournament) -> list[str]:
    """The players who are in another group after a change, a sentence each."""
    old, new = (
        {player: name for name, players in state.format.sections(state) for player in players}
        for state in (before, after)
    )
    return [
        _(
            "%(name)s: %(now)s instead of %(then)s",
            name=after.label_of(player),
            now=_group_name(group),
            then=_group_name(old[player]),
        )
        for player, group in new.items()
        if old.get(player, group) != group
    ]


def swapped(round_: Round, one: str, other: str) -> tuple[Pairs, str | None]:
    """The pairs of a round and its bye, after two of its players changed places."""
    places = {one: other, other: one}
    pairs = [
        (places.get(pairing.white, pairing.white), places.get(pairing.black, pairing.black))
        for pairing in round_.pairings
    ]
    return pairs, places.get(round_.bye, round_.bye) if round_.bye else None


def warnings(state: Tournament, round_: Round, pairs: Pairs, bye: str | None) -> list[Markup]:
    """Sentences about new pairs that should not be."""
    old = {frozenset((pairing.white, pairing.black)) for pairing in round_.pairings}
    new = [pair for pair in pairs if frozenset(pair) not in old]
    found = pairing_warnings(state, round_, new, bye if bye != round_.bye else None)
    return [core_messages.translate(each) for each in found]


class SwapCost(NamedTuple):
    """The cost of another pairing of a round: in words, and by the numbers of its format."""

    sentences: list[str]
    numbers: list[str]


def swap_cost(before: Tournament, after: Tournament, number: int) -> SwapCost:
    """The cost of another pairing of a round by the count of its format; none where a format does not count."""
    old, texts = _costs(before, number)
    new, _texts = _costs(after, number)
    if not old and not new:
        return SwapCost([], [])
    changed = [name for name in texts if old.get(name, 0) != new.get(name, 0)]
    sentences = _distance_sentences(before, after, number)
    if not changed:
        return SwapCost([*sentences, _("The round is as good as before.")], [])
    worse = new.get(changed[0], 0) > old.get(changed[0], 0)
    sentences.append(_("All in all the round becomes worse.") if worse else _("All in all the round becomes better."))
    numbers = [
        _(
            "%(what)s: %(now)s instead of %(then)s",
            what=core_messages.translate(texts[name]),
            now=new.get(name, 0),
            then=old.get(name, 0),
        )
        for name in changed
    ]
    return SwapCost(sentences, numbers)


def _distance_sentences(before: Tournament, after: Tournament, number: int) -> list[str]:
    """Distances in points of those who meet now, where the first of them met an opponent at another one before."""
    old = {player: each for each in _swiss(before, number) for player in each}
    sentences = []
    for pair in _swiss(after, number):
        (one, mine), (other, theirs) = pair.items()
        former = old.get(one, {})
        if pair.keys() == former.keys() or len(former) < 2:
            continue
        now, then = abs(mine - theirs), abs(former[one] - next(score for each, score in former.items() if each != one))
        if now != then:
            sentences.append(
                _(
                    "%(one)s and %(other)s: %(now)s instead of %(then)s",
                    one=after.label_of(one),
                    other=after.label_of(other),
                    now=_apart(now),
                    then=_apart(then),
                )
            )
    return sentences


def _swiss(state: Tournament, number: int) -> list[dict[str, int]]:
    """The players of each match of a Swiss with the points by which they are paired."""
    found = (why.players for why in explain_round(state, number).values() if isinstance(why, SwissWhy))
    return [{player.player: player.score for player in players} for players in found if len(players) == 2]


def _apart(points: int) -> str:
    return ngettext("%(num)s point apart", "%(num)s points apart", points) if points else _("equal")


def _costs(state: Tournament, number: int) -> tuple[dict[str, int], dict[str, str]]:
    """The cost of a whole round by criterion, the weightiest first, and the meaning of each."""
    totals: dict[str, int] = {}
    texts: dict[str, str] = {}
    for why in explain_round(state, number).values():
        for cost in why.costs if isinstance(why, SwissWhy) else ():
            totals[cost.criterion] = totals.get(cost.criterion, 0) + cost.cost
            texts[cost.criterion] = cost.text
    return totals, texts
