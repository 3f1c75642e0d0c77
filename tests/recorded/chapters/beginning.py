"""The first minute of a service: the key, the first club, its home, and the phones in the hall."""

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
