"""The condition of the certificate's files, in a word (`good`, `note`, `bad`) and a sentence each."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from service.private_files import UMASK
from service.tls.files import CertificateFiles

_SOON = timedelta(days=365)


def conditions(files: CertificateFiles, now: datetime | None = None) -> Iterator[tuple[str, str]]:
    """The condition of what phones trust, then of the web server's certificate. Nothing is changed."""
    from service.tls.certificates import end_of

    now = now or datetime.now(UTC)
    for path, what in (
        (files.authority, "the certificate that phones trust"),
        (files.server, "the web server's certificate"),
    ):
        is_authority = path == files.authority
        again = ", which every phone must be told to trust" if is_authority else ""
        if not path.exists():
            yield "note", f"{path} is not there yet: the next start with https makes it"
            continue
        try:
            end = end_of(path.read_text(encoding="ascii"))
        except (OSError, ValueError) as error:
            yield "bad", f"{path} cannot be read ({error}): remove it, and the next start makes another one{again}"
            continue
        if path.stat().st_mode & UMASK:
            yield "bad", f"others can read {path}, which keeps a private key: chmod 600 {path}"
        elif end <= now:
            remove = f"remove {path}, and " if is_authority else ""
            yield "bad", f"{what} ended on {end:%Y-%m-%d}: {remove}the next start makes another one{again}"
        elif is_authority and end - now < _SOON:
            remedy = f"before that remove {path}, and the next start makes another one{again}"
            yield "note", f"{what} ends on {end:%Y-%m-%d}: {remedy}"
        else:
            yield "good", f"{what} is valid until {end:%Y-%m-%d}"
