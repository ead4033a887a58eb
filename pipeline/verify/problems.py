"""Whether an oracle understands the problems of a file: JSON that its scorer can read, whatever the answer is."""

import json
import math
from collections.abc import Iterator, Sequence

from pipeline.metrics.oracles.spec import OracleSpec

_MOST = 1_000
_SHOWN = 20


def problems_of(spec: OracleSpec, texts: Sequence[str]) -> list[str]:
    """What keeps the oracle from valuing answers to these problems; at most 20, of the first 1,000 problems.

    A known answer of another problem may be infeasible here (ValueError); anything else says that the problem has
    another form than the oracle reads.
    """
    found = [*_known(spec)]
    for row, text in enumerate(texts[:_MOST]):
        found += [f"problem {row}: {problem}" for problem in _of_problem(spec, text)]
        if len(found) >= _SHOWN:
            break
    return found[:_SHOWN]


def _known(spec: OracleSpec) -> Iterator[str]:
    """Known answers that have another value here: the scorer would not be deterministic."""
    for known in spec.known:
        if known.value is not None and not math.isclose(spec.compute(known.problem, known.answer), known.value):
            yield f"its known answer ({known.note}) has another value"


def _of_problem(spec: OracleSpec, text: str) -> Iterator[str]:
    try:
        problem = json.loads(text)
    except ValueError:
        yield f"no JSON ({text[:40]!r})"
        return
    for known in spec.known:
        try:
            spec.compute(problem, known.answer)
        except ValueError:
            continue
        except (TypeError, LookupError, ArithmeticError, AttributeError) as error:
            yield f"not of the form {spec.problem} ({type(error).__name__}: {error})"
            return
