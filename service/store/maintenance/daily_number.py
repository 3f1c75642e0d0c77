"""The number of the day, as pages show it: `{s00}:number` holds `<time> <root>`; `service.checkpoint.anchors`."""

from typing import NamedTuple

from redis import Redis

from service.store import keys


class Number(NamedTuple):
    """A number over everything recorded: when it was made (Unix ms), and its digits."""

    at: int
    root: str


def show(client: Redis, number: Number) -> None:
    """Show a number from now on."""
    client.set(keys.NUMBER, f"{number.at} {number.root}")


def latest(client: Redis) -> Number | None:
    """The number that is shown, if there is one."""
    found: bytes | None = client.get(keys.NUMBER)  # type: ignore[assignment]
    if found is None:
        return None
    at, _, root = found.decode().partition(" ")
    return Number(int(at), root)
