"""The registry: every format that brade knows, one line each."""

from core.errors import Unknown
from core.tournament.format import Format
from core.tournament.formats import round_robin

FORMATS: tuple[Format, ...] = (
    round_robin.FORMAT,
)  # fmt: skip
_BY_KEY = {each.key: each for each in FORMATS}


def format_of(key: str) -> Format:
    """The format of that key. Raises `Unknown`, which names the known ones."""
    if key not in _BY_KEY:
        raise Unknown("format", key, tuple(_BY_KEY))
    return _BY_KEY[key]
