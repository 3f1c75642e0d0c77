"""Files of tournaments: brackets, tables, cross-tables and pairings, to look at, to print and to calculate with."""

from hashlib import sha256

from flask import Response, request
from flask_smorest import Blueprint

from schemas.bracket_views import Bracket, CrossTables
from service.exports import CSV, EXPORTS, HTML, SVG, XLSX, Asked, file_name
from service.exports.pages import style_hash
from service.handlers import exports
from service.web.describing import TABLE
from service.web.needs import Needs
from service.web.operations import Answer, Call, operation
from service.web.queries import SPOKEN, SPREADSHEET, SPREADSHEET_IN_FULL

blueprint = Blueprint("exports", __name__, url_prefix="/v1/tournaments", description="Tournaments as files")

_PART = "/<tournament:tournament>"
_ROUND = f"{_PART}/rounds/<round:number>"
_SEEN = Needs("viewer", published=True)
_SHEET = Needs("viewer", query=SPREADSHEET, published=True)
_FULL = Needs("viewer", query=SPREADSHEET_IN_FULL, published=True)
_SPOKEN = Needs("viewer", query=SPOKEN, published=True)
_CSV = {200: {CSV: TABLE}}
_SVG = {200: {SVG: {"type": "string", "description": "A drawing."}}}
_HTML = {200: {HTML: {"type": "string", "description": "A page to read and to print; it needs nothing else."}}}
_XLSX = {200: {XLSX: {"type": "string", "contentMediaType": XLSX, "description": "A workbook."}}}
_POLICY = "default-src 'none'; style-src '{}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"


def _file(call: Call, tournament: str, name: str, number: str = "0") -> Response:
    """A file as an answer: shown or saved, and not sent again as long as it is the same."""
    query, export = call.query, EXPORTS[name]
    asked = Asked(
        lang=query.get("lang", "en"), round=int(number), bom=bool(query.get("bom")),
        every=query.get("columns") == "all",
    )  # fmt: skip
    data = exports.export(call.house, call.principal, tournament, name, asked)
    response = Response(data, mimetype=export.media)
    shown = "inline" if export.inline else "attachment"
    response.headers["Content-Disposition"] = f'{shown}; filename="{file_name(tournament, name, asked)}"'
    response.headers["Cache-Control"] = "private, no-cache"
    if export.inline:
        # A page has its own looks and nothing else; a drawing not even that.
        response.headers["Content-Security-Policy"] = _POLICY.format(style_hash() if export.media == HTML else "none")
    response.set_etag(sha256(data).hexdigest()[:20])
    response.make_conditional(request)
    return response


# ── brackets ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@operation(blueprint, "GET", f"{_PART}/bracket", _SEEN, {200: Bracket})
def bracket(call: Call, tournament: str) -> Answer:
    """Every round with its matches and results, and every bracket with all its slots."""
    words = exports.bracket(call.house, call.principal, tournament)
    return Answer(words, version=f"v{words['version']}")


@operation(blueprint, "GET", f"{_PART}/bracket.json", _SEEN, {200: Bracket})
def bracket_json(call: Call, tournament: str) -> Answer:
    """The same as `/bracket`."""
    return bracket(call, tournament)


@operation(blueprint, "GET", f"{_PART}/bracket.csv", _SHEET, {200: None}, media=_CSV)
def bracket_csv(call: Call, tournament: str) -> Response:
    """Every slot of the brackets, a line each; of a format without brackets the heading alone."""
    return _file(call, tournament, "bracket.csv")


@operation(blueprint, "GET", f"{_PART}/bracket.svg", _SPOKEN, {200: None}, media=_SVG)
def bracket_svg(call: Call, tournament: str) -> Response:
    """The brackets drawn for paper; without brackets the cross-tables, or the rounds."""
    return _file(call, tournament, "bracket.svg")


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@operation(blueprint, "GET", f"{_PART}/standings.csv", _FULL, {200: None}, media=_CSV)
def standings_csv(call: Call, tournament: str) -> Response:
    """The table for a spreadsheet; for Excel with `bom=1`, with all that is known with `columns=all`."""
    return _file(call, tournament, "standings.csv")


@operation(blueprint, "GET", f"{_PART}/standings.xlsx", _SEEN, {200: None}, media=_XLSX)
def standings_xlsx(call: Call, tournament: str) -> Response:
    """A workbook: the table, the cross-tables, every result, the players."""
    return _file(call, tournament, "standings.xlsx")


@operation(blueprint, "GET", f"{_PART}/standings.html", _SPOKEN, {200: None}, media=_HTML)
def standings_html(call: Call, tournament: str) -> Response:
    """The table, and those of groups, as a page to print."""
    return _file(call, tournament, "standings.html")


@operation(blueprint, "GET", f"{_PART}/crosstable", _SEEN, {200: CrossTables})
def crosstable(call: Call, tournament: str) -> Answer:
    """Everybody's results against each opponent where all meet all, else round by round."""
    words = exports.crosstables(call.house, call.principal, tournament)
    return Answer(words, version=f"v{words['version']}")


@operation(blueprint, "GET", f"{_PART}/crosstable.json", _SEEN, {200: CrossTables})
def crosstable_json(call: Call, tournament: str) -> Answer:
    """The same as `/crosstable`."""
    return crosstable(call, tournament)


@operation(blueprint, "GET", f"{_PART}/crosstable.csv", _SHEET, {200: None}, media=_CSV)
def crosstable_csv(call: Call, tournament: str) -> Response:
    """The cross-tables for a spreadsheet: `W5-2` won by 5 points to 2; by rounds, `12W5-2` against row 12."""
    return _file(call, tournament, "crosstable.csv")


@operation(blueprint, "GET", f"{_PART}/crosstable.xlsx", _SEEN, {200: None}, media=_XLSX)
def crosstable_xlsx(call: Call, tournament: str) -> Response:
    """The cross-tables as a workbook."""
    return _file(call, tournament, "crosstable.xlsx")


@operation(blueprint, "GET", f"{_PART}/crosstable.html", _SPOKEN, {200: None}, media=_HTML)
def crosstable_html(call: Call, tournament: str) -> Response:
    """The cross-tables as a page to print."""
    return _file(call, tournament, "crosstable.html")


# ── matches ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@operation(blueprint, "GET", f"{_PART}/matches.csv", _SHEET, {200: None}, media=_CSV)
def matches_csv(call: Call, tournament: str) -> Response:
    """Every match with its result, how it came about, when it was written and as which event."""
    return _file(call, tournament, "matches.csv")


@operation(blueprint, "GET", f"{_ROUND}/pairings.csv", _SHEET, {200: None}, media=_CSV)
def pairings_csv(call: Call, tournament: str, number: str) -> Response:
    """Who meets whom in a round, in the order of the tables."""
    return _file(call, tournament, "pairings.csv", number)


@operation(blueprint, "GET", f"{_ROUND}/pairings.html", _SPOKEN, {200: None}, media=_HTML)
def pairings_html(call: Call, tournament: str, number: str) -> Response:
    """A round for the wall: by table, and on another sheet by name."""
    return _file(call, tournament, "pairings.html", number)
