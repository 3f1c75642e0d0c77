"""A series of a club: announced, its tournaments, the table before and after a correction, the end, and the files."""

from tests.recorded.chapters.formats import announced, started
from tests.recorded.chapters.people import employed
from tests.recorded.recorder import Chapter

WON = [{"winner": "white", "outcome": "jan"}] * 3
LOST = [{"winner": "black", "outcome": "bearing_off"}] * 3
RULE = {"name": "Säsongen", "tables": [{"points": [5, 3, "1/2"]}], "bonuses": {"jan": 1}, "best": 1, "named": "Cup"}
RULE |= {"prizes": [{"place": 1, "text": "Pokal"}]}


def series(chapter: Chapter) -> None:
    """A series as data, and what is refused of it."""
    chapter.found("year")
    first, second = (started(chapter, "year", 3, published=True) for _ in range(2))
    coming = announced(chapter, "year")
    path = "/v1/clubs/year/series"
    chapter.get(path)
    chapter.get(path, "stranger")
    chapter.post(path, {"name": "", "best": 0, "tables": [{"points": [1, 2]}], "guests": ["p_none"]})
    chapter.post(path, {"name": "Guests", "guests": ["p_none"]})
    one = f"{path}/{chapter.post(path, RULE).json['id']}"
    chapter.get(path)
    for asked in (one, f"{one}/table", f"{one}/players/Nobody", f"{path}/s_none", f"{path}/s_none/table"):
        chapter.get(asked)
    for wrong in ({"tournaments": []}, {"tournaments": ["t_aaaaaaaaaa"]}, {"tournaments": [first], "factor": 0}):
        chapter.post(f"{one}/tournaments", wrong)
    chapter.ask("GET", f"{one}/proposals", "organiser")
    chapter.ask("GET", f"{one}/proposals", "stranger")
    chapter.post(f"{one}/tournaments?dry_run=1", {"tournaments": [first]})
    chapter.post(f"{one}/tournaments", {"tournaments": [first, coming]})
    chapter.post(f"{one}/tournaments", {"tournaments": [second], "factor": "3/2"})
    _decided(chapter, first, WON)
    best = chapter.get(f"{one}/table").json["rows"][0]["player"]
    _seeding(chapter, one.rpartition("/")[2], best)
    _final(chapter, one, best)
    _decided(chapter, first, LOST)
    chapter.get(f"{one}/table?limit=1")
    _read(chapter, one, best)
    for dry_run in (1, 0, 0):
        chapter.ask("DELETE", f"{one}/tournaments/{coming}?dry_run={dry_run}", "organiser")
    chapter.ask("PUT", f"{one}?dry_run=1", "organiser", json={**RULE, "public": True, "places": "formula"})
    chapter.ask("PUT", one, "organiser", json={**RULE, "public": True, "without": 1})
    chapter.ask("PUT", one, "organiser", json={"name": 1})
    _read(chapter, one, best, "stranger")
    for change in ("end", "end", "reopening", "reopening"):
        chapter.ask("POST", f"{one}/{change}", "organiser")
        for lang in ("en", "sv"):
            chapter.get(f"{one}/certificates.pdf?lang={lang}")
    _pages(chapter, one.removeprefix("/v1"), best, second)


def _pages(chapter: Chapter, one: str, player: str, tournament: str) -> None:
    """The same by pages."""
    employed(chapter, "year", "Ylva", "organiser", "ylva")
    chapter.pages("/clubs/year", "ylva")
    every = one.rpartition("/")[0]
    for page in (every, f"{every}/new", one, f"{one}/players/{player}", f"{one}/rule", f"{one}/tournaments"):
        chapter.pages(page, "ylva", "stranger")
    chapter.get(f"{one}/players/{player}?players=8&factor=2", "stranger")
    usual = {"name": "Våren", "places": "table", "tables": "10, 7, 5\n8: 15 12,5", "shared": "average"}
    usual |= {"withdrawn": "placed", "no_shows": "placed", "ties.0": "best_single"}
    chapter.fill(every, "ylva", **usual | {"tables": "1, 2", "best": "x", "guests": "Nemo"})
    chapter.fill(every, "ylva", **usual, **{"matches.any": "7", "best": "3"})
    chapter.fill(f"{one}/rule", "ylva", **usual, look="1")
    chapter.fill(f"{one}/rule", "ylva", **usual, public="1")
    chapter.fill(f"{one}/tournaments", "ylva", factor="1")
    chapter.fill(f"{one}/tournaments", "ylva", tournament=tournament, factor="2", look="1")
    chapter.fill(f"{one}/tournaments", "ylva", tournament=tournament, factor="2")
    chapter.fill(f"{one}/tournaments/{tournament}/removal", "ylva")
    chapter.fill(f"{one}/tournaments/{tournament}/removal", "ylva", meant="1")
    chapter.fill(f"{one}/end", "ylva")
    chapter.pages(one, "ylva")
    chapter.fill(f"{one}/tournaments", "ylva", tournament=tournament, factor="2")
    chapter.fill(f"{one}/end", "ylva", again="1")


def _seeding(chapter: Chapter, series: str, player: str) -> None:
    coming = f"/v1/tournaments/{announced(chapter, 'year')}"
    chapter.post(f"{coming}/entries?register=1", {"players": ["Nykomlingen", player]})
    chapter.post(f"{coming}/series-seeding", {"series": "s_aaaaaaaaaa"})
    version = chapter.post(f"{coming}/series-seeding", {"series": series}).json["version"]
    employed(chapter, "year", "Siv", "organiser", "siv")
    page = f"{coming.removeprefix('/v1')}/seeding"
    chapter.pages(page, "siv")
    chapter.fill(f"{page}/series", "siv", series="s_aaaaaaaaaa", version=str(version))
    chapter.fill(f"{page}/series", "siv", series=series, version=str(version))


def _final(chapter: Chapter, one: str, player: str) -> None:
    """The field of the final, entered into a tournament."""
    for asked in ("", "?places=2", "?places=1"):
        chapter.get(f"{one}/field{asked}")
    series = one.rpartition("/")[2]
    coming = announced(chapter, "year")
    path = f"/v1/tournaments/{coming}/series-field"
    wrong = ({"series": "s_aaaaaaaaaa"}, {"series": series, "places": 1}, {"series": series, "players": ["p_none"]})
    for asked in (*wrong, {"series": series, "players": [player]}, {"series": series, "places": 2}):
        chapter.post(path, asked)
    page = f"{one.removeprefix('/v1')}/final"
    chapter.pages(page, "siv", "stranger")
    chapter.pages(f"/clubs/year/tournaments/new?final={series}", "siv")
    for fields in ({}, {"player": player}, {"player": player, "step": "enter", "tournament": coming}):
        chapter.fill(page, "siv", **fields)


def _decided(chapter: Chapter, tournament: str, results: list[dict[str, str]]) -> None:
    path = f"/v1/tournaments/{tournament}"
    for row in chapter.get(f"{path}/matches").json["matches"]:
        if row["black"]:
            asked = {"match": row["id"], "kind": "played", "results": results, "reason": "from the sheet"}
            chapter.post(f"{path}/decisions", asked)


def _read(chapter: Chapter, one: str, player: str, reader: str = "viewer") -> None:
    chapter.get(f"{one}/players/{player}", reader)
    chapter.get(f"{one}/players/{player}?players=8&factor=2", reader)
    chapter.get(f"{one}/players/{player}?players=0", reader)
    for file in (
        "table.csv",
        "table.csv?bom=1",
        "cells.csv",
        "table.xlsx",
        "table.pdf",
        "table.pdf?lang=sv",
        "table.json",
        "calendar.ics?lang=sv",
        "news",
        "feed.atom?lang=sv",
    ):
        chapter.get(f"{one}/{file}", reader)
    page = one.removeprefix("/v1")
    for place in ("wall", "wall/slide?slide=1", "picture.png?lang=sv"):
        chapter.get(f"{page}/{place}", reader)
    for file in ("table.csv", "cells.csv", "table.xlsx", "table.pdf", "table.json", "certificates.pdf", "field"):
        chapter.get(f"{one.rpartition('/')[0]}/s_none/{file}", reader)
