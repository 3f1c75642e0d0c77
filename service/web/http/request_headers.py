"""The headers that say under which conditions a request holds, and those that say what an answer is."""

import re
from typing import NamedTuple

from werkzeug.datastructures import Headers

from core.messages import say
from service.web.http.problems import Rejected

LONGEST_WAIT = 10
LONGEST_HEADER = 1000
"""Characters of a header that says under which conditions a request holds."""
NO_VERSION = -2
"""Expected version of an `If-Match` that names none of our versions: no log ever is there."""

_SEEN = r"(?:-j\d{1,15})?(?:-t\d{1,15})?(?:-[a-z]{2})?(?:-n[0-9a-f]{8})?"
"""The parts of our ETags beside a version: the judged version, the tournament's version, the language, hidden names."""
_VERSION = re.compile(rf'(?:W/)?(?:"v?(\d{{1,15}}){_SEEN}"|v?(\d{{1,15}}){_SEEN})')
_KEY = re.compile(r"[\x20-\x7e]{1,200}")
_WAIT = re.compile(r'(?:^|[,;])\s*wait\s*=\s*(?:"(\d{1,6})"|(\d{1,6}))\s*(?=$|[,;])', re.IGNORECASE)
_RETURN = re.compile(r'(?:^|,)\s*return\s*=\s*("?)(minimal|representation)\1\s*(?=$|[,;])', re.IGNORECASE)
MINIMAL = "return=minimal"
_ID = re.compile(r"(\d{1,15})(?:-([0-9a-f]{8}))?")


def expected_version(headers: Headers) -> int | None:
    """The version that `If-Match` names (`"v17"`, `"v17-j15"`, `"17"`, `17`); `None` for any. Raises `Rejected`.

    Of several only one may be a version of ours: a log that is at any of them cannot be asked for.
    """
    value = _bounded("If-Match", headers.get("If-Match"))
    if value is None or value.strip() == "*":
        return None
    found = [_VERSION.fullmatch(part.strip()) for part in value.split(",")]
    versions = {int(matched[1] or matched[2]) for matched in found if matched}
    if len(versions) > 1:
        raise Rejected("bad-request", say("If-Match names several versions; here it names one, as in the last ETag."))
    return versions.pop() if versions else NO_VERSION


def idempotency_key(headers: Headers) -> str | None:
    """The key of `Idempotency-Key`, bare or quoted; `None` without one. Raises `Rejected`."""
    value = headers.get("Idempotency-Key")
    if value is None:
        return None
    key = value.strip()
    if len(key) >= 2 and key[0] == key[-1] == '"':
        key = key[1:-1]
    if not _KEY.fullmatch(key):
        raise Rejected("bad-request", say("Idempotency-Key is 1 to 200 printable ASCII characters."))
    return key


class Wait(NamedTuple):
    """The seconds that a client is willing to wait, and as it asked for them."""

    seconds: int
    asked: str


def wait(headers: Headers) -> Wait | None:
    """The seconds of `Prefer: wait=N`, at most ten; `None` without it (RFC 7240). Raises `Rejected`."""
    matched = _WAIT.search(_preferences(headers))
    if not matched:
        return None
    seconds = min(int(matched[1] or matched[2]), LONGEST_WAIT)
    return Wait(seconds, f"wait={seconds}")


def minimal(headers: Headers) -> bool:
    """True for `Prefer: return=minimal`. Of several such preferences the first counts (RFC 7240). Raises `Rejected`."""
    matched = _RETURN.search(_preferences(headers))
    return matched is not None and matched[2].lower() == "minimal"


def _preferences(headers: Headers) -> str:
    return _bounded("Prefer", ",".join(headers.getlist("Prefer"))) or ""


def _bounded(name: str, value: str | None) -> str | None:
    if value is not None and len(value) > LONGEST_HEADER:
        raise Rejected(
            "bad-request",
            say(
                "{name} has {length} characters; {most} is the most.",
                name=name,
                length=len(value),
                most=LONGEST_HEADER,
            ),
        )
    return value


class LastEvent(NamedTuple):
    """The last event that a viewer has: its version, and the first letters of its hash, where they are known."""

    version: int
    hash: str = ""


def last_event_id(headers: Headers) -> LastEvent | None:
    """The event of `Last-Event-ID`; `None` without one. Raises `Rejected`."""
    value = headers.get("Last-Event-ID", "").strip()
    if not value:
        return None
    if not (matched := _ID.fullmatch(value)):
        raise Rejected("bad-request", say("Last-Event-ID is the id of the last event that you have, such as 17."))
    return LastEvent(int(matched[1]), matched[2] or "")


def bearer(headers: Headers) -> str | None:
    """The token of `Authorization: Bearer …`; `None` without the header. Raises `Rejected`."""
    value = headers.get("Authorization")
    if value is None:
        return None
    scheme, _, token = value.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        headers_ = {"WWW-Authenticate": 'Bearer realm="brade"'}
        raise Rejected("unauthenticated", say("Send the token as Authorization: Bearer <token>."), headers_)
    return token.strip()
