"""A club with everything in it that a page shows, told to the service in a frozen time: the same in every run.

Half of the names have thirty letters, the longest that pages are made for. One of them has no space.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from core.eventlog.log import NEW
from core.events import MatchOpened, RefereeCalled
from core.messages import say
from core.timestamps import rfc3339
from schemas.feeds.webhooks import DELIVERED, FAILED, WAITING, Attempt, Delivery, delivery_text
from service.store import deliveries, prepared_files
from service.store.maintenance import club_backups
from service.store.prepared_files import READY, WRITING, PreparedFile
from tests.recorded.frozen import START
from tests.recorded.recorder import Chapter
from tests.support.pages.club_evening import illegal, play, words
from tests.support.pages.stored_tournament import golden
from tests.support.pictures.cutting import cutting
from tests.support.pictures.fees import fees
from tests.support.pictures.second_chances import second_chances
from workers.club_backups import back_up_club
from workers.context import WorkerContext

Json = Any
LONG = (
    "Alexandra Bergströms-Lindqvist",
    "Maximilian Söderström-Hallberg",
    "Wolfeschlegelsteinhausenbergers",
    "Gunilla Margareta Öhrnströmsson",
    "Karl-Johan Fredrik Västerbotten",
    "Anna-Maria Elisabeth Sjöstrand",
    "Ferdinand Gyllenspetz von Alsta",
    "Birgitta Hermansdotter-Öresund",
)
SHORT = ("Åsa Ek", "Bo Ask", "Ida Dahl", "Jon Falk", "Kia Gran", "Leo Hav", "Nils Ö", "Rut Sand")
NAMES = tuple(name for pair in zip(LONG, SHORT, strict=True) for name in pair)
CLUB, CLUB_NAME = "vasa", "Sällskapet Vasa Brädspelsvänner"
ORIGIN = "https://brade.example"
PASSWORD = "en kopp kaffe"
FORM = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
WON = {"winner": "white", "outcome": "bearing_off"}
LOST = {"winner": "black", "outcome": "jan"}


@dataclass
class Scene:
    """The club: its tournaments, and their players and matches, by name."""

    chapter: Chapter
    ids: dict[str, str] = field(default_factory=dict)
    """The ids in addresses of pages, by the names that `pages.py` uses."""

    def announce(self, name: str, title: str, **announced: Json) -> str:
        """Announce a tournament that everybody sees; the address of its part of the API."""
        said = {
            "name": title,
            "game": "swedish",
            "length": {"games": 3},
            "published": True,
            "check": "advisory",
            **announced,
        }
        self.ids[name] = self.chapter.post(f"/v1/clubs/{CLUB}/tournaments", said).json["id"]
        return f"/v1/tournaments/{self.ids[name]}"

    def enter(self, api: str, players: int, tables: int) -> None:
        """Enter the first players of the club, and set tables."""
        self.chapter.post(f"{api}/tables", {"tables": [str(number) for number in range(1, tables + 1)]})
        self.chapter.post(f"{api}/entries", {"players": list(NAMES[:players])})

    def start(self, name: str, api: str) -> None:
        """Start a tournament."""
        self.chapter.post(f"{api}/start", {"seed": "midsommar"})
        entries = self.chapter.get(api).json["entries"]
        self.ids[f"{name}.player"] = entries[0]["player"]

    def open_matches(self, api: str) -> list[str]:
        """The matches of a tournament that can be played, in their order."""
        rows = self.chapter.get(f"{api}/matches?limit=200", "organiser").json["matches"]
        return [row["id"] for row in rows if row["status"] == "open" and row["white"] and row["black"]]

    def report(self, api: str, most: int = 100) -> None:
        """Report the results of matches that can be played: white wins most of them."""
        for number, match in enumerate(self.open_matches(api)[:most]):
            games = [WON, LOST, WON] if number % 3 else [LOST, WON, LOST]
            self.chapter.post(f"{api}/results", {"match": match, "results": games}, "scorer")

    def record(self, match: str, events: list[Any]) -> None:
        """Record facts of a match."""
        self.chapter.post(f"/v1/matches/{match}/events", [words(event) for event in events], "scorer")

    def employ(self, name: str, role: str, reader: str) -> None:
        """Invite a person who comes at once, and is signed in from then on."""
        invited = self.chapter.post(f"/v1/clubs/{CLUB}/people", {"name": name, "role": role}).json
        self.fill("/sign-in/key", reader, key=invited["invitation"])
        self.fill("/sign-in/password", reader, password=PASSWORD)

    def fill(self, path: str, reader: str, **form: str) -> None:
        """Send a form of a page."""
        self.chapter.ask("POST", path, reader, headers=FORM, data=form, base_url=ORIGIN)


def make(chapter: Chapter) -> Scene:
    """Tell the service everything that the pages show."""
    scene = Scene(chapter)
    _found(scene)
    _in_play(scene)
    _cup(scene)
    _groups(scene)
    _league(scene)
    _announced(scene)
    _checking_in(scene)
    _stuck(scene)
    _matches(scene)
    _timed(scene)
    _webhook(scene)
    keeping = {"name": LONG[0], "tournament": scene.ids["swiss"]}
    scene.ids["template"] = chapter.post(f"/v1/clubs/{CLUB}/templates", keeping).json["id"]
    _prepared(scene)
    rule = {"provisional": 4, "public": True}
    scene.chapter.ask("PUT", f"/v1/clubs/{CLUB}/rating-rules/swedish", "organiser", json=rule)
    second_chances(scene)
    cutting(scene)
    fees(scene)
    _series(scene)
    return scene


def _series(scene: Scene) -> None:
    """A series of several tournaments, whose best results count, one that is over, and one without any tournament."""
    path = f"/v1/clubs/{CLUB}/series"
    season = {
        "name": "Säsongsmästerskapet i svenskt brädspel 2026–2027",
        "begins": "2026-09-01",
        "ends": "2027-05-31",
        "tables": [{"points": [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]}],
        "participation": "1/2",
        "matches": {"any": 2, "consolation": 1},
        "bonuses": {"jan": 3},
        "best": 2,
        "public": True,
        "final": 4,
        "prizes": [{"place": 1, "text": "Vandringspokalen och 1 000 kr"}, {"text": "Bästa nykomling: en bok"}],
    }
    scene.ids["series"] = scene.chapter.post(path, season).json["id"]
    counted = [scene.ids[each] for each in ("swiss", "cup", "groups", "timed")]
    scene.chapter.post(f"{path}/{scene.ids['series']}/tournaments", {"tournaments": counted})
    ended = f"{path}/{scene.chapter.post(path, {**season, 'name': 'Våren'}).json['id']}"
    scene.ids["ended_series"] = ended.rpartition("/")[2]
    scene.chapter.post(f"{ended}/tournaments", {"tournaments": counted})
    scene.chapter.post(f"{ended}/end", {})
    scene.chapter.post(path, {"name": "Hösten", "public": True})


def _prepared(scene: Scene) -> None:
    """Files with all matches of the cup: a worker writes one, one is there, and the third was not asked for."""
    deps, cup = scene.chapter.recorder.app.extensions["brade"].deps, scene.ids["cup"]
    version = deps.repository.tournament(cup).version
    for lang in ("en", "sv"):
        for name, state, done in (("matches.txt", WRITING, 7), ("matches.zip", READY, 16)):
            file_id = f"{lang}{name[-3:]}"
            file = PreparedFile(
                file_id, CLUB, cup, version, name, lang, state, START, START, done=done, total=16, size=48_213
            )
            prepared_files.add(deps.client, file)


def _webhook(scene: Scene) -> None:
    """A webhook with a message of each state."""
    chapter, client = scene.chapter, scene.chapter.recorder.app.extensions["brade"].deps.client
    said = {"url": "https://vasa-bradspelsvanner.example/nyheter/turneringar?fran=brade", "note": NAMES[0]}
    scene.ids["webhook"] = chapter.post(f"/v1/clubs/{CLUB}/webhooks", said).json["id"]
    chapter.recorder.judge()
    at, number = START, 3  # the first news, whose order no worker decides
    refused = Attempt(at, 500, say("the answer is {status}", status=500), 812)
    for each in (
        Delivery(number, WAITING, 2, at + 300_000, (refused, refused)),
        Delivery(number - 1, DELIVERED, 1, 0, (refused._replace(status=204, explanation=""),)),
        Delivery(number - 2, FAILED, 10, 0, (refused,) * 10),
    ):
        ended = None if each.state == WAITING else at
        deliveries.write(client, CLUB, scene.ids["webhook"], each.number, delivery_text(each), ended=ended)


def _found(scene: Scene) -> None:
    chapter = scene.chapter
    chapter.post("/v1/clubs", {"slug": CLUB, "name": CLUB_NAME}, "operator")
    for role in ("organiser", "referee", "scorer", "viewer"):
        said = {"role": role, "note": "Surfplattan vid ingången till stora salen"}
        maker = "operator" if role == "organiser" else "organiser"
        chapter.tokens[role] = chapter.post(f"/v1/clubs/{CLUB}/tokens", said, maker).json["token"]
    groups = ("Huk", "Brädspelssällskapet Regalskeppet")
    players = [
        {"name": name, "rating": 1300 + 37 * number, "group": groups[number % 3 > 0]}
        for number, name in enumerate(NAMES)
    ]
    listed = chapter.post(f"/v1/clubs/{CLUB}/players", players).json["players"]
    scene.ids["player"] = listed[0]["id"]
    scene.employ("Gunilla Margareta Öhrnströmsson", "organiser", "gunilla")
    scene.employ("Leo Hav", "referee", "leo")
    invited = chapter.post(f"/v1/clubs/{CLUB}/people", {"name": "Ferdinand Gyllenspetz von Alsta", "role": "scorer"})
    scene.fill("/sign-in/key", "ferdinand", key=invited.json["invitation"])
    page, deps = f"/clubs/{CLUB}/backup", chapter.recorder.app.extensions["brade"].deps
    scene.fill(page, "gunilla")
    asked = club_backups.find(deps.client, CLUB)
    assert asked, "the backup was asked for"
    back_up_club(WorkerContext(deps, deps.client, deps.jobs), CLUB, asked.asked)


def _in_play(scene: Scene) -> None:
    """A Swiss of sixteen in its second round: boards, an illegal play, a call, an interruption, a result."""
    where = {"starts": "2027-01-15T09:00", "ends": "2027-01-15T17:00", "place": "Biblioteket i Söderköping"}
    api = scene.announce(
        "swiss", "Höstmästerskapet i svenskt brädspel", format="swiss", settings={"rounds": 4}, details=where
    )
    scene.enter(api, 16, 8)
    scene.start("swiss", api)
    scene.report(api)
    scene.chapter.post(f"{api}/rounds", {})
    scene.chapter.post(f"{api}/rounds/2/publish")
    matches = scene.open_matches(api)
    scene.ids |= {f"swiss.{number}": match for number, match in enumerate(matches, 1)}
    for match, number, facts in zip(matches, range(1, 6), (38, 61, 24, 90, 12), strict=False):
        scene.record(match, illegal(play(3, 24)) if number == 3 else play(number, facts))
    scene.record(matches[1], [RefereeCalled("white", "en tärning på kanten")])
    suspended = {"type": "MatchSuspended", "reason": "brandlarm"}
    scene.chapter.post(f"/v1/matches/{matches[4]}/events", suspended, "referee")
    scene.chapter.post(f"{api}/results", {"match": matches[5], "results": [WON] * 3}, "scorer")
    scene.chapter.post(f"{api}/links", {}, "referee")
    link = scene.chapter.post(f"/v1/matches/{matches[0]}/links", {"role": "scorer"}, "referee").json["link"]
    scene.chapter.ask(
        "POST", "/v1/session", "link", headers={"Sec-Fetch-Site": "same-origin"}, json={"link": link}, base_url=ORIGIN
    )


def _cup(scene: Scene) -> None:
    """A cup of sixteen, played to its end, with a match for bronze."""
    api = scene.announce("cup", "Vasa Open", format="single_elimination", settings={"bronze": True})
    scene.enter(api, 16, 8)
    scene.start("cup", api)
    for _ in range(5):
        scene.report(api)


def _groups(scene: Scene) -> None:
    """Groups whose knock-out has begun, with a timetable for the rest."""
    settings = {"groups": 4, "advance": 2, "bronze": True, "consolation": True}
    played = {"format": "groups_then_knockout", "game": "backgammon", "length": {"points": 3}}
    api = scene.announce("groups", "Vårcupen", settings=settings, **played)
    scene.enter(api, 16, 8)
    scene.start("groups", api)
    for _ in range(3):
        scene.chapter.post(f"{api}/rounds", {})
        for match in scene.open_matches(api):
            said = {"match": match, "results": [{"winner": "white", "outcome": "single"}] * 3}
            scene.chapter.post(f"{api}/results", said, "scorer")
    scene.chapter.post(f"{api}/timetable/proposal", {"starts": rfc3339(START + 60 * 60_000), "minutes": 40})


def _league(scene: Scene) -> None:
    """A league of four teams after its first round."""
    api = scene.announce("league", "Distriktsserien för lag", format="team_league", settings={"boards": 2})
    for number, name in enumerate(("Regalskeppets Brädspelsvänner B", "Huk", "Västerbottens Brädspelsklubb", "Ask")):
        members = list(NAMES[4 * number : 4 * number + 4])
        scene.chapter.post(f"{api}/teams", {"name": name, "members": members})
    scene.start("league", api)
    scene.report(api, 4)


def _announced(scene: Scene) -> None:
    """A tournament that takes entries by its form, with requests that wait."""
    details = {
        "starts": "2027-02-06T10:00",
        "ends": "2027-02-06T18:00",
        "zone": "Europe/Stockholm",
        "place": "Biblioteket i Söderköping",
        "fee": "100 kr",
        "contact": "Gunilla Margareta Öhrnströmsson, 070-123 45 67",
        "prizes": [{"text": "Vandringspokalen", "place": 1}, {"text": "Bästa junior: en bok om bräde"}],
        "schedule": [{"time": "09:30", "text": "Avprickning"}, {"time": "10:00", "text": "Första ronden"}],
    }
    api = scene.announce(
        "announced", "Klubbmästerskapet i brädspel", format="swiss", settings={"rounds": 5}, details=details
    )
    scene.enter(api, 9, 4)
    scene.chapter.ask("PUT", f"{api}/entry-form", "organiser", json={"open": True, "places": 24})
    for name in (LONG[4], "Tove Berg", LONG[0]):
        asked = {"name": name, "rating": "1500", "group": "Huk", "contact": "namn.efternamnsson@brädspel.example.org"}
        scene.fill(f"/tournaments/{scene.ids['announced']}/enter", "stranger", **asked)


def _checking_in(scene: Scene) -> None:
    """A tournament whose players come in."""
    api = scene.announce("door", "Nybörjarkvällen", format="swiss", settings={"rounds": 3}, check_in=True)
    scene.enter(api, 10, 5)
    scene.chapter.post(f"{api}/check-ins", {"players": list(NAMES[:4]), "present": True}, "referee")
    scene.chapter.post(f"{api}/seeding", {"method": "lots", "seed": "midsommarstången"})
    scene.ids["door.player"] = scene.chapter.get(api).json["entries"][2]["player"]


def _timed(scene: Scene) -> None:
    """A Swiss whose first round has a time, of which a quarter of an hour is left: boards, and matches not begun."""
    lateness = {"after": 10, "every": 20, "lost_after": 45}
    details = {"round_minutes": 45, "zone": "Europe/Stockholm", "lateness": lateness}
    announced = {"published": False, "details": details}
    api = scene.announce("timed", "Klockmästerskapet", format="swiss", settings={"rounds": 3}, **announced)
    scene.enter(api, 8, 4)
    scene.start("timed", api)
    matches = scene.open_matches(api)
    scene.ids |= {f"timed.{number}": match for number, match in enumerate(matches, 1)}
    for match, facts in zip(matches, (40, 60), strict=False):
        scene.record(match, play(6, facts))
    scene.chapter.post(f"{api}/rounds/1/time", {"starts": rfc3339(START + 10 * 60_000)}, "referee")
    alternates = {"players": list(NAMES[8:10])}
    scene.chapter.ask("PUT", f"{api}/alternates", "organiser", json=alternates)
    scene.ids["timed.player"] = scene.chapter.get(api).json["rounds"][0]["matches"][2]["white"]["id"]


def _stuck(scene: Scene) -> None:
    """A Swiss of four with one round more than there are opponents."""
    api = scene.announce("stuck", "Trerondaren", format="swiss", settings={"rounds": 4}, published=False)
    scene.enter(api, 4, 2)
    scene.start("stuck", api)
    for _ in range(3):
        scene.report(api)
        scene.chapter.post(f"{api}/rounds", {})


def _matches(scene: Scene) -> None:
    """A match of every other game and of each kind of ruling: old logs, between players with long names."""
    deps, at = scene.chapter.recorder.app.extensions["brade"].deps, scene.chapter.recorder.frozen.at
    for name in ("backgammon", "dubblets", "six_ace", "tick_tack", "rulings", "conduct", "service_dice"):
        opened, *facts = golden(name)
        assert isinstance(opened, MatchOpened)
        match = f"m_{name.replace('_', '')}".ljust(12, "a")
        players = dict(zip(opened.players, NAMES, strict=False))
        mine = replace(opened, club=CLUB, players=players, player_ids={}, tournament=None, round=None, recorded_as=None)
        deps.log.append(match, [mine], by=f"{CLUB}.a", at=at, expected=NEW)
        deps.log.append(match, facts, by=f"{CLUB}.a", at=at)
        scene.ids[name] = match
    scene.chapter.recorder.judge()
