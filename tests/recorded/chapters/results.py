"""Results of a tournament: reported, confirmed, decided and ruled on, by every way that there is."""

from tests.recorded.chapters.beginning import FILE_FORM
from tests.recorded.chapters.formats import announced, report_open, started
from tests.recorded.chapters.hidden_fields import hidden
from tests.recorded.chapters.people import employed
from tests.recorded.chapters.reading import have_files_prepared, read_desk, read_prints, read_tournament
from tests.recorded.recorder import FORM, Chapter

WON = [{"winner": "white", "outcome": "jan"}] * 3
LOST = [{"winner": "black", "outcome": "bearing_off"}] * 3


def results(chapter: Chapter) -> None:
    """Results that are reported, confirmed, disputed, decided and taken back: as data, at the desk, by links."""
    chapter.found("cup")
    tournament = started(chapter, "cup", 4, confirm=True, published=True)
    path, desk = f"/v1/tournaments/{tournament}", f"/desk/{tournament}"
    chapter.post(f"{path}/tables", {"tables": [{"table": "1"}, {"table": "2"}]})
    rows = chapter.get(f"{path}/matches").json["matches"]
    one, two, three, four, *_ = [
        each["id"] for each in sorted(rows, key=lambda each: (each["table"] or "9", each["id"]))
    ]
    employed(chapter, "cup", "Rut", "referee", "rut")
    _links(chapter, tournament)
    chapter.tokens["other"] = chapter.post("/v1/clubs/cup/tokens", {"role": "scorer"}).json["token"]
    chapter.post(f"{path}/confirmations", {"match": one}, "scorer")
    _form_of_the_result(chapter, one)
    chapter.post(f"{path}/results", {"match": two, "results": LOST}, "scorer")
    chapter.post(f"{path}/results", {"match": two, "results": WON}, "other")  # disputed
    read_desk(chapter, tournament, "rut", two)
    chapter.post(f"{path}/confirmations", {"match": two}, "referee")
    chapter.post(f"{path}/confirmations", {"match": two}, "referee")
    chapter.post(f"{path}/results", {"match": three, "results": WON[:1]}, "scorer")
    chapter.post(f"{path}/results", {"match": f"{tournament}.99", "results": WON}, "scorer")
    decision = {"match": two, "kind": "played", "results": WON, "reason": "the sheet was read wrong"}
    for dry in ("?dry_run=true", ""):
        chapter.post(f"{path}/decisions{dry}", decision, "referee")
    seated = chapter.get(f"/v1/matches/{three}").json["players"]["white"]
    walkover = {"match": three, "kind": "walkover", "winner": seated, "reason": "ill"}
    chapter.post(f"{path}/decisions", {**walkover, "kind": "double_no_show"}, "referee")
    chapter.post(f"{path}/decisions", walkover, "referee")
    chapter.post(f"{path}/decisions", {"match": two, "kind": "guess"}, "referee")
    decided = chapter.get(f"{path}/decisions").json["decisions"]
    number = max(each["version"] for each in decided if each["match"] == two)
    chapter.get(f"{path}/matches/{two}/history")
    for dry in ("?dry_run=true", "", ""):
        undone = {"reason": "it was right after all"}
        chapter.post(f"{path}/decisions/{number}/undo{dry}", undone, "referee")
    chapter.get(f"{path}/decisions")
    _rulings(chapter, desk, four)
    read_tournament(chapter, tournament, "rut")
    read_prints(chapter, tournament, "rut")
    have_files_prepared(chapter, tournament, "rut")
    read_desk(chapter, tournament, "rut", four)
    for failed in ({"job": "x"}, {"stream": four}):
        chapter.fill(f"{desk}/again", "rut", **failed)
    chapter.pages(f"{desk}?silent=5&round=1", "rut")
    chapter.pages(desk, "stranger", "viewer")
    chapter.get(f"{desk}/parts/nothing", "rut")


def _links(chapter: Chapter, tournament: str) -> None:
    path, slips = f"/v1/tournaments/{tournament}/links", f"/tournaments/{tournament}/links"
    made = chapter.post(path, {"tables": ["1"], "role": "scorer", "each_seat": True}, "referee").json["links"]
    chapter.post(path, {"tables": ["9"], "role": "organiser"}, "referee")
    for reader, link in zip(("white", "black"), made, strict=True):
        chapter.pages("/t/", reader)
        chapter.fill("/t/", reader, link=link["link"].partition("#")[2])
        chapter.pages("/t/", reader)
        chapter.get("/v1/session", reader)
        for table in ("1", "2"):
            chapter.pages(f"/tournaments/{tournament}/tablet?table={table}", reader)
            chapter.pages(f"/tournaments/{tournament}/tablet/next?table={table}", reader)
    for reader in ("scorer", "viewer", "stranger"):
        chapter.pages(f"/tournaments/{tournament}/tablet?table=1", reader)
    chapter.fill("/t/", "stranger", link="tl.nothing")
    chapter.pages(slips, "rut")
    chapter.fill(slips, "rut", role="scorer")
    chapter.fill(slips, "rut", role="scorer", table=["1", "2"])
    chapter.fill(f"{slips}/revocation", "rut", place="nowhere")
    chapter.fill(f"{slips}/revocation", "rut", place="table:2")
    chapter.fill(f"{slips}/revocation", "rut", place="table:2", step="write")
    chapter.ask("DELETE", f"{path}?table=2", "referee")


def _form_of_the_result(chapter: Chapter, match: str) -> None:
    page = f"/matches/{match}/result"
    chapter.pages(page, "white", "viewer", "stranger")
    games = {f"{key}{n}": word for n in (1, 2, 3) for key, word in (("winner", "white"), ("outcome", "jan"))}
    for wrong in ({}, {"winner1": "white"}, {"winner3": "white", "outcome3": "jan"}):
        chapter.fill(page, "white", step="look", **wrong)
    chapter.fill(page, "white", step="edit", **games)
    look = chapter.fill(page, "white", step="look", **games)
    chapter.fill(page, "white", **{**hidden(look.text), "step": "write"})
    chapter.pages(f"/matches/{match}?said=reported", "white", "black", "rut")
    shown = hidden(chapter.get(f"/matches/{match}", "black").text)
    chapter.fill(f"/matches/{match}/confirmation", "white", **shown)
    chapter.fill(f"/matches/{match}/confirmation", "black", version="77")
    chapter.fill(f"/matches/{match}/confirmation", "black", **shown)
    chapter.pages(page, "black")


def _rulings(chapter: Chapter, desk: str, match: str) -> None:
    table = f"{desk}/tables/{match}"
    facts = [{"type": "OpeningRolled", "white": 6, "black": 5}, {"type": "DiceRolled", "by": "white", "dice": [6, 2]}]
    chapter.post(f"/v1/matches/{match}/events", facts, "scorer")
    chapter.pages(f"{desk.replace('/desk/', '/tournaments/')}/now", "rut")
    chapter.get(f"{desk.replace('/desk/', '/tournaments/')}/cards/{match}", "rut")
    chapter.fill(f"{table}/on-the-way", "rut")  # nothing waits there
    chapter.fill(f"{table}/mended-seen", "rut")  # no turn was mended there
    chapter.post(f"/v1/matches/{match}/events", {"type": "RefereeCalled", "by": "white", "reason": "tärning"}, "scorer")
    chapter.fill(f"{table}/on-the-way", "rut")
    chapter.pages(table, "rut")
    note = {"act": "note", "reason": "te"}
    chapter.fill(f"{table}/rulings", "rut", act="dance")
    chapter.fill(f"{table}/rulings", "rut", act="note", step="look")
    for act in (
        note,
        {"act": "suspend", "reason": "strömavbrott"},
        {"act": "resume"},
        {"act": "warning", "seat": "white", "reason": "sen", "rule": "4.2"},
        {"act": "penalty", "seat": "black", "points": "2", "reason": "igen"},
        {"act": "award_game", "winner": "white", "outcome": "jan", "reason": "gick hem"},
        {"act": "void", "from_version": "2", "to_version": "2", "reason": "fel"},
    ):
        look = chapter.fill(f"{table}/rulings", "rut", step="look", **act)
        chapter.fill(f"{table}/rulings", "rut", **{**hidden(look.text), "step": "write"})
        chapter.pages(table, "rut")
    chapter.fill(f"{table}/rulings", "rut", step="edit", **note)
    chapter.ask("POST", f"{table}/rulings", "rut", headers=FORM, data={**note, "step": "look", "part": "1"})


def penalties(chapter: Chapter) -> None:
    """Penalties that count in the table: announced, given, shown in every table, and taken back."""
    chapter.found("straff")
    for wrong in ({"penalty": -1}, {"penalty": 1001}):
        chapter.post("/v1/clubs/straff/tournaments", {"name": "Höstcupen", "format": "swiss", "scoring": wrong})
    words = {"scoring": {"win": 3, "penalty": 1}, "published": True}
    tournament = started(chapter, "straff", 4, format="swiss", settings={"rounds": 2, "unplayed": "zero"}, **words)
    report_open(chapter, tournament, ["single"])
    match = chapter.get(f"/v1/tournaments/{tournament}/matches").json["matches"][0]["id"]
    given = {"type": "PenaltyGiven", "seat": "white", "points": 2, "reason": "kom sent"}
    version = chapter.post(f"/v1/matches/{match}/events", given, "referee").json["events"][0]["version"]
    read_tournament(chapter, tournament, "stranger")
    player = chapter.get(f"/v1/tournaments/{tournament}/matches").json["matches"][0]["white"]["id"]
    chapter.get(f"/v1/tournaments/{tournament}/standings/explain/{player}")
    void = {"kind": "void", "from_version": version, "to_version": version, "reason": "överklagat"}
    chapter.post(f"/v1/matches/{match}/events", {"type": "RulingMade", **void}, "referee")
    chapter.get(f"/v1/tournaments/{tournament}/standings")
    chapter.pages(f"/tournaments/{tournament}/standings?why={player}", "stranger")


def ratings(chapter: Chapter) -> None:
    """A rating list: its rule, the list before and after a correction, a player, the files, and what is public."""
    chapter.found("elo")
    tournament = started(chapter, "elo", 4, published=True)
    rule, path = "/v1/clubs/elo/rating-rules/swedish", "/v1/clubs/elo/ratings/swedish"
    chapter.get(path)
    chapter.get(rule)
    for words in ({"shortest": 99, "friendly": 1}, {"left_out": ["t_nothing"]}, {"provisional": 2}):
        chapter.ask("PUT", rule, "organiser", json=words)
    one, two, *_ = (each["id"] for each in chapter.get(f"/v1/tournaments/{tournament}/matches").json["matches"])
    decisions = f"/v1/tournaments/{tournament}/decisions"
    chapter.post(decisions, {"match": one, "kind": "played", "results": WON, "reason": "from the sheet"})
    chapter.post(decisions, {"match": two, "kind": "walkover", "winner": "white", "reason": "ill"})
    best = chapter.get(path).json["players"][0]["id"]
    chapter.get(f"{path}/matches")
    chapter.post(decisions, {"match": one, "kind": "played", "results": LOST, "reason": "misread"})
    chapter.get(path)
    chapter.get(f"{path}/players/{best}")
    chapter.get(f"{path}/players/Nobody")
    for file in ("csv", "xlsx", "json"):
        chapter.get(f"{path}/list.{file}")
    chapter.get(path, "stranger")
    coming = f"/v1/tournaments/{announced(chapter, 'elo')}"
    chapter.post(f"{coming}/entries?register=1", {"players": [best, "Nykomlingen"]})
    version = chapter.post(f"{coming}/entry-ratings", {"order": True}).json["version"]
    _pages_of_ratings(chapter, best)
    chapter.pages(f"{coming.removeprefix('/v1')}/seeding", "elo")
    chapter.fill(f"{coming.removeprefix('/v1')}/seeding/ratings", "elo", version=str(version))
    chapter.ask("PUT", rule, "organiser", json={"provisional": 0, "public": True, "ramp": False})
    chapter.get(f"{path}?limit=1", "stranger")
    chapter.get(f"{path}/list.json", "stranger")
    chapter.get("/v1/clubs/elo/rating-rules")
    chapter.get(rule)
    for _ in range(2):
        chapter.ask("DELETE", rule, "organiser")
    chapter.pages("/clubs/elo/ratings", "elo")
    chapter.pages("/clubs/elo/ratings/swedish", "elo")
    chapter.ask("PUT", rule, "organiser", json={})
    chapter.fill("/clubs/elo/ratings/swedish/rule/removal", "elo")


def _pages_of_ratings(chapter: Chapter, best: str) -> None:
    pages = "/clubs/elo/ratings"
    employed(chapter, "elo", "Elo", "organiser", "elo")
    numbers = {"shortest": "1", "start": "1500", "provisional": "2"}
    chapter.fill(f"{pages}/swedish/rule", "elo", **{**numbers, "shortest": "long"}, tournaments="1")
    chapter.fill(f"{pages}/swedish/rule", "elo", **numbers, tournaments="1", ramp="1")
    exported = chapter.get("/v1/clubs/elo/ratings/swedish/list.json").data
    chapter.pages(f"{pages}/federation", "elo", "stranger")
    for name, data in (("elo.json", exported.decode()), ("list.json", "nonsense")):
        parts = {'name="join"': "name", 'name="provisional"': "1", f'name="file"; filename="{name}"': data}
        sent = "".join(f"--edge\r\nContent-Disposition: form-data; {each}\r\n\r\n{parts[each]}\r\n" for each in parts)
        chapter.ask("POST", f"{pages}/federation", "elo", data=f"{sent}--edge--\r\n", headers=FILE_FORM)
    for page in ("", "/swedish", "/swedish/matches", f"/swedish/players/{best}", "/swedish/rule"):
        chapter.pages(f"{pages}{page}", "elo", "stranger")
