"""The Branin function, a common test of black-box optimisation (Dixon and Szego, 1978)."""

from typing import Any

from pipeline.metrics.oracles.spec import KnownAnswer, OracleSpec


def branin(problem: Any, answer: Any) -> float:
    """Minus the function at (x, y), x from -5 to 10 and y from 0 to 15; its minimum is 0.397887."""
    from math import cos, pi

    is_point = isinstance(answer, list) and len(answer) == 2 and all(type(value) in (int, float) for value in answer)
    if not is_point or not (-5 <= answer[0] <= 10 and 0 <= answer[1] <= 15):
        raise ValueError("a point [x, y] with x from -5 to 10 and y from 0 to 15 is expected")
    x, y = answer
    return -float((y - 5.1 * x * x / (4 * pi**2) + 5 * x / pi - 6) ** 2 + 10 * (1 - 1 / (8 * pi)) * cos(x) + 10)


ORACLE = OracleSpec(
    oracle_id="branin",
    title="Branin function (negative)",
    problem="{}",
    answer="a point [x, y]",
    compute=branin,
    known=(
        KnownAnswer({}, [3.141592653589793, 2.275], -0.39788735772973816, "a minimum, as published"),
        KnownAnswer({}, [9.42478, 2.475], -0.397887357746, "another minimum, as published (to 1e-10)"),
        KnownAnswer({}, [0, 0], -(36 + 20 - 10 / (8 * 3.141592653589793)), "36 + 10 (1 - 1 / 8 pi) + 10"),
        KnownAnswer({}, [11, 0], None, "out of bounds"),
    ),
)
