"""The number of clauses that an assignment satisfies, for maximum satisfiability."""

from typing import Any

from pipeline.metrics.oracles.spec import KnownAnswer, OracleSpec


def satisfied_clauses(problem: Any, answer: Any) -> float:
    """Clauses with a true literal; the literal -3 is true where variable 3 is false."""
    n_variables = problem["variables"]
    if (
        not isinstance(answer, list)
        or len(answer) != n_variables
        or not all(isinstance(value, bool) for value in answer)
    ):
        raise ValueError(f"true or false for each of the {n_variables} variables is expected")
    return float(sum(any(answer[abs(one) - 1] == (one > 0) for one in clause) for clause in problem["clauses"]))


ORACLE = OracleSpec(
    oracle_id="satisfied_clauses",
    title="Satisfied clauses",
    problem="{variables: n, clauses: [[literal, ...], ...]}, literals from 1, negative for not",
    answer="a list of n truth values",
    compute=satisfied_clauses,
    known=(
        KnownAnswer({"variables": 2, "clauses": [[1, 2], [-1, 2], [-2]]}, [False, True], 2.0, "all but the last"),
        KnownAnswer({"variables": 2, "clauses": [[1, 2], [-1, 2], [-2]]}, [True, False], 2.0, "all but the second"),
        KnownAnswer({"variables": 1, "clauses": [[1], [-1]]}, [1], None, "no truth value"),
    ),
)
