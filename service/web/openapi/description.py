"""An operation in the published document (OpenAPI 3.1)."""

from collections.abc import Mapping
from typing import Any

from schemas.problems import KINDS, Problem
from service.auth.authorization import OPERATOR
from service.web.http.request_body import CSV, JSON, NDJSON
from service.web.http.request_headers import LONGEST_HEADER, MINIMAL
from service.web.openapi.requirements import Requirements

Json = dict[str, Any]
PROBLEM_JSON = "application/problem+json"

IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": LONGEST_HEADER},
    "example": '"v17"',
    "description": "The version that you have seen, as the ETag gave it. If it is stale, 412 and nothing is written.",
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "pattern": "^[!-~]([ -~]{0,197}[!-~])?$"},
    "example": "table-4-tap-17",
    "description": "Send the same key to repeat a request safely, for a day: the first answer comes again, with "
    "`Idempotent-Replayed: true`. With another body it is refused (422).",
}
PRINT = "application/pdf"
"""The media type of a print."""
PREFER = {
    "name": "Prefer",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": LONGEST_HEADER},
}
_WAIT = "`wait=N`: wait up to N seconds (at most 10) for the verdicts and answer 201 if they come in time."
_MINIMAL = (
    "`return=minimal`: answer 204 without a body, with the version that was written as `ETag`. What only the answer "
    "says is sent all the same: a preview, a dispute, and to those who wait each verdict but `accepted`."
)
LAST = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "pattern": "^([0-9]{1,15}(-[0-9a-f]{8})?)?$"},
    "description": "The last `id` that you have seen: the stream goes on after it, whatever `after` says.",
}
HEADERS: dict[str, Json] = {
    "Brade-Sheets": {
        "schema": {"type": "integer", "minimum": 1},
        "description": "The number of sheets of A4 of a print.",
    },
    "ETag": {"schema": {"type": "string"}, "description": "The version of what is shown, for If-Match, If-None-Match."},
    "Link": {"schema": {"type": "string"}, "description": 'Where there is more: `<…>; rel="next"`.'},
    "Location": {"schema": {"type": "string"}, "description": "Where to find it."},
    "Idempotent-Replayed": {
        "schema": {"type": "string", "enum": ["true"]},
        "description": "The key was seen before: nothing new was done.",
    },
    "Preference-Applied": {"schema": {"type": "string"}, "description": "What was done of `Prefer`."},
}


def describe(
    method: str,
    rule: str,
    needs: Requirements,
    answers: Mapping[int, Any],
    *,
    also: tuple[int, ...] = (),
    media: Mapping[int, Mapping[str, Any]] | None = None,
) -> Json:
    """The document of one operation. `also` are errors beyond the usual ones; `media` other kinds of answers."""
    safe = method == "GET"
    codes = {422, 500, *also}  # a parameter that an address does not know is refused everywhere
    parameters: list[Any] = []
    if "<" in rule:
        codes.add(404)
    if "/<tournament:" in rule:
        codes.add(410)
    if needs.role is not None:
        codes |= {401, 403, 404}
    if needs.query is not None:
        parameters.append({"in": "query", "schema": needs.query})
    if needs.if_match:
        parameters.append(IF_MATCH)
        codes |= {400, 412}
    if needs.key:
        parameters.append(KEY)
        codes |= {400, 409}
    is_minimal = may_be_minimal(needs, answers)
    if preference := _preference(needs, is_minimal):
        parameters.append(preference)
    if needs.resumes:
        parameters.append(LAST)
        codes.add(400)
    data: Json = {"parameters": parameters, "x-role": needs.role or "none"}
    data["security"] = _security(needs)
    if needs.body is not None:
        data["requestBody"] = {"required": needs.body.required, "content": _content(needs)}
        codes |= {400, 413, 415}
    if needs.role is not None or not safe:
        codes.add(503)
    data["responses"] = {
        str(status): _answer(status, schema, needs, safe, (media or {}).get(status, {}))
        for status, schema in answers.items()
    }
    if is_minimal:
        data["responses"]["204"] = _LEFT_OUT
    data["responses"] |= {str(code): _problem(code) for code in sorted(codes)}
    return data


def may_be_minimal(needs: Requirements, answers: Mapping[int, Any]) -> bool:
    """True for a write at a version of a log that may be repeated safely: its answer may be left out."""
    return needs.if_match and needs.key and any(schema is not None for schema in answers.values())


def _preference(needs: Requirements, is_minimal: bool) -> Json | None:
    meanings = {"wait=5": _WAIT} if needs.waits else {}
    meanings |= {MINIMAL: _MINIMAL} if is_minimal else {}
    return (
        {**PREFER, "example": ", ".join(meanings), "description": "\n\n".join(meanings.values())} if meanings else None
    )


def admits(needs: Requirements) -> str:
    """The callers of an operation, in a sentence."""
    if needs.role is None:
        return "Open to everybody, without a token."
    if needs.role == OPERATOR:
        return "Needs the token of the operator."
    reach = f"Needs the role {needs.role}, or a higher one."
    if needs.public_list:
        return f"{reach} A public rating list is open to everybody."
    return f"{reach} A published tournament is open to everybody." if needs.published else reach


def _security(needs: Requirements) -> list[Json]:
    if needs.role is None:
        return []
    return [{"bearer": []}, {"session": []}, *([{}] if needs.published or needs.public_list else [])]


def _content(needs: Requirements) -> Json:
    assert needs.body is not None
    content: Json = {kind: {"schema": schema} for kind, schema in needs.body.documents.items()}
    for kind, example in needs.body.examples.items():
        content[kind]["example"] = example
    if needs.body.named:
        content[JSON]["examples"] = {name: {"value": example} for name, example in needs.body.named.items()}
    return content


def _answer(status: int, schema: Any, needs: Requirements, safe: bool, media: Mapping[str, Any]) -> Json:
    headers = {}
    if safe:
        headers["ETag"] = HEADERS["ETag"]
        if needs.query is not None:
            headers["Link"] = HEADERS["Link"]
        if PRINT in media:
            headers["Brade-Sheets"] = HEADERS["Brade-Sheets"]
    elif status < 300:
        headers = {name: HEADERS[name] for name in (("Location",) if status in (201, 202) else ())}
        if needs.key:
            headers["Idempotent-Replayed"] = HEADERS["Idempotent-Replayed"]
    answer: Json = {"description": _SAID.get(status, "Done"), "headers": headers}
    content = ({} if schema is None else {JSON: {"schema": schema}}) | {
        kind: {"schema": each} for kind, each in media.items()
    }
    return answer | ({"content": content} if content else {})


_SAID = {
    200: "As asked",
    201: "Written",
    202: "Written; not everything about it is judged yet",
    204: "Done",
    304: "As you have it",
}
_LEFT_OUT: Json = {
    "description": "Written, and answered in short as was preferred",
    "headers": {name: HEADERS[name] for name in ("ETag", "Location", "Idempotent-Replayed", "Preference-Applied")},
}
_TITLES = {
    status: " / ".join(kind.title for kind in KINDS.values() if kind.status == status)
    for status in {kind.status for kind in KINDS.values()}
}


def _problem(status: int) -> Json:
    return {"description": _TITLES[status], "content": {PROBLEM_JSON: {"schema": Problem}}}


# Generators know a file, which is sent and given as it is, by the format.
LINES = {"type": "string", "format": "binary", "description": "JSON texts, one on each line."}
_SEEN = """\
id: 2
event: fact
data: {"by":"white","dice":[6,2],"stream":"m_k3wq2d7xk2","type":"DiceRolled","version":2,…}

event: verdict
data: {"stream":"m_k3wq2d7xk2","version":2,"verdict":"accepted"}

"""
SENT = {
    "type": "string",
    "description": "Server-Sent Events of the kinds `fact`, `verdict` and, of a tournament, `match`.",
    "examples": [_SEEN],
}
_NEWS_SEEN = """\
id: 17
event: news
data: {"id":17,"kind":"player.entered","text":{"en":"Anna has entered","sv":"Anna är anmäld"},…}

"""
NEWS_SENT = {
    "type": "string",
    "description": "Server-Sent Events of the kind `news`. The data of each are as an item of a page.",
    "examples": [_NEWS_SEEN],
}
TABLE = {"type": "string", "format": "binary", "description": "Comma-separated values."}
__all__ = ["CSV", "LINES", "NDJSON", "NEWS_SENT", "SENT", "TABLE", "admits", "describe"]
