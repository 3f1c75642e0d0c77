"""The first minute of a service: the key, the first club, its home, and the phones in the hall."""

from tests.recorded.chapters.people import employed
from tests.recorded.recorder import Chapter

KEY = "the-setup-key-of-the-recording"
PASSWORD = "en kopp kaffe"


def first_minute(chapter: Chapter) -> None:
    """The first club is founded by a page."""
    chapter.pages("/", "stranger")
    chapter.pages("/start", "stranger")
    chapter.get("/start?key=guessed", "vera")
    chapter.get(f"/start?key={KEY}", "vera")
    chapter.pages("/start", "vera")
    chapter.fill("/start", "vera", club="", slug="Va sa", name="", password="kort")
    chapter.fill("/start", "stranger", club="Vasa", name="Vera Lind", password=PASSWORD)
    chapter.fill("/start", "vera", club="Vasa Brädspel", slug="", name="Vera Lind", password=PASSWORD)
    chapter.get(f"/start?key={KEY}", "vera")
    chapter.get(f"/start?key={KEY}", "stranger")
    home = "/clubs/vasa-bradspel"
    chapter.pages(home, "vera", "stranger")
    chapter.get(f"{home}?skip=people", "vera")
    chapter.pages(f"{home}/hall", "vera", "stranger")
    chapter.get(f"{home}/hall/now", "vera")
    chapter.fill(f"{home}/hall", "vera", to="open")
    chapter.pages("/sign-in", "phone")
    chapter.fill("/sign-in", "phone", club="vasa  brädspel", name="vera lind", password=PASSWORD)
    chapter.pages(home, "phone")


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
