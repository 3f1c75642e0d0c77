"""Matches as people and other programs read them: readable sheets, `.mat` files, and what comes in as a file."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from core.messages import say
from schemas.requests.imported_logs import check_lines
from schemas.views.matches import MatchState
from service.handlers.match import transcripts
from service.handlers.match.matches import MOST_FACTS
from service.web.http.heavy_reads import heavy
from service.web.http.problems import Rejected, under
from service.web.http.query_params import OF_FILE, Spoken
from service.web.http.request_body import NDJSON, Body, read_lines
from service.web.http.saved_file import saved_file
from service.web.openapi.description import LINES
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("records", __name__, url_prefix="/v1/matches", description="Transcripts and files")

MAT, TEXT = "text/x-mat", "text/plain"
IMPORTED_BYTES, IMPORTED_VALUES = 16_000_000, 800_000
MAT_BYTES = 250_000
"""More than the longest match ever written; each of its turns is judged as it is read."""

_READ = Requirements("viewer", published=True)
_SHEET_READ = Requirements("viewer", query=Spoken(), published=True)
_SHEET = {"type": "string", "description": "A readable sheet of at most eighty columns."}
_MAT = {
    "type": "string",
    "format": "binary",
    "description": "A match as Jellyfish, GNU Backgammon and their kin read it.",
}


@operation(
    blueprint,
    "getMatchTranscript",
    "GET",
    "/<match:match>/transcript.txt",
    _SHEET_READ,
    {200: None},
    media={200: {TEXT: _SHEET}},
)
@heavy
def sheet(call: Call, match: str) -> Response:
    """A match to read and to print: every game's turns side by side, refusals, faults, rulings, results.

    Sheets and `.mat` files of matches of more than 3,000 facts are for the club's people alone.
    """
    text = transcripts.sheet(call.deps, call.principal, match, call.query["lang"])
    return saved_file(text.encode(), TEXT, f"{match}.txt", inline=True)


@operation(
    blueprint, "exportMatchMat", "GET", "/<match:match>.mat", _READ, {200: None}, media={200: {MAT: _MAT}}, also=(409,)
)
@heavy
def mat(call: Call, match: str) -> Response:
    """A match as `.mat`, for other programs; 409 says why one could not be true, or that the game has none."""
    text = transcripts.mat_text(call.deps, call.principal, match)
    return saved_file(text.encode(), MAT, f"{match}.mat", inline=True)


@operation(
    blueprint,
    "getMatchTranscriptMat",
    "GET",
    "/<match:match>/transcript.mat",
    _READ,
    {200: None},
    media={200: {MAT: _MAT}},
    also=(409,),
)
def mat_transcript(call: Call, match: str) -> Response:
    """The same text as `/v1/matches/{match}.mat`."""
    return mat(call, match)


# ── import ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def _read_mat(data: bytes) -> str:
    """UTF-8, UTF-16 behind its mark, or what old programs under Windows wrote. Raises `Rejected`."""
    if len(data) > MAT_BYTES:
        message = say(
            "{count} bytes are no match; {most} is the most. Nothing was written.", count=len(data), most=MAT_BYTES
        )
        raise Rejected("too-large", message)
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


_EXAMPLE = """\
; [EventDate "2026.11.20"]

 5 point match

 Game 1
 Anna : 0                       Bertil : 0
  1)                             64: 24/18 13/9
  2) 21: 13/11 6/5                Doubles => 2
  3)  Drops                       Wins 1 point
"""


def _read_log(data: bytes) -> list[Any]:
    """The lines of a log, counted before one of them is parsed: millions fit into a body. Raises `Rejected`."""
    lines = data.strip(b"\n")
    if (count := lines.count(b"\n") + 1) > MOST_FACTS + 1:
        message = say(
            "{count} events are no match; {most} facts is the most. Nothing was written.", count=count, most=MOST_FACTS
        )
        raise Rejected("too-large", message)
    return read_lines(lines)


_BODY = Body(
    None,
    {NDJSON: _read_log, MAT: _read_mat},
    documents={NDJSON: LINES, MAT: _MAT},
    limit=IMPORTED_BYTES,
    values=IMPORTED_VALUES,
    examples={MAT: _EXAMPLE},
)


@operation(
    blueprint,
    "importMatch",
    "POST",
    "/import",
    Requirements("organiser", _BODY, query=OF_FILE, key=True),
    {201: MatchState},
    also=(409,),
)
def import_log(call: Call) -> Answer:
    """Take in a match of this club: its own log under its own id, or another program's `.mat` as a new friendly match.

    The lines are those that `/v1/matches/{match}.ndjson` exported. A `.mat` is recorded whole or not at all; `errors`
    name the line that cannot be. A `.mat` of several matches is sent once for each, with `match`.
    """
    answer = _from_mat(call) if isinstance(call.body, str) else _from_lines(call)
    return Answer(answer, 201, headers={"Location": f"/v1/matches/{answer['id']}"})


def _from_lines(call: Call) -> dict[str, Any]:
    check_lines(call.body)
    with under("events"):
        return transcripts.import_lines(call.request, call.query["club"], call.body)


def _from_mat(call: Call) -> dict[str, Any]:
    return transcripts.import_mat(call.request, call.query["club"], call.body, call.query.get("match"))
