"""One question, or many, on many processors or machines.

    $ python -m threefold.cluster prove "7k/8/8/8/8/8/5QK1/8 w - -" --store queen.leader
    $ python -m threefold.cluster race  hard.epd --workers 8
    $ python -m threefold.cluster batch mates.epd --out answers.jsonl

:func:`prove` divides one hard position into jobs, :func:`race` has several different searches at it
and takes the first that ends, :func:`batch` answers many positions. All three run on an engine:
:class:`LocalEngine`, processes of this machine, or :class:`~threefold.cluster.ray.RayEngine`, a Ray
cluster (``pip install 'threefold[ray]'``). An engine is four methods; one for another system is a
class of some fifty lines.

What comes back is a certificate, which is checked here before it is believed.
"""

from ._batch import batch
from ._engine import Engine, EngineError, LocalEngine
from ._prove import Proof, Status, prove
from ._race import race

__all__ = [
    "Engine",
    "EngineError",
    "LocalEngine",
    "Proof",
    "Status",
    "batch",
    "prove",
    "race",
]
