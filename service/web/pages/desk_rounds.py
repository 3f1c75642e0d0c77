"""Rounds from the desk: what would be paired or published is shown first; then it is written."""

from typing import Any

from flask_babel import gettext as _

from core.codec import to_words
from core.errors import Refused, Unknown, VersionConflict
from core.events import Event
from service.access import Principal
from service.bootstrap import House
from service.handlers import foreseeing, rounds
from service.web.pages import desk_sentences, spoken
from service.web.pages.desk_ruling import Look, fingerprint, meanwhile, written_by

Json = dict[str, Any]


def look_at_round(house: House, principal: Principal | None, tournament: str, number: int | None) -> Look:
    """The next round as it would be paired, or, with a number, a draft as it would be published."""
    place = f"POST /v1/tournaments/{tournament}/rounds"
    title = _("Pair the next round") if number is None else _("Publish round %(number)s", number=number)
    version = house.shelf.tournament(tournament).version
    who = written_by(house, principal, tournament)
    seen = Look(title, place if number is None else f"{place}/{number}/publish", version, {}, who.text)
    try:
        if number is None:
            found = foreseeing.next_round(house, principal, tournament)
        else:
            found = foreseeing.published(house, principal, tournament, number)
    except (Refused, Unknown) as wrong:
        return seen._replace(problems=spoken.wrong(wrong))
    if not found.events:
        return seen._replace(problems=(_("There is nothing to do: the round is there already."),))
    body = {"events": [_event(each) for each in found.events]}
    sentences = desk_sentences.of_round(found.after, found.events, who.name)
    effects = tuple(_pairings(found, number))
    return seen._replace(version=found.before.version, body=body, sentences=sentences, effects=effects)


def _event(event: Event) -> Json:
    return {"type": type(event).__name__, **to_words(event)}


def _pairings(found: foreseeing.Drawn, number: int | None) -> list[str]:
    after = found.after
    numbers = {each.number for each in found.before.rounds}
    told = []
    for round_ in after.rounds:
        if round_.number == number or (number is None and round_.number not in numbers):
            if round_.draft and after.tables:
                told.append(_("The tables follow when the round is published"))
            for each in round_.pairings:
                names = " – ".join(after.name_of(player) for player in (each.white, each.black) if player)
                table = after.seated.get(each.match)
                told.append(f"{_('Table %(name)s', name=table)}: {names}" if table else names)
            if round_.bye:
                told.append(_("%(who)s sits this round out", who=after.name_of(round_.bye)))
    return told


def write_round(
    house: House, principal: Principal | None, tournament: str, number: int | None, version: int, key: str
) -> Look:
    """Pair or publish what was looked at."""
    seen = look_at_round(house, principal, tournament, number)
    options: Any = {"expected": version, "key": key, "fingerprint": fingerprint({"round": number})}
    try:
        if number is None:
            rounds.pair(house, principal, tournament, None, **options)
        else:
            rounds.publish(house, principal, tournament, number, **options)
    except VersionConflict:
        return seen._replace(warning=meanwhile())
    except (Refused, Unknown) as wrong_:
        return seen._replace(problems=spoken.wrong(wrong_))
    return seen._replace(problems=())
