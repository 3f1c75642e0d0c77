"""The time until viewers see a fact: hundreds and thousands of them, while facts are recorded.

    python -m bench viewers

Every viewer is a connection of one client process, beside the server, the store and the recorder on this machine.
"""

import os
import resource
import tempfile
from pathlib import Path

from bench.viewers.load import HEAD, LoadProfile, watch

LOAD_PROFILES = (
    LoadProfile(500, 200, 1, 50, "match"),
    LoadProfile(500, 200, 1, 50, "tournament"),
    LoadProfile(2000, 200, 1, 50, "match"),
    LoadProfile(2000, 200, 1, 50, "tournament"),
    LoadProfile(2000, 200, 1, 200, "tournament"),
    LoadProfile(2000, 200, 10, 20, "both"),
    LoadProfile(2000, 200, 1, 50, "tournament", packed=True),
    LoadProfile(10_000, 200, 50, 4, "tournament", processes=2, packed=True, seats=10_000),
)


SPARE_FILES = 500
"""Files that a process opens beside a connection for each viewer."""


def main(profiles=LOAD_PROFILES):
    """Viewers of one tournament and of its matches, and ten thousand of fifty tournaments."""
    from service.store.server.embedded_server import EmbeddedStore

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"| {HEAD} |\n|{'---|' * len(HEAD.split('|'))}")
    figures = []
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=True) as store:
        os.environ |= {
            "BRADE_STORE_URL": store.url,
            "BRADE_DATA": folder,
            "BRADE_ADMIN_TOKEN": "x" * 20,
            "BRADE_PROXIES": "1",
        }
        for profile in profiles:
            if profile.viewers + SPARE_FILES > hard:
                print(f"{profile.viewers} viewers need more open files than the {hard} that a process may have here")
                continue
            figures += watch(store, profile)
    return figures
