"""Text for a newspaper: who won and how it was decided, the places, and every result, as plain text and as a page."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.games import game_of
from core.tournament import Tournament
from core.tournament.model.state import FINISHED
from core.tournament.model.values import Pairing, Result
from core.tournament.standings.standings import Standing, sections, standings
from core.tournament.views.csv_rows import tie_break_cell
from service.exports.tables import boards
from service.translations.dates import weekday
from service.translations.export_words import Language
from service.translations.round_reached import CODE, reached_labels
from service.translations.round_titles import round_title


class Part(NamedTuple):
    """A part of the text under its heading: the places, or a round."""

    title: str
    lines: Sequence[str]


class NewspaperText(NamedTuple):
    """The whole text. `lead` are the sentences that say who won, and how that was decided."""

    title: str
    about: str
    lead: Sequence[str]
    parts: Sequence[Part]


def newspaper(tournament: Tournament, language: Language) -> NewspaperText:
    """The text of a tournament as it stands; of one that is not over, who leads."""
    about = [
        weekday(str((tournament.created.details or {}).get("starts", "")), language.key),
        str((tournament.created.details or {}).get("place", "")),
        language.format(tournament.format.name),
        language.word("entrants", len(tournament.field)),
    ]
    lines = standings(tournament) if tournament.seed is not None else []
    tables = [*sections(tournament), ("", lines)] if tournament.seed is not None else []
    came = reached_labels(tournament, language)
    places = [
        Part(
            language.section(name) if name else language.word("standings"),
            [_place(tournament, line, "" if name else came.get(line.player_id, "")) for line in of_part],
        )
        for name, of_part in tables
    ]
    rounds = [_round(tournament, round_.number, language) for round_ in tournament.rounds if not round_.draft]
    return NewspaperText(
        tournament.created.name,
        " · ".join(filter(None, about)),
        list(_lead(tournament, lines, language)),
        [*places, *rounds],
    )


def newspaper_text(tournament: Tournament, language: Language) -> str:
    """The text with a blank line between its parts."""
    story = newspaper(tournament, language)
    parts = ["\n".join([part.title, *part.lines]) for part in story.parts]
    head = f"{story.title}\n{story.about}"
    return "\n\n".join(filter(None, (head, " ".join(story.lead), *parts))) + "\n"


# ── who won, and how ─────────────────────────────────────────────────────────────────────────────────────────────────
def _lead(tournament: Tournament, lines: Sequence[Standing], language: Language) -> Iterator[str]:
    played = [line for line in lines if line.played]
    if not played:
        return
    first = [line for line in played if line.rank == played[0].rank]
    names = [_named(tournament, line) for line in first]
    if tournament.status != FINISHED:
        yield language.word("paper_leads", _and(names, language))
        return
    if tournament.ended:
        yield language.word("paper_ended")
    if len(first) > 1:
        yield language.word("paper_shared", _and(names, language))
        return
    yield language.word("paper_won", names[0], tournament.created.name)
    if len(played) > 1 and (how := _decided(tournament, played[0], played[1], language)):
        yield how


def _decided(tournament: Tournament, first: Standing, second: Standing, language: Language) -> str:
    """The sentence on what put the winner before the next player: a last match of both, or what is counted first."""
    if tournament.format.plan is not None and (last := _last_match(tournament, first, second)):
        return language.word("paper_match", second.name, last)
    pairs = list(zip(first.tie_breaks, second.tie_breaks, strict=False))
    place = next(
        (at for at, (tie_break_value, other) in enumerate(pairs) if tie_break_value.value != other.value), None
    )
    if place is None or first.tie_breaks[place].code == CODE:
        return ""
    code = language.tie_break_title(first.tie_breaks[place].code)
    values = [tie_break_cell(tie_break_value) for tie_break_value in pairs[place]]
    if any(value is None for value in values):
        return ""
    if place == 0:
        return language.word("paper_counted", second.name, code, *map(str, values))
    return language.word("paper_level", first.name, second.name, code, *map(str, values))


def _last_match(tournament: Tournament, first: Standing, second: Standing) -> str:
    """The result of the last match of the two, if it was the last one of both; "" if they did not meet then."""
    both = {first.player_id, second.player_id}
    of_both = [
        pairing
        for round_ in tournament.rounds
        for pairing in round_.pairings
        if both & {pairing.white, pairing.black} and pairing.match in tournament.results
    ]
    if not of_both or {of_both[-1].white, of_both[-1].black} != both:
        return ""
    return _score(tournament, of_both[-1], first.player_id)


def _score(tournament: Tournament, pairing: Pairing, winner: str) -> str:
    """The points of a match, those of the winner first."""
    result: Result = tournament.results[pairing.match]
    seats = game_of(tournament.created.game).seats[:2]
    points = [result.score.get(seat, 0) for seat in seats]
    if not any(points):
        return ""
    return "–".join(map(str, points if pairing.white == winner else reversed(points)))


def _named(tournament: Tournament, line: Standing) -> str:
    """A player with their club or school."""
    group = tournament.entry_of(line.player_id).group
    return f"{line.name} ({group})" if group else line.name


def _and(names: Sequence[str], language: Language) -> str:
    *others, last = names
    return language.word("paper_and", ", ".join(others), last) if others else last


# ── places and results ───────────────────────────────────────────────────────────────────────────────────────────────
def _place(tournament: Tournament, line: Standing, came: str) -> str:
    """A place in a line: its number, the player, and how far they came or what is counted first."""
    counted = next((tie_break for tie_break in line.tie_breaks if tie_break.code != CODE), None)
    value = "" if counted is None else tie_break_cell(counted)
    shown = came or ("" if value is None else str(value))
    return " ".join(filter(None, (f"{line.rank}.", _named(tournament, line), shown)))


def _round(tournament: Tournament, number: int, language: Language) -> Part:
    rows = boards(tournament, number, language)
    lines = [" ".join(filter(None, (_pair(row.names, bye=row.bye), row.result))) for row in rows]
    return Part(round_title(language, tournament, tournament.round(number)), lines)


def _pair(names: tuple[str, str], *, bye: bool) -> str:
    return f"{names[0]}: {names[1]}" if bye else " – ".join(names)
