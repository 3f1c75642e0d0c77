"""The first minute of a service: the key, the first club, its home, and the phones in the hall."""

import json

from core.eventlog.hash_chain import with_hash
from core.eventlog.log import NEW, ListLog
from core.events import ClubFounded, MemberAdded, PlayerRegistered
from service.store.maintenance import club_restores
from tests.recorded.chapters.people import employed
from tests.recorded.recorder import Chapter
from workers.club_restores import read_backup, restore_backup
from workers.context import WorkerContext

KEY = "the-setup-key-of-the-recording"
PASSWORD = "en kopp kaffe"


def first_minute(chapter: Chapter) -> None:
    """The first club is founded by a page."""
    chapter.pages("/", "stranger")
    chapter.pages("/start", "stranger")
    chapter.get("/start?key=guessed", "vera")
    chapter.get(f"/start?key={KEY}", "vera")
    chapter.pages("/start", "vera")
    to_an_empty_installation(chapter, "vera")
    chapter.fill("/start", "vera", club="", slug="Va sa", name="", password="kort")
    chapter.fill("/start", "stranger", club="Vasa", name="Vera Lind", password=PASSWORD)
    chapter.fill("/start", "vera", club="Vasa Brädspel", slug="", name="Vera Lind", password=PASSWORD)
    chapter.get(f"/start?key={KEY}", "vera")
    chapter.get(f"/start?key={KEY}", "stranger")
    home = "/clubs/vasa-bradspel"
    chapter.pages(home, "vera", "stranger")
    chapter.pages(f"{home}/hall", "vera", "stranger")
    chapter.get(f"{home}/hall/now", "vera")
    chapter.fill(f"{home}/hall", "vera", to="open")
    chapter.pages("/sign-in", "phone")
    chapter.fill("/sign-in", "phone", club="vasa  brädspel", name="vera lind", password=PASSWORD)
    chapter.pages(home, "phone")
    as_a_copy(chapter, "vera", "vasa-bradspel")


def tables(chapter: Chapter) -> None:
    """The tables of a tournament, by a page."""
    chapter.found("hallen")
    people = ["Åsa", "Bo", "Cilla", "Dag"]
    players = chapter.post("/v1/clubs/hallen/players", people).json["players"]
    said = {"name": "Höstcupen", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
    cup = chapter.post("/v1/clubs/hallen/tournaments", said).json["id"]
    chapter.post(f"/v1/tournaments/{cup}/entries", {"players": [each["id"] for each in players]})
    employed(chapter, "hallen", "Åsa Ek", "organiser", "asa")
    page = f"/tournaments/{cup}/tables"
    chapter.pages("/clubs/hallen/tables", "asa", "stranger")
    chapter.pages(page, "asa", "viewer")
    chapter.fill(page, "asa", tables="1\n1\n" + "x" * 41, before="")
    chapter.fill(page, "asa", tables="1\n2\nScen | final", before="")
    chapter.pages(f"{page}?saved=1", "asa")
    chapter.post(f"/v1/tournaments/{cup}/start", {"seed": "x"})
    chapter.fill(page, "asa", tables="1\n3", before="1\n2")
    chapter.fill(page, "asa", tables="1\n3", before="1\n2\nScen | final")
    chapter.fill(page, "asa", tables="1\n3", before="1\n2\nScen | final", step="write")
    chapter.pages("/clubs/hallen/tables", "asa")
    chapter.pages("/clubs/hallen", "asa")


# ── a backup that comes by a page ─────────────────────────────────────────────────────────────────────────────────────
FILE_FORM = {
    "Sec-Fetch-Site": "same-origin",
    "Accept": "text/html",
    "Content-Type": "multipart/form-data; boundary=edge",
}


def backup() -> str:
    """A small backup that is not packed, which is read as well."""
    log = ListLog()
    log.append("c_huk", [ClubFounded("huk", "Huken")], by="operator", at=1_700_000_000_000, expected=NEW)
    people = [PlayerRegistered("p_a", "Åsa"), MemberAdded("u_a", "Bo Ek", "organiser")]
    log.append("c_huk", people, by="operator", at=1_700_000_100_000)
    rows = [with_hash("c_huk", each) for each in log.read("c_huk")]
    heads = [["c_huk", 2, rows[-1]["hash"]]]
    first = {"brade_backup": 1, "store": 2, "streams": 1, "events": 3, "heads": heads}
    return "".join(f"{json.dumps(each)}\n" for each in (first, *rows))


def to_an_empty_installation(chapter: Chapter, reader: str) -> None:
    """The page for a person who has a backup, up to the last press."""
    page = "/start/backup"
    chapter.pages(page, "stranger", reader)
    send_file(chapter, page, "stranger", backup())
    send_file(chapter, page, reader, "")
    _look(chapter, page, reader, "no backup", club_restores.START)
    _look(chapter, page, reader, backup(), club_restores.START)
    chapter.fill(f"{page}/club", reader, name="", password="kort")
    chapter.fill(f"{page}/removal", reader)
    _look(chapter, page, reader, backup(), club_restores.START)
    chapter.fill(f"{page}/club", reader, name="Vera Lind", password=PASSWORD)
    chapter.pages(page, reader)
    chapter.get("/start", reader)
    chapter.recorder.empty()


def as_a_copy(chapter: Chapter, reader: str, club: str) -> None:
    """A new club from a backup, by an organiser."""
    page, deps = f"/clubs/{club}/restore", chapter.recorder.app.extensions["brade"].deps
    chapter.pages(page, "stranger", reader)
    _look(chapter, page, reader, backup(), f"c_{club}")
    chapter.fill(f"{page}/club", reader, club="", slug="No good")
    chapter.fill(f"{page}/club", reader, club="Huken två")
    chapter.pages(page, reader)
    found = club_restores.of_owner(deps.client, f"c_{club}")
    assert found, "it was asked for"
    restore_backup(WorkerContext(deps, deps.client, deps.jobs), found.id)
    chapter.pages(page, reader)
    chapter.pages("/clubs/huken-tva", "stranger")
    chapter.fill(f"{page}/removal", reader)


def send_file(chapter: Chapter, page: str, reader: str, text: str) -> None:
    """Send the form of a page with a file."""
    file = f'--edge\r\nContent-Disposition: form-data; name="file"; filename="b.gz"\r\n\r\n{text}\r\n--edge--\r\n'
    chapter.ask("POST", page, reader, headers=FILE_FORM, data=file)


def _look(chapter: Chapter, page: str, reader: str, text: str, owner: str) -> None:
    """Send a file, have it looked at, and look at the page."""
    deps = chapter.recorder.app.extensions["brade"].deps
    send_file(chapter, page, reader, text)
    chapter.pages(page, reader)
    found = club_restores.of_owner(deps.client, owner)
    assert found, "it was kept"
    read_backup(WorkerContext(deps, deps.client, deps.jobs), found.id)
    chapter.pages(page, reader)
