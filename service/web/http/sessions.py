"""The session cookie of a browser: signed, unreadable for scripts and not sent by other sites.

Over TLS its name restricts it to this host, and it is sent only over TLS. What it holds says itself when it is over
(`service.handlers.club.sessions`): no clock of a machine decides it, neither the service's nor the browser's.
"""

import json
import secrets
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.datastructures import Headers

from service.handlers.club.sessions import DAYS, Session
from service.handlers.club.sign_in import Invitee

PLAIN, SECURE = "brade", "__Host-brade"


class Cookies(SecureCookieSessionInterface):
    """Flask's signed cookie, with this installation's key, and the name and flag that the line allows."""

    def get_cookie_name(self, app: Flask) -> str:  # noqa: ARG002 - Flask's signature
        """See SessionInterface of Flask."""
        return SECURE if request.is_secure else PLAIN

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's signature
        """See SessionInterface of Flask."""
        return request.is_secure

    def get_cookie_samesite(self, app: Flask) -> str:  # noqa: ARG002 - Flask's signature
        """See SessionInterface of Flask."""
        return "Lax"

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """See `SecureCookieSessionInterface`."""
        key: str = app.extensions["brade"].deps.session_key()
        options = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return URLSafeTimedSerializer(key, salt=self.salt, serializer=self.serializer, signer_kwargs=options)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """See SessionInterface. An answer that refuses begins no session; it may delete one that is over.

        Of a session that is empty and was not looked at there is nothing to say.
        """
        used = session or session.accessed or session.modified
        if not used or (response.status_code >= 400 and session):
            return
        if session and self.should_set_cookie(app, session):
            serializer = self.get_signing_serializer(app)
            assert serializer is not None
            response.set_cookie(
                self.get_cookie_name(app),
                serializer.dumps(dict(session)),
                max_age=app.permanent_session_lifetime,  # a time that passes, which a browser counts by itself
                httponly=True,
                path=self.get_cookie_path(app),
                secure=self.get_cookie_secure(app),
                samesite=self.get_cookie_samesite(app),
            )
            response.vary.add("Cookie")
        else:
            super().save_session(app, session, response)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """See SessionInterface. Most requests carry no cookie, and ask for no key.

        The age of a cookie by the machine's clock is not asked for, which Flask would do.
        """
        signed = request.cookies.get(self.get_cookie_name(app), "") if "HTTP_COOKIE" in request.environ else ""
        serializer = self.get_signing_serializer(app) if signed else None
        if serializer is None:
            return SecureCookieSession()
        try:
            return SecureCookieSession(serializer.loads(signed))
        except BadSignature:
            return SecureCookieSession()


def register(app: Flask) -> None:
    """Let the app know who sits before a browser."""
    app.session_interface = Cookies()
    app.permanent_session_lifetime = timedelta(days=DAYS)
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False


# ── what is in it ────────────────────────────────────────────────────────────────────────────────────────────────────
def begin(signed_in: Session) -> None:
    """Sign a person in."""
    _replace("member", list(signed_in))


def begin_linked(link: str, device: str) -> None:
    """Accept a link, on a device of that word."""
    _replace("link", [link, device])


def device() -> str:
    """A word that tells this device apart from others at the same table, whatever links it opens."""
    before = linked()
    return before[1] if before else secrets.token_hex(2)


def begin_invitation(invitee_: Invitee) -> None:
    """Begin the choice of a password."""
    _replace("coming", list(invitee_))


def begin_founding(proof: str) -> None:
    """Begin the founding of the first club, by a browser that had the key."""
    _replace("founding", [proof])


def end() -> None:
    """End the session."""
    session.clear()


def member() -> Session | None:
    """The session of a signed-in person."""
    return _read("member", Session)


def invitee() -> Invitee | None:
    """A person who is choosing a password."""
    return _read("coming", Invitee)


def founding() -> str:
    """The proof that this browser had the key; "" for one that had not."""
    return _read("founding", str) or ""


def linked() -> tuple[str, str] | None:
    """The link of the session, and the word of the device."""
    return _read("link", lambda link, device: (link, device))


def session_id() -> str:
    """By what this session is known where it is ended; one of an earlier version by all that it holds."""
    return session.get("id") or sha256(json.dumps(dict(session), sort_keys=True).encode()).hexdigest()[:32]


def _replace(name: str, value: Any) -> None:
    session.clear()
    session.permanent = True
    session["id"] = secrets.token_hex(16)
    session[name] = value


def _read(name: str, kind: Callable[..., Any]) -> Any:
    try:
        return kind(*session[name])
    except (KeyError, TypeError):  # without an owner, or as another version of the service wrote it
        return None


# ── whose request it is ──────────────────────────────────────────────────────────────────────────────────────────────
def of_our_own(headers: Headers, host: str) -> bool:
    """True if a request comes from a page of this service, or was typed by its reader, and from no other site's page.

    Browsers say so in Sec-Fetch-Site; over plain http to anything but localhost they say only the Origin.
    """
    site = headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("Origin", "")
    return origin.partition("://")[2] == host
