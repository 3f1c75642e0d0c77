"""Tournaments called off, reinstated, deleted, copied, and changed while they run; a club closed and opened again."""

from tests.recorded.chapters.formats import NAMES, announced
from tests.recorded.chapters.hidden_fields import hidden
from tests.recorded.chapters.people import employed
from tests.recorded.recorder import Chapter

OFF = {"reason": "Snö på spåren"}


def off_and_on(chapter: Chapter) -> None:
    """A Swiss that changes and is called off, one by mistake, a copy, and the end of the club."""
    club = "snow-club"
    chapter.found(club)
    employed(chapter, club, "Olle", "organiser", "olle")
    tournament = announced(chapter, club, format="swiss", settings={"rounds": 3}, published=True)
    path, page = f"/v1/tournaments/{tournament}", f"/tournaments/{tournament}"
    chapter.post(f"{path}/entries?register=1", {"players": list(NAMES[:4])})
    chapter.post(f"{path}/start", {"seed": "snow"})
    chapter.pages(f"{page}/change", "olle")
    for change in ({"settings": {"rounds": 4}}, {"settings": {"rounds": 0, "seeded": 2}, "check_in": True}):
        chapter.post(f"{path}/amendment-preview", change)
        chapter.ask("PATCH", path, "organiser", json={**change, "reason": "det finns tid"})
    form = {**hidden(chapter.get(f"{page}/change", "olle").text), "swiss.rounds": "3", "length": "games.5"}
    chapter.fill(f"{page}/change", "olle", **form, step="look")
    chapter.fill(f"{page}/change", "olle", **form, step="write", reason="som utlyst")
    chapter.pages(f"{page}/call-off", "olle")
    chapter.post(f"{path}/call-off", OFF)
    chapter.post(f"{path}/call-off", OFF)
    chapter.post(f"{path}/rounds", {})
    chapter.pages(page, "stranger")
    chapter.get(f"{path}/calendar.ics", "stranger")
    chapter.pages(f"{page}/call-off", "olle")
    chapter.post(f"{path}/reinstate", {"reason": "tågen går"})
    chapter.post(f"{path}/reinstate", {})
    form = hidden(chapter.get(f"{page}/call-off", "olle").text)
    chapter.fill(f"{page}/call-off", "olle", **form, reason="Snö")
    chapter.fill(f"{page}/call-off/reinstate", "olle", **hidden(chapter.get(f"{page}/call-off", "olle").text))
    chapter.post(f"{path}/copies", {"name": "Nästa", "players": True, "details": {"starts": "2026-12-07T18:00"}})
    chapter.pages(f"/clubs/{club}/tournaments/new?as={tournament}", "olle")
    _templates(chapter, club, tournament)
    chapter.ask("DELETE", path, "organiser")
    for way in ("api", "page"):
        mistake = announced(chapter, club, format="swiss", published=True)
        if way == "api":
            chapter.ask("DELETE", f"/v1/tournaments/{mistake}", "organiser")
        else:
            form = hidden(chapter.get(f"/tournaments/{mistake}/call-off", "olle").text)
            chapter.fill(f"/tournaments/{mistake}/call-off/delete", "olle", key=form["key"])
        chapter.get(f"/v1/tournaments/{mistake}", "stranger")
        chapter.pages(f"/tournaments/{mistake}", "stranger")
    chapter.pages(f"/clubs/{club}/closing", "olle")
    chapter.post(f"/v1/clubs/{club}/close", {"reason": "Vi spelar i Vasa nu"})
    chapter.post(f"/v1/clubs/{club}/players", [{"name": "Ny"}])
    chapter.pages(f"/clubs/{club}", "olle")
    chapter.post(f"/v1/clubs/{club}/reopen")
    chapter.post(f"/v1/clubs/{club}/reopen")
    chapter.fill(f"/clubs/{club}/closing", "olle", **hidden(chapter.get(f"/clubs/{club}/closing", "olle").text))
    form = hidden(chapter.get(f"/clubs/{club}/closing", "olle").text)
    chapter.fill(f"/clubs/{club}/closing/reopening", "olle", **form)


def _templates(chapter: Chapter, club: str, tournament: str) -> None:
    """Templates of the club: kept, listed, renamed, announced, deleted, over the API and by pages."""
    path, page = f"/v1/clubs/{club}/templates", f"/clubs/{club}/templates"
    template = chapter.post(path, {"name": "Måndagar", "tournament": tournament}).json["id"]
    chapter.post(path, {"name": "måndagar", "tournament": tournament})
    chapter.ask("PATCH", f"{path}/{template}", "organiser", json={"name": "Tisdagar"})
    chapter.ask("PATCH", f"{path}/{template}", "organiser", json={})
    chapter.get(path, "organiser")
    chapter.post(f"{path}/{template}/tournaments", {"details": {"starts": "2026-12-08T18:00"}})
    chapter.pages(page, "olle")
    chapter.pages(f"/clubs/{club}/tournaments/new?template={template}", "olle")
    chapter.fill(page, "olle", name="Julcupen", tournament=tournament)
    chapter.fill(f"{page}/{template}/name", "olle", name="Onsdagar")
    chapter.fill(f"{page}/{template}/removal", "olle")
    another = chapter.post(path, {"name": "Vårcupen", "tournament": tournament}).json["id"]
    chapter.ask("DELETE", f"{path}/{another}", "organiser")
    chapter.ask("DELETE", f"{path}/{another}", "organiser")
