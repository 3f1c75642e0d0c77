"""Every page of the service, in the states of the scene in which people meet it."""

from dataclasses import dataclass
from typing import NamedTuple


class Variant(NamedTuple):
    """A width, a language and a theme in which a page is looked at."""

    width: int
    language: str
    theme: str

    def __str__(self) -> str:
        return f"{self.width}-{self.language}-{self.theme}"


@dataclass(frozen=True)
class Page:
    """A page as one reader sees it. `address` has names of the scene's ids in braces."""

    name: str
    reader: str
    address: str
    ready: str = ""
    """A selector of what the page's module puts there: until it is there, the page is not at rest."""
    status: int = 200
    """The status of its answer."""

    def path(self, ids: dict[str, str], language: str) -> str:
        """The address in the scene."""
        found = self.address.replace("{lang}", language)
        for name, value in ids.items():
            found = found.replace("{" + name + "}", value)
        return found


PAGES = (
    Page("front", "stranger", "/"),
    Page("front-organiser", "gunilla", "/"),
    Page("sign-in", "stranger", "/sign-in"),
    Page("password", "ferdinand", "/sign-in/password"),
    Page("start-closed", "stranger", "/start"),
    Page("table-link", "link", "/t/"),
    Page("account", "gunilla", "/account"),
    Page("club", "stranger", "/clubs/vasa"),
    Page("club-organiser", "gunilla", "/clubs/vasa"),
    Page("audit", "gunilla", "/clubs/vasa/audit"),
    Page("backup", "gunilla", "/clubs/vasa/backup"),
    Page("club-dice", "leo", "/clubs/vasa/dice"),
    Page("embedding", "gunilla", "/clubs/vasa/embedding"),
    Page("look", "gunilla", "/clubs/vasa/look"),
    Page("hall", "gunilla", "/clubs/vasa/hall"),
    Page("friendly-match", "gunilla", "/clubs/vasa/matches/new"),
    Page("keys", "gunilla", "/clubs/vasa/keys"),
    Page("templates", "gunilla", "/clubs/vasa/templates"),
    Page("webhooks", "gunilla", "/clubs/vasa/webhooks"),
    Page("webhook", "gunilla", "/clubs/vasa/webhooks/{webhook}"),
    Page("ratings", "gunilla", "/clubs/vasa/ratings"),
    Page("rating-list", "gunilla", "/clubs/vasa/ratings/swedish"),
    Page("rating-matches", "stranger", "/clubs/vasa/ratings/swedish/matches"),
    Page("rating-player", "stranger", "/clubs/vasa/ratings/swedish/players/{player}"),
    Page("rating-rule", "gunilla", "/clubs/vasa/ratings/swedish/rule"),
    Page("rating-federation", "gunilla", "/clubs/vasa/ratings/federation"),
    Page("series", "gunilla", "/clubs/vasa/series"),
    Page("series-table", "stranger", "/clubs/vasa/series/{series}"),
    Page("series-organiser", "gunilla", "/clubs/vasa/series/{series}"),
    Page("series-player", "stranger", "/clubs/vasa/series/{series}/players/{player}"),
    Page("series-rule", "gunilla", "/clubs/vasa/series/{series}/rule"),
    Page("series-final", "gunilla", "/clubs/vasa/series/{series}/final"),
    Page("series-ended", "stranger", "/clubs/vasa/series/{ended_series}"),
    Page("series-wall", "stranger", "/clubs/vasa/series/{series}/wall"),
    Page("series-final-announced", "gunilla", "/clubs/vasa/tournaments/new?final={series}"),
    Page("series-evenings", "gunilla", "/clubs/vasa/series/{series}/tournaments"),
    Page("series-new", "gunilla", "/clubs/vasa/series/new"),
    Page("people", "gunilla", "/clubs/vasa/people"),
    Page("club-players", "gunilla", "/clubs/vasa/players"),
    Page("club-player", "gunilla", "/clubs/vasa/players/{player}"),
    Page("privacy", "stranger", "/clubs/vasa/privacy"),
    Page("privacy-organiser", "gunilla", "/clubs/vasa/privacy"),
    Page("personal-data", "gunilla", "/clubs/vasa/players/{player}/personal-data"),
    Page("erasure", "gunilla", "/clubs/vasa/players/{player}/erasure"),
    Page("player-dice", "leo", "/clubs/vasa/players/{player}/dice"),
    Page("restore", "gunilla", "/clubs/vasa/restore"),
    Page("club-closing", "gunilla", "/clubs/vasa/closing"),
    Page("club-tables", "gunilla", "/clubs/vasa/tables"),
    Page("new-tournament", "gunilla", "/clubs/vasa/tournaments/new"),
    Page("club-wall", "stranger", "/clubs/vasa/wall"),
    Page("desk", "leo", "/desk/{swiss}"),
    Page("desk-cup", "leo", "/desk/{cup}"),
    Page("desk-groups", "gunilla", "/desk/{groups}"),
    Page("desk-time", "leo", "/desk/{timed}"),
    Page("desk-late", "leo", "/desk/{timed}/tables/{timed.3}"),
    Page("desk-table", "leo", "/desk/{swiss}/tables/{swiss.3}"),
    Page("desk-call", "leo", "/desk/{swiss}/tables/{swiss.2}"),
    Page("docs", "stranger", "/docs"),
    Page("docs-search", "stranger", "/docs?q=result"),
    Page("docs-resource", "stranger", "/docs/corrections"),
    Page("problems", "stranger", "/problems"),
    Page("match", "stranger", "/matches/{swiss.1}"),
    Page("match-dubblets", "leo", "/matches/{dubblets}"),
    Page("match-six-ace", "leo", "/matches/{six_ace}"),
    Page("match-backgammon", "leo", "/matches/{backgammon}"),
    Page("match-tick-tack", "leo", "/matches/{tick_tack}"),
    Page("match-rulings", "leo", "/matches/{rulings}"),
    Page("match-result", "stranger", "/matches/{swiss.6}"),
    Page("match-dice", "leo", "/matches/{service_dice}/dice"),
    Page("result", "scorer", "/matches/{swiss.7}/result"),
    Page("lay-out", "referee", "/matches/{swiss.1}/lay-out", ready=".lay-panel button"),
    Page("score", "scorer", "/matches/{swiss.1}/score", ready=".panel button"),
    Page("score-time", "scorer", "/matches/{timed.1}/score", ready=".panel button"),
    Page("score-opening", "scorer", "/matches/{swiss.8}/score", ready=".panel button"),
    Page("tablet", "scorer", "/tournaments/{swiss}/tablet?table=1"),
    Page("offline", "stranger", "/offline"),
    Page("not-found", "stranger", "/nothing-here", status=404),
    Page("tournament", "stranger", "/tournaments/{swiss}"),
    Page("tournament-rounds", "stranger", "/tournaments/{swiss}/rounds"),
    Page("tournament-round", "stranger", "/tournaments/{swiss}/rounds/1"),
    Page("tournament-standings", "stranger", "/tournaments/{swiss}/standings"),
    Page("tournament-bracket", "stranger", "/tournaments/{cup}/bracket"),
    Page("tournament-over", "stranger", "/tournaments/{cup}"),
    Page("cut", "gunilla", "/tournaments/{cutting}/cut"),
    Page("tournament-groups", "stranger", "/tournaments/{groups}/standings"),
    Page("tournament-league", "stranger", "/tournaments/{league}/rounds"),
    Page("tournament-time", "gunilla", "/tournaments/{timed}/rounds"),
    Page("tournament-announced", "stranger", "/tournaments/{announced}"),
    Page("announcement", "gunilla", "/tournaments/{announced}/announcement"),
    Page("call-off", "gunilla", "/tournaments/{announced}/call-off"),
    Page("change", "gunilla", "/tournaments/{swiss}/change"),
    Page("check-in", "leo", "/tournaments/{door}/check-in"),
    Page("byes", "gunilla", "/tournaments/{door}/check-in/{door.player}/byes"),
    Page("withdrawal", "gunilla", "/tournaments/{door}/check-in/{door.player}/withdrawal"),
    Page("replacement", "gunilla", "/tournaments/{timed}/check-in/{timed.player}/replacement"),
    Page("re-entry", "gunilla", "/tournaments/{again}/check-in/{again.player}/re-entry"),
    Page("re-entry-undo", "gunilla", "/tournaments/{again}/check-in/{again.new}/re-entry/undo"),
    Page("buy-back", "gunilla", "/tournaments/{bought}/check-in/{bought.player}/buy-back"),
    Page("buy-back-undo", "gunilla", "/tournaments/{bought}/check-in/{bought.back}/buy-back/undo"),
    Page("check-in-out", "gunilla", "/tournaments/{bought}/check-in"),
    Page("return", "gunilla", "/tournaments/{bought}/check-in/{bought.left}/return"),
    Page("end", "gunilla", "/tournaments/{swiss}/end"),
    Page("enter", "stranger", "/tournaments/{announced}/enter"),
    Page("entries", "gunilla", "/tournaments/{announced}/entries"),
    Page("entries-teams", "gunilla", "/tournaments/{league}/entries"),
    Page("files", "gunilla", "/tournaments/{cup}/files"),
    Page("import", "gunilla", "/tournaments/{announced}/import"),
    Page("impasse", "gunilla", "/tournaments/{stuck}/impasse"),
    Page("links", "gunilla", "/tournaments/{swiss}/links"),
    Page("lots", "gunilla", "/tournaments/{door}/lots"),
    Page("money", "gunilla", "/tournaments/{cutting}/money"),
    Page("payments", "leo", "/tournaments/{cutting}/payments"),
    Page("payment", "gunilla", "/tournaments/{cutting}/payments/{cutting.player}"),
    Page("prizes", "gunilla", "/tournaments/{cutting}/prizes"),
    Page("organise", "gunilla", "/tournaments/{swiss}/organise"),
    Page("organise-before", "gunilla", "/tournaments/{announced}/organise"),
    Page("players", "stranger", "/tournaments/{swiss}/players"),
    Page("player", "stranger", "/tournaments/{swiss}/players/{swiss.player}"),
    Page("round", "leo", "/tournaments/{swiss}/rounds/2/results"),
    Page("round-time", "leo", "/tournaments/{timed}/rounds/1/results"),
    Page("correction", "leo", "/matches/{swiss.6}/correction"),
    Page("seeding", "gunilla", "/tournaments/{announced}/seeding"),
    Page("seeding-round", "gunilla", "/tournaments/{announced}/seeding/round?word=midsommar"),
    Page("tables", "gunilla", "/tournaments/{swiss}/tables"),
    Page("timetable", "gunilla", "/tournaments/{groups}/timetable"),
    Page("timetable-club", "gunilla", "/clubs/vasa/timetable"),
    Page("overlay", "stranger", "/tournaments/{swiss}/overlay?match={swiss.1}&board=1"),
    Page("overlay-guide", "gunilla", "/tournaments/{swiss}/overlay"),
    Page("wall", "stranger", "/tournaments/{swiss}/wall"),
    Page("print-standings", "stranger", "/v1/tournaments/{swiss}/standings.html?lang={lang}"),
    Page("print-crosstable", "stranger", "/v1/tournaments/{swiss}/crosstable.html?lang={lang}"),
    Page("print-pairings", "stranger", "/v1/tournaments/{swiss}/rounds/2/pairings.html?lang={lang}"),
)

BY_NAME = {page.name: page for page in PAGES}
EVERYWHERE = ("tournament", "tournament-bracket", "desk", "match", "round", "score")
"""Pages of which a picture of every variant is kept. All variants of all pages are looked at for their layout."""

WIDTHS = (360, 390, 768, 1280, 1440, 1920)
ALL = tuple(Variant(width, lang, theme) for width in WIDTHS for lang in ("sv", "en") for theme in ("light", "dark"))
TWO = (Variant(390, "sv", "dark"), Variant(1280, "en", "light"))


def variants(page: Page) -> tuple[Variant, ...]:
    """The variants of a page of which there are pictures."""
    return ALL if page.name in EVERYWHERE else TWO


NOT_PAGES = {
    "/clubs/<club:club>/backup/file": "a file",
    "/clubs/<club:club>/hall/now": "read by a module",
    "/clubs/<club:club>/logo.png": "a file",
    "/clubs/<club:club>/look.css": "a file",
    "/clubs/<club:club>/players.csv": "a file",
    "/clubs/<club:club>/players/<player:player>/personal-data.json": "a file",
    "/clubs/<club:club>/series/<series:series>/picture.png": "a file",
    "/clubs/<club:club>/series/<series:series>/wall/slide": "a part of the wall",
    "/clubs/<club:club>/wall/slide": "a part of the wall",
    "/desk/<tournament:tournament>/cards/<match:match>": "a part of the desk",
    "/desk/<tournament:tournament>/parts/<part>": "a part of the desk",
    "/desk/<tournament:tournament>/tables/<match:match>/plays": "a part of the desk",
    "/favicon.ico": "a file",
    "/hall.crt": "a file",
    "/healthz": "for programs",
    "/lay-out/words": "read by a module",
    "/manifest.webmanifest": "for browsers",
    "/matches/<match:match>/board.svg": "a file",
    "/matches/<match:match>/facts": "a part of the match's page",
    "/matches/<match:match>/moments": "a part of the match's page",
    "/matches/<match:match>/picture.png": "a file",
    "/matches/<match:match>/now": "a part of the match's page",
    "/metrics": "for programs",
    "/phone": "only where the service has a certificate of its own: tests/pages/club/test_phone_page.py",
    "/problems/<kind>": "for programmers",
    "/readyz": "for programs",
    "/service-worker.js": "for browsers",
    "/start/backup": "only in an empty installation: tests/pages/club/test_restore_page.py",
    "/static/<stamped>/<path:name>": "files",
    "/tournaments/<tournament:tournament>/cards/<match:match>": "a part of the tournament's page",
    "/tournaments/<tournament:tournament>/overlay/now": "a part of the overlay",
    "/tournaments/<tournament:tournament>/parts/<tab:tab>": "a part of the tournament's page",
    "/tournaments/<tournament:tournament>/parts/rounds/<round:number>": "a part of a round's page",
    "/tournaments/<tournament:tournament>/picture.png": "a file",
    "/tournaments/<tournament:tournament>/players/<player:player>/next": "a part of the tournament's page",
    "/tournaments/<tournament:tournament>/tablet/next": "read by a module",
    "/tournaments/<tournament:tournament>/wall/slide": "a part of the wall",
}
"""Addresses outside the API that are no page for people, and why."""
