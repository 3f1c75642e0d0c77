"""The scorer's page of a match of every game, and what its scripts ask."""

from tests.recorded.recorder import Chapter

NAMES = ("Åsa", "Nils", "Märta", "Ola", "Rut")


def scoring(chapter: Chapter) -> None:
    """The page before the first fact and in play, the turns of several throws, and readers without the right."""
    chapter.found("phone")
    for game in chapter.get("/v1/games", "stranger").json["games"]:
        players = dict(zip(game["seats"][: game["fewest"]], NAMES, strict=False))
        words = {"club": "phone", "game": game["id"], "length": {"games": 3}, "players": players}
        match = chapter.post("/v1/matches", words, "scorer").json["id"]
        chapter.pages(f"/matches/{match}/score", "scorer")
        state = chapter.get(f"/v1/matches/{match}").json
        asked = {"position": state["position"], "to_move": game["seats"][0], "throws": [[6, 2], [3, 3]]}
        chapter.post(f"/v1/games/{game['id']}/turns", asked, "stranger")
    chapter.pages(f"/matches/{match}/score", "stranger", "viewer")
    chapter.post("/v1/games/swedish/turns", {**asked, "throws": [[6], [7, 1]]}, "stranger")
