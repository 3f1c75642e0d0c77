"""Every operation of the document, the role that each needs, and a tournament for which they can be called."""

from tests.support.signed_in import Browser

EVERYBODY = "none"
TABLE = {
    "POST /v1/games/{game}/plays": EVERYBODY,
    "POST /v1/games/{game}/check": EVERYBODY,
    "POST /v1/games/{game}/turns": EVERYBODY,
    "POST /v1/settlements": EVERYBODY,
    "GET /v1/games": EVERYBODY,
    "GET /v1/games/{game}/plans": EVERYBODY,
    "GET /v1/formats": EVERYBODY,
    "POST /v1/session": EVERYBODY,
    "GET /v1/session": EVERYBODY,
    "DELETE /v1/session": EVERYBODY,
    "POST /v1/clubs": "operator",
    "GET /v1/clubs": "operator",
    "GET /v1/clubs/{club}": "viewer",
    "POST /v1/clubs/{club}/players": "organiser",
    "POST /v1/clubs/{club}/close": "organiser",
    "POST /v1/clubs/{club}/reopen": "organiser",
    "GET /v1/clubs/{club}/players": "viewer",
    "PATCH /v1/clubs/{club}/players/{player}": "organiser",
    "DELETE /v1/clubs/{club}/players/{player}": "organiser",
    "GET /v1/clubs/{club}/players/{player}/personal-data": "organiser",
    "GET /v1/clubs/{club}/players/{player}/erasure": "organiser",
    "POST /v1/clubs/{club}/players/{player}/erasure": "organiser",
    "GET /v1/clubs/{club}/players/{player}/texts": "organiser",
    "GET /v1/clubs/{club}/players/{player}/shown-name": "organiser",
    "PUT /v1/clubs/{club}/players/{player}/shown-name": "organiser",
    "PUT /v1/clubs/{club}/look": "organiser",
    "POST /v1/clubs/{club}/players/{player}/merge": "organiser",
    "POST /v1/clubs/{club}/tokens": "organiser",
    "GET /v1/clubs/{club}/tokens": "organiser",
    "POST /v1/clubs/{club}/templates": "organiser",
    "GET /v1/clubs/{club}/templates": "organiser",
    "PATCH /v1/clubs/{club}/templates/{template}": "organiser",
    "DELETE /v1/clubs/{club}/templates/{template}": "organiser",
    "POST /v1/clubs/{club}/templates/{template}/tournaments": "organiser",
    "POST /v1/clubs/{club}/webhooks": "organiser",
    "GET /v1/clubs/{club}/webhooks": "organiser",
    "DELETE /v1/clubs/{club}/webhooks/{webhook}": "organiser",
    "POST /v1/clubs/{club}/webhooks/{webhook}/resumption": "organiser",
    "GET /v1/clubs/{club}/webhooks/{webhook}/deliveries": "organiser",
    "POST /v1/clubs/{club}/webhooks/{webhook}/deliveries/{delivery}/replay": "organiser",
    "GET /v1/clubs/{club}/rating-rules": "viewer",
    "GET /v1/clubs/{club}/rating-rules/{game}": "viewer",
    "PUT /v1/clubs/{club}/rating-rules/{game}": "organiser",
    "DELETE /v1/clubs/{club}/rating-rules/{game}": "organiser",
    "GET /v1/clubs/{club}/ratings/{game}/list.json": "viewer",
    "POST /v1/clubs/{club}/series": "organiser",
    "PUT /v1/clubs/{club}/series/{series}": "organiser",
    "GET /v1/clubs/{club}/series/{series}/proposals": "organiser",
    "POST /v1/clubs/{club}/series/{series}/tournaments": "organiser",
    "DELETE /v1/clubs/{club}/series/{series}/tournaments/{tournament}": "organiser",
    "POST /v1/clubs/{club}/series/{series}/end": "organiser",
    "POST /v1/clubs/{club}/series/{series}/reopening": "organiser",
    "DELETE /v1/clubs/{club}/tokens/{token}": "organiser",
    "GET /v1/clubs/{club}/people": "organiser",
    "POST /v1/clubs/{club}/people": "organiser",
    "PATCH /v1/clubs/{club}/people/{member}": "organiser",
    "POST /v1/clubs/{club}/people/{member}/invitation": "organiser",
    "DELETE /v1/clubs/{club}/people/{member}": "organiser",
    "GET /v1/clubs/{club}/audit": "organiser",
    "GET /v1/clubs/{club}/matches": "viewer",
    "POST /v1/clubs/{club}/tournaments": "organiser",
    "GET /v1/clubs/{club}/tournaments": "viewer",
    "POST /v1/matches": "scorer",
    "POST /v1/matches/import": "organiser",
    "POST /v1/matches/{match}/events": "scorer",
    "POST /v1/matches/{match}/rolls": "scorer",
    "POST /v1/matches/{match}/mendings": "scorer",
    "POST /v1/matches/{match}/links": "referee",
    "DELETE /v1/matches/{match}/links": "referee",
    "POST /v1/tournaments/{tournament}/links": "referee",
    "DELETE /v1/tournaments/{tournament}/links": "referee",
    "PATCH /v1/tournaments/{tournament}": "organiser",
    "POST /v1/tournaments/{tournament}/entries": "organiser",
    "POST /v1/tournaments/{tournament}/imports/players": "organiser",
    "POST /v1/tournaments/{tournament}/imports/results": "organiser",
    "PATCH /v1/tournaments/{tournament}/entries/{player}": "organiser",
    "PUT /v1/tournaments/{tournament}/entry-form": "organiser",
    "GET /v1/tournaments/{tournament}/entry-requests": "organiser",
    "POST /v1/tournaments/{tournament}/entry-requests/{entry_request}/acceptance": "organiser",
    "DELETE /v1/tournaments/{tournament}/entry-requests/{entry_request}": "organiser",
    "POST /v1/tournaments/{tournament}/teams": "organiser",
    "POST /v1/tournaments/{tournament}/lineups": "organiser",
    "POST /v1/tournaments/{tournament}/start": "organiser",
    "POST /v1/tournaments/{tournament}/rounds": "organiser",
    "GET /v1/tournaments/{tournament}/impasse": "organiser",
    "POST /v1/tournaments/{tournament}/impasse": "organiser",
    "POST /v1/tournaments/{tournament}/withdrawals": "organiser",
    "POST /v1/tournaments/{tournament}/re-entries": "organiser",
    "POST /v1/tournaments/{tournament}/re-entries/undo": "organiser",
    "POST /v1/tournaments/{tournament}/buy-backs": "organiser",
    "POST /v1/tournaments/{tournament}/buy-backs/undo": "organiser",
    "PUT /v1/tournaments/{tournament}/alternates": "organiser",
    "POST /v1/tournaments/{tournament}/replacements": "organiser",
    "POST /v1/tournaments/{tournament}/byes": "organiser",
    "POST /v1/tournaments/{tournament}/withdrawals/undo": "organiser",
    "POST /v1/tournaments/{tournament}/seeding": "organiser",
    "POST /v1/tournaments/{tournament}/entry-ratings": "organiser",
    "POST /v1/tournaments/{tournament}/series-field": "organiser",
    "POST /v1/tournaments/{tournament}/series-seeding": "organiser",
    "PUT /v1/tournaments/{tournament}/draw-words": "organiser",
    "POST /v1/tournaments/{tournament}/check-ins": "referee",
    "POST /v1/tournaments/{tournament}/rounds/{number}/publish": "organiser",
    "POST /v1/tournaments/{tournament}/rounds/{number}/time": "referee",
    "DELETE /v1/tournaments/{tournament}/rounds/{number}/time": "referee",
    "POST /v1/tournaments/{tournament}/rounds/{number}/time-up": "referee",
    "POST /v1/tournaments/{tournament}/rounds/{number}/pairings": "organiser",
    "POST /v1/tournaments/{tournament}/rounds/{number}/unpair": "organiser",
    "POST /v1/tournaments/{tournament}/avoidances": "organiser",
    "GET /v1/tournaments/{tournament}/avoidances": "referee",
    "POST /v1/tournaments/{tournament}/tables": "organiser",
    "PUT /v1/tournaments/{tournament}/tables": "organiser",
    "POST /v1/tournaments/{tournament}/tables/seats": "referee",
    "POST /v1/tournaments/{tournament}/timetable": "referee",
    "DELETE /v1/tournaments/{tournament}/timetable": "organiser",
    "POST /v1/tournaments/{tournament}/timetable/proposal": "organiser",
    "PUT /v1/tournaments/{tournament}/timetable/rules": "organiser",
    "GET /v1/clubs/{club}/timetable": "viewer",
    "GET /v1/tournaments/{tournament}/money": "organiser",
    "PUT /v1/tournaments/{tournament}/money": "organiser",
    "DELETE /v1/tournaments/{tournament}/money": "organiser",
    "GET /v1/tournaments/{tournament}/payments": "referee",
    "GET /v1/tournaments/{tournament}/payments.csv": "referee",
    "POST /v1/tournaments/{tournament}/payments": "referee",
    "POST /v1/tournaments/{tournament}/pool-players": "referee",
    "POST /v1/tournaments/{tournament}/pool-winners": "organiser",
    "POST /v1/tournaments/{tournament}/classes": "organiser",
    "POST /v1/tournaments/{tournament}/end": "organiser",
    "POST /v1/tournaments/{tournament}/call-off": "organiser",
    "POST /v1/tournaments/{tournament}/reinstate": "organiser",
    "DELETE /v1/tournaments/{tournament}": "organiser",
    "POST /v1/tournaments/{tournament}/copies": "organiser",
    "POST /v1/tournaments/{tournament}/amendment-preview": "organiser",
    "POST /v1/tournaments/{tournament}/publication": "organiser",
    "POST /v1/tournaments/{tournament}/results": "scorer",
    "POST /v1/tournaments/{tournament}/confirmations": "scorer",
    "POST /v1/tournaments/{tournament}/decisions": "referee",
    "POST /v1/tournaments/{tournament}/decisions/{decision}/undo": "referee",
}
STATELESS = [each for each, role in TABLE.items() if role == EVERYBODY]
CLOSED = [row for row in TABLE if row not in STATELESS]
"""Addresses that always need a token. Every other address is read with the role viewer, or when published."""

GARBAGE = {"data": b"\x00{", "content_type": "text/odd"}
AT_MATCH = ("POST /v1/tournaments/{tournament}/results", "POST /v1/tournaments/{tournament}/confirmations")
"""Operations of a tournament whose body names a match."""


def operations_of(app):
    """Every operation of the document: `METHOD /path` → what it says."""
    paths = app.extensions["brade"].document()["paths"]
    return {
        f"{method.upper()} {path}": words
        for path, operations in paths.items()
        for method, words in operations.items()
        if method != "parameters"
    }


class SeatedTournament:
    """A running tournament that is not published, with two tables and a match at the first."""

    def __init__(self, api):
        self.api = api
        self.tournament, self.at_first, self.at_second, self.member = api.begin_with("hall", self._made)

    def _made(self):
        api, tournament = self.api, self.api.tournament(4)
        part = f"/v1/tournaments/{tournament}"
        assert api.post(f"{part}/tables", {"tables": ["1", "2"]}).status_code in (200, 201)
        assert api.post(f"{part}/start").status_code in (200, 201)
        rows = api.get(f"{part}/matches", role="organiser").json["matches"]
        first, second = (next(row["id"] for row in rows if row["table"] == table) for table in ("1", "2"))
        member = api.post("/v1/clubs/vasa/people", {"name": "Åsa", "role": "viewer"}).json["id"]
        return tournament, first, second, member

    def at(self, operation, match=None, tournament=None, club="vasa"):
        method, path = operation.split(" ")
        return method, path.format(
            game="swedish",
            club=club,
            match=match or self.at_first,
            tournament=tournament or self.tournament,
            token="none",
            decision="1",
            player="Player 1",
            number="1",
            member=self.member,
            entry_request="q_none",
            webhook="w_none",
            template="n_none",
            series="s_none",
            delivery="1",
            file_id="f_none",
        )

    def browser_at(self, table="1", role="scorer"):
        path = f"/v1/tournaments/{self.tournament}/links"
        links = self.api.post(path, {"tables": [table], "role": role}, role="referee").json["links"]
        browser = Browser(self.api)
        assert browser.post("/v1/session", {"link": links[0]["link"]}).status_code == 200
        return browser
