"""nginx takes the configuration that is shipped. `test_behind_nginx.py` has everything that a service is asked for."""

import json
from pathlib import Path

from tests.support.processes.programs.nginx import proxy
from tests.support.processes.serving import free_port


def test_without_any_server_the_proxy_says_over_https_when_to_come_back(tmp_path: Path) -> None:
    with proxy(tmp_path, api=[free_port()], live=[free_port()]) as at:
        connection = at.connection()
        connection.request("GET", "/v1/matches/m_aaaaaaaaaa")
        answer = connection.getresponse()
        problem = json.loads(answer.read())
        connection.close()
    assert (answer.status, answer.headers["Retry-After"], problem["code"]) == (503, "2", "busy")
