"""The certificate of a service that runs: made anew where it nears its end, or this machine got another address."""

import threading
from collections.abc import Callable

from service.config import BadSetting
from service.processes.child_process import ChildProcess
from service.tls.files import CertificateFiles

_LOOK_SECONDS = 5.0


class CertificateWatch(threading.Thread):
    """Looks after the certificate until `stopping` is set; the web server of https is started again for a new one."""

    def __init__(
        self,
        files: CertificateFiles,
        host: str,
        web: ChildProcess,
        stopping: threading.Event,
        say: Callable[[str], object],
    ) -> None:
        super().__init__(name="certificate", daemon=True)
        self._files, self._host, self._web = files, host, web
        self._stopping, self._say = stopping, say
        self._reported = ""

    def run(self) -> None:
        """See `threading.Thread.run`."""
        while not self._stopping.wait(_LOOK_SECONDS):
            try:
                if self._files.renew(self._host):
                    self._web.renew({})
                    self._report(
                        "the certificate was made anew: this machine has another address, or it neared its end"
                    )
                else:
                    self._reported = ""
            except (BadSetting, OSError) as error:
                self._report(f"the certificate cannot be looked after: {error}")

    def _report(self, line: str) -> None:
        if line != self._reported:
            self._say(line)
            self._reported = line
