"""Results that are reported and confirmed over the API."""

WON = [{"winner": "white", "outcome": "jan"}] * 3
LOST = [{"winner": "black", "outcome": "jan"}] * 3


def started(api, players=2, **more):
    tournament = api.tournament(players, **more)
    assert api.post(f"/v1/tournaments/{tournament}/start", {"seed": "x"}).status_code == 200
    return tournament


def reported(api, cup, results=WON, role="scorer", **options):
    return api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.1", "results": results}, role, **options)


def confirmed(api, cup, role, **options):
    wait = {"Prefer": "wait=0", **options.pop("headers", {})}
    return api.post(f"/v1/tournaments/{cup}/confirmations", {"match": f"{cup}.1"}, role, headers=wait, **options)
