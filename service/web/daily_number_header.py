"""The number of the day beside every file that leaves: the header `Brade-Number`, `<root>; at="<time>"`.

It is a header and no part of the file: equal logs give equal bytes in every system, and each system has a number of its
own. A whole export and a backup hold the root of their own logs in the first line.
"""

import re
from contextlib import suppress

from flask import Flask, Response, request
from redis.exceptions import RedisError

from core.timestamps import rfc3339
from service.store.maintenance import daily_number
from service.web.http.context import deps

HEADER = "Brade-Number"
_FILE = re.compile(
    r"/v1/tournaments/[^/]+/(rounds/\d+/)?[a-z0-9-]+\.(csv|svg|html|xlsx|pdf|trf|json|ics)"
    r"|/v1/matches/[^/]+?(/transcript)?\.(ndjson|mat|txt)"
    r"|/v1/(tournaments|matches)/[^/]+/events"
    r"|/v1/tournaments/[^/]+/prepared-files/[^/]+/content"
)
_SENT = (200, 304)


def register(app: Flask) -> None:
    """Let the app say the number beside files."""
    app.after_request(_numbered)


def _numbered(response: Response) -> Response:
    if response.status_code in _SENT and request.method in ("GET", "HEAD") and _FILE.fullmatch(request.path):
        with suppress(RedisError):  # the file itself was read: it goes without the number
            if number := daily_number.latest(deps().client):
                response.headers[HEADER] = f'{number.root}; at="{rfc3339(number.at)}"'
    return response
