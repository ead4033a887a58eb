"""The length of a closed tour through points in the plane, for the travelling salesman problem."""

from typing import Any

from pipeline.metrics.oracles.spec import KnownAnswer, OracleSpec


def tour_length(problem: Any, answer: Any) -> float:
    """Minus the sum of the Euclidean distances along the tour and back to its start."""
    from math import dist

    points = problem["points"]
    if not isinstance(answer, list) or any(type(at) is not int for at in answer):
        raise ValueError("a list of whole numbers is expected")
    if sorted(answer) != list(range(len(points))):
        raise ValueError(f"each of the {len(points)} points must be visited once")
    return -float(
        sum(dist(points[one], points[other]) for one, other in zip(answer, answer[1:] + answer[:1], strict=True))
    )


ORACLE = OracleSpec(
    oracle_id="tour_length",
    title="Tour length (negative)",
    problem="{points: [[x, y], ...]}",
    answer="an order of the points, counted from 0",
    compute=tour_length,
    known=(
        KnownAnswer({"points": [[0, 0], [0, 1], [1, 1], [1, 0]]}, [0, 1, 2, 3], -4.0, "round the unit square"),
        KnownAnswer(
            {"points": [[0, 0], [0, 1], [1, 1], [1, 0]]}, [0, 2, 1, 3], -(2 + 2 * 2**0.5), "over its diagonals"
        ),
        KnownAnswer({"points": [[0, 0], [0, 1]]}, [0, 0], None, "a point twice"),
        KnownAnswer({"points": [[0, 0]]}, "0", None, "no list"),
    ),
)
