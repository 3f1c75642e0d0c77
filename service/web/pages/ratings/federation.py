"""One rating list of several clubs by a page: their files are chosen, and the list is shown or saved."""

import json
from collections.abc import Sequence
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup
from marshmallow import ValidationError

from core.games import game_of
from core.ratings.federation import JOINS, NAME_AND_CLUB, FederationList, RatingFile, federation_list
from core.ratings.rule import PROVISIONAL, START, Rule
from schemas.ratings.files import read_file
from schemas.ratings.requests import MOST_PROVISIONAL
from service.auth.authorization import authorize
from service.exports import XLSX
from service.exports.rating_files import federation_xlsx
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, whole_number
from service.web.http.made_answers import made_once
from service.web.http.problems import Rejected
from service.web.i18n import core_messages, labels
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.forms import FormCall, NotWritten, Refusal, page_form, problems_of
from service.web.pages.shared.uploads import takes_file, uploaded_each

pages = PageBlueprint("federation_pages", __name__)

_PAGE = "/clubs/<club:club>/ratings/federation"
MOST_BYTES = 2_000_000
"""Bytes of all files together: some 10,000 matches. The command `brade rating-list` takes more."""
_SHOWN = 5


def _limit(_announced: int, club: str) -> tuple[int, str]:
    """The bytes that the form may bring. Raises for a sender who is no organiser."""
    return MOST_BYTES, authorize(visitor(request), "organiser", club).holder


@pages.get(_PAGE)
@made_once
def show(club: str) -> Response:
    """The form: the files of the clubs, and who is one person."""
    authorize(visitor(request), "organiser", club)
    return _page(club)


def _again(club: str, refused: Refusal) -> Response:
    return _page(club, refused.status, refused.problems)


@page_form(pages, _PAGE, "organiser", _again)
@takes_file(_limit)
def make(_call: FormCall, club: str) -> Response:
    """The list of these files, shown or saved as a workbook. Nothing is kept of it."""
    try:
        files = uploaded_each(MOST_BYTES)
    except Rejected:
        why = _("The files are larger than %(size)s MB together.", size=MOST_BYTES // 1_000_000)
        raise NotWritten(why, status=413) from None
    join, provisional = form_text("join"), whole_number(form_text("provisional"))
    if not files:
        raise NotWritten(_("Choose the files of the clubs first."))
    if join not in JOINS or provisional is None or provisional > MOST_PROVISIONAL:
        raise NotWritten(_("Write a whole number from %(low)s to %(high)s.", low=0, high=MOST_PROVISIONAL))
    with heavy_reads.place():
        read, wrong = _read(files)
        if wrong:
            raise NotWritten(*wrong)
        list_ = federation_list(read, Rule(start=START, provisional=provisional), join)
        if form_text("as") == "xlsx":
            return _saved(list_)
    return _page(club, found=list_, files=read)


def _read(files: Sequence[tuple[str, bytes]]) -> tuple[list[RatingFile], list[Markup]]:
    """The files that can be read, and sentences on those that cannot, each with its name."""
    read, wrong = [], []
    for name, data in files:
        try:
            read.append(read_file(json.loads(data)))
        except (ValueError, RecursionError, ValidationError) as error:
            if isinstance(error, ValidationError):
                messages: Sequence[str] = problems_of(error)
            else:
                messages = [core_messages.as_sentence(_("it is not the file of a rating list"))]
            wrong += [Markup("{}: {}").format(name, message) for message in messages[:_SHOWN]]
    return read, wrong


def _saved(found: FederationList) -> Response:
    response = Response(federation_xlsx(found), mimetype=XLSX)
    response.headers["Content-Disposition"] = f'attachment; filename="{found.game}-ratings.xlsx"'
    return finish_response(response)


def _page(
    slug: str,
    status: int = 200,
    wrong: Sequence[str] = (),
    found: FederationList | None = None,
    files: Sequence[RatingFile] = (),
) -> Response:
    about: dict[str, Any] = {"join": form_text("join") or NAME_AND_CLUB, "wrong": wrong, "found": found}
    typed = whole_number(form_text("provisional"))
    if found:
        ranks, rated = found.ranks, found.ratings.ranked()
        matches = sum(match.counts for match in found.ratings.matches)
        about |= {
            "game_name": labels.game_name(game_of(found.game)),
            "rows": [(ranks.get(each.player), found.people[each.player], each) for each in rated],
            "summary": ngettext(
                "%(num)s match of %(clubs)s",
                "%(num)s matches of %(clubs)s",
                matches,
                clubs=", ".join(file.club_name for file in files),
            ),
            "clashes": [core_messages.translate(clash) for clash in found.clashes],
        }
    return render_page(
        "ratings/federation.html",
        status,
        club=deps().repository.club(slug),
        provisional=PROVISIONAL if typed is None else typed,
        most=MOST_PROVISIONAL,
        size=MOST_BYTES // 1_000_000,
        **about,
    )
