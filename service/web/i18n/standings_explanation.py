"""Explanation of a player's place, in sentences of the reader's language, made from the numbers of core."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.values import ANNULLED
from core.tournament.standings.explanation import (
    ExplainedOperand,
    ExplainedPlace,
    ExplainedTieBreak,
    Neighbour,
    Place,
    number,
    parting,
    sums,
)
from core.tournament.standings.standings import sections
from core.tournament.standings.tie_breaks import tie_break_of
from service.translations import translated
from service.translations.export_words import Language, signed
from service.translations.round_reached import CODE, reached_labels
from service.web.i18n import tournament_labels


def sentences(tournament: Tournament, place: ExplainedPlace, section: str = "") -> list[str]:
    """A place as `explain_place` gives it: each tie-break, then what parts it from the ranks above and below.

    With a `section` it is the place in that table, such as a group's; empty if the player is not in it.
    """
    language = tournament_labels.labels()
    came: Mapping[str, str] = {}
    if section:
        place = _in_section(place, section)
    else:
        came = reached_labels(tournament, language)
    sentences_ = [
        _tie_break(explained_tie_break, language, came.get(place.player))
        for explained_tie_break in _noted_once(place.tie_breaks)
    ]
    before = {line.player_id: line.rank for _name, lines in sections(tournament) for line in lines}
    beside = [
        _beside(place, neighbour, language, came, before) for neighbour in (place.above, place.below) if neighbour
    ]
    return sentences_ + beside


def _in_section(place: ExplainedPlace, section: str) -> ExplainedPlace:
    """The place in that table alone, where the round that a player reached later says nothing."""
    inside = next(
        (place_in_section for place_in_section in place.sections if place_in_section.name == section), Place()
    )
    shown = tuple(tie_break for tie_break in inside.tie_breaks if tie_break.code != CODE)
    return replace(place, rank=inside.rank, tie_breaks=shown, above=inside.above, below=inside.below)


def _noted_once(tie_breaks: Iterable[ExplainedTieBreak]) -> Iterator[ExplainedTieBreak]:
    """Each tie-break without the notes that an earlier one has."""
    noted: set[str] = set()
    for tie_break in tie_breaks:
        yield tie_break._replace(notes=tuple(note for note in tie_break.notes if note not in noted))
        noted.update(tie_break.notes)


def _tie_break(tie_break: ExplainedTieBreak, language: Language, came: str | None) -> str:
    """A value as a sum: `Buchholz cut 1: 9 = 4 + 3 + 2; dropped 1 (Bo)`."""
    title = _short(language, tie_break.code)
    if tie_break.value is None:
        return f"{title}: {_unless(tie_break.code, tie_break.tied)}"
    if tie_break.code == CODE and came:
        return f"{title}: {came}"
    parts = sums(tie_break.code, tie_break.value, [operand.numbers for operand in tie_break.operands])
    first, *later = map(signed, parts)
    text = f"{title}: {first}"
    for again in later:
        text = _("%(before)s; asked again of those still tied: %(sum)s", before=text, sum=again)
    dropped = ", ".join(
        f"{signed(number(explained_operand.numbers))} ({_opponent_name(explained_operand)})"
        for explained_operand in tie_break.dropped
    )
    text = _("%(sum)s; dropped %(dropped)s", sum=text, dropped=dropped) if dropped else text
    return "; ".join((text, *(translated(note, language.key) for note in tie_break.notes)))


def _short(language: Language, code: str) -> str:
    return translated(tie_break_of(code).title, language.key)


def _opponent_name(operand: ExplainedOperand) -> str:
    return operand.name or _("no opponent, round %(number)s", number=operand.round)


def _unless(code: str, tied: int) -> str:
    """The reason why a tie-break has no value for a player."""
    if tied == 1:
        return _("not asked, no other player is tied here")
    return {
        "head_to_head": _("not all of those who are tied have met"),
        "lots": _("lots are drawn once the tournament has started"),
    }.get(code, _("not asked"))


def _beside(
    place: ExplainedPlace, other: Neighbour, language: Language, came: Mapping[str, str], before: Mapping[str, int]
) -> str:
    """The difference of a player from a neighbour of another rank; `before` are the places in the stage before."""
    if other.decided_by == ANNULLED:
        return translated(other.sentence, language.key)
    mine, theirs, parted = parting(other.mine, other.theirs)
    code, values = other.decided_by, ["–" if each is None else signed(str(each)) for each in (mine, theirs)]
    if code == CODE and came:
        values = [came.get(each.player, "–") for each in (place, other)]
    against = _("%(mine)s against %(theirs)s", mine=values[0], theirs=values[1])
    difference = f"{_title(language, code, parted)}: {against}"
    if code == CODE and values[0] == values[1] and {place.player, other.player} <= before.keys():
        ranks = {"mine": before[place.player], "theirs": before[other.player]}
        difference = _("the place in the stage before: %(mine)s against %(theirs)s", **ranks)
    if place.rank is not None and other.rank < place.rank:
        return _("Behind %(who)s by %(difference)s", who=other.name, difference=difference)
    return _("Before %(who)s by %(difference)s", who=other.name, difference=difference)


def _title(language: Language, code: str, parted: int | None) -> str:
    """A tie-break, and which of its numbers is meant, if it has several."""
    title, tie_break = _short(language, code), tie_break_of(code)
    if parted is None:
        return title
    if tie_break.parts:
        title = f"{title}, {translated(tie_break.parts[parted % tie_break.numbers], language.key)}"
    return _("%(title)s when asked again of those still tied", title=title) if parted >= tie_break.numbers else title
