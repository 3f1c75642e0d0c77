"""Attacks with a token of another club, or with one too old."""

from threading import Thread


def test_a_revoked_token_opens_nothing_from_that_moment_on(api):
    issued = api.post("/v1/clubs/vasa/tokens", {"role": "organiser"}).json
    api.tokens["gone"] = issued["token"]
    assert api.get("/v1/clubs/vasa", "gone").status_code == 200
    assert api.send("DELETE", f"/v1/clubs/vasa/tokens/{issued['id']}", "organiser").status_code == 204
    assert api.get("/v1/clubs/vasa", "gone").status_code == 401


def test_the_same_request_sent_at_the_same_time_is_answered_the_same(api):
    for turn in range(5):
        tournament = api.tournament(3)
        requests = {
            f"/v1/tournaments/{tournament}/start": {"seed": "x"},
            "/v1/clubs/vasa/players": [{"name": f"New {turn}"}],
        }
        for path, body in requests.items():
            answers = []

            def send(path=path, body=body, answers=answers, key=f"k{turn}"):
                headers = {"Authorization": f"Bearer {api.tokens['organiser']}", "Idempotency-Key": key}
                client = api.client.application.test_client()
                answers.append(client.post(path, json=body, headers=headers))

            threads = [Thread(target=send) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert {answer.status_code for answer in answers} <= {200, 201}, [answer.json for answer in answers]
            assert len({answer.data for answer in answers}) == 1


def test_a_repeated_key_is_answered_as_the_first_time_whatever_came_since(api):
    headers = {"Idempotency-Key": "once"}
    cup = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
    first = api.post("/v1/clubs/vasa/tournaments", cup, headers=headers)
    path = f"/v1/tournaments/{first.json['id']}/entries"
    api.post("/v1/clubs/vasa/players", [{"name": "Uno"}, {"name": "Due"}])
    again = {"Idempotency-Key": "and once"}
    entered = api.post(path, {"players": ["Uno"]}, headers=again)
    assert entered.status_code == 201, entered.json
    api.post(path, {"players": ["Due"]})
    assert api.post("/v1/clubs/vasa/tournaments", cup, headers=headers).data == first.data
    assert api.post(path, {"players": ["Uno"]}, headers=again).data == entered.data
