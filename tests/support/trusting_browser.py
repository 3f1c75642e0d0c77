"""A browser that trusts the certificate of a service, as a phone does after the page for it."""

import base64
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.tls.files import CertificateFiles
from tests.support.pages.browser import CHROMIUM, FLAGS


@contextmanager
def trusting(chromium: Any, files: CertificateFiles) -> Iterator[Any]:
    """A Chromium of its own. Where `certutil` is (Debian: libnss3-tools) it is told as a person tells it; else a flag
    has it pass over the doubts about this one authority.
    """
    with tempfile.TemporaryDirectory(prefix="brade-home-") as home:
        flags = [] if _told(Path(home), files.certificate()) else [_passing_over(files.certificate())]
        browser = chromium.browser_type.launch(
            executable_path=CHROMIUM, args=[*FLAGS, *flags], env={**os.environ, "HOME": home}
        )
        try:
            yield browser
        finally:
            browser.close()


def _told(home: Path, certificate: bytes) -> bool:
    certutil = shutil.which("certutil")
    if certutil is None:
        return False
    database, file = home / ".pki" / "nssdb", home / "hall.crt"
    database.mkdir(parents=True)
    file.write_bytes(certificate)
    for arguments in (["-N", "--empty-password"], ["-A", "-n", "hall", "-t", "C,,", "-i", str(file)]):
        subprocess.run([certutil, *arguments, "-d", f"sql:{database}"], check=True, capture_output=True)
    return True


def _passing_over(certificate: bytes) -> str:
    key = x509.load_der_x509_certificate(certificate).public_key()
    known = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    return f"--ignore-certificate-errors-spki-list={base64.b64encode(known).decode()}"
