"""Every operation of the document, asked wrongly: without a token, with too small a role, of what is not there."""

from tests.recorded.chapters.formats import started
from tests.recorded.recorder import Chapter, Json

WITH_BODY = ("POST", "PUT", "PATCH")
NOWHERE = {
    "game": "chess",
    "club": "nowhere",
    "match": "m_aaaaaaaaaa",
    "tournament": "t_aaaaaaaaaa",
    "token": "t2",
    "decision": "99",
    "player": "p_aaaaaaaaaa",
    "number": "99",
    "member": "u_2",
    "entry_request": "q_2",
    "webhook": "w_2",
    "template": "n_2",
    "delivery": "9",
    "file_id": "f_2",
    "series": "s_2",
}
GARBAGE: tuple[Json, ...] = (
    {"data": "{", "content_type": "application/json"},
    {"data": "?", "content_type": "text/odd"},
    {"json": {"colour": "red"}},
)


def wrongly_asked(chapter: Chapter) -> None:
    """The problems that every operation answers with."""
    document = chapter.recorder.app.test_client().get("/v1/openapi.json").json
    club = chapter.found("wrong")
    tournament = started(chapter, club, 3, published=False)
    match = chapter.get(f"/v1/tournaments/{tournament}/matches", "organiser").json["matches"][0]["id"]
    here = {**NOWHERE, "game": "swedish", "club": club, "tournament": tournament, "match": match, "number": "1"}
    for path, operations in sorted(document["paths"].items()):
        for method in sorted(set(operations) - {"parameters"}):
            needs_token = operations[method]["x-role"] != "none"
            verb, body = method.upper(), {"json": {}} if method.upper() in WITH_BODY else {}
            if needs_token:
                chapter.ask(verb, path.format(**here), "stranger", **body)
            if needs_token and operations[method]["x-role"] != "viewer":
                chapter.ask(verb, path.format(**here), "viewer", **body)
            if "{" in path:
                chapter.ask(verb, path.format(**NOWHERE), "operator", **body)
            if verb in WITH_BODY:
                for garbage in GARBAGE:
                    chapter.ask(verb, path.format(**here), "operator", **garbage)
            elif verb == "GET":
                # One wrong field: in what order several unknown ones are named depends on the process.
                wrong = "limit=x" if "limit" in _query(operations[method]) else "colour=red"
                chapter.ask(verb, f"{path.format(**here)}?{wrong}", "operator")
            if any(each.get("name") == "If-Match" for each in operations[method].get("parameters", ())):
                chapter.ask(verb, path.format(**here), "operator", headers={"If-Match": "one"}, json={})
    for rule in ("/v1/nothing", "/nothing", "/v1/matches/m_x", "/matches/m_aaaaaaaaaa", "/desk/t_aaaaaaaaaa"):
        chapter.pages(rule, "stranger")
    chapter.ask("DELETE", "/v1/games", "stranger")


def _query(words: Json) -> set[str]:
    """The fields of the query of an operation."""
    return {each["name"] for each in words.get("parameters", ()) if each.get("in") == "query"}
