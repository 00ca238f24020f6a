"""On Ray, several nodes of which are simulated on this machine. Half a minute or so."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

ray = pytest.importorskip("ray")

import threefold as tf  # noqa: E402
from threefold.cluster import EngineError, batch, prove, race  # noqa: E402
from threefold.cluster.ray import RayEngine, do_job  # noqa: E402

PAWN = "4k3/8/4K3/4P3/8/8/8/8 b - -"
MATE = "kbK5/pp6/1P6/8/8/8/8/R7 w - -"
#: The same, of some more jobs.
LONGER = "8/8/4k3/8/4K3/4P3/8/8 b - -"
#: Where workers find what is tested here.
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(tf.__file__)))
ENVIRONMENT = {"env_vars": {"PYTHONPATH": PACKAGE}}


def lies_at_first(line):
    """Every third job is answered with a false proof, and every seventh kills its process."""
    job = json.loads(line)
    if job["job"] % 7 == 3:
        os._exit(1)
    report = do_job(line)
    if job["job"] % 3 == 1:
        said = {"job": job["job"], "result": "wins", "nodes": 1}
        return json.dumps({**said, "certificate": "threefold certificate 1\nmoves: 0\n---\n"})
    return report


@pytest.fixture(scope="module")
def local():
    engine = RayEngine(num_cpus=2, runtime_env=ENVIRONMENT)
    yield engine
    engine.close()


def test_prove_race_and_batch(local):
    proof = prove(PAWN, local, attacker="white", nodes=200)
    assert proof.verdict is tf.Verdict.PROVEN and proof.status.leader["results"] > 3
    assert tf.check(proof.certificate, question=PAWN, attacker="white").ok
    assert race(MATE, local, searches=2)["verdict"] is tf.Verdict.PROVEN
    assert [answer["verdict"] for answer in batch([MATE] * 5, local)] == ["proven"] * 5


def test_false_proofs_are_refused(local):
    liar = RayEngine(work=lies_at_first, retries=0)
    proof = prove(PAWN, liar, attacker="white", nodes=300)
    assert proof.verdict is tf.Verdict.PROVEN and proof.refused
    assert tf.check(proof.certificate, question=PAWN, attacker="white").ok


def test_a_worker_is_killed(local):
    def kill():
        for _ in range(3):
            time.sleep(0.5)
            for process in os.listdir("/proc"):
                try:
                    with open(f"/proc/{process}/cmdline", "rb") as file:
                        name = file.read()
                    with open(f"/proc/{process}/stat") as file:
                        parent = int(file.read().rpartition(")")[2].split()[1])
                except (OSError, ValueError):
                    continue
                # A worker of ours that does a job: `ray::do_job`, a child of our own raylet.
                if name.startswith(b"ray::do_job") and parent in children(os.getpid()):
                    os.kill(int(process), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    proof = prove(PAWN, local, attacker="white", nodes=100)
    killer.join()
    assert proof.verdict is tf.Verdict.PROVEN


def children(parent):
    """All that this process has started, and what that has."""
    parents = {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat") as file:
                parents[int(process)] = int(file.read().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
    found, size = {parent}, 0
    while size != len(found):
        size = len(found)
        found |= {process for process, above in parents.items() if above in found}
    return found


def test_a_node_is_removed(local, tmp_path):
    from ray.cluster_utils import Cluster

    local.close()
    small = {"object_store_memory": 100_000_000, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **small})
    try:
        nodes = [cluster.add_node(num_cpus=1, object_store_memory=100_000_000) for _ in "ab"]
        engine = RayEngine(cluster.address, runtime_env=ENVIRONMENT)
        assert engine.slots() == 2
        removed = []

        def lose(status):
            if not removed:
                removed.append(status)
                cluster.remove_node(nodes[0], allow_graceful=False)

        proof = prove(LONGER, engine, attacker="white", nodes=50, progress=lose)
        assert removed and proof.verdict is tf.Verdict.PROVEN
        engine.close()
    finally:
        ray.shutdown()
        cluster.shutdown()
    with pytest.raises(EngineError, match="gone"):
        engine.slots()


def late(line):
    """A job that is lost with its machine."""
    time.sleep(5)
    return do_job(line)


@pytest.mark.parametrize("left", [1, 0])
def test_a_node_is_lost_in_mid_job(tmp_path, left):
    from ray.cluster_utils import Cluster

    store = tmp_path / "mate.leader"
    cluster = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 0,
            "object_store_memory": 100_000_000,
            "include_dashboard": False,
        },
    )
    try:
        nodes = [cluster.add_node(num_cpus=1, object_store_memory=100_000_000) for _ in "ab"]
        engine = RayEngine(cluster.address, runtime_env=ENVIRONMENT, work=late, patience=5)
        lost = []

        def lose(status):
            # After three seconds both machines may have a job, and neither is finished.
            if not lost and status.seconds > 3:
                lost.extend(nodes[left:])
                for node in lost:
                    cluster.remove_node(node, allow_graceful=False)

        question = {"attacker": "white", "nodes": 20_000, "store": store, "progress": lose}
        if left:
            assert prove(PAWN, engine, **question).verdict is tf.Verdict.PROVEN
        else:
            with pytest.raises(EngineError, match="no machine"):
                prove(PAWN, engine, **question)
            with RayEngineOfOne(cluster) as again:
                assert prove(PAWN, again, **question, resume=True).verdict is tf.Verdict.PROVEN
        assert lost
    finally:
        ray.shutdown()
        cluster.shutdown()


class RayEngineOfOne(RayEngine):
    """The cluster, once it has a machine again."""

    def __init__(self, cluster):
        cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
        super().__init__(runtime_env=ENVIRONMENT)


def test_everything_dies_but_the_store(tmp_path):
    store = tmp_path / "pawn.leader"
    question = [LONGER, "--attacker", "white", "--nodes", "50", "--store", str(store)]
    run = [sys.executable, "-m", "threefold.cluster", "prove", *question, "--save-every", "1"]
    environment = {**os.environ, "PYTHONPATH": PACKAGE}
    first = subprocess.Popen([*run, "--ray", "--workers", "2"], env=environment)
    until = time.monotonic() + 240
    while not store.exists() and first.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    assert store.exists()
    # The leader, the head of the cluster, and all workers.
    for process in children(first.pid):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    first.wait()
    saved = json.loads(store.read_text().partition("\n")[2])
    assert saved["account"]["results"] > 0
    with RayEngine(num_cpus=2, runtime_env=ENVIRONMENT) as engine:
        proof = prove(LONGER, engine, attacker="white", nodes=50, store=store, resume=True)
    assert proof.verdict is tf.Verdict.PROVEN
    assert proof.status.leader["results"] > saved["account"]["results"]
    assert tf.check(proof.certificate, question=LONGER, attacker="white").ok
