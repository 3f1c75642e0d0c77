"""The whole recording, chapter by chapter."""

from collections.abc import Callable, Collection

from tests.recorded.chapters import (
    announcing,
    beginning,
    check_in,
    directing,
    entering,
    formats,
    games,
    operating,
    people,
    problems,
    results,
    round_list,
    seeding,
)
from tests.recorded.recorder import Chapter, Recorder

REFUSED_HERE = {
    "POST /desk/<tournament:tournament>/again": "nothing has failed that could be done again",
    "POST /clubs/<club:club>/hall": "the operator chose the address",
    "GET /readyz": "no worker is at work between two requests",
}


def walk(recorder: Recorder, only: Collection[str] = ()) -> None:
    """Ask everything, or what is in the named chapters. Raises `KeyError` for a name that no chapter has."""
    document = recorder.app.test_client().get("/v1/openapi.json").json
    chapters: list[tuple[str, Callable[[Chapter], object]]] = [
        ("questions", games.questions),
        ("games", games.every_game),
        ("by-hand", games.recorded_by_hand),
        *((form, lambda chapter, form=form: _played(chapter, form)) for form in formats.PLAYED),
        ("club", people.the_club),
        ("rounds", directing.before_the_start),
        ("impasse", directing.impasse),
        ("teams", directing.teams),
        ("results", results.results),
        ("service", operating.the_service),
        ("problems", lambda chapter: problems.wrongly_asked(chapter, document)),
        ("entries", entering.entries),
        ("first-minute", beginning.first_minute),
        ("players", entering.club_players),
        ("tables", beginning.tables),
        ("announcing", announcing.announcing),
        ("check-in", check_in.check_in),
        ("form", entering.public_form),
        ("seeding", seeding.seeding),
        ("round-list", round_list.round_list),
        ("keys", people.keys_and_files),
        ("scoring", games.scoring),
        ("service-dice", games.service_dice),
    ]
    if unknown := set(only) - dict(chapters).keys():
        raise KeyError(f"no chapter {', '.join(sorted(unknown))}; there are {', '.join(dict(chapters))}")
    for number, (name, tell) in enumerate(chapters):
        if not only or name in only:
            tell(Chapter(recorder, name, number))


def not_visited(recorder: Recorder) -> list[str]:
    """The gaps of the walk: an address that never succeeded, or an operation of the document never refused."""
    left_out = [
        f"{method} {rule.rule} never succeeds"
        for rule in recorder.app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        if f"{method} {rule.rule}" not in REFUSED_HERE
        and not {(rule.rule, method, 2), (rule.rule, method, 3)} & recorder.visited
    ]
    refused = {(recorder.published(rule), method) for rule, method, hundreds in recorder.visited if hundreds == 4}
    paths = recorder.app.test_client().get("/v1/openapi.json").json["paths"]
    return left_out + [
        f"{method.upper()} {path} is never refused"
        for path, operations in paths.items()
        for method, words in operations.items()
        if method != "parameters"
        and any(status.startswith("4") for status in words["responses"])
        and (path, method.upper()) not in refused
    ]


def _played(chapter: Chapter, form: str) -> None:
    formats.play(chapter, chapter.found(form.replace("_", "-")), form)
