"""The results of a round by a page, for tests: a cup that has started, and its list of results."""

import html
import re
from typing import Any

NAMES = ["Åsa Öberg", "Bo Ek", "Cilla Dahl", "Dag Ask", "Eva Lind", "Per Holm"]
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 3}}


def started(api: Any, **more: Any) -> str:
    """A Swiss of six at three tables whose first round is paired; its id."""
    found: str = api.post("/v1/clubs/vasa/tournaments", {**CUP, **more}).json["id"]
    api.post(f"/v1/tournaments/{found}/tables", {"tables": ["1", "2", "3"]})
    api.post(f"/v1/tournaments/{found}/entries?register=1", {"players": NAMES})
    assert api.post(f"/v1/tournaments/{found}/start", {"seed": "snow"}).status_code == 200
    return found


def page_of(cup: str, number: int = 1) -> str:
    """The address of the list of a round."""
    return f"/tournaments/{cup}/rounds/{number}/results"


def words(page: Any) -> str:
    """The text of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.get_data(as_text=True))).split())


def hidden(page: Any, behind: str = "<main") -> dict[str, str]:
    """The hidden fields of the first form behind a text of a page."""
    form = page.get_data(as_text=True).split(behind, 1)[1].split("<form", 1)[1].split("</form>")[0]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in found}


def results(api: Any, cup: str) -> dict[str, Any]:
    """The scores that count, by the number of the match."""
    rows = api.get(f"/v1/tournaments/{cup}/matches").json["matches"]
    return {row["id"].rpartition(".")[2]: row["result"] and row["result"]["score"] for row in rows}
