"""Players and results from a file of another program: chosen, looked at, and written as looked at."""

from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from core.errors import Invalid, NotAllowed
from core.imports import ImportedFile
from core.imports.match_results import LEFT, PROGRAMS, Options
from core.imports.values import KEPT
from core.tournament import Tournament
from core.tournament.model.state import OPEN
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.imports import players, results
from service.handlers.imports.confirmation import PreviewChanged
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text, whole_number
from service.web.http.problems import Rejected
from service.web.i18n import core_messages
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import FormCall, NotWritten, Refusal, page_form, problems_of
from service.web.pages.imports.sent_files import MOST, carried_on, choices_of, received, ticked
from service.web.pages.shared.tournament_head import SETTINGS, tournament_head
from service.web.pages.shared.uploads import takes_file

pages = PageBlueprint("import_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/import"
_DIGEST = 64


def _organiser(tournament_id: str) -> tuple[Principal | None, Tournament]:
    caller = visitor(request)
    authorize_tournament(deps(), caller, "organiser", tournament_id)
    return caller, deps().repository.tournament(tournament_id)


def _limit(_announced: int, tournament_id: str) -> tuple[int, str]:
    _organiser(tournament_id)
    return MOST, f"import_{tournament_id}"


@pages.get(_PAGE)
def show(tournament: str) -> Response:
    """Choose a file."""
    _caller, state = _organiser(tournament)
    return _page(state)


def _again(tournament: str, refused: Refusal) -> Response:
    """The preview as it is now, with the reason why nothing was written; the first page if the file is gone."""
    _caller, state = _organiser(tournament)
    wrong = refused.error
    try:
        file, carried = carried_on()
    except Invalid as gone:
        return _page(state, 422, _why(gone))
    lines = [player.line for player in file.players] + [
        wrong_player.line for wrong_player in (*file.wrong_players, *file.wrong_results)
    ]
    alarm, status = refused.alarm, 409
    if isinstance(wrong, Invalid):
        alarm, status = _("Choose at the marked lines first, or leave them out. Nothing is written yet."), 422
    elif isinstance(wrong, PreviewChanged):
        alarm = _("This is what would be written now. Look at it, then press again.")
    return _preview(state, file, carried, choices_of(lines), _options(), status, alarm)


def _not_read(tournament: str, refused: Refusal) -> Response:
    return _page(_organiser(tournament)[1], refused.status, refused.alarm)


@page_form(pages, _PAGE, "organiser", _not_read)
@takes_file(_limit)
def look(_call: FormCall, tournament: str) -> Response:
    """Show what a file becomes."""
    _caller, state = _organiser(tournament)
    try:
        file, carried = received()
    except (Invalid, Rejected, RequestEntityTooLarge) as wrong:
        raise NotWritten(_why(wrong)) from None
    return _preview(state, file, carried, {}, Options())


@page_form(pages, f"{_PAGE}/players", "organiser", _again)
def enter(call: FormCall, tournament: str) -> str | Response:
    """Enter the players as they were shown, or show what follows from other choices."""
    _caller, state = _organiser(tournament)
    file, carried = carried_on()
    choices = choices_of(
        [player.line for player in (*file.players,)] + [wrong_player.line for wrong_player in file.wrong_players]
    )
    if form_text("step") == "look":
        return _preview(state, file, carried, choices, Options())
    players.enter(call.request, tournament, file, choices, form_text("digest", _DIGEST))
    return f"/tournaments/{tournament}/entries"


@page_form(pages, f"{_PAGE}/results", "organiser", _again)
def write(call: FormCall, tournament: str) -> str | Response:
    """Write the results as they were shown, or show what follows from other choices."""
    _caller, state = _organiser(tournament)
    file, carried = carried_on()
    choices = choices_of([wrong_result.line for wrong_result in file.wrong_results])
    if form_text("step") == "look":
        return _preview(state, file, carried, choices, _options())
    results.write(call.request, tournament, file, _options(), choices, form_text("digest", _DIGEST))
    return f"/tournaments/{tournament}/import?written=1"


def _options() -> Options:
    """The choices for results; the form of players has none."""
    if request.path.endswith("/players"):
        return Options()
    return Options(ticked("points"), ticked("award"), ticked("pair"))


def _why(wrong: Exception) -> str:
    if isinstance(wrong, RequestEntityTooLarge):
        return _("The file is larger than %(size)s MB.", size=MOST // 1_000_000)
    if isinstance(wrong, Rejected):
        return core_messages.sentence(wrong.detail)
    if isinstance(wrong, Invalid):
        found = "; ".join(core_messages.translate(text) for texts in wrong.problems.values() for text in texts)
        return _("Nothing is read: %(why)s.", why=found)
    return " ".join(problems_of(wrong))


def _preview(
    state: Tournament,
    file: ImportedFile,
    carried: str,
    choices: dict[int, str],
    options: Options,
    status: int = 200,
    alarm: str = "",
) -> Response:
    """Preview of the file: its players before the start, its results after it."""
    caller = visitor(request)
    found: dict[str, Any] = {"people": None, "results": None}
    try:
        if state.status == OPEN and state.seed is None:
            found["people"] = players.preview(deps(), caller, state.id, file, _known(file, choices))
        else:
            found["results"] = results.preview(deps(), caller, state.id, file, options, _leaves(file, choices))
    except (Invalid, NotAllowed) as wrong:
        return _page(state, 409, alarm or _why(wrong))
    shown = [column for column in file.columns if column.meaning]
    used = [column.heading for column in shown if column.meaning in KEPT or " " in column.meaning]
    return _page(
        state,
        status,
        alarm,
        file=file,
        carried=carried,
        program=PROGRAMS.get(file.source, ""),
        options=options,
        used=used,
        aside=[column.heading for column in shown if column.heading not in used],
        choices=choices,
        left=LEFT,
        ignored=[column.heading for column in file.columns if not column.meaning],
        swiss=state.format.on_command,
        has_sets=any(result.sets for result in file.results),
        **found,
    )


def _known(file: ImportedFile, choices: dict[int, str]) -> dict[int, str]:
    lines = {player.line for player in file.players} | {wrong_player.line for wrong_player in file.wrong_players}
    return {line: choice for line, choice in choices.items() if line in lines}


def _leaves(file: ImportedFile, choices: dict[int, str]) -> dict[int, str]:
    lines = {wrong_result.line for wrong_result in file.wrong_results}
    return {line: choice for line, choice in choices.items() if line in lines and choice == "leave"}


def _page(state: Tournament, status: int = 200, alarm: str = "", **found: Any) -> Response:
    return render_page(
        "imports/import.html",
        status,
        page_head=tournament_head(state, SETTINGS),
        tournament=state.id,
        name=state.created.name,
        alarm=alarm,
        started=state.seed is not None,
        written=whole_number(query_text("written")),
        **found,
    )
