"""The key by which a command goes to one server of a cluster."""

from typing import Any

HOME = "{s00}"
"""A command without a key goes to the server that has this tag: what is not a shard's is kept there."""

_KEYLESS = frozenset(
    (
        "BGREWRITEAOF",
        "CLIENT",
        "CLUSTER",
        "CONFIG",
        "DBSIZE",
        "ECHO",
        "FLUSHALL",
        "FLUSHDB",
        "INFO",
        "PING",
        "PUBLISH",
        "PUBSUB",
        "ROLE",
        "SCAN",
        "SCRIPT",
        "SHUTDOWN",
        "TIME",
        "WAIT",
    )
)


def first_key(args: tuple[Any, ...]) -> str | bytes | None:
    """The key that decides where a command goes; `None` for one without keys.

    >>> first_key(("EVALSHA", "abc", 2, "{s01}:log:m_1", "{s01}:head"))
    '{s01}:log:m_1'
    >>> first_key(("XREAD", "COUNT", 5, "STREAMS", "{s07}:out", "0-0"))
    '{s07}:out'
    """
    name = str(args[0]).upper()
    if name.partition(" ")[0] in _KEYLESS:
        return None
    if name in ("EVAL", "EVALSHA", "FCALL"):
        return args[3] if len(args) > 3 and int(args[2]) else None
    if name in ("XREAD", "XREADGROUP"):
        words = [argument.decode() if isinstance(argument, bytes) else str(argument) for argument in args]
        return args[[word.upper() for word in words].index("STREAMS") + 1]
    return args[1]
