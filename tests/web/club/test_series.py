"""Series over the API: announced and changed, tournaments added and taken out, the end, readers, and files."""

from fractions import Fraction

import pytest

from core.club.club import fold
from service.backups.renaming import Renaming
from tests.support.pictures.prints import faults, texts
from tests.support.readers.workbooks import load_workbook
from tests.support.series.season import ALL, add, announce, announced, decide, evening, players, read_csv, start, table

THREE = [{"points": [5, 3, 1]}]


@pytest.fixture
def two(api):
    """Three players, and two evenings that the first one won."""

    def make():
        ids = players(api, 3)
        return ids, [evening(api, ids, 1), evening(api, ids, 2)]

    return api.begin_with("two evenings of three", make)


def points(api, series, **options):
    return {player: row["exact"] for player, row in table(api, series, **options).items()}


# ── announced and changed ────────────────────────────────────────────────────────────────────────────────────────────
def test_a_series_is_announced_with_its_usual_values(api):
    series = announce(api, name="Autumn", best=6)
    found = api.get(series).json
    assert (found["name"], found["status"], found["tournaments"]) == ("Autumn", "open", [])
    assert (found["announcement"]["best"], found["announcement"]["shared"]) == (6, "average")
    assert [each["id"] for each in api.get(ALL).json["series"]] == [found["id"]]
    empty = api.get(f"{series}/table").json
    assert (empty["rows"], empty["evenings"], empty["total"], empty["club_name"]) == ([], [], 0, "Vasa")


def test_an_announcement_that_is_sent_again_with_its_key_announces_once(api):
    sent = [api.post(ALL, {"name": "Autumn"}, headers={"Idempotency-Key": "autumn"}) for _ in range(2)]
    assert [each.status_code for each in sent] == [201, 201]
    assert sent[0].json == sent[1].json
    assert len(api.get(ALL).json["series"]) == 1


def test_what_is_announced_is_taken_as_it_is_shown(api):
    series = announce(api, matches={"any": 7}, participation="1/3", games=["swedish"], begins="2026-09-01")
    shown = api.get(series).json["announcement"]
    before = api.everything_written()
    assert api.send("PUT", series, "organiser", json=shown).json["series"]["announcement"] == shown
    assert api.everything_written() == before


def test_another_rule_says_who_moves_and_writes_only_when_it_is_meant(api, two):
    (first, second, third), tournaments = two
    series = announce(api, tables=THREE)
    add(api, series, *tournaments)
    assert points(api, series) == {first: "10", second: "6", third: "2"}
    other = {"name": "Season", "places": "none", "participation": 4}
    before = api.everything_written()
    seen = api.send("PUT", f"{series}?dry_run=1", "organiser", json=other).json
    assert api.everything_written() == before
    assert {each["player"]: (each["rank_before"], each["points_after"]) for each in seen["moved"]} == {
        first: (1, 8),
        second: (2, 8),
        third: (3, 8),
    }
    assert api.send("PUT", series, "organiser", json=other).json == seen
    assert points(api, series) == {first: "8", second: "8", third: "8"}


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ({}, {"name"}),
        ({"name": "x", "best": 0, "shared": "lowest"}, {"best", "shared"}),
        ({"name": "x", "tables": [{"points": [1, 2]}]}, {"tables.0.points"}),
        ({"name": "x", "guests": ["p_nothing"]}, {"guests.0"}),
    ],
)
def test_a_wrong_announcement_names_every_wrong_field_and_writes_nothing(api, sent, wrong):
    before = api.everything_written()
    answer = api.post(ALL, sent)
    assert answer.status_code == 422
    assert set(answer.json["errors"]) == wrong
    assert api.everything_written() == before


# ── tournaments ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_what_follows_from_an_addition_is_seen_before_it_is_made(api, two):
    (first, second, third), (one, other) = two
    series = announce(api, tables=THREE)
    before = api.everything_written()
    seen = api.post(f"{series}/tournaments?dry_run=1", {"tournaments": [one]}).json
    assert api.everything_written() == before
    assert [(each["player"], each["rank_before"], each["rank_after"]) for each in seen["moved"]] == [
        (first, None, 1),
        (second, None, 2),
        (third, None, 3),
    ]
    assert add(api, series, one) == seen["moved"]
    assert add(api, series, one) == []
    assert [each["points_after"] for each in add(api, series, other, factor="3/2")] == [12.5, 7.5, 2.5]


def test_a_tournament_is_taken_out_after_a_look_at_what_follows(api, two):
    (first, *_), (one, other) = two
    series = announce(api, tables=THREE)
    add(api, series, one, other)
    seen = api.send("DELETE", f"{series}/tournaments/{one}?dry_run=1", "organiser").json
    assert points(api, series)[first] == "10"
    assert api.send("DELETE", f"{series}/tournaments/{one}", "organiser").json == seen
    assert points(api, series)[first] == "5"
    assert api.send("DELETE", f"{series}/tournaments/{one}", "organiser").status_code == 404


def test_a_tournament_of_teams_and_one_of_another_club_are_refused(api):
    words = {"name": "Teams", "game": "swedish", "length": {"games": 3}, "format": "team_league"}
    teams = api.post("/v1/clubs/vasa/tournaments", words | {"settings": {"boards": 2}}).json["id"]
    series = announce(api)
    answer = api.post(f"{series}/tournaments", {"tournaments": ["t_aaaaaaaaaa", teams]})
    assert answer.status_code == 422
    assert set(answer.json["errors"]) == {"tournaments.0", "tournaments.1"}
    assert "teams" in answer.json["errors"]["tournaments.1"][0]


def test_tournaments_that_fit_are_proposed_first(api, two):
    _ids, (one, other) = two
    cup = api.tournament(2, name="Thursday cup", details={"starts": "2026-09-03T18:00"})
    late = api.tournament(2, name="Thursday cup", details={"starts": "2027-01-03"})
    series = announce(api, named="thursday", begins="2026-09-01", ends="2026-12-31")
    found = api.get(f"{series}/proposals", "organiser").json["tournaments"]
    assert (found[0]["tournament"], [each["fits"] for each in found]) == (cup, [True, False, False, False])
    assert {each["tournament"] for each in found[1:]} == {late, other, one}
    add(api, series, cup)
    assert cup not in [
        tournament["tournament"] for tournament in api.get(f"{series}/proposals", "organiser").json["tournaments"]
    ]


def test_a_tournament_counts_from_its_start_with_its_standings_as_they_are(api):
    ids = players(api, 3)
    tournament = announced(api, ids, 1)
    series = announce(api, places="none", matches={"any": 1})
    assert add(api, series, tournament) == []
    start(api, tournament)
    match = api.get(f"/v1/tournaments/{tournament}/matches").json["matches"][0]
    decide(api, tournament, match, ids)
    assert sorted(points(api, series).values()) == ["0", "0", "1"]
    (column,) = api.get(f"{series}/table").json["evenings"]
    assert (column["status"], column["players"]) == ("running", 3)


# ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_series_that_has_ended_stays_as_it_is_until_it_is_opened_again(api, two):
    (first, _second, third), (one, other) = two
    series = announce(api, tables=THREE)
    add(api, series, one, other)
    ended = api.post(f"{series}/end")
    assert (ended.status_code, ended.json["status"]) == (200, "ended")
    before = api.get(f"{series}/table").json
    _third_wins(api, other, third)
    assert api.send("PATCH", f"/v1/clubs/vasa/players/{first}", "organiser", json={"name": "Åsa"}).status_code == 200
    found = api.get(f"{series}/table").json
    assert [(row["player"], row["exact"]) for row in found["rows"]] == [
        (row["player"], row["exact"]) for row in before["rows"]
    ]
    assert (found["rows"][0]["name"], found["changed"]) == ("Åsa", [other])
    for refused in (
        api.post(f"{series}/tournaments", {"tournaments": [one], "factor": 2}),
        api.send("DELETE", f"{series}/tournaments/{one}", "organiser"),
        api.send("PUT", series, "organiser", json={"name": "Other"}),
        api.post(f"{series}/end"),
    ):
        assert (refused.status_code, "open it again first" in refused.json["detail"]) == (409, True)
    assert api.post(f"{series}/reopening").json["status"] == "open"
    assert api.post(f"{series}/reopening").status_code == 409
    assert points(api, series)[third] == "6"
    assert api.get(f"{series}/table").json["changed"] == []


def _third_wins(api, tournament, player):
    """The last player of the evening wins both matches of theirs after all."""
    for match in api.get(f"/v1/tournaments/{tournament}/matches").json["matches"]:
        seat = next((each for each in ("white", "black") if (match[each] or {}).get("id") == player), None)
        if seat:
            results = [{"winner": seat, "outcome": "bearing_off"}] * 3
            asked = {"match": match["id"], "kind": "played", "reason": "the sheet", "results": results}
            assert api.post(f"/v1/tournaments/{tournament}/decisions", asked).status_code == 201


def test_players_merged_after_the_end_stay_two_in_the_ended_table(api):
    ids = players(api, 3)
    tournaments = [evening(api, ids[:2], 1), evening(api, ids[1:], 2)]
    series = announce(api, tables=THREE)
    add(api, series, *tournaments)
    api.post(f"{series}/end")
    merged = api.post(f"/v1/clubs/vasa/players/{ids[2]}/merge", {"into": ids[0]})
    assert merged.status_code == 200, merged.json
    assert len(table(api, series)) == 3
    api.post(f"{series}/reopening")
    assert len(table(api, series)) == 2


# ── a player ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_player_is_told_what_they_need(api, two):
    (_first, second, _third), tournaments = two
    series = announce(api, tables=THREE)
    add(api, series, *tournaments)
    found = api.get(f"{series}/players/{second}").json
    assert (found["line"]["exact"], found["coming"]) == ("6", {"players": 3, "factor": "1"})
    assert [
        (each["rank"], each["possible"], each["points"], each["place"], each["certain"]) for each in found["needed"]
    ] == [
        (1, True, "4", 1, None),
        (2, True, "0", 3, 2),
        (3, True, "0", 3, 3),
    ]
    doubled = api.get(f"{series}/players/{second}?factor=2&players=8").json
    assert doubled["coming"] == {"players": 8, "factor": "2"}
    assert doubled["needed"][0]["place"] == 2
    by_name = api.get(f"{series}/players/{found['line']['name']}").json
    assert by_name == found
    assert api.get(f"{series}/players/p_nothing").status_code == 404


@pytest.mark.parametrize("query", ["factor=0", "factor=x", "players=0", "players=1001"])
def test_an_evening_to_come_has_its_bounds(api, two, query):
    (first, *_), tournaments = two
    series = announce(api)
    add(api, series, *tournaments)
    assert api.get(f"{series}/players/{first}?{query}").status_code == 422


# ── readers ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_strangers_read_a_public_series_alone_and_published_evenings_alone(api, two):
    (first, *_), (one, other) = two
    closed, public = announce(api, name="Closed", tables=THREE), announce(api, name="Public", public=True, tables=THREE)
    for series in (closed, public):
        add(api, series, one, other)
    assert api.get(f"{closed}/table", None).status_code == 401
    assert [each["name"] for each in api.get(ALL, None).json["series"]] == ["Public"]
    assert api.get(f"{public}/table", None).json["rows"] == []
    assert set(api.get(f"{public}/table").json["hidden"]) == {one, other}
    assert api.post(f"/v1/tournaments/{one}/publication", {"published": True}).status_code in (200, 201)
    assert points(api, public, role=None)[first] == "5"
    assert points(api, public)[first] == "10"
    for path in (
        public,
        f"{public}/table.csv",
        f"{public}/cells.csv",
        f"{public}/table.pdf",
        f"{public}/players/{first}",
    ):
        assert api.get(path, None).status_code == 200, path
    assert api.get(f"{public}/proposals", None).status_code == 401


def test_strangers_are_told_the_same_of_a_series_that_is_closed_and_of_one_that_there_is_not(api):
    closed = announce(api)
    announce(api, public=True)
    told = [api.get(f"{each}/table", None) for each in (closed, f"{ALL}/s_aaaaaaaaaa")]
    assert [each.status_code for each in told] == [401, 401]
    assert api.get(f"{ALL}/s_aaaaaaaaaa/table").status_code == 404
    assert api.get("/v1/clubs/nowhere/series", None).status_code == 401


def test_another_clubs_people_are_strangers(api):
    closed, public = announce(api), announce(api, public=True)
    api.found("huk")
    assert api.get(closed, "huk viewer").status_code == 404
    assert api.get(public, "huk viewer").status_code == 200
    assert api.send("PUT", public, "huk organiser", json={"name": "Ours"}).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("POST", "", {"name": "x"}),
        ("PUT", "/{}", {"name": "x"}),
        ("POST", "/{}/tournaments", {"tournaments": ["t_aaaaaaaaaa"]}),
        ("DELETE", "/{}/tournaments/{}", None),
        ("POST", "/{}/end", None),
        ("POST", "/{}/reopening", None),
        ("GET", "/{}/proposals", None),
    ],
)
def test_only_organisers_change_a_series(api, method, path, sent):
    series = announce(api).rpartition("/")[2]
    options = {} if sent is None else {"json": sent}
    assert api.send(method, ALL + path.format(series, api.tournament()), "referee", **options).status_code == 403


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_files_say_what_the_table_says(api, two):
    (first, *_), tournaments = two
    series = announce(api, tables=THREE, participation="1/3", best=1)
    add(api, series, *tournaments)
    row = table(api, series)[first]
    line = read_csv(api, f"{series}/table.csv")[0]
    assert (line["player_id"], line["exact"], line["1 Evening 1"]) == (first, "16/3", "5.33")
    assert Fraction(line["exact"]) == Fraction(row["exact"])
    cells = [each for each in read_csv(api, f"{series}/cells.csv") if each["player_id"] == first]
    assert [(cell["part"], cell["part_points"], cell["counts"]) for cell in cells] == [
        ("place", "5", "true"),
        ("participation", "1/3", "true"),
        ("place", "5", "false"),
        ("participation", "1/3", "false"),
    ]
    book = load_workbook(api.get(f"{series}/table.xlsx").data)
    assert book.sheetnames == ["Table", "Cells", "Rule"]
    assert api.get(f"{series}/table.json").json == api.get(f"{series}/table").json
    assert api.get(f"{series}/table.csv?bom=1").data.startswith(b"\xef\xbb\xbf")


def test_the_sheet_to_hang_up_has_the_players_and_the_evenings(api, two):
    ids, tournaments = two
    series = announce(api, name="Hösten", tables=THREE, best=1)
    add(api, series, *tournaments)
    for lang, words in (("en", ("After 2 of 2 evenings", "(5)")), ("sv", ("Efter 2 av 2 kvällar", "(5)"))):
        print_ = api.get(f"{series}/table.pdf?lang={lang}").data
        text = " ".join(texts(print_))
        assert faults(print_) == []
        assert all(word in text for word in ("Hösten", "Evening 1", *words)), text
        assert all(row["name"] in text for row in table(api, series).values())
    assert api.get(f"{series}/table.pdf").data == api.get(f"{series}/table.pdf").data
    assert len(ids) == 3


def test_reasons_are_told_in_the_language_of_the_reader(api, two):
    (first, *_), tournaments = two
    series = announce(api, tables=THREE)
    add(api, series, tournaments[0])
    english, swedish = (
        api.get(f"{series}/players/{first}", headers={"Accept-Language": lang}).json["line"]["cells"][0]["why"]
        for lang in ("en", "sv")
    )
    assert english == "Place 1 of 3. For the place: 5."
    assert swedish == "Plats 1 av 3. För placeringen: 5."


# ── for seeding ──────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def final(api, two):
    """A series of two evenings, and a tournament that its players entered from the last to the first, after a new one.

    The address of the tournament, the id of the series, and the ids of the players in the order of the table.
    """
    ids, tournaments = two
    series = announce(api, tables=THREE)
    add(api, series, *tournaments)
    new = players(api, 1)
    return f"/v1/tournaments/{announced(api, [*new, *ids[::-1]], 9)}", series.rpartition("/")[2], [*ids, *new]


def test_a_tournament_is_seeded_in_the_order_of_the_table_and_keeps_it(api, final, two):
    tournament, series, order = final
    seeded = api.post(f"{tournament}/series-seeding", {"series": series})
    assert seeded.status_code == 200, seeded.json
    assert seeded.json["seeding"]["players"] == order
    _third_wins(api, two[1][1], order[2])
    assert api.get(tournament).json["seeding"]["players"] == order


def test_players_who_were_merged_have_the_place_of_both(api, final):
    tournament, series, order = final
    merged = api.post(f"/v1/clubs/vasa/players/{order[0]}/merge", {"into": players(api, 1)[0]})
    assert merged.status_code == 200, merged.json
    assert api.post(f"{tournament}/series-seeding", {"series": series}).json["seeding"]["players"] == order


def test_what_is_no_series_of_the_club_or_comes_too_late_seeds_nothing(api, final):
    tournament, series, _order = final
    before = api.everything_written()
    assert api.post(f"{tournament}/series-seeding", {"series": "s_aaaaaaaaaa"}).status_code == 404
    assert api.post(f"{tournament}/series-seeding", {"series": "x"}).status_code == 422
    assert api.post(f"{tournament}/series-seeding", {"series": series}, "referee").status_code == 403
    assert api.everything_written() == before
    assert api.post(f"{tournament}/start", {}).status_code in (200, 201)
    assert api.post(f"{tournament}/series-seeding", {"series": series}).status_code == 409


# ── copies ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_copy_of_a_club_has_its_series_with_the_copies_of_its_tournaments(api, two):
    _ids, (one, other) = two
    series = announce(api)
    add(api, series, one, other, factor=2)
    api.post(f"{series}/end")
    names = Renaming("vasa", "vasa-2", "Vasa again", lambda known: f"t_{known[2:][::-1]}")
    copied = fold(names.renamed("c_vasa", api.deps.log.read("c_vasa")))
    (own,), (copy,) = api.deps.repository.club("vasa").series.values(), copied.series.values()
    assert copy.announcement == own.announcement
    assert copy.tournaments == {names.stream(each): factor for each, factor in own.tournaments.items()}
    assert copy.frozen.versions == {names.stream(each): version for each, version in own.frozen.versions.items()}
    assert one not in copy.tournaments


# ── what is kept ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_table_is_made_of_what_is_kept_without_reading_a_log(api, two, restarted, monkeypatch):
    _ids, tournaments = two
    series = announce(api)
    add(api, series, *tournaments)
    before = api.get(f"{series}/table").json
    house = restarted()
    monkeypatch.setattr(type(house.deps.log), "read", _only_the_club(type(house.deps.log).read))
    assert house.get(f"{series}/table").json == before


def _only_the_club(read):
    def reading(self, stream, *args, **options):
        assert not stream.startswith("t_"), f"the log of {stream} was read"
        return read(self, stream, *args, **options)

    return reading
