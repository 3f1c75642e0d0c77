"""The files of a tournament on one page: every export with its purpose, as `service.exports.EXPORTS` lists them."""

from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext

from core.names.shown_names import PUBLIC
from core.tournament import Tournament
from core.tournament.brackets.view import has_brackets
from service.auth.authorization import Principal, can_see_drafts, visibility
from service.exports import CSV, EXPORTS, HTML, PDF, SVG, TEXT, XLSX, Export
from service.exports.match_sets import MATCH_SETS, is_offered, played_matches
from service.handlers import prepared_files
from service.handlers.desk.desk import current
from service.handlers.tournament.exports import number_of_sheets
from service.handlers.tournament.tournaments import may_read
from service.store.prepared_files import UNFINISHED, PreparedFile
from service.translations import OFFERED
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.http.made_answers import made_once
from service.web.i18n import locale, tournament_labels
from service.web.i18n.labels import file_size
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import FormCall, Refusal, page_form
from service.web.pages.shared.reachability import reach
from service.web.pages.shared.tournament_head import FILES, has_drawing, has_prizes, tournament_head

pages = PageBlueprint("files_pages", __name__)

_FILES = "/tournaments/<tournament:tournament>/files"
_REFRESH_SECONDS = 2


class FileLink(NamedTuple):
    """A file's address, its text, and what it is about for those who hear one link alone."""

    address: str
    text: str
    about: str = ""


class File(NamedTuple):
    """A line of the page: the file's title, its purpose in a sentence, its kind, and its links, one for each round."""

    title: str
    purpose: str
    kind: str
    links: list[FileLink]


class Taken(NamedTuple):
    """A card of what people take the most: what it is for, and its links, the first one the most wanted.

    `news`: it is the text for the newspaper, which is copied in one press.
    """

    key: str
    title: str
    purpose: str
    links: list[FileLink]
    news: bool = False


class Prepared(NamedTuple):
    """A file that a worker writes: its name, title and purpose, how far it is, and the bytes that it has for people."""

    name: str
    title: str
    purpose: str
    file: PreparedFile | None
    size: str


@pages.get(_FILES)
@made_once
def files(tournament: str) -> Response:
    """Every file of a tournament, with the rights of the files: the club's people, everybody once it is published."""
    return _page(tournament)


def _again(tournament: str, refused: Refusal) -> Response:
    return _page(tournament, refused.status, refused.alarm)


@page_form(pages, _FILES, shown=_again)
def prepare(call: FormCall, tournament: str) -> str:
    """Have a worker write a file with all matches, or stop it and remove the file."""
    if file_id := form_text("remove"):
        prepared_files.remove(deps(), call.principal, tournament, file_id)
    else:
        prepared_files.ask(call.request, tournament, form_text("name"), locale.current())
    return f"/tournaments/{tournament}/files#matches"


def _page(tournament_id: str, status: int = 200, refused: str = "") -> Response:
    principal = visitor(request)
    state = may_read(deps(), principal, tournament_id)
    offered = {name: export for name, export in EXPORTS.items() if name != "prizes.pdf" or has_prizes(state)}
    sheets = _sheets(principal, state, "bracket.pdf") if has_drawing(state) else ""
    found = [(export, _file(state, name, export, sheets)) for name, export in offered.items()]
    prepared = _prepared(principal, state)
    slips = can_see_drafts(principal, state.created.club) and bool(state.tables)
    response = render_page(
        "public/files.html",
        status,
        page_head=tournament_head(state, FILES),
        state=state,
        club=deps().repository.club(state.created.club),
        taken=_taken(principal, state, sheets, slips=slips),
        spoken=sorted(OFFERED, key=lambda each: each != locale.current()),
        unfinished=any(each.file for each in prepared),
        prepared=prepared,
        refused=refused,
        to_print=[file for export, file in found if export.media == PDF and file.links],
        to_read=[file for export, file in found if export.media in (HTML, SVG) and file.links],
        to_calculate=[file for export, file in found if export.media in (CSV, XLSX) and file.links],
        to_rate=[file for export, file in found if export.media == TEXT and not export.inline],
        for_programs=_for_programs(state),
        slips=slips,
        **reach(),
    )
    if any(each.file and each.file.state in UNFINISHED for each in prepared):
        response.headers["Refresh"] = str(_REFRESH_SECONDS)
    return response


def _sheets(principal: Principal | None, state: Tournament, name: str, round_: int = 0) -> str:
    """The number of sheets of a print, in words."""
    number = number_of_sheets(deps(), principal, state.id, name, locale.current(), round_)
    return ngettext("%(num)s sheet of A4", "%(num)s sheets of A4", number)


def _taken(principal: Principal | None, state: Tournament, of_poster: str, *, slips: bool) -> list[Taken]:
    """The five that people take, by what they are for; those of a round for the one that is played now, or was last."""
    base, files, lang = f"/tournaments/{state.id}", f"/v1/tournaments/{state.id}", f"?lang={locale.current()}"
    now, wall, tables = current(state), list[FileLink](), list[FileLink]()

    def print_link(name: str, label: str, round_: int = 0) -> FileLink:
        part, about = (f"/rounds/{round_}", tournament_labels.short_round(state, round_)) if round_ else ("", "")
        return FileLink(f"{files}{part}/{name}{lang}", f"{label} ({_sheets(principal, state, name, round_)})", about)

    if now:
        wall += [print_link("everything.pdf", tournament_labels.print_everything(state, now.number), now.number)]
        wall += [print_link("pairings.pdf", _("Pairings"), now.number)]
        tables += [print_link("slips.pdf", _("Result slips"), now.number)]
    wall += [print_link("standings.pdf", _("Standings"))]
    if has_drawing(state):
        wall += [FileLink(f"{files}/bracket.pdf{lang}", f"{_title('bracket', state)} ({of_poster})")]
    if state.created.published:
        wall += [FileLink(f"{base}/wall", _("Show on a projector"))]
    if slips:
        tables += [FileLink(f"{base}/links", _("Codes for the tables"))]
    sheets = [
        FileLink(f"{files}/standings.xlsx", _("A workbook with all tables")),
        FileLink(f"{files}/matches.csv{locale.csv_query()}", _("All results")),
    ]
    programs = [
        FileLink(f"{files}/trf16.trf", _("FIDE report")),
        FileLink(f"{files}/events", _("Everything that happened")),
    ]
    cards = (
        Taken("wall", _("For the wall"), _("To print and to hang up."), wall),
        Taken("tables", _("For the tables"), _("A slip for each match."), tables),
        Taken("news", _("For the newspaper"), _("Who won and how, the places, every result."), [], news=True),
        Taken("sheet", _("For a spreadsheet"), _("To calculate with, or for the club's website."), sheets),
        Taken(
            "program", _("For other programs"), _("For rating officers, and for people who write programs."), programs
        ),
    )
    return [card for card in cards if card.links or card.news]


def _prepared(principal: Principal | None, state: Tournament) -> list[Prepared]:
    """The files with all matches, for the club's people, once a match was played."""
    if visibility(principal, state.created.club) == PUBLIC or not played_matches(state):
        return []
    listed = prepared_files.listed(deps(), principal, state.id).files
    mine = [prepared_file for prepared_file in listed if prepared_file.lang == locale.current()]
    newest = {prepared_file.name: prepared_file for prepared_file in reversed(mine)}
    known = {
        "matches.txt": (_("All matches to read"), _("One text with every match, move by move.")),
        "matches.zip": (_("All matches as files"), _("A sheet for each match, and its record for other programs.")),
        "mat.zip": (_("All matches for GNU Backgammon"), _("A .mat file for each match, to be analysed.")),
        prepared_files.WHOLE: (
            _("The whole tournament, for brade on another computer"),
            _("Everything that was recorded, with the club's members and without passwords and keys."),
        ),
    }
    whole = [prepared_files.WHOLE] if prepared_files.may_have_whole(principal, state.created.club) else []
    return [
        Prepared(name, *known[name], file := newest.get(name), file_size(file.size) if file else "")
        for name in (*(match_set for match_set in MATCH_SETS if is_offered(state, match_set)), *whole)
    ]


def _file(state: Tournament, name: str, export: Export, sheets: str) -> File:
    part, query = f"/v1/tournaments/{state.id}", _query(export)
    title, word = _title(name, state), _("Open") if export.inline else _("Download")
    links = [FileLink(f"{part}/{name}{query}", word, title)]
    if export.of_round:
        links = [
            FileLink(
                f"{part}/rounds/{round_.number}/{name}{query}",
                tournament_labels.short_round(state, round_.number),
                title,
            )
            for round_ in state.rounds
        ]
    about = f"{_purpose(name, export)} {sheets}." if name == "bracket.pdf" and sheets else _purpose(name, export)
    return File(title, about, _kind(export), links)


def _query(export: Export) -> str:
    """The reader's language, or the form of table that their spreadsheet reads."""
    return locale.csv_query() if export.media == CSV else f"?lang={locale.current()}" if export.inline else ""


def _title(name: str, state: Tournament) -> str:
    """The subject of a file; its own name where no subject is known."""
    return {
        "bracket": _("Bracket") if has_brackets(state) else _("On one sheet"),
        "newspaper": _("Text for the newspaper"),
        "standings": _("Standings"),
        "crosstable": _("Cross-table"),
        "matches": _("Matches and results"),
        "pairings": _("Pairings"),
        "everything": _("Everything for a round"),
        "slips": _("Result slips"),
        "programme": _("Programme"),
        "timetable": _("Timetable"),
        "prizes": _("Prizes"),
        "rulings": _("Rulings"),
        "certificates": _("Certificates"),
        "booklet": _("The whole tournament"),
        "trf16": _("FIDE report of 2016"),
        "trf26": _("FIDE report of 2026"),
    }.get(name.partition(".")[0], name)


def _purpose(name: str, export: Export) -> str:
    """The purpose of a file; that of its kind where no purpose is known."""
    known = {
        "bracket.csv": _("For a spreadsheet: every place of the bracket, a line each."),
        "bracket.svg": _("To hang up: the whole bracket on one sheet. Empty rows can be filled in by hand."),
        "standings.csv": _("For a spreadsheet or the club's website: the table, a line for each player."),
        "standings.xlsx": _("For a spreadsheet: the table, the cross-tables, all results and the players."),
        "standings.html": _("To read aloud at the prizes, to print, to hang up."),
        "crosstable.csv": _("For a spreadsheet: each player's result against each opponent."),
        "crosstable.xlsx": _("For a spreadsheet: the cross-tables with their headings."),
        "crosstable.html": _("To hang up or to send to a newspaper: each player's result against each opponent."),
        "newspaper.html": _("To send to a newspaper: who won and how, the places, every result."),
        "matches.csv": _("For a spreadsheet or a rating: every match, its result, and how it came about."),
        "pairings.csv": _("For a spreadsheet: who meets whom in the round, by table."),
        "pairings.html": _("To hang up before the round: one sheet by table, another by name."),
        "everything.pdf": _("In one print: the pairings by table and by name, a slip for each match, the standings."),
        "bracket.pdf": _("To hang up: on one sheet, or on several with marks to cut and join them."),
        "standings.pdf": _("To hang up: the table, what decided between equals, the prizes."),
        "crosstable.pdf": _("To hang up: each player's result against each opponent, and who meets whom when."),
        "programme.pdf": _("For the door: when and where, the times of the day, fee and prizes."),
        "timetable.pdf": _("To hang up: who plays when and at which table, a day on a sheet."),
        "prizes.pdf": _("To hang up or to read aloud: what each place has won."),
        "rulings.pdf": _("For the referees: every decision with its reason and time."),
        "certificates.pdf": _("For the prizes: a sheet for each of the best, once the tournament is over."),
        "booklet.pdf": _("To keep: programme, participants, tables, every round, the bracket, the rulings."),
        "pairings.pdf": _("To hang up before the round: one sheet by table, another by name."),
        "trf16.trf": _("For rating officers and pairing programs: players, rounds, points and ranks (TRF16)."),
        "trf26.trf": _("For programs that check tie-breaks: the same, with the points of each match (TRF26)."),
        "slips.pdf": _("To lay out: a form for each match to be filled in by hand, with a code that opens the match."),
    }
    return known.get(name) or (_("To read and to print.") if export.inline else _("For a spreadsheet."))


def _kind(export: Export) -> str:
    return {
        CSV: "CSV",
        HTML: _("page"),
        SVG: _("drawing"),
        XLSX: "XLSX",
        PDF: "PDF",
        TEXT: "TRF",
    }.get(export.media, "")


def _for_programs(state: Tournament) -> list[File]:
    part, word = f"/v1/tournaments/{state.id}", _("Open")
    rows = [
        (_("Bracket"), "bracket.json", _("Every round, and every place of the bracket.")),
        (_("Bracket"), "brackets-model.json", _("For a website that draws it by brackets-viewer.")),
        (_("Standings"), "standings", _("The table, with every number that decides a place.")),
        (_("Cross-table"), "crosstable.json", _("Each player's result against each opponent.")),
        (_("The whole tournament"), "", _("For another club's brade, which takes players and results over from it.")),
        (_("Everything that happened"), "events", _("Every entry, round and decision, in the order of writing.")),
    ]
    return [
        File(title, purpose, "JSON", [FileLink(f"{part}/{name}".rstrip("/"), word, title)])
        for title, name, purpose in rows
    ]
