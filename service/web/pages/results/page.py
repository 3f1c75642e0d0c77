"""The results of a round on one page: whole results typed line by line, taken back at once, confirmed all together."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.errors import NotFound, VersionConflict
from core.events import GameResult
from core.tournament.model.byes import resting
from core.tournament.model.match_status import DRAFT, ENDED, REPORTED
from core.tournament.model.values import Round
from core.tournament.views.stages import taken_back_with
from service.handlers.authors import Authors
from service.handlers.tournament import result_reports, round_results, rounds, time_up
from service.handlers.tournament.round_results import UNJUDGED, RoundResults
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, form_text, query_text, whole_number
from service.web.http.verdict_wait import wait_until_judged
from service.web.i18n import labels, tournament_labels
from service.web.i18n.authors import author
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, REFUSALS, FormCall, NotWritten, Refusal, page_form
from service.web.pages.results import times, typed_games
from service.web.pages.results.lines import Ending, ResultLine, at_table, endings_of, lines_of, number_of
from service.web.pages.results.typed_games import MOST_TYPED
from service.web.pages.shared.expected_ends import RoundClock, round_clock
from service.web.pages.shared.following import following
from service.web.pages.shared.rights import organises_tournament
from service.web.pages.shared.time_up import so_far_field
from service.web.pages.shared.time_up import time_up as rounds_with_time_up
from service.web.pages.shared.tournament_head import ROUNDS, tournament_head

pages = PageBlueprint("round_pages", __name__)

PAGE = "/tournaments/<tournament:tournament>/rounds/<round:number>/results"
_NOT_AWAITED = (DRAFT, ENDED, UNJUDGED)
"""Status of matches whose result is not awaited: not published, not played out, or counted in a moment."""
Texts = dict[str, str]


@pages.get(PAGE)
def show(tournament: str, number: str) -> Response:
    """Every match of the round, with a field for its games while it is open; `?table=` is the one to begin with."""
    return _page(_found(tournament, number), at=query_text("table"))


def _again(tournament: str, number: str, refused: Refusal) -> Response:
    """The round as it is now, with what was typed and what was refused."""
    round_results = _found(tournament, number)
    return _page(round_results, refused, typed=_typed(round_results))


@page_form(pages, PAGE, "referee", _again)
def change(call: FormCall, tournament: str, number: str) -> str | Response:
    """Write the results that were typed (`save` one match, else all), take one back (`undo`), or go on typing."""
    round_results = _found(tournament, number)
    typed = _typed(round_results)
    if undone := form_text("undo", ID_LENGTH):
        return _undo(call, round_results, undone, typed)
    if pressed := form_text("add", ID_LENGTH):
        at, _colon, winner = pressed.partition(":")
        typed[at] = typed.get(at, "") + winner[:1] + form_text(f"ending-{at}", 10)
        return _page(round_results, typed=typed, at=at)
    if pressed := form_text("drop", ID_LENGTH):
        typed[pressed] = typed_games.without_last(typed.get(pressed, ""))
        return _page(round_results, typed=typed, at=pressed)
    if line := form_text("line", MOST_TYPED).strip():
        return _of_line(call, round_results, line, typed)
    only = form_text("save", ID_LENGTH)
    return _save(call, round_results, [only] if only else list(typed), typed)


@page_form(pages, f"{PAGE}/confirmations", "referee", _again, versioned=True)
def confirm_all(call: FormCall, tournament: str, number: str) -> str:
    """Confirm every result that was shown as reported, unless another person wrote meanwhile."""
    results = _found(tournament, number)
    waiting = {line.pairing.match for line in results.lines if line.status == REPORTED}
    matches = [each for each in request.form.getlist("match") if each in waiting]
    round_results.confirm_all(call.request, tournament, matches)
    return _address(results)


@page_form(pages, f"{PAGE}/time", "referee", _again, versioned=True)
def set_time(call: FormCall, tournament: str, number: str) -> str:
    """Set the time of the round, make it longer (`more`), or take it away (`step=none`)."""
    round_results = _found(tournament, number)
    times.change(round_results.tournament, round_results.round.number, call.request)
    return f"{_address(round_results)}#time"


@page_form(pages, f"{PAGE}/time-up", "referee", _again, versioned=True)
def decide_unfinished(call: FormCall, tournament: str, number: str) -> str:
    """Give an unfinished `match` of the round, or all of them, what the announced rule says."""
    match_id = form_text("match", ID_LENGTH)
    so_far = _so_far(_found(tournament, number), match_id)
    time_up.decide(call.request, tournament, int(number), [match_id] if match_id else [], so_far)
    if form_text("from", ID_LENGTH) == "desk":
        return f"/desk/{tournament}"
    return f"/tournaments/{tournament}/rounds/{number}/results"


@page_form(pages, f"{PAGE}/cut-taken-back", "organiser", _again, versioned=True)
def take_cut_back(call: FormCall, tournament: str, number: str) -> str:
    """Take the stage back that began with this round, or the cut, while nothing of it has been played."""
    state, taken = deps().repository.tournament(tournament), int(number)
    before = max((round_.number for round_ in state.rounds if round_.number < taken), default=0)
    if not call.request.previous_result(tournament):
        if not before or not taken_back_with(state, taken):
            raise NotFound("round", number)
        rounds.unpair(call.request, tournament, taken, "")
    return f"/tournaments/{tournament}/rounds/{before}/results"


def _so_far(found: RoundResults, only: str) -> dict[str, Sequence[GameResult]]:
    """The typed games of unfinished matches, of one alone if one is given. Raises `NotWritten` for what is none."""
    games: dict[str, Sequence[GameResult]] = {}
    for match_id in [only] if only else [line.pairing.match for line in found.lines]:
        if not (text := form_text(so_far_field(match_id), MOST_TYPED).strip()):
            continue
        read = typed_games.read(text, at_table(deps(), match_id), whole=False)
        if read.wrong:
            place = tournament_labels.place_of(found.tournament.seated.get(match_id), match_id)
            raise NotWritten(_("%(place)s: %(why)s", place=place, why=read.wrong))
        games[match_id] = read.games
    return games


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _typed(found: RoundResults) -> Texts:
    """The games that were typed, by the number of the match."""
    numbers = (number_of(line.pairing.match) for line in found.lines)
    return {number: text for number in numbers if (text := form_text(f"games-{number}", MOST_TYPED).strip())}


def _of_line(call: FormCall, found: RoundResults, line: str, typed: Texts) -> str | Response:
    """A line such as `3 121`: the table, a space, and the games."""
    named, _space, games = line.partition(" ")
    for each in found.lines:
        number = number_of(each.pairing.match)
        if (each.table or number).casefold() == named.casefold():
            if not games.strip():
                return _page(found, typed=typed, at=number)
            typed[number] = games.strip()
            return _save(call, found, [number], typed, line)
    alarm = _("There is no table %(name)s in this round.", name=named)
    return _page(found, status=422, typed=typed, line=line, line_wrong=alarm)


def _save(call: FormCall, found: RoundResults, numbers: list[str], typed: Texts, line: str = "") -> str | Response:
    tournament = found.tournament.id
    wrong: Texts = {}
    status, written = 422, list[str]()
    for number in numbers:
        match_id = f"{tournament}.{number}"
        if all(match_line.pairing.match != match_id for match_line in found.lines):
            raise NotFound("match", match_id)
        read = typed_games.read(typed.get(number, ""), at_table(deps(), match_id))
        if read.wrong:
            wrong[number] = read.wrong
            continue
        try:
            round_results.enter(call.part(match_id, read.games), tournament, match_id, read.games)
            written.append(match_id)
            typed.pop(number, None)
        except VersionConflict:
            status, wrong[number] = 409, _meanwhile(match_id)
        except REFUSALS as refused:
            status, wrong[number] = 409, Refusal(refused).alarm
    _count(call, tournament, written)
    if not wrong and not typed:
        return f"{_address(found)}#after-{number_of(written[-1])}" if written else _address(found)
    found = _found(tournament, str(found.round.number))
    beside = " ".join(wrong.values()) if line else ""
    return _page(
        found,
        status=status if wrong else 200,
        typed=typed,
        wrong=wrong,
        line=line,
        line_wrong=beside,
        at=next(iter(wrong), ""),
    )


def _count(call: FormCall, tournament_id: str, written: list[str]) -> None:
    """Wait a moment until results have reached the tournament, and confirm them where that is asked for."""
    confirms = deps().repository.tournament(tournament_id).created.confirm
    for match_id in written:
        head = deps().log.head(match_id)
        if head is None or not wait_until_judged(deps(), match_id, head.version):
            return
        if confirms:
            round_results.confirm_entered(call.part("confirms", match_id), tournament_id, match_id)


def _undo(call: FormCall, found: RoundResults, undone: str, typed: Texts) -> str | Response:
    number, _colon, version = undone.partition(":")
    tournament, match_id = found.tournament.id, f"{found.tournament.id}.{number}"
    order = call.part("undo", undone, expected=whole_number(version) or 0)
    try:
        round_results.take_back(order, tournament, found.round.number, match_id, _("taken back"))
    except VersionConflict:
        why = _("This result was changed meanwhile, or something follows from it. Nothing was written: look again.")
        raise NotWritten(why, status=409) from None
    if head := deps().log.head(match_id):
        wait_until_judged(deps(), match_id, head.version)
    found = _found(tournament, str(found.round.number))
    return _page(found, typed=typed, at=number) if typed else f"{_address(found)}?table={number}"


def _meanwhile(match_id: str) -> str:
    club = deps().repository.match(match_id).club
    by = result_reports.reporter(deps(), match_id)
    if by is None:
        return _("This match was recorded in meanwhile. Nothing of yours was written.")
    writer = author(by, Authors(deps().repository, club)).name
    return _("%(who)s wrote a result meanwhile. Nothing of yours was written.", who=writer)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _found(tournament_id: str, number: str) -> RoundResults:
    return round_results.round_results(deps(), visitor(request), tournament_id, int(number))


def _address(found: RoundResults) -> str:
    return f"/tournaments/{found.tournament.id}/rounds/{found.round.number}/results"


class Typing(NamedTuple):
    """Line typed above the list of results, with what is wrong with it, and the letters that may be typed."""

    line: str
    wrong: str
    endings: Sequence[Ending]
    """The endings that are typed by letters, the plain win first."""
    cube: bool


class ResultsPage(NamedTuple):
    """The results of a round as their page shows them."""

    round: Round
    title: str
    address: str
    lines: Sequence[ResultLine]
    typing: Typing
    at: str
    """The number of the match whose games are typed next; empty for the line above the list."""
    resting: Sequence[tuple[str, str]]
    """Players without a match by name, each with the reason."""
    clock: RoundClock | None
    time: times.TimeFields
    to_start: int | None
    """The announced minutes of a round that is published and whose clock does not run yet."""
    now: int
    """The time (Unix ms) at which the page was made, for its clock."""
    undecided: int
    all_in: bool
    takes_back: bool
    """The cut can be taken back."""

    @property
    def open(self) -> int:
        """The number of matches whose games can be typed."""
        return sum(line.open for line in self.lines)

    @property
    def waiting(self) -> Sequence[ResultLine]:
        """The lines whose results wait to be confirmed."""
        return [line for line in self.lines if line.waits]


def _page(
    found: RoundResults,
    refused: Refusal = ACCEPTED,
    *,
    status: int = 200,
    typed: Texts | None = None,
    wrong: Texts | None = None,
    at: str = "",
    line: str = "",
    line_wrong: str = "",
) -> Response:
    state, round_, lines = found.tournament, found.round, lines_of(deps(), found, typed or {}, wrong or {})
    named = (row.number for row in lines if row.open and at and at in (row.number, row.table))
    match = at_table(deps(), lines[0].match) if lines else None
    without_result = [row for row in found.lines if row.pairing.match not in state.results]
    page = ResultsPage(
        round=round_,
        title=tournament_labels.rounds(state, [round_]),
        address=_address(found),
        lines=lines,
        typing=Typing(line, line_wrong, endings_of(match) if match else [], match is not None and match.game.cube),
        at=next(named, ""),
        resting=[(state.label_of(player), labels.kind_word(kind)) for player, kind in resting(state, round_)],
        clock=round_clock(state, round_.number),
        time=times.fields(state, round_.number),
        to_start=times.to_start(state, round_.number) if without_result and not round_.draft else None,
        now=deps().clock(),
        undecided=sum(row.status not in _NOT_AWAITED for row in without_result),
        all_in=bool(found.lines) and not without_result,
        takes_back=taken_back_with(state, round_.number),
    )
    return render_page(
        "results/results.html",
        max(status, refused.status),
        page_head=tournament_head(state, ROUNDS, "results", number=round_.number),
        page=page,
        state=state,
        version=state.version,
        organises=organises_tournament(state.id),
        following=(after := following(state, round_.number)),
        results_word=tournament_labels.results_of(state, after.later) if after.later else "",
        draft_word=tournament_labels.publish_after_a_look(state, after.draft) if after.draft else "",
        print_everything=tournament_labels.print_everything,
        paired_anew=query_text("anew"),
        time_up_rounds=[time_up for time_up in rounds_with_time_up(state) if time_up.number == round_.number],
        **refused.shown(state),
    )
