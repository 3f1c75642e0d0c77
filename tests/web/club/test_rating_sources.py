"""Matches that rating lists are made of: those outside tournaments, and how often a log is read."""

from service.handlers.ratings import decided_matches
from service.store.read_models.club import decided_matches as stored
from tests.support.ratings.decided import LIST, begin, decide, report, set_rule, table


def test_friendly_matches_of_players_on_the_list_count_if_the_rule_says_so(api, judge):
    people = api.post("/v1/clubs/vasa/players", ["Åsa", "Bo"]).json["players"]
    seats = dict(zip(("white", "black"), (person["id"] for person in people), strict=True))
    known, stranger = api.friendly(players=seats), api.friendly(players={**seats, "black": "A guest"})
    for each in (known, stranger):
        report(api, each, "black")
    judge()
    set_rule(api)
    assert api.get(LIST).json["matches"] == 0
    set_rule(api, friendly=True, ramp=False)
    assert {name: row["rating"] for name, row in table(api).items()} == {"Bo": 1502.83, "Åsa": 1497.17}
    rows = {match["id"]: match for match in api.get(f"{LIST}/matches").json["matches"]}
    assert rows[stranger]["why_not"] == "a player of it is not on the club's list of players"
    assert [player["id"] for player in rows[stranger]["players"]] == [people[0]["id"], None]
    assert (rows[known]["tournament"], rows[known]["round"]) == (None, 0)
    voided = {"type": "RulingMade", "kind": "void", "from_version": 1, "to_version": 1, "reason": "misread"}
    assert api.post(f"/v1/matches/{known}/events", [voided], role="referee").status_code == 202
    judge()
    assert api.get(LIST).json["matches"] == 0
    report(api, known, "white")
    judge()
    assert table(api)["Åsa"]["rating"] == 1502.83


# ── work ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_what_was_read_is_not_read_again_and_another_process_finds_what_is_over(api, cup, restarted, monkeypatch):
    set_rule(api)
    first = api.get(LIST).json
    folded = []
    read = decided_matches._tournament
    monkeypatch.setattr(decided_matches, "_tournament", lambda *given: folded.append(given[1]) or read(*given))
    assert api.get(LIST).json == first
    other = restarted()
    assert other.get(LIST).json == first
    assert folded == []
    kept = stored.load(api.deps.client, "vasa", [cup[0]])
    assert len(kept[cup[0]].matches) == 3


def test_a_request_reads_so_many_logs_and_the_next_one_goes_on(api, monkeypatch):
    set_rule(api)
    for _ in range(3):
        tournament, (match,) = begin(api, 2)
        decide(api, tournament, match)
    monkeypatch.setattr(decided_matches, "FOLDED", 2)
    answer = api.get(LIST)
    assert (answer.status_code, answer.json["code"]) == (409, "refused")
    assert api.get(LIST).json["matches"] == 3


def test_a_stored_row_of_another_form_is_read_anew(api, cup):
    set_rule(api)
    first = api.get(LIST).json
    key = stored._key("vasa")
    value = api.deps.client.hget(key, cup[0])
    api.deps.client.hset(key, cup[0], b"0" + value[1:])
    assert stored.load(api.deps.client, "vasa", [cup[0]]) == {}
    assert api.get(LIST).json == first
