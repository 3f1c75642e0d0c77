"""Corrections through the API: looked at beforehand, written with all that follows from them, taken back."""

import threading

import pytest

from tests.support.pictures.prints import texts
from tests.support.store import eventually

WON, LOST = {"winner": "white", "outcome": "jan"}, {"winner": "black", "outcome": "bearing_off"}
WHITE, BLACK = [WON] * 3, [LOST] * 3


def key_of(api, role):
    """The name under which the holder of that role's token is recorded."""
    return api.tokens[role].removeprefix("st_").rsplit("_", 1)[0]


class Cup:
    """A tournament with a worker at hand: report a result, decide one, look."""

    def __init__(self, api, judge, players, **more):
        self.api, self.judge = api, judge
        self.id = api.tournament(players, **more)
        self.path = f"/v1/tournaments/{self.id}"
        answer = api.post(f"{self.path}/start", {"seed": "midsummer"})
        assert answer.status_code == 200, answer.json
        judge()

    def report(self, number, results=WHITE):
        body = {"match": f"{self.id}.{number}", "results": results}
        answer = self.api.post(f"{self.path}/results", body, role="scorer")
        assert answer.status_code in (201, 202), answer.json
        self.judge()

    def decide(self, number, kind="played", *, dry_run=False, role="referee", headers=None, **more):
        body = {"match": f"{self.id}.{number}", "kind": kind, "reason": "the sheet says so", **more}
        path = f"{self.path}/decisions{'?dry_run=true' if dry_run else ''}"
        return self.api.post(path, body, role=role, headers=headers)

    def undo(self, version, *, dry_run=False):
        path = f"{self.path}/decisions/{version}/undo{'?dry_run=true' if dry_run else ''}"
        return self.api.post(path, {"reason": "it was right"}, role="referee")

    def shown(self):
        """A tournament's answer to a referee, without its version."""
        self.judge()
        words = [self.api.get(f"{self.path}{part}", "referee").json for part in ("", "/standings", "/matches")]
        for word in words:
            word.pop("version", None)
        return words

    def matches(self):
        return self.api.get(f"{self.path}/matches", "referee").json["matches"]


@pytest.fixture
def cup(api, judge):
    return Cup(api, judge, 3, name="Midsummer Cup")


@pytest.fixture
def bracket(api, judge):
    """A bracket of four, played to its end: matches 1 and 2 are the semi-finals, 3 is the final; white won each."""
    cup = Cup(api, judge, 4, format="single_elimination")
    for number in (1, 2, 3):
        cup.report(number)
    return cup


def test_a_dry_run_writes_nothing_and_what_is_written_changes_the_same(api, cup):
    cup.report(1)
    before, was = api.everything_written(), cup.shown()
    looked = cup.decide(1, results=BLACK, dry_run=True)
    assert (looked.status_code, looked.json["dry_run"], looked.json["decision"]) == (200, True, None)
    assert (api.everything_written(), cup.shown()) == (before, was)
    etag = looked.headers["ETag"]
    done = cup.decide(1, results=BLACK, headers={"If-Match": etag})
    assert (done.status_code, done.json["dry_run"]) == (201, False)
    assert done.json["changes"] == looked.json["changes"]
    (result,) = done.json["changes"]["results"]
    assert (result["before"]["winner"], result["after"]["winner"]) == ("white", "black")
    assert result["after"] | {"kind": "played", "reason": "the sheet says so"} == result["after"]
    ranks = {rank["name"]: (rank["before"], rank["after"]) for rank in done.json["changes"]["ranks"]}
    table = api.get(f"{cup.path}/standings").json["standings"]
    assert all(ranks[row["name"]][1] == row["rank"] for row in table if row["name"] in ranks)
    assert cup.decide(1, results=WHITE, headers={"If-Match": etag}).status_code == 412


def test_an_undone_decision_leaves_no_trace_but_in_the_log(api, cup):
    cup.report(1)
    was = cup.shown()
    version = cup.decide(1, results=BLACK).json["decision"]
    assert cup.shown() != was
    looked = cup.undo(version, dry_run=True)
    undone = cup.undo(version)
    assert (undone.status_code, undone.json["changes"]) == (201, looked.json["changes"])
    assert cup.shown() == was
    assert cup.undo(version).status_code == 404
    (row,) = api.get(f"{cup.path}/decisions").json["decisions"]
    assert (row["version"], row["kind"], row["undone"]["reason"]) == (version, "played", "it was right")
    assert (row["before"]["winner"], row["after"]["winner"]) == ("white", "black")


def test_a_draft_that_the_director_paired_comes_back_with_the_result_by_which_it_stood(api, judge):
    cup = Cup(api, judge, 8, format="swiss", drafts=True)
    assert api.post(f"{cup.path}/rounds/1/publish").status_code == 200
    for number in range(1, 5):
        cup.report(number)
    assert api.post(f"{cup.path}/rounds").status_code == 201
    seats = [match[seat]["name"] for match in cup.matches() if match["round"] == 2 for seat in ("white", "black")]
    body = {"pairs": list(zip(seats[::2], seats[3::2] + seats[1:2], strict=True)), "reason": "they share a car"}
    assert api.post(f"{cup.path}/rounds/2/pairings", body | {"force": True}).status_code == 200
    was = cup.shown()
    first, second = (cup.decide(number, results=BLACK) for number in (1, 2))
    assert {pairing["what"] for pairing in first.json["changes"]["pairings"]} == {"voided", "paired"}
    undone = [cup.undo(each.json["decision"]).json["changes"] for each in (first, second)]
    assert {pairing["what"] for pairing in undone[1]["pairings"]} == {"voided", "restored"}
    assert cup.shown() == was


def test_a_bracket_that_has_moved_on_is_paired_anew_and_comes_back(bracket):
    was = bracket.shown()
    looked = bracket.decide(1, results=BLACK, dry_run=True).json["changes"]
    assert [(pairing["what"], pairing["match"].rpartition(".")[2]) for pairing in looked["pairings"]] == [
        ("voided", "3"),
        ("paired", "4"),
    ]
    voided, paired = looked["pairings"]
    assert (voided["lost"]["winner"], voided["after"], paired["before"], paired["slot"]) == (
        "white",
        None,
        None,
        voided["slot"],
    )
    assert looked["status"] == {"before": "finished", "after": "running"}
    done = bracket.decide(1, results=BLACK)
    assert done.json["changes"] == looked
    assert [match["id"].rpartition(".")[2] for match in bracket.matches()] == ["1", "2", "4"]
    bracket.report(4)
    undone = bracket.undo(done.json["decision"]).json["changes"]
    assert [(pairing["what"], pairing["match"].rpartition(".")[2]) for pairing in undone["pairings"]] == [
        ("restored", "3"),
        ("voided", "4"),
    ]
    assert bracket.shown() == was


def test_a_walkover_counts_and_is_told_apart(api, cup):
    name = cup.matches()[0]["white"]["name"]
    answer = cup.decide(1, "walkover", winner=name)
    assert answer.status_code == 201, answer.json
    line = next(row for row in api.get(f"{cup.path}/standings").json["standings"] if row["name"] == name)
    assert (line["wins"], line["walkovers"], line["points"], line["games_won"]) == (1, 1, 1, 0)
    result = cup.matches()[0]["result"]
    assert (result["kind"], result["winner"], result["reason"]) == ("walkover", "white", "the sheet says so")


def test_after_a_double_no_show_both_have_lost(api, cup):
    assert cup.decide(1, "double_no_show").status_code == 201
    assert sorted(row["losses"] for row in api.get(f"{cup.path}/standings").json["standings"]) == [0, 1, 1]


def test_games_played_before_a_forfeit_are_kept(api, cup):
    assert cup.decide(1, "forfeit", winner="black", results=[WON]).status_code == 201
    result = cup.matches()[0]["result"]
    assert (result["winner"], result["score"], len(result["games"])) == ("black", {"white": 4, "black": 0}, 1)


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"kind": "played", "results": [WON]}, "results"),
        ({"kind": "played", "results": WHITE, "winner": "black"}, "winner"),
        ({"kind": "walkover"}, "winner"),
        ({"kind": "walkover", "winner": "Nobody"}, "winner"),
        ({"kind": "no_show", "winner": "white", "results": WHITE}, "results"),
        ({"kind": "double_no_show", "winner": "white"}, "winner"),
        ({"kind": "forfeit", "winner": "white", "results": [WON] * 4}, "results"),
        (
            {"kind": "adjudicated", "winner": "white", "results": [{"winner": "seat1", "outcome": "jan"}]},
            "results.0.winner",
        ),
        ({"kind": "drawn", "winner": "white"}, "kind"),
        ({"kind": "walkover", "winner": "white", "reason": ""}, "reason"),
    ],
)
def test_what_cannot_be_a_result_is_named_and_not_written(api, cup, words, path):
    before = api.everything_written()
    answer = cup.decide(1, **words)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [path])
    assert api.everything_written() == before


def test_what_is_not_there_or_no_longer_counts_cannot_be_decided(api, bracket):
    assert bracket.decide(9, results=WHITE).status_code == 404
    assert bracket.undo(2).status_code == 404
    bracket.decide(1, results=BLACK)
    answer = bracket.decide(3, results=WHITE)
    assert (answer.status_code, "was voided" in answer.json["detail"]) == (409, True)


def test_a_scorer_decides_nothing(cup):
    assert cup.decide(1, results=WHITE, role="scorer").status_code == 403


def test_a_repeated_key_is_answered_with_the_same_changes(api, cup):
    cup.report(1)
    first = cup.decide(1, results=BLACK, headers={"Idempotency-Key": "desk-1"})
    cup.report(2)
    again = cup.decide(1, results=BLACK, headers={"Idempotency-Key": "desk-1"})
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"


def test_the_history_of_a_match_says_who_when_and_why(api, cup):
    cup.report(1)
    cup.decide(1, results=BLACK)
    rows = api.get(f"{cup.path}/matches/{cup.id}.1/history").json["history"]
    assert [row["type"] for row in rows] == ["RoundPaired", "MatchSettled", "ResultDecided"]
    assert [(row["before"] or {}).get("winner") for row in rows] == [None, None, "white"]
    assert (rows[-1]["after"]["winner"], rows[-1]["reason"]) == ("black", "the sheet says so")
    assert [row["by"] for row in rows[1:]] == [key_of(api, "scorer"), key_of(api, "referee")]
    assert api.get(f"{cup.path}/matches/{cup.id}.99/history").status_code == 404


def test_the_history_of_a_match_names_who_reported_and_who_voided_what_was_reported(api, cup):
    cup.report(1)
    void = {"type": "RulingMade", "kind": "void", "reason": "the wrong table", "from_version": 1}
    assert api.post(f"/v1/matches/{cup.id}.1/events", void, role="referee").status_code in (201, 202)
    cup.judge()
    body = {"match": f"{cup.id}.1", "results": BLACK}
    assert api.post(f"{cup.path}/results", body, role="organiser").status_code in (201, 202)
    cup.judge()
    rows = api.get(f"{cup.path}/matches/{cup.id}.1/history").json["history"]
    assert [(row["type"], row["by"]) for row in rows[1:]] == [
        ("MatchSettled", key_of(api, "scorer")),
        ("MatchReopened", key_of(api, "referee")),
        ("MatchSettled", key_of(api, "organiser")),
    ]


def test_corrections_against_results_that_come_in_meanwhile_are_whole(api, judge, judging):
    cup = Cup(api, judge, 6)
    cup.report(1)
    answers = []

    def correct():
        answers.extend(cup.decide(1, results=results) for results in (BLACK, WHITE, BLACK))

    with judging():
        thread = threading.Thread(target=correct)
        thread.start()
        for number in range(2, 9):
            body = {"match": f"{cup.id}.{number}", "results": WHITE}
            assert api.post(f"{cup.path}/results", body, role="scorer").status_code in (201, 202)
        thread.join()
        eventually(lambda: sum(match["result"] is not None for match in cup.matches()) == 8, what="eight results")
    assert [answer.status_code for answer in answers] == [201] * 3
    results = [match["result"]["winner"] for match in cup.matches() if match["result"]]
    assert results == ["black", *["white"] * 7]
    decided = api.get(f"{cup.path}/decisions").json["decisions"]
    assert [each["after"]["winner"] for each in decided] == ["black", "white", "black"]


def test_neither_finalist_came_and_no_page_print_or_answer_names_a_winner(api):
    prizes = [{"place": 1, "text": "The large cup"}, {"place": 2, "text": "The small cup"}]
    cup = api.tournament(2, format="single_elimination", published=True, details={"prizes": prizes})
    path = f"/v1/tournaments/{cup}"
    [match] = api.post(f"{path}/start", {"seed": "midsummer"}).json["rounds"][0]["matches"]
    decision = {"match": match["id"], "kind": "double_no_show", "reason": "both are ill"}
    changed = api.post(f"{path}/decisions", decision)
    assert changed.status_code == 201
    lines = api.get(f"{path}/standings").json["standings"]
    assert [(line["rank"], line["shared"], line["losses"]) for line in lines] == [(2, True, 1), (2, True, 1)]
    page = api.client.get(f"/tournaments/{cup}", headers={"Accept-Language": "en"}).get_data(as_text=True)
    honours = page.partition("card winners")[2].partition("</section>")[0]
    assert "The first place is vacant: the last match had no winner." in honours
    assert "Second" in honours
    assert "The small cup" in honours
    assert "Winner" not in honours
    assert "The large cup" not in honours
    prints = {name: " ".join(texts(api.get(f"{path}/{name}").data)) for name in ("certificates.pdf", "booklet.pdf")}
    assert prints["certificates.pdf"].count("Second place") == 2
    assert "First place" not in prints["certificates.pdf"]
    assert "1–2" not in prints["certificates.pdf"]
    assert "Winner:" not in prints["booklet.pdf"]
    undone = api.post(f"{path}/decisions", decision | {"kind": "walkover", "winner": "white"})
    assert undone.status_code == 201
    assert [row["rank"] for row in api.get(f"{path}/standings").json["standings"]] == [1, 2]


def test_after_an_undo_the_file_of_matches_is_byte_by_byte_as_before_the_decision(api, cup):
    cup.report(1)
    before = api.get(f"{cup.path}/matches.csv").data
    for kind in ("no_show", "walkover"):
        assert cup.decide(1, kind, winner="black").status_code == 201
        assert api.get(f"{cup.path}/matches.csv").data != before
        version = api.get(f"{cup.path}/events?limit=1000").json["events"]
        decided = max(each["version"] for each in version if each["type"] == "ResultDecided")
        assert cup.undo(decided).status_code < 300
        assert api.get(f"{cup.path}/matches.csv").data == before
