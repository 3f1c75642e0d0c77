"""The money of a tournament: its plan, payments, side pools and prizes, read by everybody who may."""

from tests.recorded.chapters.formats import NAMES, announced
from tests.recorded.chapters.hidden_fields import hidden
from tests.recorded.chapters.people import employed
from tests.recorded.recorder import Chapter

PLAN = {
    "currency": "SEK",
    "fee": "100",
    "keep": "20",
    "added": "500",
    "prizes": [
        {"place": 1, "share": "66.67"},
        {"place": 2, "share": "33.33"},
        {"class": "junior", "amount": "99,50"},
    ],
    "pools": [{"name": "Sidopott", "fee": "50"}, {"name": "Första jan", "fee": 20, "named": True}],
}
READERS = ("organiser", "referee", "viewer", "stranger")


PAGE_PLAN = {"currency": "SEK", "fee": "100", "keep": "20", "remainder": "kept", "unit": "10"}


def money(chapter: Chapter) -> None:
    """A round robin of three with fees, from the plan to the prizes, and what is refused of it."""
    chapter.found("money")
    tournament = announced(chapter, "money", published=True)
    path = f"/v1/tournaments/{tournament}"
    chapter.post(f"{path}/entries?register=1", {"players": list(NAMES[:3])})
    _read(chapter, path)
    chapter.post(f"{path}/payments", {"player": "Åsa"})
    for plan in ({**PLAN, "fee": "1.505"}, {**PLAN, "keep": "101"}, {"currency": "XXX"}, PLAN):
        chapter.ask("PUT", f"{path}/money", "organiser", json=plan)
    for payment in ({}, {"paid": "40"}, {"paid": "40", "waived": True}, {"pool": "Sidopott"}, {"pool": "Nej"}):
        chapter.post(f"{path}/payments", {"player": "Åsa", **payment}, "referee")
    chapter.post(f"{path}/payments", {"player": "Bo"}, "referee")
    chapter.post(f"{path}/payments", {"player": "Bo"}, "stranger")
    for entering in ({"player": "Bo"}, {"player": "Bo", "inside": False}, {"player": "Åsa"}, {"player": "Nils"}):
        chapter.post(f"{path}/pool-players", {"pool": "Första jan", **entering}, "referee")
    for classes in (["junior"], ["x" * 31]):
        chapter.post(f"{path}/classes", {"player": "Cilla", "classes": classes})
    chapter.ask("DELETE", f"{path}/money", "organiser")
    _read(chapter, path)
    chapter.post(f"{path}/start", {"seed": "money"})
    for row in chapter.get(f"{path}/matches", "organiser").json["matches"]:
        results = [{"winner": "white", "outcome": "bearing_off"}] * 3
        chapter.post(f"{path}/decisions", {"match": row["id"], "kind": "played", "results": results, "reason": "blad"})
    for winners in (["Bo"], ["Åsa"]):
        chapter.post(f"{path}/pool-winners", {"pool": "Första jan", "players": winners})
    _read(chapter, path)
    _pages(chapter)
    unpaid = announced(chapter, "money")
    chapter.ask("PUT", f"/v1/tournaments/{unpaid}/money", "organiser", json=PLAN)
    chapter.ask("DELETE", f"/v1/tournaments/{unpaid}/money", "organiser")
    chapter.get(f"/v1/tournaments/{unpaid}/prizes", "stranger")
    chapter.get(f"/v1/tournaments/{unpaid}/prizes.csv", "stranger")


def _pages(chapter: Chapter) -> None:
    """The same by pages, switched on by a form."""
    employed(chapter, "money", "Mona", "organiser", "mona")
    tournament = announced(chapter, "money", published=True)
    path, page = f"/v1/tournaments/{tournament}", f"/tournaments/{tournament}"
    entries = chapter.post(f"{path}/entries?register=1", {"players": list(NAMES[:3])}).json["entries"]
    player = entries[0]["player"]
    for address in ("payments", "prizes"):
        chapter.get(f"{page}/{address}", "mona")
    chapter.pages(f"{page}/organise", "mona")
    for more in ({"prizes": "allt"}, {"fee": "1,505"}, {"prizes": "1. 60 %\n2. 40 %\njunior 1. 50 kr"}):
        form = hidden(chapter.get(f"{page}/money", "mona").text)
        filled = {**form, **PAGE_PLAN, "pools.0.name": "Sidopott", "pools.0.fee": "50", "pools.0.named": "1", **more}
        chapter.fill(f"{page}/money", "mona", **filled)
    chapter.fill(f"{page}/payments", "mona", player=player, paid="1")
    chapter.fill(f"{page}/payments", "mona", player=player, paid="1", pool="Sidopott")
    chapter.fill(f"{page}/payments/{player}", "mona", pool="", amount="40,50", waived="1")
    chapter.fill(f"{page}/payments/{player}", "mona", pool="", amount="x")
    chapter.fill(f"{page}/payments/{player}/classes", "mona", classes="junior")
    chapter.fill(f"{page}/money/winners", "mona", pool="Sidopott", player=player)
    for address in ("payments", "payments?pool=Sidopott", f"payments/{player}", "money", "prizes"):
        chapter.pages(f"{page}/{address}", "mona", "stranger")
    chapter.get(f"{path}/prizes.pdf?lang=sv", "stranger")
    chapter.fill(f"{page}/money/off", "mona")
    chapter.fill(f"{page}/payments", "mona", player=player, paid="0")
    chapter.fill(f"{page}/payments", "mona", player=player, paid="0", pool="Sidopott")
    chapter.fill(f"{page}/money/off", "mona")


def _read(chapter: Chapter, path: str) -> None:
    for reader in READERS:
        for address in ("money", "payments", "payments.csv", "prizes", "prizes.csv"):
            chapter.get(f"{path}/{address}", reader)
        chapter.get(f"{path}/events?after=-1&limit=20&text=1", reader)
