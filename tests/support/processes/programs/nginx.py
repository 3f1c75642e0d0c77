"""A real nginx with the configuration that is shipped, on a port of its own, before parts of the service."""

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from service.tls.files import CertificateFiles
from tests.support.paths import ROOT
from tests.support.processes.serving import SLOW, free_port
from tests.support.store import eventually

SHIPPED = ROOT / "deploy" / "nginx"
PROGRAM = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


@dataclass(frozen=True)
class Proxy:
    """A proxy that serves, and the TLS of a client that trusts its certificate."""

    port: int
    tls: ssl.SSLContext

    def connection(self) -> HTTPSConnection:
        """A connection that is not opened yet."""
        return HTTPSConnection("127.0.0.1", self.port, timeout=SLOW, context=self.tls)


def listens(port: int) -> bool:
    """True if a program takes connections there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def version() -> tuple[int, ...]:
    """The version of the installed nginx, such as (1, 22, 1)."""
    said = subprocess.run([str(PROGRAM), "-v"], capture_output=True, text=True, check=True).stderr
    return tuple(map(int, re.findall(r"\d+", said)[:3]))


@contextmanager
def proxy(folder: Path, api: Sequence[int], live: Sequence[int]) -> Iterator[Proxy]:
    """nginx before the parts at these ports. Skips the test where no nginx is installed.

    Two of the three files are the test's own: they name servers, port and certificate. `nginx.conf` is as shipped.
    """
    if not PROGRAM:
        pytest.skip("no nginx here, so its configuration is not tried: tools/programs.sh installs it where it may")
    port = free_port()
    shutil.copy(SHIPPED / "nginx.conf", folder)
    (folder / "servers.conf").write_text(_upstream("api", api) + _upstream("live", live))
    # `http2 on`, as it is shipped, is known since 1.25.1
    listen = f"listen 127.0.0.1:{port} ssl" + (";\nhttp2 on;" if version() >= (1, 25, 1) else " http2;")
    files = CertificateFiles(folder)
    files.renew("127.0.0.1")
    certified = f"ssl_certificate {files.server};\nssl_certificate_key {files.server};\n"
    (folder / "listen.conf").write_text(f"{listen}\n{certified}")
    with (folder / "nginx.log").open("wb") as log:
        where = ["-e", "stderr", "-c", str(folder / "nginx.conf"), "-p", str(folder)]
        process = subprocess.Popen([PROGRAM, *where, "-g", "daemon off;"], stdout=log, stderr=log)
        try:
            eventually(lambda: listens(port) or process.poll() is not None, SLOW, "the proxy")
            assert process.poll() is None, (folder / "nginx.log").read_text()
            yield Proxy(port, files.client_context())
        finally:
            process.terminate()
            process.wait(SLOW)


def _upstream(part: str, ports: Sequence[int]) -> str:
    """The servers of a part, chosen as in the file that is shipped."""
    shipped = (SHIPPED / "servers.conf").read_text()
    found = re.search(rf"upstream {part} {{\n(.*?)}}", shipped, re.DOTALL)
    assert found, part
    lines = [line for line in found[1].splitlines() if not line.strip().startswith("server ")]
    lines += [f"server 127.0.0.1:{port} max_fails=2 fail_timeout=5s;" for port in ports]
    return f"upstream {part} {{\n" + "\n".join(lines) + "\n}\n"
