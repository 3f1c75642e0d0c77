"""Records through the API: turns as text, transcripts, `.mat` out and in, ids of positions."""

import pytest

from core.notation.mat_import import read
from core.rules.board import parse, to_json
from tests.support.paths import TESTS
from tests.support.proving import some

DATA = TESTS / "data" / "backgammon"
FILES = sorted(DATA.glob("*.mat"))
START = to_json(parse("24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"))
ASKED = {"position": START, "to_move": "white", "dice": [3, 1]}
MAT = "text/x-mat"


def backgammon(api, **more):
    return api.friendly(game="backgammon", length={"points": 5}, **more)


def fact(kind, by=None, **fields):
    return {"type": kind, **({"by": by} if by else {}), **fields}


def moved(by, text):
    return fact("CheckersMoved", by, moves=text)


OPENING = fact("OpeningRolled", white=3, black=1)


def sent(api, match, *facts, **more):
    return api.post(f"/v1/matches/{match}/events", list(facts), role="scorer", **more)


def imported(api, text, club="vasa", role="organiser", **more):
    data = text if isinstance(text, bytes) else text.encode()
    return api.send("POST", f"/v1/matches/import?club={club}", role, data=data, content_type=MAT, **more)


# ── turns as text ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_turn_may_be_asked_about_as_text_and_is_echoed_in_its_canonical_form(api):
    for text in ("6/5 8/5", "8-5, 6-5*", "31: 8/5 6/5"):
        answer = api.post("/v1/games/backgammon/check", ASKED | {"moves": text}, role=None).json
        assert (answer["legal"], answer["text"], answer["outcome"]) == (True, "8/5 6/5", None)
    answer = api.post("/v1/games/backgammon/check", ASKED | {"moves": "8/4 6/5"}, role=None).json
    assert (answer["legal"], answer["rule"], answer["text"]) == (False, "B1", "8/4 6/5")
    answer = api.post("/v1/games/backgammon/check", ASKED | {"moves": "pass"}, role=None).json
    assert (answer["legal"], answer["rule"], answer["text"]) == (False, "B5", "pass")


def test_what_is_not_understood_or_may_mean_several_turns_is_said(api):
    answer = api.post("/v1/games/backgammon/check", ASKED | {"moves": "8/5 over there"}, role=None)
    assert answer.status_code == 422
    assert "'over' is not understood" in answer.json["errors"]["moves"][0]
    blot = to_json(parse("24:2 13:5 8:3 6:5 | 13:5 8:3 6:6 4:1"))
    answer = api.post("/v1/games/backgammon/check", ASKED | {"position": blot, "moves": "24/20"}, role=None)
    assert answer.status_code == 422
    assert sorted(answer.json["errors"]["moves"][1:]) == ["24/21* 21/20", "24/23 23/20"]
    answer = api.post(
        "/v1/games/six-ace/check",
        {
            "position": {"seat1": {"men": 6, "off": 0}, "seat2": {"men": 6, "off": 0}, "pool": 0},
            "to_move": "seat1",
            "dice": [3, 4],
            "moves": "1/2",
        },
        role=None,
    )
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["moves"])


def test_every_play_that_is_listed_has_a_text_that_means_it(api):
    answer = api.post("/v1/games/backgammon/plays", ASKED, role=None).json
    assert len(answer["plays"]) == 16
    for play in answer["plays"]:
        checked = api.post("/v1/games/backgammon/check", ASKED | {"moves": play["text"]}, role=None).json
        assert (checked["legal"], checked["position"], checked["text"]) == (True, play["position"], play["text"])


def test_facts_may_hold_turns_as_text_even_in_one_batch_with_their_dice(api):
    match = backgammon(api)
    answer = sent(api, match, OPENING, moved("white", "6/5 8/5"), fact("DiceRolled", "black", dice=[6, 4]))
    assert answer.status_code == 202
    assert answer.json["events"][1]["text"] == "8/5 6/5"
    assert answer.json["events"][1]["moves"] == [{"from": 6, "to": 5}, {"from": 8, "to": 5}]
    assert "text" not in answer.json["events"][2]
    joined = sent(api, match, moved("black", "24/14")).json["events"][0]
    assert (joined["text"], len(joined["moves"])) == ("24/18 18/14", 2)


def test_a_pass_as_text_is_recorded_as_one(api, judge):
    match = backgammon(api)
    answer = sent(api, match, OPENING, moved("white", "8/5 6/5"), moved("black", "pass"))
    assert answer.json["events"][2]["type"] == "TurnPassed"
    judge()
    assert api.get(f"/v1/matches/{match}/events?after=2").json["events"][0]["verdict"]["rule"] == "M4"


def test_a_text_out_of_turn_is_recorded_as_it_stands_and_refused_by_the_judges(api, judge):
    match = backgammon(api)
    assert sent(api, match, OPENING, moved("black", "24/18 13/9")).status_code == 202
    judge()
    last = api.get(f"/v1/matches/{match}/events").json["events"][-1]
    assert (last["moves"][0], last["verdict"]["rule"]) == ({"from": 24, "to": 18}, "M3")


def test_a_text_that_cannot_be_read_names_its_place_and_nothing_is_written(api):
    match = backgammon(api)
    before = api.everything_written()
    answer = sent(api, match, OPENING, moved("white", "8/5 x"))
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["events.1.moves"])
    alone = api.post(f"/v1/matches/{match}/events", moved("white", "zzz"), role="scorer")
    assert (alone.status_code, list(alone.json["errors"])) == (422, ["moves"])
    for text in ("", "8/5 " * 60):
        assert sent(api, match, moved("white", text)).status_code == 422
    assert api.everything_written() == before


def test_a_repeated_key_gives_the_same_texts_whatever_was_played_since(api):
    match = backgammon(api)
    key = {"Idempotency-Key": "turn-1"}
    first = sent(api, match, OPENING, moved("white", "6/5 8/5"), headers=key)
    sent(api, match, fact("DiceRolled", "black", dice=[6, 4]), moved("black", "24/14"))
    again = sent(api, match, OPENING, moved("white", "6/5 8/5"), headers=key)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json["events"] == first.json["events"]
    other = sent(api, match, moved("white", "8/5 6/5"), headers=key)
    assert (other.status_code, other.json["code"]) == (422, "key-reused")


def test_a_stale_version_is_told_before_a_text_is_read(api):
    match = backgammon(api)
    sent(api, match, OPENING, moved("white", "8/5 6/5"))
    stale = sent(api, match, moved("black", "zzz"), headers={"If-Match": '"v1"'})
    assert (stale.status_code, stale.json["current_version"]) == (412, 2)
    right = sent(
        api, match, fact("DiceRolled", "black", dice=[6, 4]), moved("black", "24/14"), headers={"If-Match": '"v2"'}
    )
    assert right.status_code == 202


def test_pages_of_a_log_show_texts_if_asked(api):
    match = backgammon(api)
    sent(api, match, OPENING, moved("white", "6/5 8/5"), fact("DiceRolled", "black", dice=[6, 4]))
    sent(api, match, moved("black", "24/14"))
    page = api.get(f"/v1/matches/{match}/events?text=1&limit=2")
    assert [event.get("text") for event in page.json["events"]] == [None, "8/5 6/5"]
    assert "text=1" in page.headers["Link"]
    rest = api.get(f"/v1/matches/{match}/events?text=1&after=3").json["events"]
    assert [each["text"] for each in rest] == ["24/18 18/14"]
    assert "text" not in api.get(f"/v1/matches/{match}/events").json["events"][1]
    assert api.get(f"/v1/matches/{match}/events?text=1&after=4").json["events"] == []
    lines = api.get(f"/v1/matches/{match}/events?text=1", headers={"Accept": "application/x-ndjson"})
    assert b'"text"' not in lines.data


# ── ids ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_states_and_plays_of_games_that_others_know_carry_their_ids(api, judge):
    match = backgammon(api)
    assert api.get(f"/v1/matches/{match}").json["ids"]["gnubg"].startswith("4HPwATDgc/ABMA:")
    sent(api, match, OPENING)
    judge()
    state = api.get(f"/v1/matches/{match}").json
    assert state["ids"]["xgid"] == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
    assert api.get(f"/v1/matches/{match}?version=0").json["ids"]["xgid"].endswith(":00:0:0:0:5:10")
    plays = api.post("/v1/games/backgammon/plays", ASKED, role=None).json
    assert plays["ids"]["xgid"] == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    assert "ids" not in api.get(f"/v1/matches/{api.friendly()}").json


# ── sheets and files ─────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_match_is_shown_as_a_sheet(api):
    match = backgammon(api)
    sent(api, match, OPENING, moved("white", "8/5 6/5"))
    answer = api.get(f"/v1/matches/{match}/transcript.txt")
    assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")
    assert "  1  31: 8/5 6/5" in answer.text
    assert f'filename="{match}.txt"' in answer.headers["Content-Disposition"]
    etag = {"If-None-Match": answer.headers["ETag"]}
    assert api.get(f"/v1/matches/{match}/transcript.txt", headers=etag).status_code == 304
    assert "Swedish Tables" in api.get(f"/v1/matches/{api.friendly()}/transcript.txt").text
    assert "Svenskt brädspel" in api.get(f"/v1/matches/{api.friendly()}/transcript.txt?lang=sv").text
    assert api.get(f"/v1/matches/{match}/transcript.txt?lang=fi").status_code == 422


def test_a_match_is_given_as_mat_under_both_addresses(api):
    match = backgammon(api, players={"white": "Åsa", "black": "Örjan"})
    sent(api, match, OPENING, moved("white", "8/5 6/5"))
    answer = api.get(f"/v1/matches/{match}.mat")
    assert (answer.status_code, answer.content_type) == (200, "text/x-mat; charset=utf-8")
    assert dict(read(answer.text).players) == {"white": "Åsa", "black": "Örjan"}
    assert api.get(f"/v1/matches/{match}/transcript.mat").data == answer.data


def test_a_mat_names_the_tournament_and_its_place_and_else_the_club(api, judge):
    assert '; [Site "Vasa"]' in api.get(f"/v1/matches/{backgammon(api)}.mat").text.splitlines()
    terms = {"game": "backgammon", "length": {"points": 3}}
    for details, site in (({"place": 'Hall "A"'}, "Hall 'A'"), ({}, "Vasa")):
        tournament = api.tournament(2, name='The "Cup"', details=details, **terms)
        api.post(f"/v1/tournaments/{tournament}/start")
        judge()
        [match] = [each["id"] for each in api.get(f"/v1/tournaments/{tournament}").json["rounds"][0]["matches"]]
        head = api.get(f"/v1/matches/{match}.mat").text.splitlines()[:3]
        assert head == [f'; [Site "{site}"]', "; [Event \"The 'Cup'\"]", '; [Round "1"]']


def test_what_no_mat_could_say_truly_is_409_with_the_reason(api):
    for match, reason in ((api.friendly(), "has no .mat"), (backgammon(api, check="advisory"), "broke B1 and stands")):
        if "B1" in reason:
            sent(api, match, OPENING, moved("white", "8/4 6/5"))
        for address in (f"{match}.mat", f"{match}/transcript.mat"):
            answer = api.get(f"/v1/matches/{address}")
            assert (answer.status_code, answer.json["code"]) == (409, "refused")
            assert reason in answer.json["detail"]


def test_files_of_another_clubs_match_and_of_none_are_not_there(api):
    match = backgammon(api)
    api.found("huk")
    for name in (f"{match}/transcript.txt", f"{match}.mat", f"{match}/transcript.mat", "m_zzzzzzzzzz.mat"):
        assert api.get(f"/v1/matches/{name}", role="huk organiser").status_code == 404
        assert api.get(f"/v1/matches/{name}", role=None).status_code in (401, 404)


# ── import ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("path", some(FILES, *FILES[::3]), ids=lambda path: path.stem)
def test_a_file_of_gnu_backgammon_becomes_a_match_that_settles_to_its_score(api, judge, path):
    answer = imported(api, path.read_bytes())
    assert answer.status_code == 201, answer.json
    match = answer.json["id"]
    assert answer.headers["Location"] == f"/v1/matches/{match}"
    judge()
    state = api.get(f"/v1/matches/{match}").json
    expected = read(path.read_text())
    assert state["version"] == state["judged_version"] == len(expected.facts) == answer.json["version"]
    assert (state["phase"], state["score"]) == ("settled", expected.match.settled.score)
    assert (state["players"], state["tournament"]) == ({"white": "gnubg", "black": "root"}, None)
    assert read(api.get(f"/v1/matches/{match}.mat").text).facts == expected.facts


def test_a_repeated_import_finds_its_match_again(api):
    text = (DATA / "gnubg_3pt_12.mat").read_text()
    key = {"Idempotency-Key": "evening-1"}
    first, again = imported(api, text, headers=key), imported(api, text, headers=key)
    assert first.json == again.json
    assert again.headers["Idempotent-Replayed"] == "true"
    assert imported(api, f"{text}; more\n", headers=key).json["code"] == "key-reused"
    assert imported(api, text).json["id"] != first.json["id"]


def test_a_file_that_cannot_be_read_names_its_line_and_nothing_is_written(api):
    text = (DATA / "gnubg_3pt_12.mat").read_text()
    before = api.everything_written()
    for wrong, line in (("6/1* 13/10*", "line 9"), ("Wins 6 points", "line 33"), ("3 point match", "line 3")):
        damaged = wrong.replace("6/1", "8/1").replace("s 6", "s 1").replace("3 point match", "match")
        answer = imported(api, text.replace(wrong, damaged))
        assert (answer.status_code, list(answer.json["errors"])) == (422, [line])
    for wrong, line in (
        (text.replace("gnubg :", f"{'x' * 101} :"), 6),
        (text.replace("3 point match", "999 point match"), 3),
        ("", 1),
    ):
        answer = imported(api, wrong)
        assert (answer.status_code, list(answer.json["errors"])) == (422, [f"line {line}"])
    assert imported(api, b" 3 point match\n" + b";" * 300_000).status_code == 413
    assert api.everything_written() == before


def test_only_organisers_of_the_club_take_files_in(api):
    text = (DATA / "gnubg_3pt_12.mat").read_text()
    api.found("huk")
    assert imported(api, text, role="referee").status_code == 403
    assert imported(api, text, role="huk organiser").status_code == 404
    assert imported(api, text, role=None).status_code == 401


def test_names_in_the_letters_of_old_programs_are_read(api):
    text = (DATA / "gnubg_3pt_12.mat").read_text().replace("root", "Åke")
    for letters in ("cp1252", "utf-16", "utf-8-sig"):
        assert imported(api, text.encode(letters)).json["players"]["black"] == "Åke"


def test_a_repeated_import_of_lines_is_answered_again_if_it_had_a_key(api, restarted):
    match = backgammon(api)
    sent(api, match, OPENING, moved("white", "8/5 6/5"))
    lines = api.get(f"/v1/matches/{match}.ndjson").data
    path, kind = "/v1/matches/import?club=vasa", "application/x-ndjson"
    api.deps.client.flushall()
    api = restarted()
    api.found()
    key = {"Idempotency-Key": "move-1"}
    first = api.send("POST", path, "organiser", data=lines, content_type=kind, headers=key)
    again = api.send("POST", path, "organiser", data=lines, content_type=kind, headers=key)
    assert (first.status_code, again.status_code, again.json) == (201, 201, first.json)
    assert api.send("POST", path, "organiser", data=lines, content_type=kind).status_code == 409
    sent(api, match, fact("DiceRolled", "black", dice=[6, 4]))
    assert api.send("POST", path, "organiser", data=lines, content_type=kind, headers=key).status_code == 409


def test_of_several_matches_in_a_file_each_is_taken_in_by_its_place(api):
    rows = "  1) 31: 8/5 6/5              Resigns\n      Wins 1 point\n\n"
    one = f" 5 point match\n\n Game 1\n Anna : 0                    Bertil : 0\n{rows}"
    text = one + one.replace("Anna", "Cilla")
    refused = imported(api, text)
    assert refused.status_code == 422
    assert "a second match begins here" in str(refused.json["errors"]["line 8"])
    for place, name in ((1, "Anna"), (2, "Cilla")):
        taken = imported(api, text, club=f"vasa&match={place}")
        assert (taken.status_code, taken.json["players"]["white"]) == (201, name), taken.json
    beyond = imported(api, text, club="vasa&match=3")
    assert (beyond.status_code, list(beyond.json["errors"])) == (422, ["match"])
