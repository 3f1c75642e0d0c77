"""The whole recording, chapter by chapter."""

from collections.abc import Callable

from flask import Flask

from tests.recorded.answers import Answers, status_of
from tests.recorded.chapters import (
    announcing,
    beginning,
    check_in,
    directing,
    entering,
    formats,
    games,
    money,
    not_taking_place,
    operating,
    people,
    problems,
    results,
    round_list,
    seeding,
    series,
)
from tests.recorded.recorder import Chapter, Recorder, published, rule_of

REFUSED_HERE = {
    "POST /desk/<tournament:tournament>/again": "nothing has failed that could be done again",
    "POST /clubs/<club:club>/hall": "the operator chose the address",
    "GET /phone": "the recording has no https with a certificate of its own",
    "GET /hall.crt": "the recording has no https with a certificate of its own",
    "GET /readyz": "no worker is at work between two requests",
}


def _played(form: str) -> Callable[[Chapter], object]:
    return lambda chapter: formats.play(chapter, chapter.found(form.replace("_", "-")), form)


CHAPTERS: dict[str, Callable[[Chapter], object]] = {
    "questions": games.questions,
    "games": games.every_game,
    "by-hand": games.recorded_by_hand,
    **{form: _played(form) for form in formats.PLAYED},
    "club": people.the_club,
    "rounds": directing.before_the_start,
    "impasse": directing.impasse,
    "teams": directing.teams,
    "results": results.results,
    "service": operating.the_service,
    "problems": problems.wrongly_asked,
    "entries": entering.entries,
    "first-minute": beginning.first_minute,
    "players": entering.club_players,
    "tables": beginning.tables,
    "announcing": announcing.announcing,
    "check-in": check_in.check_in,
    "form": entering.public_form,
    "seeding": seeding.seeding,
    "round-list": round_list.round_list,
    "keys": people.keys_and_files,
    "scoring": games.scoring,
    "service-dice": games.service_dice,
    "wall": directing.wall,
    **{form: _played(form) for form in formats.PLAYED_LATER},
    "times": directing.times,
    "timetable": directing.timetable,
    "penalties": results.penalties,
    "webhooks": people.webhooks,
    "ratings": results.ratings,
    **{form: _played(form) for form in formats.PLAYED_LAST},
    "alternates": check_in.alternates,
    "second-chances": check_in.second_chances,
    "series": series.series,
    "off": not_taking_place.off_and_on,
    "money": money.money,
}
"""By name. The days of a chapter follow from its number: a new one comes last."""


def walk(recorder: Recorder, name: str) -> None:
    """Ask everything that is in a chapter."""
    CHAPTERS[name](Chapter(recorder, name, list(CHAPTERS).index(name)))


def not_visited(app: Flask, answers: Answers) -> list[str]:
    """The gaps of a recording: addresses that never succeed, and operations of the document that are never refused."""
    visited = {
        (rule, method, int(status_of(text)[0]))
        for name, text in answers.items()
        for method, _, path in [name.partition(": ")[2].partition(" ")]
        if (rule := rule_of(app, method, path))
    }
    left_out = [
        f"{method} {rule.rule} never succeeds"
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        if f"{method} {rule.rule}" not in REFUSED_HERE
        and not {(rule.rule, method, 2), (rule.rule, method, 3)} & visited
    ]
    refused = {(published(rule), method) for rule, method, hundreds in visited if hundreds == 4}
    return left_out + [
        f"{method.upper()} {path} is never refused"
        for path, operations in app.test_client().get("/v1/openapi.json").json["paths"].items()
        for method, words in operations.items()
        if method != "parameters"
        and any(status.startswith("4") for status in words["responses"])
        and (path, method.upper()) not in refused
    ]
