"""The people of a club, who sign in, are invited and leave, step by step."""

from service.handlers.club.webhooks import stop
from service.store.maintenance import club_backups
from tests.recorded.recorder import Chapter
from workers.club_backups import back_up_club
from workers.context import WorkerContext

OWN = {"Sec-Fetch-Site": "same-origin"}
PASSWORD = "en kopp kaffe"


def the_club(chapter: Chapter) -> None:
    """Players, tokens, people and the audit."""
    club = "/v1/clubs/vasa"
    chapter.found("vasa")
    chapter.post("/v1/clubs", {"slug": "vasa", "name": "Again"}, "operator")
    chapter.post("/v1/clubs", {"slug": "Va sa"}, "operator")
    chapter.get("/v1/clubs", "operator")
    chapter.get(club)
    players = chapter.post(f"{club}/players", [{"name": "Anna", "rating": 1500}, {"name": "Bo"}, {"name": "Cy"}])
    chapter.post(f"{club}/players", [{"name": "Anna"}, {"rating": 5}])
    chapter.ask("POST", f"{club}/players", "organiser", data="name;rating\nDag;1400\nEva;\n", content_type="text/csv")
    chapter.ask("POST", f"{club}/players", "organiser", data="who\nDag\n", content_type="text/csv")
    ids = [each["id"] for each in players.json["players"]]
    chapter.ask("PATCH", f"{club}/players/{ids[0]}", "organiser", json={"name": "Anna Berg", "rating": 1550})
    chapter.ask("PATCH", f"{club}/players/Bo", "organiser", json={"name": "Anna Berg"})
    chapter.get(f"{club}/players/{ids[0]}/personal-data", "organiser")
    chapter.get(f"{club}/players/{ids[2]}/erasure", "organiser")
    wrong = [{"stream": "c_vasa", "version": -1, "field": "note"}]
    chapter.post(f"{club}/players/{ids[2]}/erasure", {"decisions": wrong})
    decisions = [{"stream": "c_vasa", "version": 1, "field": "note", "erase": False}]
    chapter.post(f"{club}/players/{ids[2]}/erasure", {"decisions": decisions})
    chapter.get(f"{club}/players/{ids[2]}/erasure", "organiser")
    chapter.get(f"{club}/players/{ids[0]}/texts", "organiser")
    beside = {
        "public": "initials",
        "paper": "full",
        "feeds": "chosen",
        "name": "Player 7",
        "since": "2025-01-01T00:00:00Z",
    }
    for setting in ({"public": "initials"}, {"public": "chosen", "members": "initials"}, beside, {"public": "full"}):
        chapter.ask("PUT", f"{club}/players/{ids[0]}/shown-name", "organiser", json=setting)
    chapter.get(f"{club}/players/{ids[0]}/shown-name", "organiser")
    chapter.ask("DELETE", f"{club}/players/{ids[2]}", "organiser")
    chapter.get(f"{club}/players?limit=2")
    chapter.get(f"{club}/players?limit=2&cursor=2")
    token = chapter.post(f"{club}/tokens", {"role": "viewer", "note": "screen"}).json["id"]
    chapter.get(f"{club}/tokens", "organiser")
    for _ in range(2):
        chapter.ask("DELETE", f"{club}/tokens/{token}", "organiser")
    member = employed(chapter, "vasa", "Åsa Ek", "organiser", "asa")
    chapter.post(f"{club}/people", {"name": "Åsa Ek", "role": "referee"})
    chapter.ask("PATCH", f"{club}/people/{member}", "organiser", json={"name": "Åsa Lind"})
    chapter.ask("PATCH", f"{club}/people/{member}", "organiser", json={"role": "king"})
    other = chapter.post(f"{club}/people", {"name": "Nils", "role": "viewer"}).json["id"]
    chapter.post(f"{club}/people/{other}/invitation")
    chapter.get(f"{club}/people", "organiser")
    _pages_of_people(chapter, other)
    chapter.ask("DELETE", f"{club}/people/{other}", "organiser")
    chapter.get(f"{club}/audit?limit=5", "organiser")
    chapter.get(f"{club}/audit?limit=5&cursor=5", "organiser")
    chapter.get(f"{club}/tournaments")
    chapter.get(f"{club}/matches")
    chapter.pages("/clubs/vasa/audit", "asa")
    chapter.pages(f"/clubs/vasa/players/{ids[0]}/personal-data", "asa")
    chapter.pages(f"/clubs/vasa/players/{ids[0]}/personal-data.json", "asa")
    _pages_of_privacy(chapter, f"/clubs/vasa/players/{ids[0]}", f"/clubs/vasa/players/{ids[1]}")
    _sessions(chapter)


def employed(chapter: Chapter, club: str, name: str, role: str, reader: str) -> str:
    """Invite a person, who comes with the invitation and chooses a password; the id."""
    invited = chapter.post(f"/v1/clubs/{club}/people", {"name": name, "role": role}).json
    chapter.pages("/sign-in", reader)
    chapter.fill("/sign-in/key", reader, key="nothing")
    chapter.fill("/sign-in/key", reader, key=invited["invitation"])
    chapter.pages("/sign-in/password", reader)
    chapter.fill("/sign-in/password", reader, password="kort")
    chapter.fill("/sign-in/password", reader, password=PASSWORD)
    return invited["id"]


def _pages_of_privacy(chapter: Chapter, hidden: str, erased: str) -> None:
    """The club's page of what it keeps, a name that is hidden by its form, and one that is erased."""
    chapter.pages("/clubs/vasa/privacy", "stranger", "asa")
    chapter.fill("/clubs/vasa/privacy", "asa", days="30")
    chapter.fill("/clubs/vasa/privacy", "asa", days="many")
    chapter.fill(f"{hidden}/shown-name", "asa", public="initials", members="full")
    chapter.fill(f"{hidden}/shown-name", "asa", public="nothing")
    chapter.pages(f"{erased}/erasure", "asa")
    chapter.fill(f"{erased}/erasure", "asa", texts="1")
    chapter.pages(f"{erased}/erasure", "asa")


def _pages_of_people(chapter: Chapter, other: str) -> None:
    people = "/clubs/vasa/people"
    chapter.pages(people, "asa", "stranger")
    chapter.fill(people, "asa", name="", role="king")
    chapter.fill(people, "asa", name="Ove", role="scorer")
    chapter.fill(f"{people}/{other}", "asa", role="scorer")
    chapter.fill(f"{people}/{other}", "asa", role="king")
    chapter.fill(f"{people}/{other}/invitation", "asa")
    chapter.fill(f"{people}/u_nobody/removal", "asa")
    gone = chapter.post("/v1/clubs/vasa/people", {"name": "Ulf", "role": "viewer"}).json["id"]
    chapter.fill(f"{people}/{gone}/removal", "asa")


def _sessions(chapter: Chapter) -> None:
    chapter.pages("/account", "asa", "stranger")
    chapter.pages("/", "asa")
    chapter.get("/v1/session", "asa")
    chapter.get("/v1/session", "stranger")
    chapter.fill("/account/password", "asa", old="wrong", new="en kopp te till")
    chapter.fill("/account/password", "asa", old=PASSWORD, new="en kopp te till")
    for password in ("wrong", "en kopp te till"):
        chapter.fill("/sign-in", "phone", club="vasa", name="Åsa Lind", password=password)
    chapter.pages("/account", "phone")
    chapter.fill("/account/sign-out-everywhere", "phone")
    chapter.pages("/account", "asa")
    said = {"club": "vasa", "name": "åsa lind", "password": "en kopp te till"}
    chapter.ask("POST", "/v1/session", "phone", headers=OWN, json={**said, "password": "no"})
    chapter.ask("POST", "/v1/session", "phone", headers=OWN, json=said)
    chapter.ask("POST", "/v1/session", "phone", json=said)
    chapter.ask("DELETE", "/v1/session", "phone", headers=OWN)
    chapter.fill("/sign-in", "phone", club="vasa", name="Åsa Lind", password="en kopp te till", next="/clubs/vasa")
    chapter.fill("/sign-out", "phone")


def keys_and_files(chapter: Chapter) -> None:
    """Pages for keys and links, for the backup of the club, and for the files of a tournament."""
    chapter.found("nycklar")
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}
    cup = chapter.post("/v1/clubs/nycklar/tournaments", words).json["id"]
    chapter.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1", "2"]})
    chapter.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": ["Anna", "Bo"]})
    chapter.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    chapter.pages(f"/tournaments/{cup}/files", "organiser", "stranger")
    keys = "/clubs/nycklar/keys"
    chapter.fill(keys, "organiser", note="", role="king")
    chapter.fill(keys, "organiser", note="Skärmen", role="viewer")
    chapter.post(f"/v1/tournaments/{cup}/links", {}, "referee")
    chapter.pages(keys, "organiser", "referee")
    made = chapter.get("/v1/clubs/nycklar/tokens", "organiser").json["tokens"][-1]["id"]
    chapter.fill(f"{keys}/{made}/revocation", "organiser")
    chapter.fill(f"{keys}/links/revocation", "organiser", tournament=cup, place="table:1")
    chapter.pages(keys, "organiser")
    _backup(chapter)


def _backup(chapter: Chapter) -> None:
    page, deps = "/clubs/nycklar/backup", chapter.recorder.app.extensions["brade"].deps
    chapter.pages(page, "organiser", "referee")
    chapter.get(f"{page}/file", "organiser")
    chapter.fill(page, "organiser")
    chapter.pages(page, "organiser")
    asked = club_backups.find(deps.client, "nycklar")
    assert asked, "it was asked for"
    back_up_club(WorkerContext(deps, deps.client, deps.jobs), "nycklar", asked.asked)
    chapter.get(f"{page}/file", "organiser")
    chapter.get(f"{page}/file", "referee")


def webhooks(chapter: Chapter) -> None:
    """Webhooks of a club: added, listed, stopped by a worker, resumed, replayed, removed."""
    chapter.found("krok")
    path, deps = "/v1/clubs/krok/webhooks", chapter.recorder.app.extensions["brade"].deps
    for url in ("http://vasa.example/", "https://10.0.0.1/news"):
        chapter.post(path, {"url": url})
    added = chapter.post(path, {"url": "https://vasa.example/news", "note": "the website"}).json["id"]
    chapter.recorder.judge()
    cup = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
    chapter.post("/v1/clubs/krok/tournaments", cup)
    chapter.recorder.judge()
    chapter.get(f"{path}/{added}/deliveries", "organiser")
    page = "/clubs/krok/webhooks"
    chapter.pages(page, "organiser", "referee")
    chapter.pages(f"{page}/{added}", "organiser")
    chapter.fill(page, "organiser", url="nonsense", note="")
    chapter.fill(page, "organiser", url="https://krok.example/", note="Kanalen")
    second = chapter.get(path, "organiser").json["webhooks"][-1]["id"]
    chapter.fill(f"{page}/{second}/deliveries/1/replay", "organiser")
    chapter.post(f"{path}/{added}/deliveries/1/replay")
    chapter.post(f"{path}/{added}/deliveries/99/replay")
    stop(deps, "krok", added, "failing")
    chapter.get(path, "organiser")
    chapter.post(f"{path}/{added}/deliveries/1/replay")
    chapter.pages(page, "organiser")
    chapter.pages(f"{page}/{added}", "organiser")
    chapter.fill(f"{page}/{added}/deliveries/1/replay", "organiser")
    chapter.fill(f"{page}/{added}/resumption", "organiser")
    chapter.fill(f"{page}/{second}/removal", "organiser")
    chapter.post(f"{path}/{added}/resumption")
    chapter.ask("DELETE", f"{path}/{added}", "organiser")
    chapter.ask("DELETE", f"{path}/{added}", "organiser")
