"""Oracles value what is feasible and refuse everything else that JSON can hold."""

import ast
import contextlib
import inspect
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.metrics.oracles import oracles
from pipeline.metrics.oracles.spec import KnownAnswer, OracleSpec

EVERY = [pytest.param(spec, id=spec.oracle_id) for spec in oracles().values()]
KNOWN = [
    pytest.param(spec, one, id=f"{spec.oracle_id}-{one.note}") for spec in oracles().values() for one in spec.known
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(("spec", "known"), KNOWN)
def test_known_values(spec: OracleSpec, known: KnownAnswer) -> None:
    if known.value is None:
        with pytest.raises(ValueError, match=r"\w"):
            spec.compute(known.problem, known.answer)
    else:
        assert spec.compute(known.problem, known.answer) == pytest.approx(known.value, abs=1e-9)


@pytest.mark.parametrize("spec", EVERY)
@settings(max_examples=60, deadline=None)
@given(answer=JSON)
def test_any_answer_has_a_value_or_is_refused(spec: OracleSpec, answer: Any) -> None:
    for problem in [known.problem for known in spec.known]:
        with contextlib.suppress(ValueError):
            assert isinstance(spec.compute(problem, answer), float)


@pytest.mark.parametrize("spec", EVERY)
def test_the_source_stands_alone(spec: OracleSpec) -> None:
    source = inspect.getsource(spec.compute)
    namespace: dict[str, Any] = {"Any": Any}
    exec(compile(ast.parse(source), spec.oracle_id, "exec"), namespace)
    known = spec.known[0]
    assert namespace[spec.oracle_id](known.problem, known.answer) == pytest.approx(known.value)


@pytest.mark.parametrize("spec", EVERY)
def test_the_file_is_named_after_the_oracle(spec: OracleSpec) -> None:
    assert spec.compute.__name__ == spec.oracle_id
    assert sum(known.value is not None for known in spec.known) >= 2
    assert any(known.value is None for known in spec.known)
