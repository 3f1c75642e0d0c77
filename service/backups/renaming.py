"""A copy of a club under other names: its logs with another short name, and tournaments and matches with other ids.

Every hash is computed anew, since the names are hashed too. People, players and what they did stay as they are.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.eventlog.codec import from_public, to_public
from core.eventlog.hash_chain import ZERO_HASH, recorded_hash
from core.events import ClubFounded, MatchImported, MatchOpened, Recorded, TournamentCreated

_IDS = ("match", "tournament")
_LISTS = ("matches", "pairings", "seats")


class Renaming:
    """The names of a copy: `new_id` gives the new id of a tournament or a friendly match, the same each time."""

    def __init__(self, club: str, slug: str, name: str, new_id: Callable[[str], str]) -> None:
        self._club, self._slug, self._name = club, slug, name
        self._new_id = new_id
        self._known: dict[str, str] = {}

    def stream(self, stream: str) -> str:
        """The new name of a log."""
        if stream == f"c_{self._club}":
            return f"c_{self._slug}"
        root, dot, number = stream.partition(".")
        if root not in self._known:
            self._known[root] = self._new_id(root)
        return f"{self._known[root]}{dot}{number}"

    def renamed(
        self, stream: str, events: Iterable[Recorded], imported: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        """The events of a log in the copy.

        `imported` are the new hashes of the last events that came from a file, by the id of the match in the backup.
        """
        new, previous, copied = self.stream(stream), ZERO_HASH, []
        for recorded in events:
            data = self._words(to_public(stream, recorded))
            if isinstance(recorded.event, MatchOpened | TournamentCreated):
                data["club"] = self._slug
            if isinstance(recorded.event, ClubFounded):
                data |= {"slug": self._slug, "name": self._name}
            if isinstance(recorded.event, MatchImported) and imported and recorded.event.match in imported:
                data["head"] = imported[recorded.event.match]
            copied.append(from_public({**data, "stream": new, "prev_hash": previous}))
            previous = recorded_hash(new, copied[-1])
        return copied

    def _words(self, words: Mapping[str, Any]) -> dict[str, Any]:
        """The words of an event with the new names in place of those that they had."""
        data = dict(words)
        for name in _IDS:
            if data.get(name):
                data[name] = self.stream(data[name])
        if "place" in data:
            data["place"] = self._place(data["place"])
        if "places" in data:
            data["places"] = [self._place(place) for place in data["places"]]
        if "versions" in data:
            data["versions"] = {self.stream(each): version for each, version in data["versions"].items()}
        for name in _LISTS:
            if name in data:
                data[name] = [
                    self.stream(row) if isinstance(row, str) else {**row, "match": self.stream(row["match"])}
                    for row in data[name]
                ]
        return data

    def _place(self, place: str) -> str:
        """A place for which links were given out: a table, or one match."""
        kind, colon, match_id = place.partition(":")
        return f"{kind}:{self.stream(match_id)}" if colon and kind == "match" else place
