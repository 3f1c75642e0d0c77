"""The chapter on the order of the players by a page, and the first round before it is shown."""

from typing import Any

from werkzeug.test import TestResponse

from tests.recorded.chapters.check_in import first_form
from tests.recorded.chapters.formats import NAMES, announced
from tests.recorded.recorder import Chapter


def seeding(chapter: Chapter) -> None:
    """The three orders, who must not meet, and the first round of a Swiss and of a bracket."""
    chapter.found("seeds")
    chapter.post("/v1/clubs/seeds/players", list(NAMES[:5]))
    tournament = announced(chapter, "seeds", format="swiss", settings={"rounds": 3})
    base, api = f"/tournaments/{tournament}/seeding", f"/v1/tournaments/{tournament}"
    chapter.pages(base, "organiser")
    chapter.post(f"{api}/entries", {"players": list(NAMES[:5])})
    players = [each["player"] for each in chapter.get(api).json["entries"]]
    chapter.pages(base, "organiser", "referee", "stranger")
    for form in ({"method": "rating"}, {"method": "lots", "word": "snö"}, {"method": "lots"}, {"method": "stars"}):
        _fill(chapter, api, f"{base}/order", "organiser", **form)
    _fill(chapter, api, f"{base}/order", "organiser", method="lots", word="is")
    chapter.pages(f"/tournaments/{tournament}/lots", "organiser", "stranger")
    chapter.fill(f"{base}/order", "organiser", player=players, move=f"up.{players[2]}", version="1")
    chapter.fill(f"{base}/order", "organiser", player=players, method="hand", version="1")
    two = {"one": players[0], "other": players[1]}
    _fill(chapter, api, f"{base}/apart", "organiser", one=players[0], other=players[0])
    _fill(chapter, api, f"{base}/apart", "organiser", **two, hard="1")
    chapter.pages(base, "organiser")
    _fill(chapter, api, f"{base}/together", "organiser", **two)
    _fill(chapter, api, f"{base}/together", "organiser", **two)
    _fill(chapter, api, f"{base}/draw", "organiser", word="snö")
    chapter.pages(base, "organiser")
    matches = chapter.get(api, "organiser").json["rounds"][0]["matches"]
    swapped = [each["white"]["id"] for each in matches]
    _fill(chapter, api, f"{base}/swap", "organiser", player=swapped[:1])
    look = first_form(_fill(chapter, api, f"{base}/swap", "organiser", player=swapped, step="look").text)
    chapter.fill(f"{base}/swap", "organiser", **look | {"player": swapped}, step="write")
    _fill(chapter, api, f"{base}/again", "organiser")
    chapter.fill(f"{base}/publish", "organiser", version="1")
    _fill(chapter, api, f"{base}/publish", "organiser")
    for address in (base, f"{base}?round=2"):
        chapter.pages(address, "organiser")
    chapter.get(f"{base}?round=9", "organiser")
    _fill(chapter, api, f"{base}/draw", "organiser", round="2")
    _fill(chapter, api, f"{base}/swap", "organiser", player=swapped, round="2")
    _bracket(chapter)
    _in_public(chapter)


def _fill(chapter: Chapter, api: str, path: str, reader: str, **form: Any) -> TestResponse:
    """Send a form of a page that shows the tournament as it is now."""
    return chapter.fill(path, reader, **form, version=str(chapter.get(api, reader).json["version"]))


def _bracket(chapter: Chapter) -> None:
    tournament = announced(chapter, "seeds", format="single_elimination")
    base, api = f"/tournaments/{tournament}/seeding", f"/v1/tournaments/{tournament}"
    chapter.post(f"{api}/entries", {"players": list(NAMES[:5])})
    players = [each["player"] for each in chapter.get(api).json["entries"]]
    _fill(chapter, api, f"{base}/draw", "organiser", word="snö")
    chapter.pages(f"{base}/round?word=sn%C3%B6", "organiser", "referee")
    _fill(chapter, api, f"{base}/swap", "organiser", player=players[:2], word="snö")
    chapter.fill(f"{base}/start", "organiser", word="snö", version="1")
    _fill(chapter, api, f"{base}/start", "organiser", word="snö")
    chapter.pages(base, "organiser")


def _in_public(chapter: Chapter) -> None:
    """Words said one by one, the draw with them, and clubs that are kept apart by it."""
    settings = {"seeded": 2, "avoid": "soft"}
    tournament = announced(
        chapter, "seeds", name="Public cup", format="single_elimination", settings=settings, published=True
    )
    base, api = f"/tournaments/{tournament}/seeding", f"/v1/tournaments/{tournament}"
    chapter.post(f"{api}/seeding", {"method": "lots", "words": True})
    rows = [{"player": name, "rating": 1500 + place, "group": "Huk"} for place, name in enumerate(NAMES[:5])]
    chapter.post(f"{api}/entries", {"players": rows})
    for form in ({"word": "kronan"}, {"word": ""}, {"word": "snö"}, {"undo": "last"}, {"word": "is"}):
        _fill(chapter, api, f"{base}/words", "organiser", **form)
    chapter.pages(f"/tournaments/{tournament}/wall", "stranger")
    chapter.ask("PUT", f"{api}/draw-words", "organiser", json={"words": ["kronan", "Vasa 1628", "snö"]})
    chapter.ask("PUT", f"{api}/draw-words", "organiser", json={"words": ["", 7]})
    chapter.post(f"{api}/seeding", {"method": "rating", "words": True})
    chapter.post(f"{api}/seeding", {"method": "lots", "words": True, "players": ["Rut"]})
    chapter.pages(base, "organiser")
    _fill(chapter, api, f"{base}/order", "organiser", method="lots", words="1")
    chapter.pages(base, "organiser")
    chapter.pages(f"/tournaments/{tournament}/lots", "stranger")
    for slide in range(3):
        chapter.pages(f"/tournaments/{tournament}/wall/slide?slide={slide}", "stranger")
    chapter.post(f"{api}/start", {"seed": "midsummer"})
    chapter.get(api)
    chapter.get(f"{api}/pairings/1/explain")
    chapter.pages(f"/tournaments/{tournament}/lots", "stranger")
    chapter.pages(base, "organiser")
    chapter.ask("PUT", f"{api}/draw-words", "organiser", json={"words": []})
