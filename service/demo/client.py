"""A client of the public API, with nothing that others do not have: one connection, keys, and patience."""

import json
import time
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from core.errors import BradeError

_ANSWER_SECONDS = 30.0
_PATIENCE_SECONDS = 20.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
NDJSON, CSV = "application/x-ndjson", "text/csv"


class RequestFailed(BradeError):
    """The service refused a request; the message is what it said."""

    code = "told"

    def __init__(self, status: int, request: str, detail: str) -> None:
        self.status = status
        super().__init__(f"{request}: {status}, {detail}")


class ServiceAway(BradeError):
    """The service did not answer for as long as one may hope."""

    code = "service-away"


class Answer(NamedTuple):
    """An answer with a good status."""

    status: int
    body: bytes

    @property
    def data(self) -> Any:
        """The JSON of the body."""
        return json.loads(self.body)


class Client:
    """Requests to a service, with a token. A request without an answer is repeated: its key makes that safe."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.token = token
        address = urlsplit(url)
        self._connection = HTTPConnection(address.hostname or "", address.port, timeout=_ANSWER_SECONDS)

    def get(self, path: str, accept: str = "application/json") -> Answer:
        """Read something. Raises `RequestFailed`, `ServiceAway`."""
        return self._send("GET", path, None, {"Accept": accept})

    def post(self, path: str, data: Any, *, key: str, wait: int | None = None) -> Answer:
        """Tell something, once, however often it takes; `wait` so many seconds for verdicts. Raises as `get`."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        if wait is not None:
            headers["Prefer"] = f"wait={wait}"
        return self._send("POST", path, json.dumps(data, ensure_ascii=False).encode(), headers)

    def put(self, path: str, data: Any, *, key: str) -> Answer:
        """Set something, once. Raises as `get`."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        return self._send("PUT", path, json.dumps(data, ensure_ascii=False).encode(), headers)

    def post_csv(self, path: str, text: str, *, key: str) -> Answer:
        """Hand in a list as CSV, once. Raises as `get`."""
        return self._send("POST", path, text.encode(), {"Content-Type": CSV, "Idempotency-Key": key})

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        deadline, pause = time.monotonic() + _PATIENCE_SECONDS, _FIRST_PAUSE
        while True:
            try:
                self._connection.request(method, path, body, headers)
                response = self._connection.getresponse()
                text = response.read()
                if response.status != 503:
                    break
                why = _detail(text)
            except (OSError, HTTPException) as error:
                self._connection.close()
                why = str(error) or type(error).__name__
            if time.monotonic() > deadline:
                raise ServiceAway(f"the service does not answer {method} {path}: {why}")
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        if response.status >= 400:
            raise RequestFailed(response.status, f"{method} {path}", _detail(text))
        return Answer(response.status, text)


def _detail(text: bytes) -> str:
    """The text of a problem document."""
    try:
        problem = json.loads(text)
        errors = problem.get("errors")
        return f"{problem['detail']}{f' {errors}' if errors else ''}"
    except (ValueError, KeyError, TypeError, AttributeError):
        return text[:200].decode(errors="replace")
