"""Input of a file: a tournament as its reader may see it, and the parameters of the request."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.club.look import Look
from core.csv_text import CsvForm
from core.events import DecisionUndone, MatchReopened, MatchSettled, Recorded, ResultConfirmed, ResultDecided
from core.tournament import Tournament
from core.tournament.brackets.view import BracketView, bracket_views
from core.tournament.model.visibility import is_withheld, without_drafts
from service.translations import SOURCE
from service.translations.erased_names import with_names_in


class ExportOptions(NamedTuple):
    """Options of a file: its language, the round if it is about one, the form of a table, and with every column.

    `origin` is the address of the service, with a slash at its end, for what leads from paper to a page.
    `club` is the name of the club that holds the tournament, `look` its logo and colour.
    """

    lang: str = "en"
    round: int = 0
    csv: CsvForm = CsvForm()
    every: bool = False
    origin: str = ""
    club: str = ""
    look: Look = Look()


class Paper(NamedTuple):
    """A tournament for one reader. `events` reads its log, `at_tables` referees' facts of its matches that count."""

    tournament: Tournament
    brackets: Sequence[BracketView]
    events: Callable[[], Iterable[Recorded]]
    at_tables: Sequence[tuple[str, Recorded]] = ()


def paper(
    tournament: Tournament,
    events: Callable[[], Iterable[Recorded]],
    at_tables: Sequence[tuple[str, Recorded]] = (),
    *,
    drafts: bool = False,
    lang: str = SOURCE,
) -> Paper:
    """The data of a tournament for files: with its `drafts` for directors, without them for all others."""
    tournament = with_names_in(tournament, lang)
    brackets = bracket_views(tournament, drafts=drafts)
    if drafts:
        return Paper(tournament, brackets, events, at_tables)

    def shown() -> Iterator[Recorded]:
        return (recorded for recorded in events() if not is_withheld(tournament, recorded.version, recorded.event))

    return Paper(without_drafts(tournament), brackets, shown, at_tables)


def settled(events: Iterable[Recorded]) -> dict[str, tuple[int, int]]:
    """By match id the version and the time (Unix ms) of the event that gave it the result that counts.

    After a decision was undone it is the event before: all is as it was.
    """
    found: dict[str, tuple[int, int]] = {}
    decided: dict[str, dict[int, tuple[int, int]]] = {}
    for recorded in events:
        event = recorded.event
        if isinstance(event, MatchSettled | ResultConfirmed):
            found[event.match] = recorded.version, recorded.at
        elif isinstance(event, ResultDecided):
            decided.setdefault(event.match, {})[recorded.version] = recorded.version, recorded.at
        elif isinstance(event, DecisionUndone):
            decided.get(event.match, {}).pop(event.decision, None)
        elif isinstance(event, MatchReopened):
            found.pop(event.match, None)
    return found | {match: stack[max(stack)] for match, stack in decided.items() if stack}
