"""The API in Swedish: what people read follows `Accept-Language`, what programs read stays as it is."""

import pytest

SWEDISH = {"Accept-Language": "sv"}
TURN = {
    "to_move": "white", "dice": [6, 4], "moves": [{"from": 1, "to": 7}],
    "position": {"white": {"points": {"1": 15}}, "black": {"points": {"1": 15}}},
}  # fmt: skip


def test_an_explanation_is_told_in_the_language_that_is_asked_for_and_its_message_stays(api):
    english = api.post("/v1/games/swedish/check", TURN)
    swedish = api.post("/v1/games/swedish/check", TURN, headers=SWEDISH)
    assert swedish.json["explanation"] == "1 av tärningarna använda där 2 går att använda: till exempel 1 → 7, 1 → 5"
    assert english.json["explanation"] == "1 of the dice used where 2 can be: for instance 1 → 7, 1 → 5"
    assert {**swedish.json, "explanation": ""} == {**english.json, "explanation": ""}
    assert swedish.headers["Content-Language"] == "sv"
    assert "Accept-Language" in swedish.headers["Vary"]
    assert "Content-Language" not in english.headers


@pytest.mark.parametrize(("path", "body", "title", "detail"), [
    ("/v1/games/chess/check", TURN, "Det finns inte", "Det finns inget sådant: spel ”chess”; de som finns är swedish"),
    ("/v1/games/swedish/check", {**TURN, "dice": [7, 4]}, "Några fält är fel", "dice.0: 7 är inte ett heltal från 1"),
    ("/v1/games/swedish/check", {}, "Några fält är fel", "position: "),
])  # fmt: skip
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
