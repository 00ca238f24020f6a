"""Engines: where jobs run."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
from abc import ABC, abstractmethod
from typing import NamedTuple, Optional, Union

from .._errors import ThreefoldError


class EngineError(ThreefoldError):
    """The engine is gone, and everything that ran on it. What was saved is not."""


class Done(NamedTuple):
    """A job that has ended."""

    job: int
    report: Optional[str]
    """The line that the worker sent; ``None`` if there is none."""
    error: str = ""
    """Why there is none."""


class Engine(ABC):
    """Runs jobs: lines of JSON that ``threefold jobs work`` would read as well."""

    @abstractmethod
    def slots(self) -> int:
        """How many jobs can run at once, now."""

    @abstractmethod
    def submit(self, job: int, line: str) -> None:
        """Starts a job, or has it wait for a free place."""

    @abstractmethod
    def wait(self, timeout: float) -> list[Done]:
        """Jobs that have ended, as soon as there is one, or none after ``timeout`` seconds.

        A job that was cancelled may be among them or not.
        """

    @abstractmethod
    def cancel(self, job: int) -> None:
        """Ends a job, if it has not ended yet."""

    def close(self) -> None:
        """Ends everything."""

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Worker:
    """A process that does one job at a time."""

    def __init__(self, database: Optional[str]) -> None:
        # Where this package was found, it finds it as well.
        package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "threefold.cluster._worker", *filter(None, [database])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            # Ctrl-C is for who started us; workers are ended by us.
            start_new_session=True,
        )
        self.job: Optional[int] = None
        self._said = b""

    def start(self, job: int, line: str) -> None:
        assert self.process.stdin is not None
        self.job = job
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            # It has died: its output says so.
            pass

    def hear(self) -> Optional[Done]:
        """What it has said, if that is a whole line or its end."""
        assert self.process.stdout is not None and self.job is not None
        data = os.read(self.process.stdout.fileno(), 1 << 20)
        self._said += data
        if data and not self._said.endswith(b"\n"):
            return None
        job, said, self.job, self._said = self.job, self._said, None, b""
        if not data:
            return Done(job, None, f"the worker has ended with status {self.process.wait()}")
        return Done(job, said.decode(errors="replace"))

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass


class LocalEngine(Engine):
    """Processes of this machine, ``workers`` of them; by default one for each processor.

    ``database`` is the directory of endgame databases that jobs may name.
    """

    def __init__(
        self,
        workers: Optional[int] = None,
        database: Union[str, os.PathLike[str], None] = None,
    ) -> None:
        self._database = None if database is None else os.fspath(database)
        self._count = workers or os.cpu_count() or 1
        self._workers: list[_Worker] = []
        self._waiting: list[tuple[int, str]] = []

    def slots(self) -> int:
        return self._count

    def submit(self, job: int, line: str) -> None:
        self._waiting.append((job, line))
        self._fill()

    def _fill(self) -> None:
        for worker in self._workers:
            if worker.job is None and self._waiting:
                worker.start(*self._waiting.pop(0))
        while self._waiting and len(self._workers) < self._count:
            worker = _Worker(self._database)
            self._workers.append(worker)
            worker.start(*self._waiting.pop(0))

    def wait(self, timeout: float) -> list[Done]:
        done = []
        with selectors.DefaultSelector() as selector:
            for worker in self._workers:
                if worker.job is not None:
                    assert worker.process.stdout is not None
                    selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
            if not selector.get_map():
                return []
            for key, _ in selector.select(timeout):
                ended = key.data.hear()
                if ended is not None:
                    done.append(ended)
                if ended is not None and ended.report is None:
                    self._drop(key.data)
        self._fill()
        return done

    def _drop(self, worker: _Worker) -> None:
        worker.end()
        self._workers.remove(worker)

    def cancel(self, job: int) -> None:
        self._waiting = [waiting for waiting in self._waiting if waiting[0] != job]
        for worker in list(self._workers):
            if worker.job == job:
                self._drop(worker)
        self._fill()

    def close(self) -> None:
        self._waiting.clear()
        for worker in list(self._workers):
            self._drop(worker)

    def processes(self) -> list[int]:
        """The numbers of the processes at work."""
        return [worker.process.pid for worker in self._workers]
