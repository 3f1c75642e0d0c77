"""Pages of dice statistics: each face with its count, and in words how unusual that would be of fair dice."""

from typing import Any

from flask import Response, request
from flask_babel import format_decimal
from flask_babel import gettext as _
from markupsafe import Markup

from core.dice.statistics import FACES, LEAST, chance_of_fair, fair_doubles
from service.handlers.match import dice_statistics
from service.handlers.match.dice_statistics import Sample
from service.store.read_models.club.dice_counts import MOST
from service.translations.isolation import beside
from service.web.boards.checkers import die
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.made_answers import made_once
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.shared.tournament_head import ROUNDS, head_at

pages = PageBlueprint("dice_pages", __name__)

_USUAL, _RARE = 0.05, 0.001


@pages.get("/matches/<match:match>/dice")
@made_once
def of_match(match: str) -> Response:
    """The dice of a match, by player."""
    samples = dice_statistics.of_match(deps(), visitor(request), match)
    names = beside(dict.fromkeys(deps().repository.match(match).players.values()))
    to, before = _("To the match"), _("They are counted at the end of the match.")
    opened = deps().repository.match(match)
    head = head_at(opened.tournament, ROUNDS, number=opened.round)
    return _page(names, samples, f"/matches/{match}", to, before=before, page_head=head)


@pages.get("/clubs/<club:club>/players/<player:player>/dice")
@made_once
def of_player(club: str, player: str) -> Response:
    """The dice of a player."""
    name, samples = dice_statistics.of_player(deps(), visitor(request), club, player)
    return _page(name, samples, f"/clubs/{club}/players/{player}", _("To the player"), scope=_last())


@pages.get("/clubs/<club:club>/dice")
@made_once
def of_club(club: str) -> Response:
    """The dice of a club."""
    samples = dice_statistics.of_club(deps(), visitor(request), club)
    return _page(deps().repository.club(club).name, samples, f"/clubs/{club}", _("To the club"), scope=_last())


def _last() -> str:
    return _("Counted are the rolls of the club's last %(count)s finished matches that were recorded.", count=MOST)


def _page(
    name: str, samples: list[Sample], back: str, to: str, *, scope: str = "", before: str = "", **head: Any
) -> Response:
    """The page of some samples; `scope` says what is counted, `before` when it will be."""
    rows = [_sample(sample) for sample in samples if sample.counts.dice]
    return render_page("match/dice.html", name=name, samples=rows, back=back, to=to, scope=scope, before=before, **head)


def _sample(sample: Sample) -> dict[str, Any]:
    count = sample.counts
    faces = [
        {
            "face": face,
            "drawn": Markup(die(face, 30, 30, 56)),  # noqa: S704 - numbers alone
            "count": times,
            "share": _one_place(100 * times / count.dice),
            "width": _bar(times, count.dice),
        }
        for face, times in enumerate(count.faces, 1)
    ]
    source = _("Rolled by the service") if sample.by_service else _("Thrown by people")
    sentences = (_size(count.dice), _evenness(count.faces, count.dice), _doubles(count.pairs, count.doubles))
    return {
        "name": sample.name,
        "source": source,
        "faces": faces,
        "sentences": [sentence for sentence in sentences if sentence],
    }


def _bar(times: int, dice: int) -> float:
    """The length of a bar of 100, in which fair dice reach the middle."""
    return round(min(100.0, 50 * FACES * times / dice), 1)


def _size(dice: int) -> str:
    """The number of dice, and of each face; "" of too few, of which the next sentence tells the number."""
    if dice < LEAST:
        return ""
    return _("%(dice)s dice. Fair dice have about %(fair)s of each face.", dice=dice, fair=_one_place(dice / FACES))


def _one_place(number: float) -> str:
    return str(format_decimal(number, "0.0"))


def _evenness(faces: tuple[int, ...], dice: int) -> str:
    chance = chance_of_fair(faces)
    if chance is None:
        return _("Too few dice to say anything: %(count)s of at least %(least)s.", count=dice, least=LEAST)
    percent = f"{100 * chance:.0f}" if chance >= _USUAL else _one_place(100 * chance)
    if chance >= _USUAL:
        return _(
            "Fair dice are this uneven, or more, in %(percent)s of 100 such samples. Nothing speaks against them.",
            percent=percent,
        )
    if chance >= _RARE:
        return _(
            "Fair dice are this uneven, or more, in %(percent)s of 100 such samples. Of many samples some are.",
            percent=percent,
        )
    return _("Fair dice are this uneven, or more, in fewer than 1 of 1,000 such samples. Have a look at the dice.")


def _doubles(pairs: int, doubles: int) -> str:
    expected = fair_doubles(pairs)
    if expected is None:
        return ""
    return _(
        "Doubles: %(count)s of %(throws)s throws. Of fair dice 95 of 100 such samples have %(low)s to %(high)s.",
        count=doubles,
        throws=pairs,
        low=expected[0],
        high=expected[1],
    )
