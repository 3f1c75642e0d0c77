"""The first and the last lines of a transcript: the match and its terms, the settlement and its comparison."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Self

from core.match.results.settlement import Settlement
from core.match.state import Match
from core.messages import say, term
from core.notation.ending_text import outcome_text
from core.notation.match_text import decided_text, next_text, points_text
from core.notation.transcript_cells import WIDTH, both, columns, wrap
from core.timestamps import rfc3339

_INDENT = " " * 5
Translate = Callable[[str], str]
"""The text of a message in the language of a sheet; any other text as it is."""


class Span(NamedTuple):
    """The earliest and the latest time of some events (Unix ms)."""

    first: int
    last: int

    def with_(self, at: int) -> Self:
        """The span with one more time."""
        return type(self)(min(self.first, at), max(self.last, at))

    def joined(self, other: "Span") -> Self:
        """The span of the events of both."""
        return type(self)(min(self.first, other.first), max(self.last, other.last))


NO_SPAN = Span(1 << 62, -(1 << 62))
"""The span of no event."""


def above(match: Match, span: Span, translate: Translate) -> Iterator[str]:
    """The lines above the games: the game, the players, the days, the terms."""
    opened = match.opened
    first, last = rfc3339(span.first)[:10], rfc3339(span.last)[:10]
    day = first if first == last else say("{first} to {last}", first=first, last=last)
    yield from both(translate(term(match.game.name)), translate(day))
    yield from both(_names(match), match.id)
    terms = [length(match), say("checked: {check}", check=term(opened.check)), say("club {club}", club=opened.club)]
    if opened.tournament:
        round_ = say(", round {number}", number=opened.round) if opened.round else ""
        terms.append(say("tournament {tournament}{round}", tournament=opened.tournament, round=round_))
    terms += [
        say("{player} begins with {points}", player=opened.players[seat], points=points_text(points))
        for seat, points in (opened.start or {}).items()
    ]
    terms += [f"{name.replace('_', ' ')}: {value}" for name, value in opened.options.items()]
    yield from wrap(" · ".join(map(translate, terms)), WIDTH)


def length(match: Match) -> str:
    """The length of a match, in words."""
    if "points" in match.opened.length:
        return say("match to {points}", points=points_text(match.opened.length["points"]))
    stop = say(", until decided") if match.opened.stop == "when_decided" else ""
    return say("match of {games} games{stop}", games=match.opened.length["games"], stop=stop)


def _names(match: Match) -> str:
    return " – ".join(match.opened.players[seat] for seat in match.seats)


def below(match: Match, translate: Translate) -> Iterator[str]:
    """The lines below the games: the settlement, or what the match waits for."""
    settled = match.settled
    yield ""
    yield "═" * WIDTH
    if settled is None:
        held = match.conduct.suspended
        suspended = say("suspended ({reason}), ", reason=held.reason) if held else ""
        sentence = say(
            "Not settled: {suspended}{state}. {score}", suspended=suspended, state=next_text(match), score=_score(match)
        )
        yield from wrap(translate(sentence), WIDTH)
        return
    winner = match.opened.players[settled.winner or match.seats[0]]
    by, has_placings = settled.decided_by or "points", match.game.placings
    how = say("with the fewest rounds to pay") if by == "points" and has_placings else decided_text(by)
    clinched = say(" Games remained that could not change it.") if settled.clinched else ""
    sentence = say(
        "{winner} wins the match {how}. {score}{clinched}",
        winner=winner,
        how=how,
        score=_score(match),
        clinched=clinched,
    )
    yield from wrap(translate(sentence), WIDTH)
    yield from _comparison(match, settled, translate)


def _score(match: Match) -> str:
    total = match.settled.score if match.settled else match.score
    players = [f"{match.opened.players[seat]} {total[seat]}" for seat in match.seats]
    return (
        say("Rounds to pay: {players}.", players=players)
        if match.game.placings
        else say("Score: {players}.", players=players)
    )


def _comparison(match: Match, settled: Settlement, translate: Translate) -> Iterator[str]:
    """The games that were laid side by side to decide equal totals."""
    if not settled.comparison:
        return
    yield ""
    yield translate(say("Equal, and compared game by game, the best first:"))
    names = match.opened.players
    if len(match.seats) == 2:
        yield from columns([names[seat] for seat in match.seats])
    for row in settled.comparison:
        cells = {
            seat: translate(
                say("no further game")
                if result is None
                else say(
                    "game {number}, {outcome} (rank {rank})",
                    number=result[0],
                    outcome=outcome_text(result[1]),
                    rank=result[2],
                )
            )
            for seat, result in row.items()
        }
        if len(match.seats) == 2:
            yield from columns(list(cells.values()))
        else:
            sentence = "; ".join(f"{names[seat]}: {cell_}" for seat, cell_ in cells.items())
            yield from wrap(sentence, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
