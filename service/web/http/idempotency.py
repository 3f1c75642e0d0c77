"""Idempotency keys and fingerprints of requests that pages send."""

import json
import secrets
from hashlib import sha256
from typing import Any

Json = dict[str, Any]


def new_key() -> str:
    """A key under which a request may be sent twice and is written once."""
    return f"desk-{secrets.token_hex(8)}"


def fingerprint(body: Json) -> str:
    """Fingerprint that tells a repeated request from another one with the same key."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
