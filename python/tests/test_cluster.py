import importlib
import json
import os
import signal
import sys
import types

import pytest

import threefold as tf
from threefold.cluster import Engine, EngineError, LocalEngine, batch, prove, race
from threefold.cluster.__main__ import main

#: A pawn ending that is won, of some thousand nodes.
PAWN = "4k3/8/4K3/4P3/8/8/8/8 b - -"
MATE = "kbK5/pp6/1P6/8/8/8/8/R7 w - -"
LOST = "8/8/8/8/8/1k6/7r/K7 w - -"


class Here(Engine):
    """Jobs are done in this process, one when somebody waits. Some come back otherwise."""

    def __init__(self, spoil=lambda number, report: report):
        self.jobs, self.spoil, self.count, self.cancelled = [], spoil, 0, []

    def slots(self):
        return 2

    def submit(self, job, line):
        self.jobs.append((job, line))

    def wait(self, timeout):
        from threefold import _threefold
        from threefold.cluster._engine import Done

        if not self.jobs:
            return []
        job, line = self.jobs.pop()
        self.count += 1
        report = self.spoil(self.count, _threefold.do_job(line, _threefold.Interrupt()))
        return [Done(job, report, "lost")]

    def cancel(self, job):
        self.cancelled.append(job)
        self.jobs = [one for one in self.jobs if one[0] != job]


def test_a_question_is_divided_and_its_proof_is_one_of_the_game():
    told = []
    proof = prove(PAWN, Here(), attacker="white", nodes=100, progress=told.append)
    assert proof.verdict is tf.Verdict.PROVEN
    assert tf.check(proof.certificate, question=PAWN, attacker="white").ok
    assert proof.status.leader["results"] > 1 and proof.refused == []
    assert "white wins" in str(proof.status)


def test_what_is_not_won_and_graphs(fixtures):
    proof = prove(PAWN, Here(), attacker="black", nodes=20)
    assert proof.verdict is tf.Verdict.DISPROVEN
    source = fixtures / "figure2.game"
    for rule in ("draw", "situational-superko", "positional-superko"):
        proof = prove(source, Here(), rule=rule, nodes=1)
        assert proof.verdict is tf.solve(source, rule=rule).verdict
        assert proof.certificate.text.count("repetition: " + rule) == 1


def test_workers_are_not_believed():
    liars = {
        1: lambda report: "nonsense",
        2: lambda report: None,
        3: lambda report: "[" * 100_000,
        4: lambda report: json.dumps({"job": 1, "result": "wins", "certificate": "", "nodes": 1}),
        5: lambda report: json.dumps({**json.loads(report), "job": 10**6}),
        6: lambda report: json.dumps(
            {"job": json.loads(report)["job"], "result": "wins", "certificate": "x", "nodes": 1}
        ),
        7: lambda report: report.replace("wins", "holds"),
    }
    engine = Here(lambda number, report: liars.get(number, lambda it: it)(report))
    proof = prove(PAWN, engine, attacker="white", nodes=100)
    assert proof.verdict is tf.Verdict.PROVEN and len(proof.refused) >= 5
    assert tf.check(proof.certificate, question=PAWN, attacker="white").ok


class Gone(Here):
    """Ends in the middle, with everything that ran."""

    def wait(self, timeout):
        if self.count == 5:
            raise EngineError("gone")
        return super().wait(timeout)


def test_the_store_outlives_everything_else(tmp_path):
    store = tmp_path / "pawn.leader"
    with pytest.raises(EngineError):
        prove(PAWN, Gone(), attacker="white", nodes=50, store=store)
    assert os.listdir(tmp_path) == ["pawn.leader"]
    with pytest.raises(tf.QuestionError, match="already"):
        prove(PAWN, Here(), attacker="white", store=store)
    with pytest.raises(tf.QuestionError, match="saved for another question"):
        prove(MATE, Here(), store=store, resume=True)
    proof = prove(PAWN, Here(), attacker="white", nodes=50, store=store, resume=True)
    assert proof.verdict is tf.Verdict.PROVEN and proof.status.leader["results"] > 5
    # The answer is in the file as well.
    again = prove(PAWN, Here(), attacker="white", store=store, resume=True)
    assert again.certificate.text == proof.certificate.text
    store.write_text("threefold leader 9\n{}")
    with pytest.raises(tf.QuestionError, match="it is version 9"):
        prove(PAWN, Here(), attacker="white", store=store, resume=True)


def test_a_limit_of_time_is_no_verdict(tmp_path):
    proof = prove(PAWN, Here(), attacker="white", nodes=10, time=0, store=tmp_path / "a")
    assert proof.verdict is tf.Verdict.UNKNOWN and proof.certificate is None


def test_processes_of_this_machine_one_of_them_killed(tmp_path):
    class Murderous(LocalEngine):
        victims = 0

        def wait(self, timeout):
            if self.victims < 2:
                self.victims += 1
                os.kill(self.processes()[0], signal.SIGKILL)
            return super().wait(timeout)

    with Murderous(2) as engine:
        proof = prove(PAWN, engine, attacker="white", nodes=1000)
        assert proof.verdict is tf.Verdict.PROVEN
        assert engine.victims == 2
    assert engine.processes() == []


def test_a_race_takes_the_first_certificate_that_holds():
    found = race(MATE, Here(), searches=3)
    assert found["verdict"] is tf.Verdict.PROVEN and found["seed"] == 2
    engine = Here(lambda number, report: "nonsense" if number < 3 else report)
    found = race(LOST, engine, searches=3, attacker="white")
    assert found["verdict"] is tf.Verdict.DISPROVEN and len(found["reasons"]) == 2
    assert race(PAWN, Here(), searches=2, attacker="white", nodes=3)["certificate"] is None
    # Under superko as well.
    found = race("go 2x2 at-least 1", Here(), searches=2)
    assert found["verdict"] is not tf.Verdict.UNKNOWN


def test_a_batch_answers_what_it_can(tmp_path):
    positions = [MATE, "no position", LOST, PAWN]
    engine = Here(lambda number, report: None if number == 1 else report)
    answers = list(batch(positions, engine, nodes=200_000, certificates=tmp_path / "proofs"))
    answers.sort(key=lambda answer: answer["number"])
    verdicts = [answer["verdict"] for answer in answers]
    assert verdicts[:3] == ["proven", "unknown", "disproven"]
    assert "no position" in answers[1]["input"]
    assert tf.check(tmp_path / "proofs" / "1.cert", question=MATE).ok


def test_a_bad_line_is_named_and_the_others_are_answered(tmp_path, capsys):
    file, out = tmp_path / "three.epd", tmp_path / "answers"
    file.write_text(f"{MATE}\n8/8/nonsense w - -\n{LOST}\n")
    arguments = ["batch", str(file), "--attacker", "white", "--workers", "1", "--out", str(out)]
    assert main([*arguments, "--quiet"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"position 2: {file}:2:") and said.count("\n") == 1
    answers = {one["number"]: one for one in map(json.loads, out.read_text().splitlines())}
    verdicts = [answers[number]["verdict"] for number in (1, 2, 3)]
    assert verdicts == ["proven", "unknown", "disproven"]
    assert answers[2]["input"] == f"{file}:2" and answers[2]["root"] is None
    # Once it is mended, it alone is left.
    file.write_text(f"{MATE}\n{MATE}\n{LOST}\n")
    assert main([*arguments, "--quiet", "--resume"]) == 0
    assert [json.loads(line)["number"] for line in out.read_text().splitlines()[3:]] == [2]


def test_a_batch_waits_for_machines():
    class Late(Here):
        asked = 0

        def slots(self):
            self.asked += 1
            return 0 if self.asked < 5 else 2

    assert [one["verdict"] for one in batch([MATE, MATE], Late())] == ["proven"] * 2


@pytest.fixture
def cluster(monkeypatch):
    """What :class:`RayEngine` asks Ray for, in this process. `machines` do a job each; one that is lost
    has its job fail."""
    ray = types.ModuleType("ray")
    ray.machines, ray.lost, ray.jobs = 2, 0, []
    ray.exceptions = types.SimpleNamespace(
        RayError=type("RayError", (Exception,), {}), RaySystemError=type("Gone", (Exception,), {})
    )

    class Remote:
        def __init__(self, work):
            self.work = work

        def remote(self, *arguments):
            ray.jobs.append(lambda: self.work(*arguments))
            return ray.jobs[-1]

    def wait(refs, num_returns, timeout):
        ready = refs[: max(ray.machines, ray.lost)]
        return ready, refs[len(ready) :]

    def get(ref, timeout):
        if ray.lost:
            ray.lost -= 1
            raise ray.exceptions.RayError("the node is lost")
        return ref()

    ray.is_initialized = lambda: True
    ray.remote = lambda **_: Remote
    ray.cluster_resources = lambda: {"CPU": ray.machines} if ray.machines else {}
    ray.wait, ray.get, ray.cancel = wait, get, lambda ref, force: None
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.delitem(sys.modules, "threefold.cluster.ray", raising=False)
    module = importlib.import_module("threefold.cluster.ray")
    yield ray, module.RayEngine
    sys.modules.pop("threefold.cluster.ray")


def test_jobs_of_a_lost_machine_go_to_the_others(cluster):
    ray, RayEngine = cluster
    ray.lost = 3
    with RayEngine() as engine:
        proof = prove(PAWN, engine, attacker="white", nodes=100)
    assert proof.verdict is tf.Verdict.PROVEN and "the node is lost" in proof.refused[0]


def test_where_no_machine_is_left_it_ends_and_can_go_on(cluster, tmp_path):
    ray, RayEngine = cluster
    store = tmp_path / "pawn.leader"

    def lose(status):
        ray.machines = 0

    def work(line):
        lose(None)
        from threefold import _threefold

        return _threefold.do_job(line, _threefold.Interrupt())

    with pytest.raises(EngineError, match="no machine .* for 0.5 s"):
        with RayEngine(patience=0.5, work=work) as engine:
            prove(PAWN, engine, attacker="white", nodes=50, store=store)
    with pytest.raises(EngineError, match="no machine"):
        with RayEngine(patience=0.5) as engine:
            list(batch([MATE], engine))
    ray.machines = 1
    with RayEngine() as engine:
        proof = prove(PAWN, engine, attacker="white", nodes=50, store=store, resume=True)
    assert proof.verdict is tf.Verdict.PROVEN


def test_the_command(tmp_path, examples, capsys):
    certificate = tmp_path / "x.cert"
    assert main(["prove", MATE, "--workers", "1", "--certificate", str(certificate)]) == 0
    assert "white wins: proven" in capsys.readouterr().out
    assert tf.check(certificate, question=MATE).ok
    out = tmp_path / "answers"
    arguments = ["batch", str(examples / "repetition.epd"), "--workers", "2", "--out", str(out)]
    assert main(arguments) in (0, 3)
    lines = out.read_text().splitlines()
    assert lines and all(json.loads(line)["verdict"] for line in lines)
    # Cut off in the middle of the last line.
    out.write_text("\n".join(lines)[:-20])
    assert main(arguments) == 2
    assert main([*arguments, "--resume"]) in (0, 3)
    whole = [line for line in out.read_text().splitlines() if line.endswith("}")]
    assert sorted(whole) == sorted(lines)
    assert main(["prove", "nonsense"]) == 2
    assert main(["race", MATE, "--workers", "2", "--searches", "2"]) == 0


def test_checkers_with_a_database(tmp_path):
    directory = tmp_path / "egdb"
    database = tf.Database.build(3, directory, threads=1)
    position = "W:WK1,K2,K3:BK32"
    with LocalEngine(1, directory) as engine:
        proof = prove(position, engine, database=database, nodes=10)
        assert proof.verdict is tf.solve(position, database=database).verdict
        assert proof.certificate.claims[0].database and proof.certificate.check().ok
        answers = list(batch([position], engine, database=database))
        assert answers[0]["verdict"] == proof.verdict.value
    with LocalEngine(1) as engine:
        found = race(position, engine, database=database, searches=1)
        assert found["certificate"] is None and "this worker has none" in found["reasons"][0]
    arguments = ["prove", position, "--egdb", str(directory), "--workers", "1", "--quiet"]
    assert main(arguments) == 0
