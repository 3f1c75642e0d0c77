"""The list of a round as its page shows it: a line for each match, with what was typed and what is wrong with it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask_babel import gettext as _

from core.errors import NotFound
from core.events import GameResult
from core.match import judging
from core.match.results.game_results import points, smallest
from core.match.state import Match
from core.tournament import Tournament
from core.tournament.match_opening import opening
from core.tournament.model import match_status
from service.bootstrap import Dependencies
from service.handlers.tournament.round_results import IN_PLAY, UNJUDGED, MatchLine, RoundResults
from service.web.i18n import labels, locale, tournament_labels
from service.web.i18n.tournament_labels import Badge
from service.web.pages.results import typed_games
from service.web.pages.shared import result_rows


class ResultLine(NamedTuple):
    """A line of the page. `seats` are the names in the order of their keys; `typed` is what was typed of an open match.

    `score` is empty without one, and `decided` says what decided a match of equal points. `waits`: the result waits to
    be confirmed. `ended` are the games of an open match that have ended, as they would be typed. `start` are the points
    with which its seats begin.
    """

    match: str
    number: str
    place: str
    table: str
    seats: tuple[str, ...]
    state: Badge
    open: bool
    length: str = ""
    most: int = 0
    target: int = 0
    typed: str = ""
    wrong: str = ""
    score: str = ""
    decided: str = ""
    winner: str = ""
    games: tuple[str, ...] = ()
    report: int = 0
    waits: bool = False
    ended: str = ""
    at_desk: bool = False
    correctable: bool = False
    start: str = "0,0"


def lines_of(
    deps: Dependencies, found: RoundResults, typed: Mapping[str, str], wrong: Mapping[str, str]
) -> tuple[ResultLine, ...]:
    """The lines of a round; `typed` and `wrong` by the number of the match."""
    return tuple(_line(deps, found.tournament, line, typed, wrong) for line in found.lines)


def number_of(match_id: str) -> str:
    """The number of a match in its tournament, as its fields are called."""
    return match_id.rpartition(".")[2]


def at_table(deps: Dependencies, match_id: str) -> Match:
    """A match as it was opened, or, of a draft, as it would be in this moment."""
    try:
        opened = deps.repository.match(match_id)
    except NotFound:
        state = deps.repository.tournament(match_id.rpartition(".")[0])
        pairing = state.match(match_id)
        opened = opening(state, next(round_ for round_ in state.rounds if pairing in round_.pairings), pairing)
    return judging.opened(match_id, opened)


def _line(
    deps: Dependencies, state: Tournament, each: MatchLine, typed: Mapping[str, str], wrong: Mapping[str, str]
) -> ResultLine:
    match_id, number = each.pairing.match, number_of(each.pairing.match)
    match = at_table(deps, match_id)
    is_open = each.status == match_status.OPEN
    line = ResultLine(
        match_id,
        number,
        tournament_labels.place_of(each.table or None, match_id),
        each.table or number,
        (state.label_of(each.pairing.white), state.label_of(each.pairing.black)),
        _badge(each),
        is_open,
        labels.length_and_start(match.opened.length, match.opened.start, match.opened.players),
        result_rows.count_of(match),
        match.opened.length.get("points", 0),
        typed.get(number, ""),
        wrong.get(number, ""),
        report=each.report,
        waits=each.status == match_status.REPORTED,
        at_desk=each.status in (match_status.DISPUTED, IN_PLAY),
        start=",".join(str((match.opened.start or {}).get(seat, 0)) for seat in match.seats),
        correctable=each.status not in (match_status.DRAFT, UNJUDGED),
    )
    if is_open:
        ended = typed_games.text_of(each.games, match, locale.current()) if each.games else ""
        return line._replace(score=_so_far(line.typed, match), ended=ended)
    result = each.result
    if result is None:
        return line
    winner = dict(zip(match.seats, line.seats, strict=False)).get(result.winner or "", "")
    score = "–".join(str(result.score.get(seat, 0)) for seat in match.seats) if result.score else ""
    decided = labels.decided(result.decided_by) if result.decided_by == "highest_game" else ""
    return line._replace(winner=winner, score=score, decided=decided, games=_special(match, result.games))


def _special(match: Match, games: Sequence[GameResult]) -> tuple[str, ...]:
    """The games that were no plain wins."""
    plain = smallest(match.game)
    return tuple(result_rows.line(match, game) for game in games if game.outcome != plain or game.cube > 1)


def _so_far(text: str, match: Match) -> str:
    form = typed_games.as_form(text, match) if text else None
    if not form:
        return ""
    rows = result_rows.results_of_form(form, result_rows.count_of(match), result_rows.placed(match))
    return "–".join(map(str, result_rows.score(rows, match).values()))


def _badge(line: MatchLine) -> Badge:
    status, kind = line.status, line.result.kind if line.result else ""
    if status == match_status.DECIDED:
        return Badge("finished", "✔", labels.kind_word(kind))
    return {
        match_status.DRAFT: Badge("draft", "✎", _("draft")),
        match_status.OPEN: Badge("waiting", "○", _("no result")),
        IN_PLAY: Badge("playing", "▶", _("played move by move")),
        UNJUDGED: Badge("waiting", "…", _("saved, counted in a moment")),
        match_status.REPORTED: Badge("look", "?", _("reported, to be confirmed")),
        match_status.DISPUTED: Badge("alarm", "≠", _("two results")),
        match_status.ENDED: Badge("ended", "■", _("not played out")),
    }.get(status, Badge("finished", "✔", _("finished")))


class Ending(NamedTuple):
    """An ending that is typed by a letter: `code` in the reader's language, and in English."""

    code: str
    english: str
    word: str
    points: int


def endings_of(match: Match) -> list[Ending]:
    """The endings that are typed by letters, the plain win first."""
    letters, english = typed_games.codes(match.game, locale.current()), typed_games.codes(match.game)
    return [
        Ending(code, english[name], labels.ending(name), points(match.game, GameResult(match.seats[0], name)))
        for name, code in letters.items()
    ]
