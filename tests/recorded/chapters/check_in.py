"""The chapter on check-in by a page: toggles, everybody at once, late entries, withdrawals, rounds sat out."""

import html
import re

from tests.recorded.chapters.formats import NAMES, announced
from tests.recorded.recorder import Chapter


def check_in(chapter: Chapter) -> None:
    """Players at the door before and after the start of a Swiss with five players."""
    chapter.found("door")
    chapter.post("/v1/clubs/door/players", list(NAMES[:5]))
    tournament = announced(chapter, "door", format="swiss", settings={"rounds": 3})
    base, api = f"/tournaments/{tournament}/check-in", f"/v1/tournaments/{tournament}"
    chapter.pages(base, "organiser")
    chapter.post(f"{api}/entries", {"players": list(NAMES[:5])})
    everybody = {each["name"]: each["player"] for each in chapter.get(api).json["entries"]}
    first, last = everybody[NAMES[0]], everybody[NAMES[4]]
    chapter.pages(base, "organiser", "referee", "scorer", "stranger")
    for present in ("1", "1", "0"):
        chapter.fill(base, "referee", player=first, present=present)
    chapter.fill(base, "referee", player="p_nobody", present="1")
    chapter.get(f"{base}?find={NAMES[0][:2]}", "referee")
    chapter.fill(f"{base}/all", "referee", player=first, version="1", key="k")
    chapter.fill(f"{base}/all", "referee", player=[first, last], version=str(chapter.get(api).json["version"]))
    chapter.get(f"{base}?missing=1", "referee")
    chapter.fill(f"{base}/rule", "organiser", only="1")
    chapter.fill(f"{base}/rule", "organiser", only="0")
    for name in ("Ny Namn", NAMES[0], ""):
        chapter.fill(f"{base}/late", "organiser", name=name)
    chapter.fill(f"{base}/entry", "organiser", name="Ny Namn", version="1")
    chapter.fill(
        f"{base}/entry", "organiser", **first_form(chapter.fill(f"{base}/late", "organiser", name="Ny Namn").text)
    )
    leaves = f"{base}/{everybody[NAMES[1]]}/withdrawal"
    chapter.pages(leaves, "organiser", "referee")
    chapter.post(f"{api}/start", {"seed": "x"})
    chapter.pages(base, "organiser")
    seen = chapter.get(leaves, "organiser").text
    chapter.fill(leaves, "organiser", version="1", key="early")
    chapter.fill(leaves, "organiser", **first_form(seen), reason="sjuk")
    chapter.fill(f"{base}/late", "organiser", name="Sen Gäst")
    chapter.pages(base, "organiser")
    returns = f"{base}/{everybody[NAMES[1]]}/return"
    chapter.pages(returns, "organiser", "referee")
    chapter.fill(returns, "organiser", **first_form(chapter.get(returns, "organiser").text), reason="frisk")
    left = {"player": NAMES[2], "reason": "well again"}
    chapter.post(f"{api}/withdrawals", left)
    for query in ("?dry_run=true", "", ""):
        chapter.post(f"{api}/withdrawals/undo{query}", left)
    for number in (2, 1):
        chapter.post(f"{api}/byes", {"player": NAMES[3], "byes": [{"round": number}]})
    sits_out = f"{base}/{everybody[NAMES[3]]}/byes"
    chapter.pages(sits_out, "organiser", "referee")
    chapter.fill(sits_out, "organiser", **first_form(chapter.get(sits_out, "organiser").text), **{"round.3": "zero"})
    chapter.pages(base, "organiser")


def alternates(chapter: Chapter) -> None:
    """Alternates: their list by a page and by the API, and one in the place of a player who did not come."""
    chapter.found("alternates")
    cup = announced(chapter, "alternates", format="single_elimination", published=True)
    api, base = f"/v1/tournaments/{cup}", f"/tournaments/{cup}/check-in"
    chapter.post(f"{api}/entries?register=1", list(NAMES[:4]))
    chapter.fill(f"{base}/alternates", "organiser", name="Nils Reserv", version=str(chapter.get(api).json["version"]))
    chapter.fill(f"{base}/alternates", "organiser", name=NAMES[0], version=str(chapter.get(api).json["version"]))
    chapter.ask("PUT", f"{api}/alternates?register=1", "organiser", json={"players": ["Nils Reserv", "Olga Reserv"]})
    chapter.ask("PUT", f"{api}/alternates", "organiser", json={"players": ["Nobody", ""]})
    chapter.post(f"{api}/replacements", {"player": NAMES[0], "by": "Nils Reserv"})
    chapter.pages(base, "organiser")
    chapter.post(f"{api}/start", {"seed": "x"})
    everybody = {each["name"]: each["player"] for each in chapter.get(api).json["entries"]}
    place = f"{base}/{everybody[NAMES[1]]}/replacement"
    chapter.pages(f"{base}/{everybody[NAMES[1]]}/withdrawal", "organiser")
    chapter.pages(place, "organiser", "referee")
    seen = first_form(chapter.get(place, "organiser").text)
    olga = chapter.get(api).json["alternates"][1]["player"]
    chapter.fill(place, "organiser", by=olga, step="look")
    chapter.fill(place, "organiser", by=olga, version="1", key="early")
    chapter.fill(place, "organiser", **seen, by=olga, reason="kom inte")
    chapter.pages(f"/tournaments/{cup}", "stranger")
    for by in ("Nils Reserv", "Olga Reserv", "Nobody"):
        chapter.post(f"{api}/replacements", {"player": NAMES[0], "by": by, "reason": "late"})
    chapter.get(f"{api}/events", "stranger")
    chapter.pages(place, "organiser")


def second_chances(chapter: Chapter) -> None:
    """A player enters again in a knock-out, and one buys back in an elimination by losses: by pages and by the API."""
    chapter.found("again")
    for form, settings, act in (
        ("single_elimination", {"re_entries": 1}, "re-entry"),
        ("elimination_by_losses", {"losses": 1, "buy_backs": 1}, "buy-back"),
    ):
        details = {"fee": "100 kr", "fee_again": "50 kr"}
        cup = announced(chapter, "again", format=form, settings=settings, published=True, details=details)
        api, base = f"/v1/tournaments/{cup}", f"/tournaments/{cup}/check-in"
        chapter.post(f"{api}/entries?register=1", list(NAMES[:6]))
        chapter.post(f"{api}/start", {"seed": "x"})
        for match in chapter.get(api).json["rounds"][0]["matches"]:
            if match["black"]:
                won = [{"winner": "white", "outcome": "bearing_off"}] * 3
                chapter.post(f"{api}/results", {"match": match["id"], "results": won}, "scorer")
        rows = chapter.get(api).json["rounds"][0]["matches"]
        first, other, *_more = [each["black"] for each in rows if each["black"]]
        chapter.pages(base, "organiser", "referee")
        place = f"{base}/{first['id']}/{act}"
        chapter.pages(place, "organiser", "referee")
        seen = first_form(chapter.get(place, "organiser").text)
        chapter.fill(place, "organiser", **{**seen, "version": "1", "key": "early"})
        chapter.fill(place, "organiser", **seen, reason="betalt")
        chapter.pages(place, "organiser")
        chapter.pages(f"/tournaments/{cup}", "stranger")
        if act == "re-entry":
            undo = f"{base}/{chapter.get(api).json['entries'][-1]['player']}/re-entry/undo"
            chapter.pages(undo, "organiser", "referee")
            chapter.fill(undo, "organiser", **first_form(chapter.get(undo, "organiser").text), reason="fel namn")
            chapter.pages(undo, "organiser")
            chapter.pages(base, "organiser")
        else:
            undo = f"{place}/undo"
            chapter.pages(undo, "organiser", "referee")
            chapter.fill(undo, "organiser", **first_form(chapter.get(undo, "organiser").text), reason="fel namn")
        for path in ("re-entries", "buy-backs", "buy-backs/undo"):
            for query in ("?dry_run=true", "", ""):
                chapter.post(f"{api}/{path}{query}", {"player": other["name"], "reason": "betalt"})
        chapter.post(f"{api}/re-entries/undo", {"player": f"{other['name']} (2)", "reason": "fel namn"})
        chapter.get(f"{api}/standings", "stranger")
        chapter.get(f"{api}/events", "stranger")


def first_form(text: str) -> dict[str, str]:
    """The hidden fields of a page's first form with a version."""
    form = next(each for each in text.split("<form")[1:] if 'name="version"' in each).split("</form>")[0]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in found}
