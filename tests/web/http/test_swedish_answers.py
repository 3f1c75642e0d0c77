"""The API in Swedish: what people read follows `Accept-Language`, what programs read stays as it is."""

import asyncio
import html
import json
import re

import pytest

from core.messages import explanation_of, say
from schemas.problems import KINDS
from service.live.sse_frames import FrameSource, news_frame
from service.server.problems import RequestRefused, send_problem
from service.store.feed import VERDICT, NewsMessage
from service.store.read_models.positions import Position
from service.translations import translated

SWEDISH = {"Accept-Language": "sv"}
TURN = {
    "to_move": "white",
    "dice": [6, 4],
    "moves": [{"from": 1, "to": 7}],
    "position": {"white": {"points": {"1": 15}}, "black": {"points": {"1": 15}}},
}


def test_an_explanation_is_told_in_the_language_that_is_asked_for_and_its_message_stays(api):
    english = api.post("/v1/games/swedish/check", TURN)
    swedish = api.post("/v1/games/swedish/check", TURN, headers=SWEDISH)
    assert swedish.json["explanation"] == "1 av tärningarna använda där 2 går att använda: till exempel 1/7, 1/5"
    assert english.json["explanation"] == "1 of the dice used where 2 can be: for instance 1/7, 1/5"
    assert {**swedish.json, "explanation": ""} == {**english.json, "explanation": ""}
    assert swedish.headers["Content-Language"] == "sv"
    assert "Accept-Language" in swedish.headers["Vary"]
    assert "Content-Language" not in english.headers


@pytest.mark.parametrize(
    ("path", "body", "title", "detail"),
    [
        (
            "/v1/games/chess/check",
            TURN,
            "Det finns inte",
            "Det finns inget sådant: spel ”chess”; de som finns är swedish",
        ),
        (
            "/v1/games/swedish/check",
            {**TURN, "dice": [7, 4]},
            "Några fält är fel",
            "dice.0: 7 är inte ett heltal från 1",
        ),
        ("/v1/games/swedish/check", {}, "Några fält är fel", "position: "),
    ],
)
def test_a_problem_is_told_in_the_language_that_is_asked_for(api, path, body, title, detail):
    english, swedish = api.post(path, body).json, api.post(path, body, headers=SWEDISH).json
    assert swedish["title"] == title
    assert swedish["detail"].startswith(detail)
    assert {swedish[name] for name in ("type", "status", "code")} == {
        english[name] for name in ("type", "status", "code")
    }
    assert swedish.get("errors", {}).keys() == english.get("errors", {}).keys()
    for path, said in swedish.get("errors", {}).items():
        assert said != english["errors"][path]


@pytest.mark.parametrize("language", ["en", "de", "en, sv;q=0.5", "*", ""])
def test_english_is_told_to_all_others(api, language):
    answer = api.post("/v1/games/chess/check", TURN, headers={"Accept-Language": language})
    assert answer.json["title"] == "There is no such thing"


def test_an_answer_in_swedish_has_an_etag_of_its_own_that_a_write_takes_too(api):
    cup = api.tournament(4)
    path = f"/v1/tournaments/{cup}"
    english, swedish = api.get(path), api.get(path, headers=SWEDISH)
    assert swedish.headers["ETag"] != english.headers["ETag"]
    for shown in (english, swedish, api.post("/v1/games/chess/check", TURN)):
        assert "Accept-Language" in shown.headers["Vary"]
    again = {**SWEDISH, "If-None-Match": swedish.headers["ETag"]}
    assert api.get(path, headers=again).status_code == 304
    assert api.get(path, headers={**SWEDISH, "If-None-Match": english.headers["ETag"]}).status_code == 200
    stale = api.post(f"{path}/start", {}, headers={"If-Match": '"v1-sv"'})
    assert (stale.status_code, stale.json["code"]) == (412, "version-conflict")
    assert api.post(f"{path}/start", {}, headers={"If-Match": swedish.headers["ETag"]}).status_code == 200


def test_the_options_of_every_game_have_swedish_sentences_and_keep_their_choices(api):
    english, swedish = (api.get("/v1/games", headers=each).json["games"] for each in ({}, SWEDISH))
    for one, other in zip(english, swedish, strict=True):
        for name, option in one["options"].items():
            assert other["options"][name]["sentence"] not in ("", option["sentence"]), name
            assert {**other["options"][name], "sentence": ""} == {**option, "sentence": ""}


def test_readiness_is_told_in_swedish_and_keeps_the_words_of_programs(api):
    answer = api.get("/readyz", role=None, headers=SWEDISH)
    assert (answer.json["status"], answer.json["store"]) == ("not ready", "ok")
    nowhere = f"ingen arbetsprocess bedömer delarna {', '.join(map(str, range(16)))}"
    # The events that the club was made of wait, too: that is told where the club is some time old.
    assert re.sub(r"[0-9]+ sekunder", "n sekunder", answer.json["workers"]) in (
        nowhere,
        "händelser har väntat i n sekunder på att bedömas",
    )
    assert answer.headers["Content-Language"] == "sv"


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem_is_explained_on_its_page_in_the_readers_language(api, kind):
    english, swedish = (api.get(f"/problems/{kind}", role=None, headers=each) for each in ({}, SWEDISH))
    advice = translated(KINDS[kind].advice, "sv")
    assert advice != KINDS[kind].advice
    shown = html.unescape(swedish.text).replace("<code>", "`").replace("</code>", "`")
    assert '<html lang="sv">' in shown
    assert advice in shown
    assert "Hela API:et" in shown
    assert '<html lang="en">' in english.text
    assert "Accept-Language" in swedish.headers["Vary"]


WHY = {
    "round_robin": "rond 1 i ordningen där alla 4 möter varandra (Bergertabell): 1 mot 4.",
    "single_elimination": "Semifinal 1: Player ",
    "swiss": "övre halvan mot den nedre (vikning).",
}


@pytest.mark.parametrize("form", WHY)
def test_why_two_meet_is_told_in_swedish(api, form):
    cup = api.tournament(4, format=form)
    api.post(f"/v1/tournaments/{cup}/start")
    if form == "swiss":
        api.post(f"/v1/tournaments/{cup}/rounds", {})
    shown = api.get(f"/v1/tournaments/{cup}/pairings/1/explain", headers=SWEDISH)
    assert any(WHY[form] in match["why"]["text"] for match in shown.json["matches"]), shown.text


def test_why_a_place_is_what_it_is_is_told_in_swedish(api):
    cup = api.tournament(4, format="round_robin", tie_breaks=["wins", "lots"])
    api.post(f"/v1/tournaments/{cup}/start")
    player = api.get(f"/v1/tournaments/{cup}").json["entries"][0]["player"]
    said = api.get(f"/v1/tournaments/{cup}/standings/explain/{player}", headers=SWEDISH).json
    assert said["tie_breaks"][0]["sentence"] == "Vunna matcher 0"
    assert said["tie_breaks"][1]["name"] == "Lottning mellan dem som är lika, med turneringens offentliga lottord"


def test_unknown_fields_are_named_in_the_order_of_the_alphabet(api):
    names = [f"{letter}{number}" for letter in "zxyab" for number in (3, 1, 2)]
    said = api.post("/v1/games/swedish/check", {**TURN, **dict.fromkeys(names, 1)}).json["errors"]
    assert list(said) == sorted(names)


# ── before the application ───────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("asked", "title"),
    [
        (b"sv", "Adressen är för lång"),
        (b"fi, sv;q=0.5, en;q=0.1", "Adressen är för lång"),
        (b"en", "The address is too long"),
        (b"", "The address is too long"),
        (b"sv" + b", x" * 5000, "Adressen är för lång"),
        (b"\xff" * 300, "The address is too long"),
    ],
)
def test_the_servers_own_refusals_are_told_in_the_language_that_is_asked_for(asked, title):
    sent = []

    async def send(message):
        sent.append(message)

    headers = [(b"accept-language", asked)] if asked else []
    refused = RequestRefused("address-too-long", say("The address is longer than {most} bytes.", most=8192))
    asyncio.run(send_problem({"headers": headers}, send, refused))
    start, body = sent
    given = dict(start["headers"])
    assert json.loads(body["body"])["title"] == title
    assert json.loads(body["body"])["code"] == "address-too-long"
    assert given[b"vary"] == b"Accept-Language"
    assert int(given[b"content-length"]) == len(body["body"])
    if title.startswith("Adressen"):
        assert given[b"content-language"] == b"sv"


# ── live streams ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_live_stream_explains_verdicts_in_the_language_that_its_viewers_ask_for(api, judge):
    match = api.friendly()
    api.post(f"/v1/matches/{match}/events", {"type": "TurnPassed", "by": "white"}, role="scorer")
    judge()
    told = {}
    for language in ("en", "sv"):
        source = FrameSource(api.deps, match, whole=False, language=language)
        frames, _, _ = source.page(Position(0, 0))
        told[language] = json.loads(frames[-1].frame.decode().split("data: ")[1])
        text = json.dumps({name: value for name, value in told["en"].items() if name != "stream"}, ensure_ascii=False)
        again = news_frame(NewsMessage(VERDICT, match, 1, text), True, language)
        assert json.loads(again.frame.decode().split("data: ")[1]) == told[language]
    assert told["sv"]["explanation"] != told["en"]["explanation"]
    assert told["sv"]["explanation"] == translated(explanation_of(told["en"]), "sv")
    assert {**told["sv"], "explanation": ""} == {**told["en"], "explanation": ""}


def test_viewers_of_two_languages_share_no_channel(api):
    english, swedish = (FrameSource(api.deps, "m_a", False, language=each) for each in ("en", "sv"))
    assert english.variant != swedish.variant
