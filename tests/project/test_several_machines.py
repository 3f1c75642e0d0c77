"""compose.cluster.yaml, compose.standby.yaml and deploy/kubernetes: what holds for several servers of the store."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
import yaml
from redis.crc import key_slot

from service.config import from_environment
from service.store import keys
from tests.project.test_compose import CLUSTER, FILES, STANDBY, flags
from tests.support.paths import ROOT

DEPLOY = ROOT / "deploy"
KUSTOMIZATION = yaml.safe_load((DEPLOY / "kustomization.yaml").read_text())
MANIFESTS = [
    pytest.param(one, id=f"{one['kind']}-{one['metadata']['name']}")
    for name in KUSTOMIZATION["resources"]
    for one in yaml.safe_load_all((DEPLOY / name).read_text())
]
OBJECTS = {
    (manifest.values[0]["kind"], manifest.values[0]["metadata"]["name"]): manifest.values[0] for manifest in MANIFESTS
}
WORKLOADS = {
    name: object_["spec"] for (kind, name), object_ in OBJECTS.items() if kind in ("Deployment", "StatefulSet")
}
EVERY_WORKLOAD = pytest.mark.parametrize("workload", WORKLOADS)
LEFT_TO_THE_OPERATOR = "BRADE_ADMIN_TOKEN", "BRADE_PROXIES"


# ── compose ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("file", ["compose.cluster.yaml", "compose.standby.yaml"])
def test_nothing_of_the_store_is_reachable_from_outside(file):
    whole = FILES[file]
    assert whole["networks"]["inside"]["internal"] is True
    for name, service in whole["services"].items():
        if re.match(r"store|sentinel|queue|cluster|pump|jobs", name):
            assert service["networks"] == ["inside"], name
            assert "ports" not in service, name


@pytest.mark.parametrize("file", FILES)
def test_no_file_holds_a_secret(file):
    for name, service in FILES[file]["services"].items():
        for variable, value in service.get("environment", {}).items():
            if variable in LEFT_TO_THE_OPERATOR:
                assert value in (None, "1"), (name, variable)
            assert not re.search(r":[^/@]*@", str(value)), (name, variable)


def unset(value):
    """A value as compose gives it where the operator sets none of its variables."""
    return re.sub(r"\$\{\w+:([-+])([^}]*)\}", lambda found: found[2] if found[1] == "-" else "", value)


@pytest.mark.parametrize("services", [CLUSTER, STANDBY], ids=["cluster", "standby"])
def test_the_service_reads_its_settings_and_waits_for_a_copy_of_each_fact(services):
    for name, service in services.items():
        if service["image"] == "brade:local":
            known = {key: unset(value or "") for key, value in service["environment"].items()}
            settings = from_environment(known)
            assert settings.replicas == 1, name
            assert settings.workers == 0, name


def test_the_cluster_has_three_primaries_with_a_replica_each_on_volumes_of_their_own():
    stores = [name for name in CLUSTER if name.startswith("store")]
    assert CLUSTER["cluster"]["command"] == ["sh", "/join_cluster.sh", "3", *stores]
    assert len(stores) == 6
    assert len({tuple(CLUSTER[name]["volumes"]) for name in stores}) == 6
    url = CLUSTER["api-1"]["environment"]["BRADE_STORE_URL"]
    assert url == f"redis+cluster://{','.join(stores)}"


def test_a_primary_that_is_away_leaves_the_shards_of_the_others():
    assert flags(CLUSTER["store-1"])["cluster-require-full-coverage"] == "no"


def test_two_servers_answer_requests_two_send_streams_and_two_workers_judge():
    commands = Counter(tuple(one["command"]) for one in CLUSTER.values() if one["image"] == "brade:local")
    assert commands == {
        ("serve", "--only", "api"): 2,
        ("serve", "--only", "live"): 2,
        ("worker", "--queue", "pump"): 2,
        ("worker", "--queue", "jobs"): 1,
    }


def test_the_proxy_knows_every_server_of_each_part():
    servers = (DEPLOY / "nginx" / "servers.conf").read_text()
    for part in ("api", "live"):
        named = re.findall(rf"^    server ({part}-\d):8000 resolve", servers, re.MULTILINE)
        assert named == [name for name in CLUSTER if name.startswith(f"{part}-")]


def test_two_sentinels_of_three_agree_before_a_replica_takes_over():
    assert sum(name.startswith("sentinel") for name in STANDBY) == 3
    assert "sentinel monitor brade store-1 6379 2\n" in STANDBY["sentinel-1"]["command"][2]
    assert STANDBY["service"]["environment"]["BRADE_STORE_URL"].endswith("/brade")


# ── one cluster of several servers ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("shards", [16, 64])
@pytest.mark.parametrize("primaries", [1, 3, 6, 8])
def test_the_borders_of_the_primaries_share_the_shards_evenly(primaries, shards):
    function = re.search(r"^borders\(\) .*?^}$", (DEPLOY / "join_cluster.sh").read_text(), re.MULTILINE | re.DOTALL)
    assert function
    told = subprocess.run(
        ["sh", "-euc", f"primaries={primaries}\n{function[0]}\nborders"], capture_output=True, check=True
    )
    borders = [tuple(map(int, border.split("-"))) for border in told.stdout.decode().split()]
    assert [first for first, _ in borders] == [0, *(last + 1 for _, last in borders[:-1])]
    assert borders[-1][1] == 16383
    slots = [key_slot(tag[1:-1].encode()) for tag in keys.even(shards).tags]
    of_each = [sum(first <= slot <= last for slot in slots) for first, last in borders]
    assert max(of_each) - min(of_each) <= 1


NODES = """
a1 10.0.0.1:6379@16379 master - 0 0 1 connected 0-8191
a2 10.0.0.2:6379@16379 master - 0 0 2 connected 8192-16383
a3 10.0.0.3:6379@16379 myself,master - 0 0 0 connected
"""


@pytest.mark.parametrize("asked", ["3 store-1 store-2 store-3 store-4", "3 store-4 store-1 store-2 store-3"])
@pytest.mark.parametrize("assigned", ["16384", "0"])
def test_a_server_that_is_away_keeps_the_others_from_nothing_but_a_first_start(asked, assigned, tmp_path):
    for name, script in {
        "getent": "echo 10.0.0.${2#store-} $2",
        "timeout": 'shift; exec "$@"',
        "valkey-cli": 'case " $* " in *store-4*) exit 1 ;; *info*) cat "$HERE/info" ;; *nodes*) cat "$HERE/nodes" ;;\n'
        'esac\necho "$@" >>"$HERE/said"',
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "nodes").write_text(NODES)
    (tmp_path / "info").write_text(f"cluster_known_nodes:3\r\ncluster_slots_assigned:{assigned}\r\n")
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HERE": str(tmp_path)}
    function = re.sub(
        r"^while :; do$.*", 'join "$@"', (DEPLOY / "join_cluster.sh").read_text(), flags=re.MULTILINE | re.DOTALL
    )
    done = subprocess.run(["sh", "-c", function, "join", *asked.split()], env=environment, check=False)
    said = (tmp_path / "said").read_text()
    assert done.returncode == (0 if assigned == "16384" else 1)
    assert ("-h store-3 cluster replicate" in said) == (assigned == "16384")
    assert "addslotsrange" not in said


@pytest.mark.skipif(not shutil.which("dash"), reason="no dash, which reads scripts as every sh does")
def test_the_script_is_one_for_every_shell():
    subprocess.run(["dash", "-n", str(DEPLOY / "join_cluster.sh")], check=True)


# ── Kubernetes ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def kubernetes():
    """The validator of manifests. It is imported here: that takes two seconds, and each worker collects this file."""
    import kubernetes_validate

    return kubernetes_validate


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_the_schema_of_kubernetes_accepts_each_manifest(kubernetes, manifest):
    kubernetes.validate(manifest, "1.37", strict=True)


def test_the_schema_refuses_what_is_misspelt(kubernetes):
    wrong = {**OBJECTS["Deployment", "api"]["spec"], "replica": 2}
    with pytest.raises(kubernetes.ValidationError):
        kubernetes.validate({**OBJECTS["Deployment", "api"], "spec": wrong}, "1.37", strict=True)


def test_every_file_that_the_kustomization_names_is_there_and_no_manifest_is_left_out():
    generated = [file for each in KUSTOMIZATION["configMapGenerator"] for file in each["files"]]
    assert all((DEPLOY / name).is_file() for name in [*KUSTOMIZATION["resources"], *generated])
    assert sorted(KUSTOMIZATION["resources"]) == sorted(f"kubernetes/{path.name}" for path in _manifests())


def _manifests() -> list[Path]:
    return list((DEPLOY / "kubernetes").glob("*.yaml"))


@EVERY_WORKLOAD
def test_every_pod_is_stripped_of_what_it_does_not_need(workload):
    pod = WORKLOADS[workload]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in pod["containers"]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["requests"]["cpu"]
        assert container["resources"]["limits"]["memory"]
        assert {"readinessProbe", "livenessProbe"} & container.keys()


@EVERY_WORKLOAD
def test_what_there_is_several_times_keeps_to_several_machines_and_goes_one_at_a_time(workload):
    spec = WORKLOADS[workload]
    if spec["replicas"] == 1:
        return
    labels = spec["selector"]["matchLabels"]
    term = spec["template"]["spec"]["affinity"]["podAntiAffinity"]
    required = term.get("requiredDuringSchedulingIgnoredDuringExecution", [])
    preferred = [each["podAffinityTerm"] for each in term.get("preferredDuringSchedulingIgnoredDuringExecution", [])]
    other_machine = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": labels}}
    assert other_machine in [*required, *preferred]
    assert workload != "store" or required, "a primary and its replica may share a machine"
    if workload != "pump":  # nothing waits for a pump that is moved: the others take its shards
        budget = OBJECTS["PodDisruptionBudget", workload]["spec"]
        assert budget == {"maxUnavailable": 1, "selector": {"matchLabels": labels}}


def test_servers_of_the_store_have_the_settings_that_compose_gives_them():
    (container,) = WORKLOADS["store"]["template"]["spec"]["containers"]
    given = flags({"command": container["args"]})
    assert given == flags(CLUSTER["store-1"]) | {"cluster-announce-ip": "$(POD_IP)"}


def test_the_service_has_the_settings_that_compose_gives_it():
    settings = OBJECTS["ConfigMap", "settings"]["data"]
    compose = {key: value for key, value in CLUSTER["api-1"]["environment"].items() if key != "BRADE_ADMIN_TOKEN"}
    stores = ",".join(f"store-{number}.store" for number in range(WORKLOADS["store"]["replicas"]))
    own = {"BRADE_STORE_URL": f"redis+cluster://{stores}", "BRADE_ADDRESSES": "https://brade.example"}
    assert settings == compose | own
    (cluster,) = WORKLOADS["cluster"]["template"]["spec"]["containers"]
    assert cluster["args"] == ["3", *stores.split(",")]
    assert cluster["readinessProbe"]["exec"]["command"][2:] == ["check", *stores.split(",")]


def test_every_pod_that_takes_connections_says_from_whom():
    assert OBJECTS["NetworkPolicy", "nothing"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress"]}
    listening = {name for kind, name in OBJECTS if kind == "Service"}
    for name in listening:
        assert OBJECTS["NetworkPolicy", name]["spec"]["podSelector"] == {"matchLabels": {"app": name}}
