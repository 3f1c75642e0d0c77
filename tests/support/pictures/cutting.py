"""A Swiss of the scene whose next step is the cut."""

from typing import Any

_WON, _LOST = ({"winner": seat, "outcome": "single"} for seat in ("white", "black"))


def cutting(scene: Any) -> None:
    """Two rounds are over: some go on, some are level at the line, lots decide between others, and the rest is out."""
    settings = {"rounds": 2, "cut": 4, "line": "play_off"}
    said = {"game": "backgammon", "length": {"points": 3}, "published": False}
    api = scene.announce("cutting", "Höstcupen", format="swiss_then_knockout", settings=settings, **said)
    scene.enter(api, 12, 6)
    scene.start("cutting", api)
    for _ in range(2):
        scene.chapter.post(f"{api}/rounds", {})
        for number, match in enumerate(scene.open_matches(api)):
            games = [_WON] * 3 if number % 3 else [_LOST, _WON, _LOST, _LOST]
            scene.chapter.post(f"{api}/results", {"match": match, "results": games}, "scorer")
