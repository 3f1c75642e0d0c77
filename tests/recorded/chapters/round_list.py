"""The chapter on the results of a round by a page: typed, taken back, confirmed, and what follows."""

import re
from unittest.mock import patch

from service.web.http import verdict_wait
from service.web.http.request_headers import Wait
from tests.recorded.chapters.formats import NAMES, announced
from tests.recorded.chapters.hidden_fields import hidden
from tests.recorded.recorder import Chapter


def round_list(chapter: Chapter) -> None:
    """The list of a round. Nothing is judged before the answer, so no request waits for that."""
    with patch.object(verdict_wait, "PATIENCE", Wait(0, "wait=0")):
        _round_list(chapter)


def _round_list(chapter: Chapter) -> None:
    """A Swiss of six whose results are confirmed, filled in by an organiser from the first round to the second."""
    chapter.found("lists")
    chapter.post("/v1/clubs/lists/players", list(NAMES[:6]))
    tournament = announced(chapter, "lists", format="swiss", settings={"rounds": 2}, confirm=True)
    api, base = f"/v1/tournaments/{tournament}", f"/tournaments/{tournament}/rounds/1/results"
    chapter.post(f"{api}/tables", {"tables": [{"table": each} for each in "123"]})
    chapter.post(f"{api}/entries", {"players": list(NAMES[:6])})
    chapter.get(base, "organiser")
    chapter.post(f"{api}/start", {"seed": "x"})
    chapter.pages(base, "organiser", "referee", "scorer", "stranger")
    chapter.pages(f"/tournaments/{tournament}/organise", "organiser")
    chapter.get(f"{base}?table=2", "referee")
    chapter.fill(base, "referee", **{"add": "1:2", "ending-1": "j", "games-1": "1"})
    chapter.fill(base, "referee", **{"drop": "1", "games-1": "12j"})
    chapter.fill(base, "referee", key="a", line="9 121")
    chapter.fill(base, "referee", key="a", line="2")
    chapter.fill(base, "referee", **{"key": "a", "save": "1", "games-1": "12"})
    chapter.fill(base, "referee", **{"key": "a", "save": "9", "games-9": "121"})
    for key in ("b", "b", "c"):
        chapter.fill(base, "referee", **{"key": key, "save": "1", "games-1": "1j 2"})
        chapter.fill(base, "referee", **{"key": key, "save": "1", "games-1": "121"})
    undo = re.findall(r'name="undo" value="([^"]+)"', chapter.get(base, "referee").text)
    for each in (*undo, *undo, "3:1"):
        chapter.fill(base, "referee", key="d", undo=each)
    won = [{"winner": "white", "outcome": "bearing_off"}] * 3
    chapter.post(f"{api}/results", {"match": f"{tournament}.2", "results": won}, "scorer")
    chapter.pages(base, "organiser")
    confirming = {**hidden(chapter.get(base, "organiser").text.split("confirm-all")[1]), "key": "all"}
    for version in ("1", confirming["version"]):
        chapter.fill(f"{base}/confirmations", "organiser", **confirming | {"version": version})
    chapter.pages(base, "organiser")
    _otherwise(chapter, tournament, f"/matches/{tournament}.3/correction")


def _otherwise(chapter: Chapter, tournament: str, match: str) -> None:
    """A walkover, a correction after the next round was published, and a match at another table."""
    chapter.pages(match, "organiser", "scorer")
    for table, version in (("1", "1"), ("9", ""), ("1", "")):
        now = str(chapter.get(f"/v1/tournaments/{tournament}").json["version"])
        chapter.fill(f"{match}/table", "referee", table=table, version=version or now)
    for chosen in ({}, {"kind": "walkover"}, {"kind": "late", "winner": "white"}):
        seen = chapter.fill(match, "referee", **chosen, step="look").text
    chapter.fill(match, "referee", **hidden(seen), step="write")
    first = f"/matches/{tournament}.1/correction"
    chapter.fill(first, "referee", **hidden(chapter.fill(first, "referee", kind="double_no_show").text), step="write")
    chapter.post(f"/v1/tournaments/{tournament}/rounds", {})
    for reader in ("referee", "organiser"):
        seen = chapter.fill(first, reader, kind="no_show", winner="black", step="look").text
    chapter.fill(first, "organiser", **hidden(seen), anew="1", step="write")
    chapter.fill(first, "organiser", **hidden(seen) | {"version": "1", "key": "late"}, anew="1", step="write")
    chapter.pages(f"/tournaments/{tournament}/rounds/2/results", "organiser")
    _ended(chapter, f"/tournaments/{tournament}")


def _ended(chapter: Chapter, base: str) -> None:
    """A round that can be paired, and the end before the last round."""
    for path in ("impasse", "end"):
        chapter.pages(f"{base}/{path}", "organiser", "referee")
    chapter.fill(f"{base}/impasse", "organiser", way="coin", version="1")
    chapter.fill(f"{base}/end", "organiser", version="1")
    chapter.fill(f"{base}/end", "organiser", **hidden(chapter.get(f"{base}/end", "organiser").text))
    chapter.pages(f"{base}/end", "organiser")
