"""Secrets and signatures of webhooks by Standard Webhooks 1.0 (`whsec_…`, `v1,…`)."""

import hmac
from base64 import b64encode
from hashlib import sha256

from service.bootstrap import Dependencies

_PREFIX = "whsec_"


def signing_key(deps: Dependencies, club: str, webhook_id: str) -> bytes:
    """The 52 bytes that sign the messages of a webhook.

    They are derived from the service's own key and stored nowhere, so that no backup and no log has them.
    """
    return deps.secret(f"webhook/{club}", webhook_id).encode()


def secret_text(key: bytes) -> str:
    """The text of a secret as receivers are given it."""
    return _PREFIX + b64encode(key).decode()


def headers(key: bytes, message_id: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers that identify and sign a message, sent at a time (Unix seconds)."""
    digest = hmac.digest(key, f"{message_id}.{seconds}.".encode() + body, "sha256")
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{b64encode(digest).decode()}",
    }


def message_id(webhook_id: str, stream: str, version: int, kind: str) -> str:
    """The id of a message: the same in every try and every replay of the same news.

    >>> message_id("w_a", "t_b", 3, "player.entered")
    'msg_be2efa35605dda8aec980e54'
    """
    return f"msg_{sha256(f'{webhook_id} {stream} {version} {kind}'.encode()).hexdigest()[:24]}"
