"""An embedded store of another process: its address, for commands that leave it running."""

import logging
import re
import time
from pathlib import Path
from urllib.parse import quote

from redis.exceptions import BusyLoadingError, RedisError

from service.store.connect import connect
from service.store.server.health_check import Loading

_POLL = 0.05
_log = logging.getLogger(__name__)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def address(folder: Path, seconds: float = 60.0) -> str | None:
    """The URL of the server that works in an embedded store's folder; `None` if none does.

    One that is still reading what it keeps is waited for, until it gets no further for `seconds`.
    """
    url = _settled(folder)
    if url is None:
        return None
    deadline = time.monotonic() + seconds
    with connect(url) as client:
        loading = Loading("the store", _log.info)
        while time.monotonic() < deadline:
            try:
                client.ping()
                return url
            except BusyLoadingError:
                if loading.goes_on(client):
                    deadline = time.monotonic() + seconds
                time.sleep(_POLL)
            except RedisError:
                return None
    return None


def _settled(folder: Path) -> str | None:
    """The server's settings file, as `server_process.settings` wrote it for the last server there."""
    try:
        text = (folder / "server.conf").read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    settings = dict(line.partition(" ")[::2] for line in text.splitlines())
    if _path(settings, "dir") != str(folder.resolve()):
        return None  # the folder is a copy: the server that its settings name works in another one
    if path := _path(settings, "unixsocket"):
        return f"unix://{quote(path)}"
    if settings.get("port", "0") != "0" and "requirepass" in settings:
        return f"redis://:{settings['requirepass']}@127.0.0.1:{settings['port']}/0"
    return None


def _path(settings: dict[str, str], name: str) -> str | None:
    matched = _QUOTED.fullmatch(settings.get(name, ""))
    return re.sub(r"\\(.)", r"\1", matched[1]) if matched else None
