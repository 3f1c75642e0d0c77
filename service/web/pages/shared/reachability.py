"""Reachability: if phones in the hall can open the address of this service, and what to do if they cannot."""

from typing import Any
from urllib.parse import urlsplit

from flask import request

from service.hall.addresses import is_own
from service.web.hall_address import hall_addresses, shared_base
from service.web.http.authentication import current_principal
from service.web.http.context import deps


def reach() -> dict[str, Any]:
    """Data of `shared/parts/unreachable.html`: why phones cannot open what is made here, and the page for that."""
    settings, person = deps().settings, current_principal()
    why = "" if hall_addresses() else "bound" if is_own(settings.host) else "asked"
    organises = person is not None and person.club is not None and person.role == "organiser"
    page = f"/clubs/{person.club}/hall" if person and organises else ""
    return {"unreachable": why, "host": request.host, "hall_page": page}


def hall_host() -> str:
    """The host, and the port if it is named, at which phones open the service."""
    return urlsplit(shared_base()).netloc
