"""The confirmation of a preview: written once, under the digest of exactly what was looked at."""

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

from core.errors import NotAllowed
from core.messages import say
from service.handlers.request import Request


class PreviewChanged(NotAllowed):
    """A file would become something else now than what was looked at."""

    def __init__(self) -> None:
        super().__init__(say("the file would become something else now than was looked at: look at it again"))


def digest_of(preview: Any) -> str:
    """The digest of what a preview would write, as JSON data."""
    return sha256(json.dumps(preview).encode()).hexdigest()[:32]


def confirmed(request: Request, digest: str) -> Request:
    """The request under a key of its own, so that the same confirmation is written once however often it comes."""
    key = request.key or f"import-{digest}"
    return replace(request, key=key, fingerprint=f"{request.fingerprint}{digest}")
