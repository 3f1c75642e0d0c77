"""A store that comes back as it was a moment ago, as a copy does that takes over before it had the last facts."""

from typing import Any

from redis import Redis


class Moment:
    """Everything in a store as of now. Where it comes back, what was written since is lost."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        names: list[Any] = list(client.scan_iter(count=1000))
        self._kept = {name: client.dump(name) for name in names}

    def come_back(self) -> None:
        """Make the store what it was, under the connections that it has."""
        for name in list(self._client.scan_iter(count=1000)):
            if name not in self._kept:
                self._client.delete(name)
        for name, value in self._kept.items():
            self._client.restore(name, 0, value, replace=True)  # type: ignore[arg-type]
