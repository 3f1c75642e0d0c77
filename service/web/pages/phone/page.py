"""The page that says what a phone must do once to trust https with the hall's own certificate, and the file for it.

Both are also read over plain http, by phones that do not trust it yet. They name no person.
"""

from flask import Response, g, request
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound

from service.tls.addresses import CERTIFICATE, PHONE_PAGE
from service.tls.files import CertificateFiles
from service.web.hall_address import own_origin, phone_page
from service.web.http.context import deps
from service.web.pages.base import HEADERS, PageBlueprint, finish_response, render_page
from service.web.pages.shared.qr import qr

pages = PageBlueprint("phone", __name__)

_KINDS = {"iphone": ("iPhone", "iPad"), "android": ("Android",)}
"""Words by which the browsers of each kind of phone are known."""


@pages.get(PHONE_PAGE)
def phone() -> Response:
    """The steps that this phone takes once, and the way on."""
    files = _files()
    g.visitor = None
    origin, address, agent = own_origin(), phone_page(), request.headers.get("User-Agent", "")
    found = [kind for kind, words in _KINDS.items() if any(word in agent for word in words)]
    response = render_page(
        "phone/phone.html",
        origin=origin,
        address=address,
        kinds=found[:1] or list(_KINDS),
        name=files.name(),
        picture=qr(address, _("The address as a QR code")) if address else "",
    )
    policy = HEADERS["Content-Security-Policy"].replace("connect-src 'self'", f"connect-src 'self' {origin}")
    response.headers["Content-Security-Policy"] = policy
    response.vary.add("User-Agent")
    return response


@pages.get(CERTIFICATE)
def certificate() -> Response:
    """The certificate that a phone is told to trust, without its key."""
    response = finish_response(Response(_files().certificate(), mimetype="application/x-x509-ca-cert"))
    # The page asks for it over https, to learn if this phone trusts it: another origin.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _files() -> CertificateFiles:
    """The certificate's files. Raises `NotFound` where there is no https with an own certificate."""
    settings = deps().settings
    if settings.tls is None:
        raise NotFound
    return CertificateFiles(settings.data)
