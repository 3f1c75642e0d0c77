"""Files with all matches of a tournament, which a worker writes when they are asked for."""

from flask import Response, send_file
from flask_smorest import Blueprint

from schemas.feeds.prepared_files import FilePreparing, PreparedFile, PreparedFiles
from service.exports.match_sets import TEXT, ZIP
from service.handlers import prepared_files
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint(
    "prepared files", __name__, url_prefix="/v1/tournaments", description="Files that take long to write"
)

_FILES = "/<tournament:tournament>/prepared-files"
_FILE = f"{_FILES}/<prepared:file_id>"
_ASKING = json_body(FilePreparing(), example={"name": "matches.txt", "lang": "sv"})
_BYTES = {"type": "string", "format": "binary", "description": "The file."}


@operation(
    blueprint,
    "prepareFile",
    "POST",
    _FILES,
    Requirements("viewer", _ASKING),
    {202: PreparedFile, 200: PreparedFile},
    also=(409,),
)
def ask(call: Call, tournament: str) -> Answer:
    """Have a file written (202), or return the one that is there since the tournament changed last (200).

    A club has at most three that are being written, and twenty within a day. `whole.ndjson.gz` is for organisers.
    """
    file_request = prepared_files.ask(call.request, tournament, call.body["name"], call.body["lang"])
    address = f"/v1/tournaments/{tournament}/prepared-files/{file_request.file.id}"
    return Answer(file_request.file, 202 if file_request.fresh else 200, headers={"Location": address})


@operation(blueprint, "listPreparedFiles", "GET", _FILES, Requirements("viewer"), {200: PreparedFiles})
def every(call: Call, tournament: str) -> Answer:
    """List the files that were asked for within a day, the newest first."""
    return Answer(prepared_files.listed(call.deps, call.principal, tournament))


@operation(blueprint, "getPreparedFile", "GET", _FILE, Requirements("viewer"), {200: PreparedFile})
def show(call: Call, tournament: str, file_id: str) -> Answer:
    """Return how far a file is, and where it is once it is ready."""
    return Answer(prepared_files.find(call.deps, call.principal, tournament, file_id))


@operation(
    blueprint,
    "downloadPreparedFile",
    "GET",
    f"{_FILE}/content",
    Requirements("viewer"),
    {200: None},
    also=(409,),
    media={200: {TEXT: _BYTES, ZIP: _BYTES, prepared_files.WHOLE_MEDIA: _BYTES}},
)
def content(call: Call, tournament: str, file_id: str) -> Response:
    """The file itself; 409 before it is ready."""
    place, prepared_file = prepared_files.content(call.deps, call.principal, tournament, file_id)
    response: Response = send_file(
        place,
        mimetype=prepared_files.media_of(prepared_file),
        as_attachment=True,
        etag=False,
        conditional=False,
        download_name=prepared_files.download_name(prepared_file),
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response


@operation(blueprint, "removePreparedFile", "DELETE", _FILE, Requirements("viewer"), {204: None})
def remove(call: Call, tournament: str, file_id: str) -> Response:
    """Remove a file, or stop the worker that writes it."""
    prepared_files.remove(call.deps, call.principal, tournament, file_id)
    return Response(status=204)
