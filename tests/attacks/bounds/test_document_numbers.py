"""The document's bounds of numbers hold: its bounds are taken, what lies beyond is refused, and nothing fails."""

import pytest

REFUSED = ("malformed", "bad-request")


@pytest.fixture
def numbers(app):
    """Every integer of every operation's query: method, address, name, schema, and what else must be there."""
    found = [
        (method.upper(), path, parameter["name"], parameter["schema"], needed(words["parameters"]))
        for path, operations in app.extensions["brade"].document()["paths"].items()
        for method, words in operations.items()
        if method != "parameters"
        for parameter in words["parameters"]
        if parameter.get("in") == "query" and parameter["schema"].get("type") == "integer"
    ]
    assert len(found) > 20
    return found


def needed(parameters):
    """The parameters that a query must have: an integer with its least value, any other as the thing of that name."""
    required = [parameter for parameter in parameters if parameter["in"] == "query" and parameter["required"]]
    return {each["name"]: each["schema"].get("minimum", "{" + each["name"] + "}") for each in required}


@pytest.fixture
def things(api):
    tournament = api.tournament(3, published=True)
    api.post(f"/v1/tournaments/{tournament}/start")
    return {
        "club": "vasa",
        "tournament": tournament,
        "match": f"{tournament}.1",
        "number": "1",
        "player": "Player 1",
        "game": "swedish",
        "series": api.post("/v1/clubs/vasa/series", {"name": "Season"}).json["id"],
        "webhook": api.post("/v1/clubs/vasa/webhooks", {"url": "https://vasa.example/"}).json["id"],
    }


def test_every_bound_of_a_query_is_stated_and_holds(api, numbers, things):
    for method, path, name, schema, others in numbers:
        assert {"minimum", "maximum"} <= schema.keys(), (path, name)
        least, most = schema["minimum"], schema["maximum"]
        others = {key: str(needed_value).format(**things) for key, needed_value in others.items()}
        for value in (least, most, least - 1, most + 1, 2**63, -(2**63), 10**400):
            answer = api.send(method, path.format(**things), "operator", query_string=others | {name: value})
            body = answer.get_data()[:200].decode(errors="replace")
            what = (method, path, name, str(value)[:30], answer.status_code, body)
            assert answer.status_code < 500, what
            if least <= value <= most:
                assert answer.status_code in (200, 201, 202, 204, 404, 409) or "is missing" in what[-1], what
            else:
                assert answer.status_code in (400, 422), what


@pytest.mark.parametrize("version", [2**53 - 1, 2**53 - 2, 10**15])
def test_a_version_that_has_not_been_is_unknown_on_every_way_to_it(api, things, version):
    match, tournament = things["match"], things["tournament"]
    assert api.get(f"/v1/matches/{match}", query_string={"version": version}).status_code == 404
    for path in (f"/v1/matches/{match}/events", f"/v1/tournaments/{tournament}/events"):
        answer = api.get(path, query_string={"after": version})
        assert (answer.status_code, answer.json["events"]) == (200, []), path
    for path in (f"/v1/matches/{match}", f"/v1/tournaments/{tournament}"):
        for headers in ({}, {"Last-Event-ID": "9" * 15}):
            answer = api.get(f"{path}/stream", headers=headers, query_string={"after": version})
            assert answer.status_code == 200, path
    for path in (f"/matches/{match}?version={version}", f"/matches/{match}/moments?after={version}"):
        assert api.client.get(path).status_code < 500, path


def test_numbers_in_addresses_have_bounds_too(api, things):
    tournament = things["tournament"]
    for path in (
        f"/v1/tournaments/{tournament}/pairings/999999/explain",
        f"/v1/matches/{tournament}.999999999",
        f"/v1/tournaments/{tournament}/rounds/999999/pairings.csv",
    ):
        assert api.get(path).status_code == 404, path
    undo = f"/v1/tournaments/{tournament}/decisions/999999999999999/undo"
    assert api.post(undo, {"reason": "x"}).status_code == 404
    for path in (f"/v1/matches/{tournament}.9999999999", f"/v1/tournaments/{tournament}/rounds/9999999/pairings.csv"):
        assert api.get(path).status_code == 404, path
