"""The environment, read once into frozen settings."""

import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import BradeError
from service.store.cluster import addresses

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
"""The level of the log; with `INFO` every request and every judged batch."""

TLS_PORT = 8443
"""The port for https where no other one is chosen."""

API = "api"
"""The part of the service that answers requests, and sends no live streams."""

LIVE = "live"
"""The part of the service that sends live streams, and answers no other requests."""

PARTS = (API, LIVE)

_ADDRESS = re.compile(r"https?://(?=.{1,253}(?::|$))(?:[a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?")

LEAST_SECRET = 20
"""Characters that the operator's token and every kept key have at least."""


class BadSetting(BradeError):
    """An environment variable cannot be read; the message says which and what would be right."""

    code = "bad-setting"


@dataclass(frozen=True)
class Settings:
    """Settings of this process. Addresses are host and port; `data` is the folder of the embedded store and the keys.

    `checkpoints` are further folders for the checkpoint, `copies` those for second copies of everything recorded;
    `volatile` allows a store that keeps nothing on the disk. `restore_mb` is the size of a backup that is brought back
    by a page. An address that the operator has not chosen is that of the
    switch on the club's page (`service.hall.switch`). `tls` is the port at which phones are served over https with the
    hall's own certificate. `encrypted`: this process is the web server of that port.
    `only` is the part of the service that this process starts, "" for all of it: `API` is requests alone, `LIVE` live
    streams alone.
    `replicas`: the replicas of the store on which a fact lies before it is answered. `replicas_strict`: where they are
    lost, nothing is recorded. `shards` is the number of shards of a cluster that is empty yet.
    `addresses`: at which people open the service, such as `https://brade.example`; the first one is that of all links.
    `webhooks_loopback`: webhooks may be sent to this machine, also without https, as tests need it. `webhook_ports` are
    the ports of other machines to which they may be sent.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    store_url: str | None = None
    queue_url: str | None = None
    admin_token: str | None = None
    workers: int = 2
    log_level: str = "WARNING"
    proxies: int = 0
    checkpoints: tuple[Path, ...] = ()
    copies: tuple[Path, ...] = ()
    volatile: bool = False
    restore_mb: int = 200
    bind_chosen: bool = False
    tls: int | None = None
    encrypted: bool = False
    only: str = ""
    webhooks_loopback: bool = False
    webhook_ports: frozenset[int] = frozenset({443})
    replicas: int = 0
    replicas_strict: bool = True
    shards: int = 16
    addresses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises `BadSetting` for a token of the operator's that could be found by trying."""
        if self.admin_token is not None and len(self.admin_token) < LEAST_SECRET:
            raise BadSetting(
                f"BRADE_ADMIN_TOKEN has {len(self.admin_token)} characters, and it opens everything: take at least"
                f" {LEAST_SECRET} random ones, or leave it out, and one is made and kept in the data folder"
            )

        if self.tls is not None and self.proxies:
            raise BadSetting("BRADE_TLS and BRADE_PROXIES exclude each other: the proxy makes the connection safe")
        if self.tls and self.tls == self.port:
            raise BadSetting(f"BRADE_TLS and BRADE_BIND name the same port {self.tls}: https needs one of its own")
        if self.only and self.tls is not None:
            raise BadSetting("BRADE_TLS and BRADE_ONLY exclude each other: a part of the service stands behind a proxy")
        if self.only and not self.proxies:
            raise BadSetting(
                "BRADE_ONLY starts a part of the service behind a proxy: set BRADE_PROXIES to their number"
            )
        if self.only and self.store_url is None:
            raise BadSetting("BRADE_ONLY starts a part of the service: set BRADE_STORE_URL to the store of all parts")

    @property
    def several(self) -> bool:
        """True if several web processes count together, so that one page has the measurements of all."""
        return bool(self.only) or PROCESSES > 1 or self.tls is not None

    @property
    def own_port(self) -> int:
        """The port at which this process serves, if it is a web server."""
        return self.tls if self.encrypted and self.tls else self.port

    @property
    def bind(self) -> str:
        """The address to serve at, `host:port`."""
        return f"{self.host}:{self.port}"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of the `BRADE_…` variables, all optional. Raises `BadSetting`."""
    own = f"127.0.0.1:{_port(environment)}"
    host, port = _address(environment.get("BRADE_BIND") or own)
    workers = environment.get("BRADE_WORKERS", "2")
    if not workers.isdecimal() or int(workers) > 64:
        raise BadSetting(f"BRADE_WORKERS is {workers!r}; it is a number of worker processes from 0 to 64")
    log_level = environment.get("BRADE_LOG_LEVEL", "warning").upper()
    if log_level not in LOG_LEVELS:
        raise BadSetting(f"BRADE_LOG_LEVEL is {log_level.lower()!r}; it is one of {', '.join(LOG_LEVELS).lower()}")
    proxies = environment.get("BRADE_PROXIES") or "0"
    if not proxies.isdecimal() or int(proxies) > 9:
        raise BadSetting(f"BRADE_PROXIES is {proxies!r}; it is how many proxies stand before the service, 0 to 9")
    restore_mb = environment.get("BRADE_RESTORE_MB") or "200"
    if not restore_mb.isdecimal() or not 1 <= int(restore_mb) <= 4000:
        raise BadSetting(f"BRADE_RESTORE_MB is {restore_mb!r}; it is how many MB a backup may have, 1 to 4000")
    only = environment.get("BRADE_ONLY", "")
    if only and only not in PARTS:
        raise BadSetting(f"BRADE_ONLY is {only!r}; it is {' or '.join(PARTS)}, or nothing for the whole service")
    store_url = environment.get("BRADE_STORE_URL") or None
    _check_addresses(store_url, environment.get("BRADE_QUEUE_URL"))
    replicas, strict = _replicas(environment, store_url or "")
    return Settings(
        host=host,
        port=port,
        data=Path(environment.get("BRADE_DATA") or "data").absolute(),
        store_url=store_url,
        queue_url=environment.get("BRADE_QUEUE_URL") or store_url,
        admin_token=environment.get("BRADE_ADMIN_TOKEN") or None,
        workers=0 if only else int(workers),
        log_level=log_level,
        proxies=int(proxies),
        checkpoints=_folders(environment.get("BRADE_CHECKPOINT", "")),
        copies=_folders(environment.get("BRADE_COPY_TO", "")),
        volatile=environment.get("BRADE_VOLATILE_STORE", "0") not in ("", "0"),
        restore_mb=int(restore_mb),
        replicas=replicas,
        replicas_strict=strict,
        shards=_shards(environment.get("BRADE_SHARDS") or "16"),
        bind_chosen=bool(environment.get("BRADE_BIND")),
        tls=_tls(environment.get("BRADE_TLS", "")),
        only=only,
        webhooks_loopback=environment.get("BRADE_WEBHOOKS_LOOPBACK", "0") not in ("", "0"),
        addresses=_addresses(environment.get("BRADE_ADDRESSES", "")),
        webhook_ports=_ports(environment.get("BRADE_WEBHOOK_PORTS") or "443"),
    )


def _addresses(text: str) -> tuple[str, ...]:
    """The addresses of `BRADE_ADDRESSES`, without a slash at their end."""
    found = [part.strip().lower().rstrip("/") for part in text.split(",") if part.strip()]
    for each in found:
        if not _ADDRESS.fullmatch(each):
            raise BadSetting(
                f"BRADE_ADDRESSES has {each!r}; an address at which people open the service looks like"
                " https://brade.example or http://192.168.1.17:8000, and commas stand between several"
            )
    return tuple(dict.fromkeys(found))


def _ports(text: str) -> frozenset[int]:
    words = [part.strip() for part in text.split(",")]
    if not all(word.isascii() and word.isdecimal() and 0 < int(word) < 65536 for word in words):
        raise BadSetting(f"BRADE_WEBHOOK_PORTS is {text!r}; it is ports from 1 to 65535 with commas, such as 443,8443")
    return frozenset(map(int, words))


def _check_addresses(store_url: str | None, queue_url: str | None) -> None:
    if store_url and addresses.is_distributed(store_url):
        try:
            addresses.parse(store_url)
        except addresses.BadAddress as error:
            raise BadSetting(f"BRADE_STORE_URL: {error}") from None
        if not queue_url:
            raise BadSetting(
                "BRADE_STORE_URL names several servers, and the queue needs one of its own: BRADE_QUEUE_URL is the"
                " address of a Redis or Valkey server that is no cluster, such as redis://host:6379/0"
            )
        store_url = None
    for name, url in (("BRADE_STORE_URL", store_url), ("BRADE_QUEUE_URL", queue_url)):
        if url and not url.startswith(("redis://", "rediss://", "unix://")):
            raise BadSetting(f"{name} is no store's address; it looks like redis://host:6379/0")


def _shards(text: str) -> int:
    if text not in ("16", "32", "64", "128", "256"):
        raise BadSetting(f"BRADE_SHARDS is {text!r}; it is the shards of a new cluster: 16, 32, 64, 128 or 256")
    return int(text)


def _replicas(environment: Mapping[str, str], store_url: str) -> tuple[int, bool]:
    """`BRADE_COPIES`, and `True` if nothing is recorded where these are lost (`BRADE_COPIES_LOST`)."""
    count = environment.get("BRADE_COPIES") or "0"
    if not count.isdecimal() or int(count) > 5:
        raise BadSetting(f"BRADE_COPIES is {count!r}; it is on how many replicas of the store a fact lies, 0 to 5")
    lost = environment.get("BRADE_COPIES_LOST") or (
        "go-on" if addresses.SENTINEL in store_url.partition("://")[0] else "refuse"
    )
    if lost not in ("refuse", "go-on"):
        raise BadSetting(f"BRADE_COPIES_LOST is {lost!r}; it is refuse or go-on")
    return int(count), lost == "refuse"


def _tls(text: str) -> int | None:
    """The port of `BRADE_TLS`; `1` is the usual one."""
    if text in ("", "0"):
        return None
    if not text.isdecimal() or int(text) > 65535:
        raise BadSetting(f"BRADE_TLS is {text!r}; it is the port for https, or 1 for the usual one, {TLS_PORT}")
    return TLS_PORT if int(text) == 1 else int(text)


def _folders(names: str) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(Path(part).absolute() for part in names.split(os.pathsep) if part))


def _port(environment: Mapping[str, str]) -> int:
    """The port of `BRADE_PORT`, which leaves it to the club's page who is served."""
    port = environment.get("BRADE_PORT") or "8000"
    if not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise BadSetting(f"BRADE_PORT is {port!r}; it is a port from 1 to 65535, such as 8001")
    if environment.get("BRADE_PORT") and environment.get("BRADE_BIND"):
        raise BadSetting("BRADE_PORT and BRADE_BIND both name a port: set one of them")
    return int(port)


def _address(bind: str) -> tuple[str, int]:
    """The IP address and port of `BRADE_BIND`, in which a host's name will do."""
    host, _, port = bind.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise BadSetting(f"BRADE_BIND is {bind!r}; it is an address and port like 127.0.0.1:8000")
    try:
        return str(socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)[0][4][0]), int(port)
    except OSError:
        raise BadSetting(
            f"BRADE_BIND is {bind!r}, and there is no host {host!r}: take an address of this machine"
        ) from None


MEASUREMENTS = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several web processes count together."""

PROCESSES = max(1, min(4, (os.cpu_count() or 1) // 2))
"""The number of web processes: the store and the workers need the other processors."""
ALONE = max(1, min(16, os.cpu_count() or 1))
"""The number of web processes where store and workers are elsewhere."""
