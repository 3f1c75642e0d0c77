"""The chapter on announcing a tournament by pages."""

from tests.recorded.recorder import Chapter

WRITTEN = {
    "name": "Julcupen",
    "date": "2026-12-12",
    "from": "18:00",
    "until": "22:30",
    "place": "Vasamuseet",
    "game": "swedish",
    "players": "8",
    "tables": "4",
    "format": "single_elimination",
    "length": "games.3",
    "published": "1",
    "single_elimination.bronze": "1",
    "schedule": "17:30 Avprickning",
    "scoring.win": "3",
    "prizes": "1. 500 kr\nBästa junior: pokal",
    "zone": "Europe/Stockholm",
}


def announcing(chapter: Chapter) -> None:
    """The form with its defaults, what fits, wrong fields, a look, and the announcement; then it is changed."""
    chapter.found("announcing")
    new = "/clubs/announcing/tournaments/new"
    chapter.pages(new, "organiser", "referee")
    chapter.fill(f"{new}/plan", "organiser", **WRITTEN)
    chapter.fill(new, "organiser", **WRITTEN, step="plan")
    chapter.get("/v1/clubs/announcing/games/swedish/plans?players=8&tables=4&minutes=240", "organiser")
    chapter.fill(new, "organiser", **{**WRITTEN, "name": "", "players": "900"}, step="look")
    chapter.fill(new, "organiser", **WRITTEN, step="look")
    chapter.fill(f"{new}/drawing", "organiser", **WRITTEN)
    written = chapter.fill(new, "organiser", **WRITTEN, step="write", key="julcupen").headers["Location"]
    overview = written.partition("?")[0].removesuffix("/organise")
    home = f"{overview}/organise"
    chapter.pages(home, "organiser")
    chapter.fill(f"{home}/publication", "organiser", published="0")
    announcement = f"{overview}/announcement"
    chapter.pages(announcement, "organiser")
    chapter.fill(announcement, "organiser", **{**WRITTEN, "place": "Biblioteket"}, step="write", version="2")
    chapter.fill(announcement, "organiser", **{**WRITTEN, "place": ""}, step="write", version="1")
    chapter.pages(overview, "organiser")
