"""Files with all played matches of a tournament, which take too long for one request.

| name | content |
|---|---|
| `matches.txt` | every match as a readable sheet, each below tags as in PGN: event, round, table, players, result |
| `matches.zip` | the same sheets as files of their own, with the event log of each match |
| `mat.zip` | every match as `.mat`, for GNU Backgammon and others; those that have none are listed with the reason |

The matches are those with games in their result, in the order of the rounds, so equal logs give equal bytes.
"""

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple

from core.errors import NotAllowed
from core.eventlog.codec import to_public
from core.events import MatchOpened, Recorded
from core.games import game_of
from core.match.judging import Known
from core.notation import mat_export
from core.notation.mat_export import Occasion
from core.notation.sheet import Shown
from core.notation.transcript import transcript
from core.tournament import Tournament
from core.tournament.model.values import Pairing
from service.local_times import local
from service.translations import translated

TEXT, ZIP = "text/plain", "application/zip"
_OLDEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the earliest that the format knows."""


Json = dict[str, Any]


class MatchLog(NamedTuple):
    """The log of a match, what is known of its judgement, the names of what it was played in and of its authors.

    `opened` is its opening with the names that readers of the file see, and `seen` makes of a line what they see of it.
    `recorded` has what judging needs, with these names, and is read quickly. `chained` also has what proves it.
    """

    recorded: Callable[[], Iterable[Recorded]]
    chained: Callable[[], Iterable[Recorded]]
    opened: MatchOpened
    seen: Callable[[Json], Json]
    known: Known
    occasion: Occasion
    shown: Shown = str

    def events(self) -> Iterator[Recorded]:
        """The log with the opening that readers of the file see."""
        return (
            recorded._replace(event=self.opened) if recorded.version == 0 else recorded for recorded in self.recorded()
        )


ReadMatch = Callable[[str], MatchLog]
Advance = Callable[[], None]
"""Called after each match."""


class MatchSet(NamedTuple):
    """A kind of file: its media type, what it is about, and what writes it."""

    media: str
    about: str
    write: Callable[[IO[bytes], Tournament, ReadMatch, str, Advance], None]


def played_matches(tournament: Tournament) -> list[tuple[int, Pairing]]:
    """The matches with games in their result, with the number of their round."""
    return [
        (round_.number, pairing)
        for round_ in tournament.rounds
        for pairing in round_.pairings
        if (result := tournament.results.get(pairing.match)) and result.games
    ]


def is_offered(tournament: Tournament, name: str) -> bool:
    """True if the tournament has such a file: only some games are written as `.mat`."""
    return name != "mat.zip" or mat_export.FORMAT in game_of(tournament.created.game).formats


# ── texts ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def _tags(tournament: Tournament, number: int, pairing: Pairing, log: MatchLog) -> Iterator[str]:
    result, seats = tournament.results[pairing.match], game_of(tournament.created.game).seats[:2]
    opened = next(iter(log.events()))
    details = tournament.created.details or {}
    pairs = [
        ("Event", tournament.created.name),
        ("Site", str(details.get("place", "?"))),
        ("Date", local(opened.at, details).strftime("%Y.%m.%d")),
        ("Round", str(number)),
        ("Table", tournament.seated.get(pairing.match, "?")),
        ("White", tournament.name_of(pairing.white)),
        ("Black", tournament.name_of(pairing.black)),
        *_teams(tournament, pairing),
        ("Result", "-".join(str(result.score.get(seat, 0)) for seat in seats)),
        ("Winner", result.winner or "none"),
        ("Game", tournament.created.game),
        ("Match", pairing.match),
    ]
    for name, value in pairs:
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        yield f'[{name} "{escaped}"]'


def _teams(tournament: Tournament, pairing: Pairing) -> Iterator[tuple[str, str]]:
    """The tags of the players' teams, as PGN calls them; none in an event of players."""
    for tag, player in (("WhiteTeam", pairing.white), ("BlackTeam", pairing.black)):
        if team := tournament.team_of(player):
            yield tag, team


def _sheet(pairing: Pairing, log: MatchLog, lang: str) -> str:
    return transcript(
        pairing.match, log.events(), log.known, translate=lambda text: translated(text, lang), shown=log.shown
    )


def _write_text(place: IO[bytes], tournament: Tournament, read: ReadMatch, lang: str, advance: Advance) -> None:
    for number, pairing in played_matches(tournament):
        log = read(pairing.match)
        tags = "\n".join(_tags(tournament, number, pairing, log))
        place.write(f"{tags}\n\n{_sheet(pairing, log, lang)}\n\n".encode())
        advance()


# ── archives ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    entry = zipfile.ZipInfo(name, _OLDEST)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, text.encode())


def _file_name(number: int, pairing: Pairing, ending: str) -> str:
    return f"round-{number}/{pairing.match}.{ending}"


def _log_lines(match_id: str, log: MatchLog) -> str:
    public = (log.seen(to_public(match_id, recorded)) for recorded in log.chained())
    lines = (json.dumps(each, ensure_ascii=False) for each in public)
    return "".join(f"{line}\n" for line in lines)


def _write_archive(place: IO[bytes], tournament: Tournament, read: ReadMatch, lang: str, advance: Advance) -> None:
    with zipfile.ZipFile(place, "w") as archive:
        for number, pairing in played_matches(tournament):
            log = read(pairing.match)
            tags = "\n".join(_tags(tournament, number, pairing, log))
            _add(archive, _file_name(number, pairing, "txt"), f"{tags}\n\n{_sheet(pairing, log, lang)}")
            _add(archive, _file_name(number, pairing, "ndjson"), _log_lines(pairing.match, log))
            advance()


def _write_mat(place: IO[bytes], tournament: Tournament, read: ReadMatch, lang: str, advance: Advance) -> None:
    left_out = []
    with zipfile.ZipFile(place, "w") as archive:
        for number, pairing in played_matches(tournament):
            log = read(pairing.match)
            try:
                text = mat_export.export(pairing.match, log.events(), log.known, log.occasion)
                _add(archive, _file_name(number, pairing, "mat"), text)
            except NotAllowed as refused:
                left_out.append(f"{pairing.match}: {translated(refused.message, lang)}\n")
            advance()
        if left_out:
            _add(archive, "left-out.txt", "".join(left_out))


MATCH_SETS: dict[str, MatchSet] = {
    "matches.txt": MatchSet(
        TEXT, "Every match as a readable sheet, one below the other, with tags as in PGN.", _write_text
    ),
    "matches.zip": MatchSet(ZIP, "Every match as a sheet and as its event log, a file each.", _write_archive),
    "mat.zip": MatchSet(ZIP, "Every match as `.mat`, as far as it has one; the others are listed.", _write_mat),
}
