"""A table of before and after: every result, pairing and place that a decision on a tournament would change."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.state import FINISHED
from core.tournament.model.values import Result
from core.tournament.views.diff import ByeChange, PairingChange, RankChange, ResultChange, changes
from core.tournament.views.tournament_view import Player, Players
from service.translations.isolation import beside, isolated
from service.translations.round_titles import numbered_round
from service.web.i18n import labels, tournament_labels

_SHOWN, _FEW_MORE = 12, 3
"""Rows of places that are shown before the others are folded, and the number of others that are not worth folding."""


class ChangedRow(NamedTuple):
    """A changed thing, as it is and as it would be."""

    what: str
    before: str
    after: str


class ChangedPart(NamedTuple):
    """Rows of one kind below a heading; `folded` are those that a reader asks for."""

    title: str
    rows: Sequence[ChangedRow]
    folded: Sequence[ChangedRow] = ()


def changed_parts(before: Tournament, after: Tournament) -> list[ChangedPart]:
    """The parts of the table, without those in which nothing changes."""
    found = changes(before, after)
    moved = {pairing.match for pairing in found.pairings}
    results = [_result(after, result) for result in found.results if result.match not in moved]
    pairings = [*_pairings(before, after, found.pairings), *(_bye(after, bye) for bye in found.byes)]
    parts = [ChangedPart(_("Results"), results), ChangedPart(_("Pairings"), pairings), *_places(found.ranks)]
    if found.status.before != found.status.after:
        words = [_status(found.status.before), _status(found.status.after)]
        parts.append(ChangedPart(_("Tournament"), [ChangedRow(after.created.name, *words)]))
    return [part for part in parts if part.rows]


def _result(after: Tournament, each: ResultChange) -> ChangedRow:
    what = f"{_round(after, each.round)}: {_pair(each.players)}"
    return ChangedRow(what, _result_words(each.before, each.players), _result_words(each.after, each.players))


def _result_words(result: Result | None, players: Players) -> str:
    if result is None:
        return _("no result")
    if result.kind == "bye":
        return _("bye")
    kind = "" if result.kind == "played" else labels.kind_word(result.kind)
    winner = players.get(result.winner) if result.winner else None
    won = _("%(who)s wins", who=winner.label) if winner else ""
    if result.score:
        points = {seat: result.score.get(seat, 0) for seat in players}
        score = "–".join(map(str, points.values()))
        leads = [seat for seat in points if points[seat] == max(points.values())]
        how = kind if not won or leads == [result.winner] else ": ".join(filter(None, (kind, won)))
        return f"{score} ({how})" if how else score
    return f"{kind}: {won}" if won else kind


def _pairings(before: Tournament, after: Tournament, rows: Iterable[PairingChange]) -> Iterator[ChangedRow]:
    """The pairings that go, each beside one that comes: in a bracket the one in its place, else one of its round."""
    places: dict[tuple[int, str, str], tuple[list[PairingChange], list[PairingChange]]] = {}
    for row in rows:
        gone, come = places.setdefault((row.round, row.stage, row.slot), ([], []))
        if row.before is not None:
            gone.append(row)
        if row.after is not None:
            come.append(row)
    for (number, _stage, _slot), (gone, come) in places.items():
        for old, new in zip_longest(gone, come):
            yield ChangedRow(
                _round(before if new is None else after, number),
                _gone(old) if old else "–",
                _with_table(after, new) if new else "–",
            )


def _gone(each: PairingChange) -> str:
    pair = _pair(each.before or {})
    if each.lost is None or each.lost.kind == "bye":
        return pair
    return _("%(pair)s (%(score)s counts no more)", pair=pair, score=_result_words(each.lost, each.before or {}))


def _with_table(after: Tournament, each: PairingChange) -> str:
    pair, table = _pair(each.after or {}), after.seated.get(each.match)
    return _("%(pair)s, table %(table)s", pair=pair, table=table) if table else pair


def _pair(players: Players) -> str:
    there, alone = [player.label for player in players.values() if player], _("bye")
    return f"{isolated(there[0])} ({alone})" if len(there) == 1 else beside(there)


def _bye(after: Tournament, each: ByeChange) -> ChangedRow:
    what = _("%(round)s, sits out", round=_round(after, each.round))
    return ChangedRow(what, _name(each.before), _name(each.after))


def _name(player: Player | None) -> str:
    return isolated(player.label) if player else "–"


def _places(rows: Iterable[RankChange]) -> Iterator[ChangedPart]:
    """The places that change, in a part for the whole table and one for each section."""
    for section, group in groupby(rows, key=lambda row: row.section):
        title = (
            _("Places, %(section)s", section=tournament_labels.labels().section(section)) if section else _("Places")
        )
        found = [
            ChangedRow(
                isolated(rank_change.name),
                _rank(rank_change.before, rank_change.shared_before),
                _rank(rank_change.after, rank_change.shared_after),
            )
            for rank_change in group
        ]
        shown = _SHOWN if len(found) > _SHOWN + _FEW_MORE else len(found)
        yield ChangedPart(title, found[:shown], found[shown:])


def _rank(rank: int | None, shared: bool | None) -> str:
    if rank is None:
        return "–"
    return _("%(rank)s (shared)", rank=rank) if shared else str(rank)


def _status(status: str) -> str:
    return _("over") if status == FINISHED else _("goes on")


def _round(tournament: Tournament, number: int) -> str:
    """A round by its name, or else by its number."""
    return numbered_round(tournament_labels.labels(), tournament, number)
