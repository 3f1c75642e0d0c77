"""Files of tournaments: brackets, tables, cross-tables and pairings, to look at, to print and to calculate with."""

from flask import Response
from flask_smorest import Blueprint

from schemas.views.brackets import Bracket, BracketsModel, CrossTables
from service.exports import CSV, EXPORTS, HTML, PDF, SVG, TEXT, XLSX, Export, ExportOptions, file_name
from service.exports.calendar import MEDIA as CALENDAR_MEDIA
from service.exports.calendar import Chosen
from service.exports.html import style_hash
from service.exports.pdf.typesetting import sheets_in
from service.handlers.tournament import exports
from service.web.hall_address import hall_addresses, shared_base
from service.web.http.heavy_reads import heavy
from service.web.http.query_params import CALENDAR, SPOKEN, SPREADSHEET, SPREADSHEET_IN_FULL, csv_form
from service.web.http.saved_file import saved_file
from service.web.http.seen_names import for_feeds
from service.web.openapi.description import TABLE
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("exports", __name__, url_prefix="/v1/tournaments", description="Tournaments as files")

_PART = "/<tournament:tournament>"
_ROUND = f"{_PART}/rounds/<round:number>"
_SEEN = Requirements("viewer", published=True)
_SAID = {
    CSV: TABLE,
    SVG: {"type": "string", "description": "A drawing."},
    HTML: {"type": "string", "description": "A page to read and to print; it needs nothing else."},
    XLSX: {"type": "string", "format": "binary", "contentMediaType": XLSX, "description": "A workbook."},
    TEXT: {"type": "string", "description": "A text whose lines are records."},
    PDF: {"type": "string", "format": "binary", "contentMediaType": PDF, "description": "A print on A4."},
}
_QUERIES = {
    "standings.csv": SPREADSHEET_IN_FULL,
    "newspaper.txt": SPOKEN,
    CSV: SPREADSHEET,
    HTML: SPOKEN,
    SVG: SPOKEN,
    PDF: SPOKEN,
}
"""Parameters of a file, by its name or else by its kind."""
_POLICY = "default-src 'none'; {}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
_OWN_LOOKS = {SVG: "style-src 'none'", PDF: "object-src 'self'; style-src 'unsafe-inline'"}
"""Policies of files that are shown: a drawing may use nothing, a print the viewer of the browser."""


# ── as data ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@operation(blueprint, "getBracket", "GET", f"{_PART}/bracket", _SEEN, {200: Bracket})
@heavy
def bracket(call: Call, tournament: str) -> Answer:
    """Every round with its matches and results, and every bracket with all its slots."""
    found = exports.bracket(call.deps, call.principal, tournament)
    return Answer(found, version=f"v{found.version}")


@operation(blueprint, "exportBracketJson", "GET", f"{_PART}/bracket.json", _SEEN, {200: Bracket})
def bracket_json(call: Call, tournament: str) -> Answer:
    """The same as `/bracket`."""
    return bracket(call, tournament)


@operation(blueprint, "getBracketsModel", "GET", f"{_PART}/brackets-model.json", _SEEN, {200: BracketsModel})
@heavy
def brackets_model(call: Call, tournament: str) -> Answer:
    """Brackets and groups as brackets-viewer draws them; a Swiss and meetings of teams have no stage there."""
    version, tables = exports.brackets_model(call.deps, call.principal, tournament)
    return Answer(tables, version=f"v{version}")


@operation(blueprint, "getCrosstable", "GET", f"{_PART}/crosstable", _SEEN, {200: CrossTables})
@heavy
def crosstable(call: Call, tournament: str) -> Answer:
    """Everybody's results against each opponent where all meet all, else round by round."""
    tables = exports.crosstables(call.deps, call.principal, tournament)
    return Answer(tables, version=f"v{tables.version}")


@operation(blueprint, "exportCrosstableJson", "GET", f"{_PART}/crosstable.json", _SEEN, {200: CrossTables})
def crosstable_json(call: Call, tournament: str) -> Answer:
    """The same as `/crosstable`."""
    return crosstable(call, tournament)


# ── as files ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _file(call: Call, tournament_id: str, name: str, number: str = "0") -> Response:
    """A file as an answer: shown or saved."""
    query, export = call.query, EXPORTS[name]
    asked = ExportOptions(
        lang=query.get("lang", "en"),
        round=int(number),
        csv=csv_form(query),
        every=query.get("columns") == "all",
        origin=_origin_for_phones() if export.media == PDF else "",
    )
    data = exports.export(call.deps, call.principal, tournament_id, name, asked)
    response = saved_file(data, export.media, file_name(tournament_id, name, asked), inline=export.inline)
    if export.media == PDF:
        response.headers["Brade-Sheets"] = str(sheets_in(data))
    if export.inline:
        looks = _OWN_LOOKS.get(export.media) or f"style-src '{style_hash()}'"
        response.headers["Content-Security-Policy"] = _POLICY.format(looks)
    return response


def _origin_for_phones() -> str:
    """The start of what codes on paper lead to; "" where no phone could open it."""
    return next(iter(hall_addresses()), "")


@operation(
    blueprint,
    "getTournamentCalendar",
    "GET",
    f"{_PART}/calendar.ics",
    Requirements("viewer", query=CALENDAR, published=True),
    {200: None},
    media={200: {CALENDAR_MEDIA: {"type": "string", "description": "A calendar (RFC 5545)."}}},
)
@heavy
@for_feeds
def calendar(call: Call, tournament: str) -> Response:
    """A calendar to subscribe to: the whole tournament and its rounds, or the matches of a player or at a table."""
    query = call.query
    chosen = Chosen(query.get("player"), query.get("table"))
    data = exports.calendar(call.deps, call.principal, tournament, chosen, query["lang"], shared_base())
    return saved_file(data, CALENDAR_MEDIA, f"{tournament}.ics", inline=True)


def _offer(name: str, export: Export) -> None:
    """Make a file an operation of the API."""

    def send(call: Call, tournament: str, number: str = "0") -> Response:
        return _file(call, tournament, name, number)

    send.__name__, send.__doc__ = name.replace(".", "_"), export.about
    part = _ROUND if export.of_round else _PART
    needs = Requirements("viewer", query=_QUERIES.get(name) or _QUERIES.get(export.media), published=True)
    media = {200: {export.media: _SAID[export.media]}}
    operation(blueprint, _operation_id(name), "GET", f"{part}/{name}", needs, {200: None}, media=media)(heavy(send))


def _operation_id(name: str) -> str:
    """The id of a file's operation, such as that of `pairings.pdf`: to export, the name, the suffix, in one word."""
    kind, suffix = name.split(".")
    return f"export{kind.capitalize()}" + ("" if kind.startswith(suffix) else suffix.capitalize())


for name, export in EXPORTS.items():
    _offer(name, export)
