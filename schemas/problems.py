"""Errors of the service as problem details (RFC 9457)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from marshmallow import INCLUDE, Schema, ValidationError, fields

from core.messages import say

BASE = "/problems/"


class Kind(NamedTuple):
    """A kind of problem: its status, its title, and advice for the caller."""

    status: int
    title: str
    advice: str


KINDS: dict[str, Kind] = {
    "malformed-json": Kind(
        400,
        say("The body cannot be read"),
        say("Send what the Content-Type says, in UTF-8; `detail` names where it breaks."),
    ),
    "malformed-csv": Kind(
        400,
        say("The table cannot be read"),
        say("Send CSV in UTF-8: a spreadsheet calls that “CSV UTF-8” when it saves."),
    ),
    "bad-request": Kind(400, say("The request cannot be understood"), say("`detail` names what is wrong with it.")),
    "unauthenticated": Kind(
        401,
        say("A token is needed"),
        say("Send a valid one: `Authorization: Bearer <token>`; or sign in, in a browser."),
    ),
    "forbidden": Kind(
        403,
        say("The role does not reach so far"),
        say(
            "Ask an organiser for a token of a higher role. A browser's session writes only from the "
            "service's own pages."
        ),
    ),
    "https-required": Kind(
        403,
        say("Plain http is for this page alone"),
        say("Send it to the address of https that `/phone` shows. What came over plain http was not read."),
    ),
    "unknown": Kind(
        404,
        say("There is no such thing"),
        say("Check the address. What is another club's does not exist for you."),
    ),
    "gone": Kind(
        410,
        say("It is there no more"),
        say("The tournament was announced by mistake, and an organiser of the club deleted it."),
    ),
    "wrong-method": Kind(
        405, say("The address does not take this method"), say("The header `Allow` names what it takes.")
    ),
    "too-slow": Kind(
        408, say("The body came too slowly"), say("Send it again over a better line, or in smaller parts.")
    ),
    "refused": Kind(
        409,
        say("The present state does not allow it"),
        say("Read the state again; `detail` says what forbids it."),
    ),
    "version-conflict": Kind(
        412,
        say("Another request wrote first"),
        say("Read again from `current_version`, then repeat with the new version."),
    ),
    "too-large": Kind(413, say("Too much at once"), say("Send it in smaller parts; `detail` gives the limit.")),
    "address-too-long": Kind(414, say("The address is too long"), say("`detail` gives the limit.")),
    "wrong-media-type": Kind(
        415, say("The body's kind is not read here"), say("The header `Accept-Post` names what is.")
    ),
    "not-here": Kind(
        421,
        say("Another process serves this address"),
        say("Tell the operator: the proxy before the service sends the address to the wrong process."),
    ),
    "unknown-host": Kind(
        421,
        say("The service is not at this host"),
        say("`detail` gives an address of it. The operator names further ones in BRADE_ADDRESSES."),
    ),
    "malformed": Kind(
        422,
        say("Some fields are wrong"),
        say("`errors` names every wrong field and what would be right. Nothing was written."),
    ),
    "key-reused": Kind(
        422, say("The idempotency key was used before with another body"), say("Take a new key for a new request.")
    ),
    "too-many-tries": Kind(429, say("Too many tries"), say("Wait `Retry-After` seconds, then try again.")),
    "too-many-facts": Kind(
        429,
        say("Too many facts"),
        say("Repeat the same facts with the same Idempotency-Key after `Retry-After` seconds."),
    ),
    "too-many-requests": Kind(
        429,
        say("Too many requests from one address"),
        say("Wait for an answer before you ask more; then `Retry-After` seconds."),
    ),
    "headers-too-large": Kind(431, say("The headers are too large"), say("`detail` gives the limit.")),
    "internal": Kind(
        500, say("Something went wrong here"), say("It was logged under `request_id`. Tell the operator.")
    ),
    "store-away": Kind(
        503,
        say("The store does not answer"),
        say("Repeat after `Retry-After` seconds with the same `Idempotency-Key`."),
    ),
    "facts-missing": Kind(
        503, say("Facts are missing from the store"), say("Tell the operator: nothing is written until they decide.")
    ),
    "log-altered": Kind(
        503,
        say("The log is not as it was written"),
        say("Tell the operator: nothing is written to this log until they have brought it back; other logs go on."),
    ),
    "newer-version": Kind(
        503,
        say("A newer version of brade wrote here"),
        say(
            "`detail` names the event. Tell the operator: nothing is judged from it on or written until "
            "brade is updated."
        ),
    ),
    "disk-full": Kind(
        503,
        say("The disk is full"),
        say(
            "Nothing was written. Make room on the disk of the service, or tell those who run it; then "
            "repeat with the same"
            " `Idempotency-Key`."
        ),
    ),
    "nothing-kept": Kind(
        503,
        say("The store keeps nothing on the disk"),
        say(
            "Nothing was written. Set `appendonly yes` in the store, or tell those who run the service; "
            "then repeat with"
            " the same `Idempotency-Key`."
        ),
    ),
    "busy": Kind(
        503, say("Too many requests"), say("Repeat after `Retry-After` seconds with the same `Idempotency-Key`.")
    ),
    "too-many-viewers": Kind(503, say("Too many viewers"), say("Open the stream again after `Retry-After` seconds.")),
}


class Problem(Schema):
    """The reason why a request was not carried out. `type` is stable and leads to an explanation."""

    class Meta:
        unknown = INCLUDE

    type = fields.String(required=True, metadata={"format": "uri-reference", "example": f"{BASE}malformed"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True, metadata={"description": "Stable word for programs."})
    request_id = fields.String(metadata={"description": "Also in the header X-Request-Id and in the service's log."})
    errors = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        metadata={
            "description": "Every wrong field: its path (`events.3.dice.0`) and what would be right.",
            "example": {"events.3.dice.0": ["7 is not a whole number from 1 to 6"]},
        },
    )
    current_version = fields.Integer(metadata={"description": "With 412: the version to read again from."})


def paths(messages: Any, prefix: str = "") -> dict[str, list[str]]:
    """Nested messages as a flat table: path such as `events.3.dice.0` → messages.

    >>> paths({"moves": {0: {"from": ["no"]}}, "_schema": ["empty"]})
    {'moves.0.from': ['no'], '': ['empty']}
    """
    if not isinstance(messages, Mapping):
        leaves = messages if isinstance(messages, list) else [messages]
        return {prefix: [leaf if isinstance(leaf, str) else str(leaf) for leaf in leaves]}
    flat: dict[str, list[str]] = {}
    for name, inner in messages.items():
        path = prefix if name in ("_schema", "") else f"{prefix}.{name}" if prefix else str(name)
        for where, leaves in paths(inner, path).items():
            flat[where] = flat.get(where, []) + leaves
    return flat


def paths_of(error: ValidationError) -> dict[str, list[str]]:
    """The errors of a schema, as `paths`."""
    return paths(error.normalized_messages())  # type: ignore[no-untyped-call]
