"""Tournaments of the scene whose players are out and may play on."""

from typing import Any


def second_chances(scene: Any) -> None:
    """A knock-out in which players enter again, and an elimination by losses in which one has bought back."""
    said = {"published": False, "details": {"fee_again": "50 kr till potten"}}
    settings = {"re_entries": 1, "consolation": "auto", "bronze": True}
    api = scene.announce("again", "Andra chansen", format="single_elimination", settings=settings, **said)
    scene.enter(api, 6, 3)
    scene.start("again", api)
    scene.report(api)
    one, other, *_ = _out(scene, f"{api}/re-entries")
    scene.chapter.post(f"{api}/re-entries", {"player": other})
    scene.ids |= {"again.player": one, "again.new": scene.chapter.get(api).json["entries"][-1]["player"]}
    api = scene.announce(
        "bought", "Köp tillbaka", format="elimination_by_losses", settings={"losses": 1, "buy_backs": 1}, **said
    )
    scene.enter(api, 6, 3)
    scene.start("bought", api)
    scene.report(api)
    one, other, *others = _out(scene, f"{api}/buy-backs")
    scene.ids |= {"bought.player": one, "bought.back": other}
    scene.chapter.post(f"{api}/buy-backs", {"player": other})
    inside = [
        entry["player"] for entry in scene.chapter.get(api).json["entries"] if entry["player"] not in (one, other)
    ]
    scene.ids["bought.left"] = next(each for each in inside if each not in others)
    scene.chapter.post(f"{api}/withdrawals", {"player": scene.ids["bought.left"], "reason": "sjuk"})


def _out(scene: Any, path: str) -> list[str]:
    """The ids of the players who may have that second chance."""
    ids = [entry["player"] for entry in scene.chapter.get(path.rpartition("/")[0]).json["entries"]]
    return [id_ for id_ in ids if scene.chapter.post(f"{path}?dry_run=true", {"player": id_}).status_code == 200]
