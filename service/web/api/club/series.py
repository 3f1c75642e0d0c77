"""Series of a club over the API: announced and changed, their tournaments, the table, a player, and files."""

from flask import Response
from flask_smorest import Blueprint

from schemas.dump import dumper
from schemas.series import views
from schemas.series.requests import SeriesAnnouncing, SeriesTournaments
from service.exports import CSV, PDF, XLSX
from service.exports.calendar import MEDIA as CALENDAR
from service.exports.pdf.series import certificates_pdf as series_certificates_pdf
from service.exports.pdf.series import series_pdf
from service.exports.series_files import cell_rows, series_xlsx, table_rows
from service.handlers.series import decisions, final, tables
from service.handlers.series import views as shown
from service.handlers.series.calendar import calendar
from service.handlers.series.proposals import proposals
from service.web.hall_address import shared_base
from service.web.http.heavy_reads import heavy
from service.web.http.query_params import COMING, CURSOR, FINAL, PREVIEW, SPOKEN, SPREADSHEET, csv_form
from service.web.http.request_body import json_body
from service.web.http.saved_file import saved_file
from service.web.http.seen_names import for_feeds, on_paper
from service.web.openapi.description import TABLE
from service.web.openapi.operation import Answer, Call, listing, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("series", __name__, url_prefix="/v1/clubs", description="Series of clubs")

_ALL = "/<club:club>/series"
_ONE = f"{_ALL}/<series:series>"
_ANNOUNCED = json_body(
    SeriesAnnouncing(),
    example={"name": "Season 2026", "tables": [{"points": [10, 7, 5, 3, 2, 1]}], "participation": 1, "best": 6},
)
_COUNTED = json_body(SeriesTournaments(), example={"tournaments": ["t_k3wq5d7xk2"], "factor": 2})
_READ = Requirements("viewer", public_list=True)


# ── what is announced ────────────────────────────────────────────────────────────────────────────────────────────────
@operation(
    blueprint,
    "listSeries",
    "GET",
    _ALL,
    Requirements("viewer", query=CURSOR, public_list=True),
    {200: views.SeriesList},
)
def every(call: Call, club: str) -> Answer:
    """The series of a club that the caller may read, the newest first."""
    _club, found, _inside = tables.visible(call.deps, call.principal, club)
    return listing(views.SeriesList, [shown.SeriesView(series) for series in found], call.query)


@operation(
    blueprint,
    "announceSeries",
    "POST",
    _ALL,
    Requirements("organiser", _ANNOUNCED, key=True),
    {201: views.ListedSeries},
    also=(409,),
)
def announce(call: Call, club: str) -> Answer:
    """Announce a series: what its results are worth, and which count. It has no tournaments yet."""
    series = decisions.announce(call.request, club, call.body)
    location = f"/v1/clubs/{club}/series/{series.id}"
    return Answer(shown.SeriesView(series), 201, headers={"Location": location})


@operation(blueprint, "getSeries", "GET", _ONE, _READ, {200: views.ListedSeries})
def one(call: Call, club: str, series: str) -> Answer:
    """A series as it is announced, with its tournaments."""
    _club, found, _inside = tables.readable(call.deps, call.principal, club, series)
    return Answer(shown.SeriesView(found))


@operation(
    blueprint,
    "changeSeries",
    "PUT",
    _ONE,
    Requirements("organiser", _ANNOUNCED, query=PREVIEW, key=True),
    {200: views.ChangedSeries},
    also=(409,),
)
@heavy
def change(call: Call, club: str, series: str) -> Answer:
    """Give a series another announcement in place of the one before, and say who moves.

    With `dry_run=1` nothing is written. 409: the series has ended.
    """
    dry_run = bool(call.query["dry_run"])
    changed = decisions.change(call.request, club, series, call.body, dry_run=dry_run)
    return Answer(shown.ChangedView(changed))


@operation(
    blueprint,
    "endSeries",
    "POST",
    f"{_ONE}/end",
    Requirements("organiser", key=True),
    {200: views.ListedSeries},
    also=(409,),
)
def end(call: Call, club: str, series: str) -> Answer:
    """End a series: its table stays as it is now, whatever is corrected later."""
    return Answer(shown.SeriesView(decisions.end(call.request, club, series)))


@operation(
    blueprint,
    "reopenSeries",
    "POST",
    f"{_ONE}/reopening",
    Requirements("organiser", key=True),
    {200: views.ListedSeries},
    also=(409,),
)
def reopen(call: Call, club: str, series: str) -> Answer:
    """Open a series again that has ended: its table follows all corrections."""
    return Answer(shown.SeriesView(decisions.reopen(call.request, club, series)))


# ── its tournaments ──────────────────────────────────────────────────────────────────────────────────────────────────
@operation(
    blueprint,
    "listSeriesProposals",
    "GET",
    f"{_ONE}/proposals",
    Requirements("organiser", query=CURSOR),
    {200: views.Proposals},
)
@heavy
def proposed(call: Call, club: str, series: str) -> Answer:
    """The newest tournaments of the club that may be added, those that fit the announcement first."""
    return listing(views.Proposals, proposals(call.deps, call.principal, club, series), call.query)


@operation(
    blueprint,
    "addSeriesTournaments",
    "POST",
    f"{_ONE}/tournaments",
    Requirements("organiser", _COUNTED, query=PREVIEW, key=True),
    {200: views.ChangedSeries},
    also=(409,),
)
@heavy
def add(call: Call, club: str, series: str) -> Answer:
    """Let tournaments count, or count with another factor, and say who moves.

    With `dry_run=1` nothing is written. Tournaments of teams are refused. 409: the series has ended.
    """
    ids, factor, dry_run = call.body["tournaments"], call.body["factor"], bool(call.query["dry_run"])
    changed = decisions.add(call.request, club, series, ids, factor, dry_run=dry_run)
    return Answer(shown.ChangedView(changed))


@operation(
    blueprint,
    "removeSeriesTournament",
    "DELETE",
    f"{_ONE}/tournaments/<tournament:tournament>",
    Requirements("organiser", query=PREVIEW),
    {200: views.ChangedSeries},
    also=(409,),
)
@heavy
def remove(call: Call, club: str, series: str, tournament: str) -> Answer:
    """Take a tournament out of a series, and say who moves.

    With `dry_run=1` nothing is written. 409: the series has ended.
    """
    changed = decisions.remove(call.request, club, series, tournament, dry_run=bool(call.query["dry_run"]))
    return Answer(shown.ChangedView(changed))


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────
@operation(
    blueprint,
    "getSeriesTable",
    "GET",
    f"{_ONE}/table",
    Requirements("viewer", query=CURSOR, public_list=True),
    {200: views.SeriesTable},
)
@heavy
def table(call: Call, club: str, series: str) -> Answer:
    """The table of a series, best first: each cell with its parts, the reason, and if it counts."""
    found = tables.of_club(call.deps, call.principal, club, series)
    page = listing(views.SeriesRows, shown.rows(found), call.query)
    return page._replace(data={**dumper(views.AboutTable)(shown.TableView(found)), **page.data})


@operation(
    blueprint,
    "getSeriesPlayer",
    "GET",
    f"{_ONE}/players/<player:player>",
    Requirements("viewer", query=COMING, public_list=True),
    {200: views.SeriesPlayer},
)
@heavy
def player(call: Call, club: str, series: str, player: str) -> Answer:
    """A player of a series, by id or by name, and what they need on an evening to come to be first, second or third."""
    found = tables.of_club(call.deps, call.principal, club, series)
    return Answer(shown.player(found, player, call.query["players"], call.query["factor"]))


@operation(
    blueprint,
    "getSeriesField",
    "GET",
    f"{_ONE}/field",
    Requirements("viewer", query=FINAL, public_list=True),
    {200: views.SeriesField},
)
@heavy
def field(call: Call, club: str, series: str) -> Answer:
    """The field of the final: the first of the table, best first, and behind them those who may follow.

    `POST /v1/tournaments/{tournament}/series-field` enters it into a tournament.
    """
    found = tables.of_club(call.deps, call.principal, club, series)
    return Answer(shown.FieldView(found.table, final.field(found, call.query["places"])))


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────────
_CSV = Requirements("viewer", query=SPREADSHEET, public_list=True)


def _binary(media: str, description: str) -> dict[int, dict[str, object]]:
    return {200: {media: {"type": "string", "format": "binary", "contentMediaType": media, "description": description}}}


@operation(blueprint, "exportSeriesTableCsv", "GET", f"{_ONE}/table.csv", _CSV, {200: None}, media={200: {CSV: TABLE}})
@heavy
def table_csv(call: Call, club: str, series: str) -> Response:
    """The table for a spreadsheet, a column for each evening; for Excel with `bom=1`."""
    found = tables.of_club(call.deps, call.principal, club, series)
    return saved_file(csv_form(call.query).encoded(table_rows(found.table)), CSV, f"{club}-{series}-table.csv")


@operation(blueprint, "exportSeriesCellsCsv", "GET", f"{_ONE}/cells.csv", _CSV, {200: None}, media={200: {CSV: TABLE}})
@heavy
def cells_csv(call: Call, club: str, series: str) -> Response:
    """Every part of the points of every evening for a spreadsheet, with its reason; for Excel with `bom=1`."""
    found = tables.of_club(call.deps, call.principal, club, series)
    return saved_file(csv_form(call.query).encoded(cell_rows(found.table)), CSV, f"{club}-{series}-cells.csv")


@operation(
    blueprint,
    "exportSeriesTableXlsx",
    "GET",
    f"{_ONE}/table.xlsx",
    _READ,
    {200: None},
    media=_binary(XLSX, "A workbook."),
)
@heavy
def table_xlsx(call: Call, club: str, series: str) -> Response:
    """A workbook: the table, the parts of every cell, and the rule."""
    found = tables.of_club(call.deps, call.principal, club, series)
    return saved_file(series_xlsx(found.table), XLSX, f"{club}-{series}-table.xlsx")


@operation(
    blueprint,
    "exportSeriesTablePdf",
    "GET",
    f"{_ONE}/table.pdf",
    Requirements("viewer", query=SPOKEN, public_list=True),
    {200: None},
    media=_binary(PDF, "A sheet to hang up."),
)
@heavy
@on_paper
def table_pdf(call: Call, club: str, series: str) -> Response:
    """The table to hang up, with the evenings as columns."""
    found = tables.of_club(call.deps, call.principal, club, series)
    ended = found.series.frozen is not None
    data = series_pdf(found.table, found.club.name, call.query["lang"], ended=ended)
    return saved_file(data, PDF, f"{club}-{series}-table.pdf")


@operation(
    blueprint,
    "exportSeriesCertificates",
    "GET",
    f"{_ONE}/certificates.pdf",
    Requirements("viewer", query=SPOKEN, public_list=True),
    {200: None},
    also=(409,),
    media=_binary(PDF, "A sheet for each of the best."),
)
@heavy
@on_paper
def certificates_pdf(call: Call, club: str, series: str) -> Response:
    """A certificate for each of the first three players, and of those who have a prize of the year.

    409: the series is open.
    """
    found = final.honoured(call.deps, call.principal, club, series)
    data = series_certificates_pdf(found.table, found.club.name, call.query["lang"])
    return saved_file(data, PDF, f"{club}-{series}-certificates.pdf")


@operation(
    blueprint,
    "exportSeriesCalendar",
    "GET",
    f"{_ONE}/calendar.ics",
    Requirements("viewer", query=SPOKEN, public_list=True),
    {200: None},
    media={200: {CALENDAR: {"type": "string", "description": "A calendar (RFC 5545)."}}},
)
@heavy
@for_feeds
def calendar_ics(call: Call, club: str, series: str) -> Response:
    """A calendar to subscribe to: the evenings of the series that have a day."""
    data = calendar(call.deps, call.principal, club, series, call.query["lang"], shared_base())
    return saved_file(data, CALENDAR, f"{club}-{series}.ics", inline=True)


@operation(blueprint, "exportSeriesTableJson", "GET", f"{_ONE}/table.json", _READ, {200: views.SeriesTable})
@heavy
def table_json(call: Call, club: str, series: str) -> Answer:
    """The whole table as a file."""
    found = tables.of_club(call.deps, call.principal, club, series)
    rows = [dumper(views.Row)(row) for row in shown.rows(found)]
    data = {**dumper(views.AboutTable)(shown.TableView(found)), "rows": rows, "total": len(rows), "next": None}
    saved = {"Content-Disposition": f'attachment; filename="{club}-{series}-table.json"'}
    return Answer(data, headers=saved)
