"""Consequences of a decision on a tournament, in sentences, before it is written."""

from collections.abc import Iterable, Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament import Tournament
from core.tournament.model.state import FINISHED
from core.tournament.model.values import Result
from core.tournament.views.diff import ByeChange, PairingChange, ResultChange, changes
from core.tournament.views.tournament_view import Players
from service.handlers.tournament.preview import DecisionPreview
from service.translations.isolation import beside
from service.web.i18n import labels, tournament_labels


def consequence_sentences(found: DecisionPreview) -> list[str]:
    """Results, pairings and byes that would be other ones, matches that would be left out, and the end."""
    before, after = found.before, found.after
    different = changes(before, after)
    moved = {pairing.match for pairing in different.pairings}
    sentences = [
        _result(after, result, result.after)
        for result in different.results
        if result.match not in moved and result.after
    ]
    sentences += [_pairing(after, pairing) for pairing in different.pairings]
    sentences += _byes(after, different.byes)
    settled = sum(result.after is not None for result in different.results)
    left_out = len(before.to_play) - len(after.to_play) - settled
    if left_out > 0 and not moved:
        sentences.append(
            ngettext(
                "%(num)s match that is not played is left out",
                "%(num)s matches that are not played are left out",
                left_out,
            )
        )
    if before.status != after.status == FINISHED:
        sentences.append(_("The tournament is over then"))
    return sentences


def _result(after: Tournament, each: ResultChange, result: Result) -> str:
    round_ = tournament_labels.short_round(after, each.round)
    pair = _names(each.players)
    winner = each.players.get(result.winner) if result.winner else None
    kind = labels.kind_word(result.kind)
    if winner is None:
        return _("%(round)s, %(pair)s: %(kind)s", round=round_, pair=pair, kind=kind)
    return _(
        "%(round)s, %(pair)s: %(who)s wins (%(kind)s)",
        round=round_,
        pair=pair,
        who=winner.label,
        kind=kind,
    )


def _pairing(after: Tournament, each: PairingChange) -> str:
    round_ = tournament_labels.short_round(after, each.round)
    alone = sum(player is not None for player in (each.after or each.before or {}).values()) == 1
    if each.after is None:
        pair = _names(each.before or {})
        if alone:
            return _("%(round)s: %(who)s no longer has a bye", round=round_, who=pair)
        return _("%(round)s: %(pair)s no longer meet", round=round_, pair=pair)
    if alone:
        return _("%(round)s: %(who)s has a bye", round=round_, who=_names(each.after))
    pair, table = _names(each.after), after.seated.get(each.match)
    if table:
        return _("%(round)s: %(pair)s meet at table %(table)s", round=round_, pair=pair, table=table)
    return _("%(round)s: %(pair)s meet", round=round_, pair=pair)


def _byes(after: Tournament, rows: Iterable[ByeChange]) -> Iterator[str]:
    for row in rows:
        round_ = tournament_labels.short_round(after, row.round)
        if row.after:
            yield _("%(round)s: %(who)s sits out", round=round_, who=row.after.label)
        elif row.before:
            yield _("%(round)s: %(who)s no longer sits out", round=round_, who=row.before.label)


def _names(players: Players) -> str:
    return beside(player.label for player in players.values() if player)
