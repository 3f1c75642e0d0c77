"""Use case of the calendar of a series: the evenings that its reader may see, as they are announced."""

from core.tournament import Tournament
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.exports.calendar import MEDIA, Evening, Setting, series_calendar
from service.handlers.series.tables import readable


def calendar(
    deps: Dependencies, principal: Principal | None, slug: str, series_id: str, lang: str, origin: str
) -> bytes:
    """The calendar, made once for the versions of the club and of the tournaments. Raises as `readable`."""
    club, series, inside = readable(deps, principal, slug, series_id)
    seen = [
        tournament
        for tournament in deps.repository.tournaments(series.tournaments)
        if inside or tournament.created.published
    ]
    versions = tuple((tournament.id, tournament.version) for tournament in seen)

    def make() -> bytes:
        evenings = sorted((_evening(deps, tournament) for tournament in seen), key=_starts)
        (last,) = deps.log.read(f"c_{slug}", club.version - 1, limit=1)
        address = f"{origin}clubs/{slug}/series/{series_id}"
        setting = Setting(lang, origin, last.at)
        return series_calendar(series_id, series.announcement.name, address, evenings, setting)

    return deps.answers.get((series_id, club.version, versions, MEDIA, lang, origin), make)


def _evening(deps: Dependencies, tournament: Tournament) -> Evening:
    (last,) = deps.log.read(tournament.id, tournament.version - 1, limit=1)
    return Evening(tournament, last.at)


def _starts(evening: Evening) -> str:
    return str((evening.tournament.created.details or {}).get("starts", ""))
