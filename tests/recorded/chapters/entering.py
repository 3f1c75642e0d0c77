"""Entries on an organiser's pages: a list previewed and written, and everything about one entry."""

import html
import re

from tests.recorded.chapters.beginning import send_file
from tests.recorded.chapters.formats import NAMES, announced
from tests.recorded.recorder import Chapter

_CARRIED = {
    # Name;Rtg, then Ebba;1400, Eba Lindqvist; and Ebba Lindqvist;x
    "players": "z.eNrzS8xNtQ4qSedyTUpKtDY0MTAAshIVfDLzUgrLMotLrMESSPwKLgCiLxCY",
    # Rd.;White;Result;Black, then 1;Rut;1 - 0;Ebba
    "results": "z.eNoLStGzDs/ILEm1DkotLs0psXbKSUzO5jK0DiotsTZU0FUwsHZNSkrkAgAQVwxc",
}
"""Files as the form of a preview carries long ones on: what compression gives depends on the machine."""


def entries(chapter: Chapter) -> None:
    """The entries of a Swiss and of a league of teams, and what a stranger is told."""
    chapter.found("huken")
    people = [{"name": "Åsa", "rating": 1500}, "Asa Berg"]
    chapter.post("/v1/clubs/huken/players", people)
    tournament = announced(chapter, "huken", format="swiss", settings={"rounds": 3}, check_in=True, published=False)
    base, api = f"/tournaments/{tournament}/entries", f"/v1/tournaments/{tournament}"
    chapter.pages(base, "organiser", "referee", "stranger")
    chapter.fill(f"{base}/list", "organiser", list="")
    chapter.fill(f"{base}/list", "organiser", name="Åsa")
    lines = "\n".join(["åsa", "Åsa Berg", *NAMES[1:6], "Rut;15x;Huk"])
    seen = _fields(chapter.fill(f"{base}/list", "organiser", list=lines).text)
    chapter.fill(base, "organiser", **seen)
    wanted = re.findall(r'<option value="(p_[^"]+)"', chapter.fill(f"{base}/list", "organiser", **seen).text)
    seen |= {"choice.2": wanted[0], "rating.8": "1450"}
    for _ in range(2):
        chapter.fill(base, "organiser", **seen)
    chapter.get(f"{base}?entered=7", "organiser")
    who = {each["name"]: each["player"] for each in chapter.get(api).json["entries"]}
    asa = f"{base}/{who['Åsa']}"
    chapter.fill(asa, "organiser", name="Åsa Ek", rating="1510", group="Huk", seen_name="Åsa", seen_rating="1500")
    chapter.fill(asa, "organiser", name="Åsa", rating="x")
    chapter.ask("PATCH", f"{api}/entries/Rut", "organiser", json={"rating": None, "group": "Vasa"})
    for wrong in ({}, {"name": "Åsa Ek"}, {"rating": -1}):
        chapter.ask("PATCH", f"{api}/entries/Rut", "organiser", json=wrong)
    for part in ("withdrawal", "withdrawal", "return"):
        chapter.fill(f"{asa}/{part}", "organiser")
    chapter.pages(base, "organiser")
    chapter.post(f"{api}/start", {"seed": "x"})
    chapter.pages(base, "organiser")
    chapter.ask("PATCH", f"{api}/entries/Rut", "organiser", json={"rating": 1})
    _teams(chapter)
    _imported(chapter)


def club_players(chapter: Chapter) -> None:
    """A club's list of players, its pages and files, a player's history, and two who are one."""
    chapter.found("listed")
    api, base = "/v1/clubs/listed/players", "/clubs/listed/players"
    people = [{"name": "Åsa", "rating": 1500}, {"name": "Asa Berg", "rating": 1400, "group": "Huk"}, "Bo", "Cilla"]
    listed = chapter.post(api, people).json["players"]
    asa, twin, bo, _cilla = (each["id"] for each in listed)
    for page in (base, f"{base}?q=%C3%85S", f"{base}/{asa}"):
        chapter.pages(page, "organiser", "viewer", "stranger")
    chapter.fill(base, "organiser", name="Dag", rating="1300", group="")
    chapter.fill(base, "organiser", name="Dag", rating="x", group="")
    for page in ("/clubs/listed/players.csv", "/v1/clubs/listed/players.csv"):
        chapter.get(page, "viewer")
        chapter.get(page, "stranger")
    text = chapter.fill(f"{base}/list", "organiser", list="Åsa;1550\nEva;15x;Huk\nFia").text
    chapter.fill(f"{base}/import", "organiser", **_fields(text))
    chapter.fill(f"{base}/import", "organiser", **_fields(text) | {"rating.2": "1200"})
    chapter.fill(f"{base}/list", "organiser", list="")
    seen = {"seen_name": "Bo", "seen_rating": "", "seen_group": ""}
    for _ in range(2):
        chapter.fill(f"{base}/{bo}", "organiser", name="Bo Ek", rating="1500", group="Huk", **seen)
    for change in ({"group": "Vasa"}, {"group": None}, {}):
        chapter.ask("PATCH", f"{api}/{bo}", "organiser", json=change)
    tournament = announced(chapter, "listed", published=False)
    chapter.post(f"/v1/tournaments/{tournament}/entries", {"players": [twin, bo]})
    chapter.post(f"/v1/tournaments/{tournament}/start", {"seed": "x"})
    chapter.get(f"{api}/{bo}/history")
    chapter.get(f"{api}/Nobody/history")
    chapter.get(f"{api}/Nobody")
    chapter.post(f"{api}/{bo}/merge", {"into": "Asa Berg"})
    chapter.fill(f"{base}/{twin}/merge", "organiser", into="Bo Ek")
    text = chapter.fill(f"{base}/{twin}/merge", "organiser", into="Åsa").text
    chapter.fill(f"{base}/{twin}/merge", "organiser", **_fields(text))
    chapter.get(f"{api}/{twin}")
    chapter.post(f"{api}/Cilla/merge", {"into": "Dag"})
    chapter.pages(f"{base}/{asa}", "organiser")
    chapter.fill(f"{base}/Fia/removal", "organiser")


def public_form(chapter: Chapter) -> None:
    """The form to enter: opened, asked by strangers, accepted, declined, and full."""
    chapter.found("formed")
    chapter.post("/v1/clubs/formed/players", ["Åsa", "Asa Berg", "Åsa Berg", "Bo"])
    tournament = announced(chapter, "formed", published=True)
    base, api = f"/tournaments/{tournament}", f"/v1/tournaments/{tournament}"
    chapter.pages(f"{base}/enter", "stranger")
    for form in ({"open": "1", "places": "x"}, {"open": "1", "places": "2"}):
        chapter.fill(f"{base}/entries/form", "organiser", **form)
    for setting in ({"open": True, "places": 1}, {"open": True, "places": 3}):
        chapter.ask("PUT", f"{api}/entry-form", "organiser", json=setting)
    chapter.get(f"{api}/entry-form", "stranger")
    for name in ("Bo", "Eva", ""):
        chapter.fill(f"{base}/enter", "stranger", name=name, rating="1500", group="Huk", contact="eva@example.org")
    for said in ({"name": "Asa Bérg"}, {"name": "Fia", "rating": 1400}, {"name": "Gun"}, {"rating": 1}):
        chapter.ask("POST", f"{api}/entry-requests", "viewer", json=said)
    chapter.pages(f"{base}/enter", "stranger")
    chapter.pages(base, "stranger")
    chapter.pages(f"{base}/entries", "organiser")
    wanted = [each["id"] for each in chapter.get(f"{api}/entry-requests", "organiser").json["requests"]]
    chapter.fill(f"{base}/entries/requests/acceptance", "organiser", request=wanted[:2])
    for request in (wanted[2], wanted[2], wanted[3]):
        chapter.post(f"{api}/entry-requests/{request}/acceptance")
    for _ in range(2):
        chapter.ask("DELETE", f"{api}/entry-requests/{wanted[4]}", "organiser")
    chapter.fill(f"{base}/enter", "stranger", name="Hilda")
    last = chapter.get(f"{api}/entry-requests", "organiser").json["requests"][-1]["id"]
    chapter.fill(f"{base}/entries/requests/{last}/refusal", "organiser")
    chapter.post(f"{api}/start", {"seed": "x"})
    chapter.pages(f"{base}/enter", "stranger")
    chapter.ask("PUT", f"{api}/entry-form", "organiser", json={"open": False})


def _teams(chapter: Chapter) -> None:
    league = announced(chapter, "huken", format="team_league", settings={"boards": 2}, published=False)
    base = f"/tournaments/{league}/entries"
    text = chapter.fill(f"{base}/list", "organiser", list="Lag A: Åsa, Nyberg\nLag B: Rut, Rut\nLag C: Eva").text
    seen = _fields(text) | {"members.1": "Åsa\nNyberg", "members.2": "Rut\nEbba", "drop.3": "1"}
    chapter.fill(base, "organiser", **seen)
    team = chapter.get(f"/v1/tournaments/{league}").json["entries"][0]["player"]
    chapter.post(f"/v1/tournaments/{league}/start", {"seed": "x"})
    chapter.fill(f"{base}/{team}/lineup", "organiser", members="Nyberg\nÅsa", round="1", reason="")
    chapter.pages(base, "organiser")


def _imported(chapter: Chapter) -> None:
    """Players and results of another program's file: looked at, written, sent again, refused."""
    cup = announced(chapter, "huken", format="single_elimination", published=False)
    for part, file in (
        ("players", "Name;Rtg\nÅsa;1510\nRut, Inga;\n"),
        ("results", "Rd.;White;Result;Black\n1;Inga Rut;1 - 0;Åsa\n"),
    ):
        path = f"/v1/tournaments/{cup}/imports/{part}"
        sent = {"data": file, "content_type": "text/csv"}
        chapter.ask("POST", path, "organiser", **sent)
        award = "&award=true" if part == "results" else ""
        looked = chapter.ask("POST", f"{path}?dry_run=true{award}", "organiser", **sent)
        for _ in range(2):
            chapter.ask("POST", f"{path}?digest={looked.json['digest']}{award}", "organiser", **sent)
        chapter.ask("POST", f"{path}?digest={'0' * 32}{award}", "organiser", **sent)
        chapter.ask("POST", f"{path}?dry_run=true", "organiser", data="Anna", content_type="text/csv")
        page = f"/tournaments/{cup}/import"
        chapter.pages(page, "organiser", "referee", "stranger")
        for text in (file, "Anna"):
            send_file(chapter, page, "organiser", text)
        for form in ({}, {"step": "look"}, {"award": "1", "step": "look"}):
            chapter.fill(f"{page}/{part}", "organiser", list=_CARRIED[part], digest="0" * 32, **form)
        chapter.fill(f"{page}/{part}", "organiser", list="")
        if part == "players":
            chapter.post(f"/v1/tournaments/{cup}/start", {"seed": "x"})


def _fields(text: str) -> dict[str, str]:
    """The named inputs of a page, as a browser would send them."""
    tags = [tag for tag in re.findall(r"<input [^>]*>", text) if 'type="checkbox"' not in tag]
    pairs = [(re.search(r' name="([^"]*)"', tag), re.search(r' value="([^"]*)"', tag)) for tag in tags]
    return {name[1]: html.unescape(value[1]) if value else "" for name, value in pairs if name}
