"""Fees, prizes and side pools of a tournament of the scene."""

from typing import Any


def fees(scene: Any) -> None:
    """Most players of the Swiss whose cut is next have paid, some of them into a side pool with a long name."""
    api = f"/v1/tournaments/{scene.ids['cutting']}"
    plan = {
        "currency": "SEK",
        "fee": "150",
        "keep": "30",
        "added": "1000",
        "prizes": [
            *({"place": place, "share": share} for place, share in enumerate(("50", "33.33", "16.67"), 1)),
            {"place": 1, "class": "Nybörjare från Västerbotten", "amount": "99,50"},
        ],
        "pools": [
            {"name": "Regalskeppsbrädspelarnas sidopott", "fee": "50", "prizes": [{"place": 1, "share": "100"}]},
            {"name": "Första jan", "fee": "20", "named": True},
        ],
    }
    scene.chapter.ask("PUT", f"{api}/money", "organiser", json=plan)
    players = [entry["player"] for entry in scene.chapter.get(api).json["entries"]]
    scene.ids["cutting.player"] = players[0]
    for player in players[3:]:
        scene.chapter.post(f"{api}/payments", {"player": player}, "referee")
    scene.chapter.post(f"{api}/payments", {"player": players[0], "paid": "100"}, "referee")
    scene.chapter.post(f"{api}/payments", {"player": players[1], "paid": "0", "waived": True}, "referee")
    for pool in plan["pools"]:
        for player in players[:4]:
            scene.chapter.post(f"{api}/payments", {"player": player, "pool": pool["name"]}, "referee")
    scene.chapter.post(f"{api}/classes", {"player": players[0], "classes": ["Nybörjare från Västerbotten"]})
