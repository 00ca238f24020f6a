"""Ray as an engine: ``pip install 'threefold[ray]'``."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Callable
from typing import Any, Optional, Union

from .. import _threefold
from ._engine import Done, Engine, EngineError

try:
    import ray
except ImportError as missing:
    raise EngineError(
        "Ray is not installed", "pip install 'threefold[ray]', or leave --ray out"
    ) from missing


# Each process of the cluster has its own, which keeps its table from one job to the next.
_worker: Optional[_threefold.Worker] = None


def do_job(line: str, database: Optional[str] = None) -> str:
    """What runs on the cluster. Ray's way of cancelling it is ``KeyboardInterrupt``."""
    global _worker
    if _worker is None:
        _worker = _threefold.Worker(database)
    return _worker.work(line, _threefold.Interrupt())


class RayEngine(Engine):
    """A Ray cluster.

    ``address``
        of the cluster: ``ray://host:10001``, ``auto`` for the one that this machine is in; by
        default one that is made here and ends with the engine.
    ``memory``
        bytes that a job asks Ray for; the table of a job and some more.
    ``database``
        the directory of endgame databases that jobs may name, on every machine.
    ``retries``
        how often Ray runs a job again whose machine is lost.
    ``patience``
        after how many seconds without any machine that can do a job the cluster counts as gone.

    Where jobs run, what happens when a machine dies, and adding machines is Ray's business.
    """

    def __init__(
        self,
        address: Optional[str] = None,
        *,
        memory: Optional[int] = None,
        retries: int = 3,
        patience: float = 60,
        database: Union[str, os.PathLike[str], None] = None,
        work: Callable[..., str] = do_job,
        **init: Any,
    ) -> None:
        self._owns = not ray.is_initialized()
        if self._owns:
            if address is None:
                # Nothing of it is to be seen from outside, and no old cluster is joined.
                init = {
                    "_node_ip_address": "127.0.0.1",
                    "include_dashboard": False,
                    "object_store_memory": 100_000_000,
                    **init,
                }
            init = {"log_to_driver": False, "logging_level": "error", **init}
            try:
                ray.init(address=address or "local", **init)
            except (ray.exceptions.RayError, OSError, ValueError, RuntimeError) as error:
                raise EngineError(f"no Ray cluster at {address or 'local'}: {error}") from error
        options: dict[str, Any] = {"num_cpus": 1, "max_retries": retries}
        if memory is not None:
            options["memory"] = memory
        self._work = ray.remote(**options)(work)
        self._more = () if database is None else (os.fspath(database),)
        self._refs: dict[Any, int] = {}
        self._slots = (0.0, 1)
        self._patience = patience
        #: When there was a machine.
        self._seen = clock.monotonic()

    def _connected(self) -> None:
        # Ray would make a cluster of its own otherwise.
        if not ray.is_initialized():
            raise EngineError("the Ray cluster is gone")

    def slots(self) -> int:
        # Machines come and go.
        self._connected()
        asked, count = self._slots
        now = clock.monotonic()
        if now - asked > 1 or asked == 0:
            try:
                count = int(ray.cluster_resources().get("CPU", 0))
            except (ray.exceptions.RayError, ConnectionError, RuntimeError) as error:
                raise EngineError(f"the Ray cluster is gone: {error}") from error
            self._slots = (now, count)
        if count > 0:
            self._seen = now
        elif now - self._seen > self._patience:
            what = f"no machine of the Ray cluster could do a job for {self._patience:g} s"
            raise EngineError(what, "what was saved is not lost")
        return count

    def submit(self, job: int, line: str) -> None:
        self._connected()
        try:
            self._refs[self._work.remote(line, *self._more)] = job
        except (ray.exceptions.RaySystemError, ConnectionError, RuntimeError) as error:
            raise EngineError(f"the Ray cluster is gone: {error}") from error

    def wait(self, timeout: float) -> list[Done]:
        self.slots()
        if not self._refs:
            clock.sleep(min(timeout, 0.05))
            return []
        try:
            refs = list(self._refs)
            ready, _ = ray.wait(refs, num_returns=1, timeout=timeout)
            if ready:
                # All the others that have ended meanwhile.
                ready, _ = ray.wait(refs, num_returns=len(refs), timeout=0)
        except (ray.exceptions.RayError, ConnectionError, RuntimeError) as error:
            raise EngineError(f"the Ray cluster is gone: {error}") from error
        return [self._done(ref) for ref in ready]

    def _done(self, ref: Any) -> Done:
        job = self._refs.pop(ref)
        try:
            report = ray.get(ref, timeout=10)
        except (ray.exceptions.RayError, TimeoutError) as error:
            return Done(job, None, str(error).splitlines()[0] if str(error) else repr(error))
        return Done(job, report if isinstance(report, str) else repr(report))

    def cancel(self, job: int) -> None:
        if not ray.is_initialized():
            return
        for ref, number in list(self._refs.items()):
            if number == job:
                del self._refs[ref]
                try:
                    ray.cancel(ref, force=False)
                except (ray.exceptions.RayError, ConnectionError, RuntimeError, ValueError):
                    # It has ended, or the cluster has; waiting says so.
                    pass

    def close(self) -> None:
        for job in list(self._refs.values()):
            self.cancel(job)
        if self._owns and ray.is_initialized():
            ray.shutdown()
