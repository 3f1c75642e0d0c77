"""A match's state as it is kept beside its log: complete, so that judging goes on from there as if nothing was skipped.

The schema `MatchState` gives what readers are shown, and leaves out what only the rules need. A checkpoint follows from
the log up to its version and from nothing else: it may be dropped, and made again, at any time.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from core.events import MatchOpened
from core.match import judging
from core.match.state import Match
from core.messages import from_json, is_same_sentence, to_json

EVERY = 128
"""The number of facts between two checkpoints."""

_MESSAGES = "messages"
"""The messages of the faults, by their versions, beside the English texts that `faults` hold."""
_FROM_THE_OPENING = ("id", "opened", "game", "options", "seats")
_WHERE_SET = ("service_dice", "set_out", "mended", "takings_back")
"""Parts that few matches have: the text of all others is what it was before there were such parts."""
_KEPT = tuple(name for name in Match._fields if name not in _FROM_THE_OPENING)


def is_due(match: Match) -> bool:
    """True if a state is worth a checkpoint: at intervals, and after a voiding, which judged the whole log again.

    The state before the first fact is not: it is that of the opening.
    """
    voids, version = match.voids, match.version
    if not voids:
        return version % EVERY == 0 and version > 0
    return version > 0 and (version % EVERY == 0 or voids[-1][0] == version)


def write(match: Match) -> str | None:
    """A state as text; `None` where reading it would not give the same state again."""
    text = write_unproved(match)
    return text if read(match.id, match.opened, text) == match else None


def write_unproved(match: Match) -> str:
    """A state as text, for a reader who compares what it says with what else is known of the state."""
    kept = {name: getattr(match, name) for name in _KEPT if name not in _WHERE_SET or getattr(match, name) is not None}
    data = kept | {"position": match.game.write(match.position)}
    if messages := {str(fault.version): message for fault in match.faults if (message := to_json(fault.explanation))}:
        data[_MESSAGES] = messages
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def read(stream: str, event: MatchOpened, text: str) -> Match:
    """The state of a checkpoint's text, of a match that was opened so. What an older version did not keep is unset."""
    begun, data, kinds = judging.opened(stream, event), json.loads(text), _fields_of(Match)
    fields = {name: _value(kinds[name], data[name]) for name in _KEPT if name != "position" and name in data}
    messages = data.get(_MESSAGES, {})
    faults = tuple(
        each._replace(explanation=from_json(messages.get(str(each.version)), each.explanation))
        for each in fields.pop("faults", ())
    )
    return begun._replace(**fields, faults=faults, position=begun.game.read(data["position"]))


def is_of(text: str, match: Match | None) -> bool:
    """True if a checkpoint's text is that of this state, whatever the wording of its faults."""
    if match is None:
        return False
    try:
        stored = read(match.id, match.opened, text)
    except (ValueError, LookupError, TypeError, AttributeError):  # not what a checkpoint is
        return False
    if not any(call.cause for call in stored.conduct.calls):  # an earlier version kept none
        calls = tuple(call._replace(cause=None) for call in match.conduct.calls)
        match = match._replace(conduct=match.conduct._replace(calls=calls))
    if stored == match:
        return True
    if stored._replace(faults=()) != match._replace(faults=()) or len(stored.faults) != len(match.faults):
        return False
    return all(
        kept._replace(explanation=made.explanation) == made and is_same_sentence(made.explanation, kept.explanation)
        for made, kept in zip(match.faults, stored.faults, strict=True)
    )


@cache
def _fields_of(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


Reader = Callable[[Any], Any]


def _value(kind: Any, data: Any) -> Any:
    """A value of this type: JSON has lists where the state has tuples, named or not."""
    read = _reader(kind)
    return data if read is None or data is None else read(data)


@cache
def _reader(kind: Any) -> Reader | None:
    """The function that reads values of a type, except `None`; `None` of a type that JSON has, too."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _reader(next(each for each in inner if each is not type(None)))
    if origin is tuple:
        return _tuple_reader(inner)
    if origin in (dict, Mapping):
        return lambda data: {key: _value(inner[1], value) for key, value in data.items()}
    if isinstance(kind, type) and issubclass(kind, tuple):
        named, kinds = kind, tuple(_fields_of(kind).values())
        return lambda data: named(*(_value(each, value) for each, value in zip(kinds[: len(data)], data, strict=True)))
    return None


def _tuple_reader(inner: tuple[Any, ...]) -> Reader:
    if inner[-1] is not Ellipsis:
        return lambda data: tuple(_value(each, value) for each, value in zip(inner, data, strict=True))
    if (read := _reader(inner[0])) is None:
        return tuple
    return lambda data: tuple([None if value is None else read(value) for value in data])
