"""Addresses of https beside plain http, and of the page by which a phone comes to trust them."""

import re
from ipaddress import IPv6Address

ENCRYPTED = "BRADE_ENCRYPTED"
"""Set for the web server of https by the process that starts it."""

PHONE_PAGE, CERTIFICATE = "/phone", "/hall.crt"
"""The page that says what a phone must do once before https works on it, and the file that it takes there."""

_HOST = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[(?P<ipv6>[0-9A-Fa-f:.]{2,45})\])(?::[0-9]{1,5})?")


def encrypted_origin(host: str, port: int) -> str | None:
    """The origin of https at the machine that a `Host` header names; `None` for what names none.

    >>> encrypted_origin("192.168.1.17:8000", 8443), encrypted_origin("[fe80::1]:8000", 8443)
    ('https://192.168.1.17:8443', 'https://[fe80::1]:8443')
    >>> encrypted_origin("a;b", 8443), encrypted_origin("", 8443), encrypted_origin("[::g]", 8443)
    (None, None, None)
    """
    matched = _HOST.fullmatch(host)
    if not matched:
        return None
    try:
        IPv6Address(matched["ipv6"] or "::")
    except ValueError:
        return None
    return f"https://{matched['name']}:{port}"
