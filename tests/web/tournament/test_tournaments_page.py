"""`docs/tournaments/commands.md` names every command of a tournament, with the role that the API asks for."""

import re

from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "tournaments" / "commands.md").read_text()
ROW = re.compile(r"^\| `([A-Z]+) ([^`]+)` \| (\w+) \|", re.MULTILINE)


def test_every_command_of_the_page_is_one_and_asks_for_the_role_that_it_says(api):
    paths = api.get("/v1/openapi.json", role=None).json["paths"]
    rows = [
        (method, path.replace("…", "/v1/tournaments/{tournament}"), role) for method, path, role in ROW.findall(PAGE)
    ]
    assert len(rows) > 30
    for method, path, role in rows:
        assert path in paths, path
        assert paths[path][method.lower()]["x-role"] == {"everybody": "none"}.get(role, role), path
    written = {(method, path) for method, path, _ in rows}
    for path, operations in paths.items():
        for method in operations.keys() & {"post", "put", "patch", "delete"}:
            if path.startswith("/v1/tournaments/"):
                assert (method.upper(), path) in written, f"the page lacks {method.upper()} {path}"


def test_the_page_names_everything_that_a_tournament_may_be_announced_with(api):
    announcing = api.get("/v1/openapi.json", role=None).json["components"]["schemas"]
    for name in ("settings", "tie_breaks", "terms", "scoring", "check_in", "drafts", "confirm", "published"):
        assert name in announcing["TournamentAnnouncing"]["properties"]
        assert f"`{name}`" in PAGE
