"""Slides of the wall: what is shown of a tournament now, in the order in which it is shown."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from flask_babel import gettext as _

from core.errors import Invalid, NotAllowed
from core.tournament import Round, Tournament, decisions
from core.tournament.brackets.view import WAITING, bracket_views
from core.tournament.decisions.pairing import after
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN
from core.tournament.pairing.lots import seed_of
from core.tournament.views.stages import in_brackets
from service.bootstrap import Dependencies
from service.handlers.desk.desk import MatchCard, public_tables, rounds_in_play
from service.handlers.tournament.tournaments import may_read
from service.web.i18n import tournament_labels
from service.web.pages.shared.qr import qr
from service.web.pages.shared.winners import Winners, winners
from service.web.pages.wall import boards, brackets, endings, lists

Json = dict[str, Any]
FIND_SECONDS = 180
"""So long after a round was published players find their tables, and nothing else is shown."""
LIST, _BOARDS, WINNERS, _PHONE = 12, 15, 20, 8
"""Seconds for which a slide is shown."""


class Slide(NamedTuple):
    """One slide: its template, its title, how long it is shown, and the function that makes its data."""

    kind: str
    title: str
    seconds: int
    data: Callable[[], Json]


class Wall(NamedTuple):
    """A tournament without its drafts as the wall shows it, and the time (Unix ms)."""

    tournament: Tournament
    tables: tuple[MatchCard, ...]
    finding: bool
    now: int


def wall(deps: Dependencies, tournament_id: str) -> Wall:
    """A tournament as a stranger may see it. Raises `NotFound` for one that is not published."""
    state, now = may_read(deps, None, tournament_id), deps.clock()
    on = rounds_in_play(state)
    finding = state.status not in (FINISHED, CALLED_OFF) and any(
        _just_published(deps, state, round_, now) for round_ in on
    )
    return Wall(state, public_tables(deps, state), finding, now)


def _just_published(deps: Dependencies, state: Tournament, round_: Round, now: int) -> bool:
    """True if all matches of a round were opened in the last minutes. A bracket's matches may be opened one by one."""
    if any(
        slot.status == WAITING
        for bracket in bracket_views(state)
        for round_view in bracket.rounds
        if round_view.round == round_.number
        for slot in round_view.slots
    ):
        return False
    matches = sorted((pairing.match for pairing in round_.pairings if not pairing.is_bye), key=_number)
    if not matches:
        return False
    first, last = (next(deps.log.read(match, limit=1)).at for match in (matches[0], matches[-1]))
    return now - last < 1000 * FIND_SECONDS and now - first < 2000 * FIND_SECONDS


def _number(match_id: str) -> int:
    return int(match_id.rpartition(".")[2])


def slides(seen: Wall) -> list[Slide]:
    """Everything that is shown now; at least one slide."""
    return list(_slides(seen))


def _slides(seen: Wall) -> Iterator[Slide]:
    state = seen.tournament
    if state.called_off is not None:
        yield listed("called_off", _("Called off"), 0, 1, {"reason": state.called_off})
    elif seen.finding:
        yield from _find(state)
    elif honours := winners(state):
        yield Slide("winners", _("Winners"), WINNERS, _honours(honours))
        yield from _standings(state)
        yield from _brackets(state)
    elif state.draw.words and state.status == OPEN:
        yield from _draw(state)
    elif not state.rounds:
        taking_part = _("Teams") if state.format.teams else _("Players")
        title = _("Entered") if state.status == OPEN else taking_part
        for number, page in enumerate(pages := lists.players(state)):
            yield listed("players", title, number, len(pages), {"columns": page})
    else:
        for cards in boards.pages(seen.tables):
            yield Slide("boards", _("At the boards"), _BOARDS, lambda cards=cards: boards.drawn(cards))  # type: ignore[misc]
        yield from _round(seen)
        yield from _timetable(seen)
        yield from _standings(state)
        yield from _brackets(state)


def _draw(state: Tournament) -> Iterator[Slide]:
    """A draw in public: the words as they are said, and once it is drawn with them, the draw.

    Of a bracket and of groups it is shown as it comes of this order if no entry changes until the start.
    """
    seed = seed_of(state.draw.words)
    drawn = state.draw.seeded is not None and state.draw.seeded.seed == seed
    if drawn:
        for number, columns in enumerate(pages := lists.draw(state)):
            yield listed("draw", _("The draw"), number, len(pages), {"columns": columns})
        after = _started(state, seed)
        yield from _standings(after, _("Groups")) if after.format.sections(after) else _brackets(after)
    title = _("The words of the draw") if drawn else _("Say a word for the draw")
    for number, words in enumerate(words_pages := lists.words(state)):
        last = seed if drawn else ""
        yield listed("words", title, number, len(words_pages), {"words": words, "seed": last})


def _started(state: Tournament, seed: str) -> Tournament:
    """The tournament as it would start now; as it is where its first round is paired on command, or cannot be."""
    if state.format.on_command:
        return state
    try:
        return after(state, decisions.start(state, seed))
    except (Invalid, NotAllowed):
        return state


def listed(kind: str, title: str, number: int, count: int, data: Json) -> Slide:
    """A slide of a list that may have several: its number of so many stands behind the title."""
    title = f"{title} · {number + 1}/{count}" if count > 1 else title
    return Slide(kind, title, LIST, lambda: data)


def phone_slide(address: str) -> Slide:
    """The address for phones, as a code that is read from the end of the hall."""
    return Slide("phone", _("On your phone"), _PHONE, lambda: {"address": address, "code": qr(address, address)})


def ending_slide(deps: Dependencies, now: int, ended: endings.Ended) -> Slide:
    """The game that just ended, as long as it is shown; it stands for whichever slide is asked for meanwhile."""
    left = endings.SECONDS - (now - ended.fact.at) // 1000
    return Slide("ending", _("The game is over"), max(3, left), lambda: endings.drawn(deps, ended))


def _find(state: Tournament) -> Iterator[Slide]:
    for round_ in lists.rounds_shown(state):
        title = _("%(round)s: find your table", round=tournament_labels.round_title(state, round_))
        for number, page in enumerate(pages := lists.by_name(state, round_)):
            yield listed("find", title, number, len(pages), {"columns": page})


def _round(seen: Wall) -> Iterator[Slide]:
    state = seen.tournament
    for round_ in lists.rounds_shown(state):
        for number, rows in enumerate(pages := lists.matches(state, round_, seen.tables)):
            yield listed("round", tournament_labels.round_title(state, round_), number, len(pages), {"rows": rows})


def _timetable(seen: Wall) -> Iterator[Slide]:
    for number, rows in enumerate(pages := lists.to_come(seen.tournament, seen.now)):
        yield listed("timetable", _("Timetable"), number, len(pages), {"rows": rows})


def _standings(state: Tournament, title: str = "") -> Iterator[Slide]:
    for number, columns in enumerate(pages := lists.standings(state)):
        yield listed("standings", title or _("Standings"), number, len(pages), {"columns": columns})


def _brackets(state: Tournament) -> Iterator[Slide]:
    if state.format.on_command and not in_brackets(state):  # before the cut no player is in them
        return
    for name, part in brackets.parts(state):
        yield Slide("bracket", name, LIST, lambda part=part: {"rounds": part})  # type: ignore[misc]


def _honours(honours: Winners) -> Callable[[], Json]:
    return lambda: {"winners": honours}


def about(seen: Wall) -> Json:
    """Data on the tournament for the head of every slide."""
    state = seen.tournament
    return {
        "tournament": state.id,
        "name": state.created.name,
        "version": state.version,
        "now": seen.now,
        "over": state.status in (FINISHED, CALLED_OFF),
        "format": tournament_labels.format_name(state),
    }
