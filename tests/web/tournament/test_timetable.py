"""The timetable through the API: proposed, moved, pushed, marked; who sees what of it."""

from itertools import pairwise

import pytest

from core.errors import NotAllowed
from core.timestamps import rfc3339, unix_ms
from service.handlers.tournament import timetable
from tests.support.signed_in import later
from tests.web.tournament.test_entries import announced
from tests.web.tournament.test_rounds import started

START = "2026-11-28T17:00:00.000Z"


def at(minutes):
    return rfc3339(unix_ms(START) + minutes * 60_000)


def planned(answer):
    return {match["match"]: match for match in answer.json["matches"]}


def with_tables(api, count=2, **more):
    path = started(api, published=True, **more)
    api.post(f"{path}/tables", {"tables": [str(number) for number in range(1, count + 1)]})
    return path


def test_a_proposal_is_looked_at_first_and_then_written_without_a_clash(api):
    path = with_tables(api)
    version = api.get(path).json["version"]
    wish = {"starts": START, "minutes": 60}
    dry = api.post(f"{path}/timetable/proposal", {**wish, "dry_run": True})
    assert (dry.status_code, api.get(path).json["version"]) == (200, version)
    written = api.post(f"{path}/timetable/proposal", wish)
    assert written.status_code == 200
    assert dry.json["matches"] == written.json["matches"] == api.get(f"{path}/timetable").json["matches"]
    first = [match for match in written.json["matches"] if match["round"] == 1]
    assert [(each["starts"], each["ends"], each["table"]) for each in first] == [
        (START, at(60), "1"),
        (START, at(60), "2"),
        (at(60), at(120), "1"),
    ]
    assert not any(match["clashes"] for match in written.json["matches"])
    assert all(match["starts"] for match in written.json["matches"])


def test_a_match_that_is_moved_into_another_one_is_marked_and_so_is_that_one(api):
    path = with_tables(api)
    rows = api.post(f"{path}/timetable/proposal", {"starts": START, "minutes": 60}).json["matches"]
    one, other = rows[0]["match"], rows[1]["match"]
    answer = api.post(
        f"{path}/timetable", {"matches": [{"match": one, "starts": at(30), "minutes": 60, "table": "2"}]}, "referee"
    )
    found = planned(answer)
    assert {clash["kind"] for clash in found[one]["clashes"]} >= {"table"}
    assert ("table", one, "2") in [(clash["kind"], clash["match"], clash["about"]) for clash in found[other]["clashes"]]
    assert planned(api.get(f"{path}/timetable", role=None))[one]["clashes"] == []
    out = api.post(f"{path}/timetable", {"matches": [{"match": one, "starts": None}]}, "referee")
    assert (planned(out)[one]["starts"], planned(out)[other]["clashes"]) == (None, [])


def test_what_follows_a_moved_match_moves_with_it_if_that_is_asked_for(api):
    path = with_tables(api, 1)
    rows = api.post(f"{path}/timetable/proposal", {"starts": START, "minutes": 60}).json["matches"]
    move = {"matches": [{"match": rows[0]["match"], "starts": at(20)}]}
    stays = planned(api.post(f"{path}/timetable", move))
    assert (stays[rows[1]["match"]]["starts"], stays[rows[0]["match"]]["ends"]) == (at(60), at(80))
    api.post(f"{path}/timetable/proposal", {"starts": START, "minutes": 60})
    moved = planned(api.post(f"{path}/timetable", {**move, "push": True}))
    assert [moved[row["match"]]["starts"] for row in rows] == [at(20 + 60 * place) for place in range(len(rows))]
    assert not any(each["clashes"] for each in moved.values())


def test_matches_that_have_a_time_keep_it_in_a_proposal_for_the_others(api):
    path = with_tables(api)
    rows = api.get(f"{path}/timetable").json["matches"]
    api.post(
        f"{path}/timetable", {"matches": [{"match": rows[0]["match"], "starts": START, "minutes": 30, "table": "2"}]}
    )
    answer = api.post(f"{path}/timetable/proposal", {"starts": START, "minutes": 60, "keep": True})
    found = planned(answer)
    assert [(found[row["match"]]["starts"], found[row["match"]]["table"]) for row in rows[:2]] == [
        (START, "2"),
        (START, "1"),
    ]
    assert all(each["starts"] and not each["clashes"] for each in found.values())


def test_breaks_and_rest_are_rules_that_a_proposal_keeps_and_a_move_into_a_break_is_marked(api):
    path = with_tables(api)
    pause = {"starts": at(60), "ends": at(90), "text": "Supper"}
    rules = {"breaks": [pause], "rest": 10, "pushes": True}
    told = api.send("PUT", f"{path}/timetable/rules", "organiser", json=rules)
    assert (told.json["breaks"], told.json["rest"], told.json["pushes"]) == ([pause], 10, True)
    rows = api.post(f"{path}/timetable/proposal", {"starts": START, "minutes": 60}).json["matches"]
    assert sorted({row["starts"] for row in rows})[:2] == [START, at(90)]
    moved = {"matches": [{"match": rows[0]["match"], "starts": at(30)}]}
    clashes = planned(api.post(f"{path}/timetable", moved))[rows[0]["match"]]["clashes"]
    assert {"kind": "break", "match": None, "tournament": None, "about": "Supper", "late": False} in clashes


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"matches": []}, ["matches"]),
        ({"matches": [{"match": "t_x.9", "starts": START, "minutes": 60}]}, ["matches.0.match"]),
        ({"matches": [{"match": "1", "starts": START, "minutes": 60, "table": "9"}]}, ["matches.0.table"]),
        ({"matches": [{"match": "1", "starts": START, "ends": START}]}, ["matches.0.ends"]),
        ({"matches": [{"match": "1", "starts": START, "ends": "2026-12-28T17:00:00Z"}]}, ["matches.0.ends"]),
        ({"matches": [{"match": "1", "starts": "18:00", "minutes": 0}]}, ["matches.0.minutes", "matches.0.starts"]),
        ({"matches": [{"match": "1", "starts": START, "minutes": 5, "ends": START}]}, ["matches.0.minutes"]),
    ],
)
def test_wrong_times_are_refused_with_all_wrong_fields_and_nothing_is_written(api, body, fields):
    path = with_tables(api)
    first = api.get(f"{path}/timetable").json["matches"][0]["match"]
    for match in body["matches"]:
        match["match"] = first if match["match"] == "1" else match["match"]
    version = api.get(path).json["version"]
    answer = api.post(f"{path}/timetable", body)
    assert (answer.status_code, sorted(answer.json["errors"])) == (422, fields)
    assert api.get(path).json["version"] == version


def test_another_tournament_of_the_hall_keeps_its_tables_and_its_people_free(api, judge):
    path, other = with_tables(api), with_tables(api)
    judge()
    api.post(f"{path}/timetable/proposal", {"starts": START, "minutes": 60})
    second = api.post(f"{other}/timetable/proposal", {"starts": START, "minutes": 60}).json["matches"]
    assert not any(each["clashes"] for each in second)
    first = api.get(f"{path}/timetable").json["matches"]
    spans = sorted((each["table"], each["starts"], each["ends"]) for each in [*first, *second])
    assert all(one[0] != next_[0] or one[2] <= next_[1] for one, next_ in pairwise(spans))
    hall = api.get("/v1/clubs/vasa/timetable", role="viewer").json
    assert sorted(tournament["tournament"] for tournament in hall["tournaments"]) == sorted(
        each.rpartition("/")[2] for each in (path, other)
    )
    moved = {"matches": [{"match": second[0]["match"], "starts": START, "table": first[0]["table"]}]}
    clash = planned(api.post(f"{other}/timetable", moved))[second[0]["match"]]["clashes"]
    assert (path.rpartition("/")[2], first[0]["match"]) in [(each["tournament"], each["match"]) for each in clash]


def test_the_timetable_is_taken_away_whole(api):
    path = with_tables(api)
    api.post(f"{path}/timetable/proposal", {"starts": START, "minutes": 60})
    answer = api.send("DELETE", f"{path}/timetable", "organiser")
    assert (answer.status_code, {match["starts"] for match in answer.json["matches"]}) == (200, {None})
    assert {event["type"] for event in api.get(f"{path}/events").json["events"][-1:]} == {"MatchesScheduled"}


def test_a_draft_keeps_its_times_and_hides_its_players(api):
    path = with_tables(api, format="swiss", drafts=True)
    api.post(f"{path}/timetable/proposal", {"starts": START, "minutes": 60})
    api.post(f"{path}/rounds", {})
    seen = api.get(f"{path}/timetable", role=None).json["matches"]
    ours = api.get(f"{path}/timetable", "organiser").json["matches"]
    first, hidden = ours[0], seen[0]
    assert (hidden["match"], hidden["players"], hidden["id"]) == ("1:1", [], None)
    assert (hidden["starts"], hidden["table"]) == (first["starts"], first["table"])
    assert len(first["players"]) == 2


def test_matches_get_their_planned_tables_when_they_are_due(api):
    path = with_tables(api)
    now = api.deps.clock() // 60_000 * 60_000
    rows = api.get(f"{path}/timetable").json["matches"]
    first, second = [row["match"] for row in rows if row["round"] == 1][:2]
    api.post(
        f"{path}/timetable",
        {
            "matches": [
                {"match": first, "starts": rfc3339(now), "minutes": 60, "table": "2"},
                {"match": second, "starts": rfc3339(now + 3_600_000), "minutes": 60, "table": "1"},
            ]
        },
    )
    at_tables = {
        table["table"]: table["match"] and table["match"]["id"] for table in api.get(f"{path}/tables").json["tables"]
    }
    assert (at_tables["2"], second in at_tables.values()) == (first, False)


def test_late_matches_push_what_follows_where_the_rules_say_so_and_write_nothing(api):
    path = with_tables(api, 1)
    begins = api.deps.clock() // 300_000 * 300_000
    rows = api.post(f"{path}/timetable/proposal", {"starts": rfc3339(begins), "minutes": 60}).json["matches"]
    later(api, 80 * 60_000)
    version = api.get(path).json["version"]
    assert {match["expected"] for match in api.get(f"{path}/timetable").json["matches"]} == {None}
    api.send("PUT", f"{path}/timetable/rules", "organiser", json={"pushes": True})
    found = [match["expected"] for match in api.get(f"{path}/timetable", role=None).json["matches"]]
    starts = [unix_ms(each["starts"]) for each in found]
    assert len(starts) == len(rows)
    assert starts == [starts[0] + place * 3_600_000 for place in range(len(rows))]
    assert starts[0] >= begins + 80 * 60_000 - 300_000
    assert api.get(path).json["version"] == version + 1, "the rules alone"
    assert [match["starts"] for match in api.get(f"{path}/timetable").json["matches"]] == [
        row["starts"] for row in rows
    ]


def test_a_match_in_play_that_lasts_longer_keeps_its_start_and_pushes_the_next_at_its_table(api, judge):
    path = with_tables(api, 1)
    begins = api.deps.clock() // 300_000 * 300_000
    api.send("PUT", f"{path}/timetable/rules", "organiser", json={"pushes": True})
    rows = api.post(f"{path}/timetable/proposal", {"starts": rfc3339(begins), "minutes": 60}).json["matches"]
    opening = [{"type": "OpeningRolled", "white": 2, "black": 5}]
    assert api.post(f"/v1/matches/{rows[0]['id']}/events", opening, "scorer").status_code in (200, 202)
    judge()
    later(api, 70 * 60_000)
    first, second = api.get(f"{path}/timetable").json["matches"][:2]
    assert (first["state"], first["expected"]["starts"]) == ("playing", rows[0]["starts"])
    assert unix_ms(first["expected"]["ends"]) > begins + 65 * 60_000
    assert second["expected"]["starts"] == first["expected"]["ends"]


@pytest.fixture
def beside(api, judge):
    """A late match in play, the next match of another tournament at its table, and a function that sets its rules."""
    late, other = with_tables(api, 1), with_tables(api, 1)
    begins = api.deps.clock() // 300_000 * 300_000
    row = api.get(f"{late}/timetable").json["matches"][0]
    move = {"match": row["match"], "starts": rfc3339(begins), "minutes": 60, "table": "1"}
    assert api.post(f"{late}/timetable", {"matches": [move]}).status_code == 200
    following = [match["match"] for match in api.get(f"{other}/timetable").json["matches"]][:2]
    times = [
        {"match": key, "starts": rfc3339(begins + (1 + place) * 3_600_000), "minutes": 60, "table": "1"}
        for place, key in enumerate(following)
    ]
    assert api.post(f"{other}/timetable", {"matches": times}).status_code == 200
    opening = [{"type": "OpeningRolled", "white": 2, "black": 5}]
    assert api.post(f"/v1/matches/{row['id']}/events", opening, "scorer").status_code in (200, 202)
    judge()

    def rules(path, *, pushes):
        assert api.send("PUT", f"{path}/timetable/rules", "organiser", json={"pushes": pushes}).status_code == 200

    return late, other, rules, begins


@pytest.mark.parametrize("pushes", [True, False])
def test_a_late_match_pushes_what_follows_in_another_tournament_that_wants_it(api, beside, pushes):
    late, other, rules, begins = beside
    rules(late, pushes=pushes)
    rules(other, pushes=True)
    later(api, 70 * 60_000)
    for role in ("organiser", None):
        first, second = api.get(f"{other}/timetable", role=role).json["matches"][:2]
        assert unix_ms(first["expected"]["starts"]) >= begins + 70 * 60_000
        assert second["expected"]["starts"] == first["expected"]["ends"]
        assert first["clashes"] == second["clashes"] == []
    hall = api.get("/v1/clubs/vasa/timetable", role="viewer").json["tournaments"]
    (shown,) = (each for each in hall if other.endswith(each["tournament"]))
    assert shown["matches"][0]["expected"] == first["expected"]


@pytest.mark.parametrize("pushes", [True, False])
def test_a_late_match_marks_what_follows_in_another_tournament_that_keeps_its_times(api, beside, pushes):
    late, other, rules, _begins = beside
    rules(late, pushes=pushes)
    rules(other, pushes=False)
    assert not any(match["clashes"] for match in api.get(f"{other}/timetable", role="referee").json["matches"])
    later(api, 70 * 60_000)
    first, second = api.get(f"{other}/timetable", role="referee").json["matches"][:2]
    assert first["expected"] is None
    told = [(clash["kind"], clash["tournament"], clash["late"]) for clash in first["clashes"]]
    assert ("table", late.rpartition("/")[2], True) in told
    assert "table" not in {clash["kind"] for clash in second["clashes"]}
    mine = api.get(f"{late}/timetable", role="referee").json["matches"][0]
    assert first["match"] in {clash["match"] for clash in mine["clashes"]}
    assert api.get(f"{other}/timetable", role=None).json["matches"][0]["clashes"] == []


def test_referees_move_organisers_propose_and_strangers_read_what_is_published(api):
    path = with_tables(api)
    match = api.get(f"{path}/timetable").json["matches"][0]["match"]
    move = {"matches": [{"match": match, "starts": START, "minutes": 60}]}
    assert [api.post(f"{path}/timetable", move, role).status_code for role in (None, "scorer", "referee")] == [
        401,
        403,
        200,
    ]
    assert api.post(f"{path}/timetable/proposal", {"starts": START}, "referee").status_code == 403
    assert api.send("PUT", f"{path}/timetable/rules", "referee", json={}).status_code == 403
    assert api.send("DELETE", f"{path}/timetable", "referee").status_code == 403
    assert api.get(f"{path}/timetable", role=None).status_code == 200
    assert api.get("/v1/clubs/vasa/timetable", role=None).status_code == 401


def test_a_tournament_that_has_not_started_or_is_over_takes_no_times(api):
    path = announced(api)
    assert api.post(f"{path}/timetable/proposal", {"starts": START}).status_code == 409
    assert api.get(f"{path}/timetable").json["matches"] == []
    over = with_tables(api)
    api.post(f"{over}/end", {"reason": "rain"})
    assert api.post(f"{over}/timetable/proposal", {"starts": START}).status_code == 409


# ── what follows in the hall ─────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def together(api, judge):
    """Two tournaments that share a table: a match of the first, then one of the second, then one of the first."""
    first, second = with_tables(api, 1), with_tables(api, 1)
    judge()
    rows = {path: api.get(f"{path}/timetable").json["matches"] for path in (first, second)}
    (one, three), two = (each["match"] for each in rows[first][:2]), rows[second][0]["match"]
    for path, match, begins in ((first, one, 0), (second, two, 60), (first, three, 120)):
        move = {"match": match, "starts": at(begins), "minutes": 60, "table": "1"}
        assert api.post(f"{path}/timetable", {"matches": [move]}).status_code == 200
    return first, second, one, two, three


def times(api, path):
    return {match["match"]: match["starts"] for match in api.get(f"{path}/timetable", "organiser").json["matches"]}


def push(api, path, match, begins, **more):
    moved = {"matches": [{"match": match, "starts": at(begins)}], "push": True}
    return api.post(f"{path}/timetable", moved, **more)


def test_what_follows_in_another_tournament_of_the_hall_moves_too_and_what_follows_that(api, together):
    first, second, one, two, three = together
    headers = {"Idempotency-Key": "moved"}
    answer = push(api, first, one, 20, role="referee", headers=headers)
    assert answer.status_code == 200, answer.json
    assert (times(api, first)[one], times(api, second)[two], times(api, first)[three]) == (at(20), at(80), at(140))
    told = [{"tournament": second.rpartition("/")[2], "name": "Cup", "matches": 1, "reason": None}]
    assert [{**each, "name": "Cup"} for each in answer.json["beside"]] == told
    assert not any(match["clashes"] for match in answer.json["matches"])
    versions = [api.get(path).json["version"] for path in (first, second)]
    again = push(api, first, one, 20, role="referee", headers=headers)
    assert again.json["beside"] == answer.json["beside"]
    assert [api.get(path).json["version"] for path in (first, second)] == versions, "nothing moves twice"


def test_without_the_wish_the_other_tournament_stays_and_the_clash_is_marked(api, together):
    first, second, one, two, _three = together
    answer = api.post(f"{first}/timetable", {"matches": [{"match": one, "starts": at(20)}]}, role="referee")
    assert (answer.json["beside"], times(api, second)[two]) == ([], at(60))
    assert "table" in {clash["kind"] for clash in planned(answer)[one]["clashes"]}


def test_a_match_in_play_in_another_tournament_keeps_its_time(api, judge, together):
    first, second, one, two, three = together
    opening = [{"type": "OpeningRolled", "white": 2, "black": 5}]
    assert api.post(f"/v1/matches/{two}/events", opening, "scorer").status_code == 202
    judge()
    answer = push(api, first, one, 20)
    assert (answer.json["beside"], times(api, second)[two], times(api, first)[three]) == ([], at(60), at(120))
    assert planned(answer)[one]["clashes"]


def test_a_tournament_that_may_not_be_changed_stays_and_is_named(api, together, monkeypatch):
    first, second, one, two, three = together
    allowed = timetable.authorize_tournament

    def of_the_first(deps, principal, role, tournament):
        if tournament != first.rpartition("/")[2]:
            raise NotAllowed("not of this tournament")
        return allowed(deps, principal, role, tournament)

    monkeypatch.setattr(timetable, "authorize_tournament", of_the_first)
    answer = push(api, first, one, 20)
    assert [(each["matches"], each["reason"]) for each in answer.json["beside"]] == [(1, "forbidden")]
    assert (times(api, first)[one], times(api, second)[two], times(api, first)[three]) == (at(20), at(60), at(120))
    assert "table" in {clash["kind"] for clash in planned(answer)[one]["clashes"]}


def test_a_tournament_that_is_changed_in_that_moment_stays_and_is_named(api, together, monkeypatch):
    first, second, one, two, _three = together
    writing = timetable._schedule_beside

    def overtaken(request, seen, wanted):
        moved = {"matches": [{"match": two, "starts": at(600)}]}
        assert api.post(f"{second}/timetable", moved).status_code == 200
        return writing(request, seen, wanted)

    monkeypatch.setattr(timetable, "_schedule_beside", overtaken)
    answer = push(api, first, one, 20)
    assert [(each["matches"], each["reason"]) for each in answer.json["beside"]] == [(1, "changed")]
    assert (times(api, first)[one], times(api, second)[two]) == (at(20), at(600))
