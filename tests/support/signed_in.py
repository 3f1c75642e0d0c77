"""People with browsers: signed in with a password, or by a link."""

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.api import Api
from tests.support.document_check import hold_against_document

PASSWORD = "en kopp kaffe"
OWN = {"Sec-Fetch-Site": "same-origin"}
FORMS = {**OWN, "Accept": "text/html"}


class Browser:
    """A browser of its own, whose requests come from the service's pages unless something else is said."""

    def __init__(self, api: Api) -> None:
        self.client: FlaskClient = api.client.application.test_client()

    def send(self, method: str, path: str, headers: dict[str, str] | None = None, **options: object) -> TestResponse:
        answer = self.client.open(path, method=method, headers=OWN if headers is None else headers, **options)
        hold_against_document(self.client.application, method, path, answer)
        return answer

    def get(self, path: str, **options: object) -> TestResponse:
        return self.send("GET", path, **options)

    def post(self, path: str, json: object = None, **options: object) -> TestResponse:
        return self.send("POST", path, json=json, **options)

    def fill(self, path: str, **form: object) -> TestResponse:
        """Send a form of a page."""
        return self.client.post(path, data=form, headers=FORMS)

    def sign_in(self, name: str, password: str = PASSWORD, club: str = "vasa") -> TestResponse:
        return self.post("/v1/session", {"club": club, "name": name, "password": password})


def employ(api: Api, name: str, role: str, club: str = "vasa") -> str:
    """Let a person work for a club, with the usual password; the id."""
    prefix = "" if club == "vasa" else f"{club} "
    invited = api.post(f"/v1/clubs/{club}/people", {"name": name, "role": role}, role=f"{prefix}organiser").json
    browser = Browser(api)
    assert browser.fill("/sign-in/key", key=invited["invitation"]).status_code == 303
    assert browser.fill("/sign-in/password", password=PASSWORD).status_code == 303
    return invited["id"]


def signed_in(api: Api, name: str, role: str, club: str = "vasa") -> Browser:
    """A browser of a new person who works for a club."""
    employ(api, name, role, club)
    browser = Browser(api)
    assert browser.sign_in(name, club=club).status_code == 200
    return browser


def later(api: Api, milliseconds: int) -> None:
    """Let time pass for the service."""
    clock = api.deps.clock
    for name in ("clock", "steady"):
        object.__setattr__(api.deps, name, lambda: clock() + milliseconds)


def opened(api: Api, link: str) -> tuple[Browser, TestResponse]:
    """A new browser that opened a link, and the answer to it."""
    browser = Browser(api)
    answer = browser.post("/v1/session", {"link": link})
    return browser, answer
