"""A whole club or tournament out of a file into a store that does not have it: all its logs in one step, or none."""

from collections.abc import Mapping
from pathlib import Path

from redis import Redis

from core.errors import BradeError
from core.eventlog.log import Head
from service.backups import inspection, ndjson, restoration
from service.backups.backup_archive import Header
from service.backups.inspection import Judge, NotRestorable
from service.backups.restoration import Plan
from service.backups.verification import Advance
from service.store.maintenance.erasure_list import Obeyed

_NAMED = 5


class NotImported(BradeError):
    """A whole club or tournament that is not brought in; the message says why. Nothing was changed."""

    code = "not-imported"


def prove(name: str, now: int, judge: Judge, advance: Advance) -> Header:
    """Read a whole file: its bounds, its root, every chain and every event; each log is folded. `now` in Unix ms.

    Raises `NotImported`.
    """
    if name == ndjson.STANDARD:
        raise NotImported("a whole club or tournament is read twice: name its file")
    try:
        header = inspection.header_of(Path(name), whole=True)
        inspection.inspect(Path(name), now, judge, advance, whole=True)
    except NotRestorable as error:
        raise NotImported(f"{name}: {str(error).replace('the file', 'it', 1)}") from None
    except OSError as error:
        raise NotImported(f"{name}: {error.strerror or error}") from None
    return header


def ensure_free(header: Header, there: Mapping[str, Head], *, beside: bool) -> None:
    """Raises `NotImported` for a store that holds anything, or, with `beside`, a log of the same name."""
    if not there:
        return
    clashes = [stream for stream in header.heads if stream in there]
    if clashes:
        more = f" and {len(clashes) - _NAMED} more" if clashes[_NAMED:] else ""
        raise NotImported(
            f"the store holds logs of the same names already: {', '.join(clashes[:_NAMED])}{more}. A whole club or"
            " tournament goes into a system that does not have it"
        )
    if not beside:
        raise NotImported(
            f"the store is not empty, it holds {len(there)} other {'log' if len(there) == 1 else 'logs'}:"
            " --beside brings the file in beside them"
        )


def write(client: Redis, name: str, header: Header, advance: Advance, obeyed: Obeyed) -> None:
    """Put all logs in place in one step; the workers judge them. Raises `OtherLogs` where one came meanwhile."""
    plan = Plan(dict(header.heads), {}, [])
    restoration.write(client, name, plan, plan.new, advance, obeyed)
