"""The form of an announcement filled in as an earlier tournament was announced, with the next name and date."""

from dataclasses import replace
from typing import Any

from flask import request

from core.dice.choice import OPTION
from core.tournament import Tournament
from service.handlers.series.tables import visible
from service.handlers.tournament import copies
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import tournament_details, tournament_labels
from service.web.pages.announcing import form, form_values


def values(source: Tournament) -> dict[str, str]:
    """The fields for the next tournament of the kind of `source`."""
    proposed = copies.proposed(deps(), source)
    created = replace(source.created, name=proposed["name"], details=proposed["details"])
    series = next((each for each, _name in _series(source)), "")
    return form_values.of_tournament(source._replace(created=created)) | {"as": source.id, "series": series}


def command(source: Tournament, typed: form.Values) -> form.Json:
    """The announcement as it was typed, and what the form has no field for as `source` was announced."""
    written, before = form.command(typed), source.created
    if (written["game"], written["format"]) != (before.game, before.format):
        return written
    others = {name: value for name, value in before.options.items() if name != OPTION}
    written["options"] = {**others, **written["options"]}
    if not form_values.keeps_all(source):
        written |= {"terms": list(map(dict, before.terms or ())), "tie_breaks": list(before.tie_breaks)}
    return written


def shown(club: str, source: Tournament | None) -> dict[str, Any]:
    """Data of the form about the tournament that is announced again, or about those that may be."""
    if source is None:
        found = copies.lately(deps(), visitor(request), club)
        return {"source": None, "lately": [_line(tournament) for tournament in found]}
    return {"source": source, "lately": [], "series_of": _series(source)}


def _line(each: Tournament) -> tuple[str, str, str]:
    about = (tournament_labels.format_name(each), tournament_details.when(each.created.details))
    return each.id, each.created.name, " · ".join(filter(None, about))


def _series(source: Tournament) -> list[tuple[str, str]]:
    """The ids and names of the open series in which a tournament counts."""
    _club, found, _inside = visible(deps(), visitor(request), source.created.club)
    return [
        (series.id, series.announcement.name)
        for series in found
        if not series.frozen and source.id in series.tournaments
    ]
