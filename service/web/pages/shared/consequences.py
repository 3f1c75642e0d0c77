"""Consequences of a decision on a tournament, in sentences, before it is written."""

from collections.abc import Iterator
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament import Tournament
from core.tournament.model.state import FINISHED
from core.tournament.views.diff import changes
from service.handlers.tournament.preview import DecisionPreview
from service.web.i18n import labels

Json = dict[str, Any]


def consequence_sentences(found: DecisionPreview) -> list[str]:
    """Results, pairings and byes that would be other ones, matches that would be left out, and the end."""
    before, after = found.before, found.after
    different = changes(before, after)
    moved = {each["match"] for each in different["pairings"]}
    sentences = [_result(each) for each in different["results"] if each["match"] not in moved and each["after"]]
    sentences += [_pairing(after, each) for each in different["pairings"]]
    sentences += _byes(different["byes"])
    settled = sum(each["after"] is not None for each in different["results"])
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


def _result(each: Json) -> str:
    players, result = each["players"], each["after"]
    pair = _names(players)
    winner = players.get(result["winner"]) if result["winner"] else None
    kind = labels.kind_word(result["kind"])
    if winner is None:
        return _("Round %(number)s, %(pair)s: %(kind)s", number=each["round"], pair=pair, kind=kind)
    return _(
        "Round %(number)s, %(pair)s: %(who)s wins (%(kind)s)",
        number=each["round"], pair=pair, who=winner["name"], kind=kind,
    )  # fmt: skip


def _pairing(after: Tournament, each: Json) -> str:
    number = each["round"]
    if each["after"] is None:
        return _("Round %(number)s: %(pair)s no longer meet", number=number, pair=_names(each["before"]))
    pair, table = _names(each["after"]), after.seated.get(each["match"])
    if table:
        return _("Round %(number)s: %(pair)s meet at table %(table)s", number=number, pair=pair, table=table)
    return _("Round %(number)s: %(pair)s meet", number=number, pair=pair)


def _byes(rows: list[Json]) -> Iterator[str]:
    for each in rows:
        if each["after"]:
            yield _("Round %(number)s: %(who)s sits out", number=each["round"], who=each["after"]["name"])
        else:
            name = each["before"]["name"]
            yield _("Round %(number)s: %(who)s no longer sits out", number=each["round"], who=name)


def _names(players: Json) -> str:
    return " – ".join(each["name"] for each in players.values() if each)
