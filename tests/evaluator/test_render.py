"""The generated source: the same bytes each time, readable, and only for contracts that can be kept."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.metrics import registry
from pipeline.pack.evaluator import (
    InstanceContract,
    OutputContract,
    OutputKind,
    problems,
    render_evaluator,
    third_party_imports,
)
from tests.evaluator.factory import LABELS, bench, labels, probabilities, values


def test_equal_contracts_give_equal_bytes() -> None:
    assert render_evaluator(labels()) == render_evaluator(labels())


@pytest.mark.parametrize("contract", [labels(), values(), probabilities()], ids=["labels", "values", "probabilities"])
def test_the_source_is_plain(contract: OutputContract) -> None:
    source = render_evaluator(contract)
    ast.parse(source)
    assert source.count("import numpy as np") == 1
    assert all(len(line) <= 120 and line == line.rstrip() for line in source.splitlines())
    assert "papergym" not in source and "pipeline" not in source
    assert source.endswith("sys.exit(main())\n")
    assert third_party_imports(source) == ("numpy",)


@pytest.mark.parametrize("kind", list(OutputKind))
def test_every_metric_of_a_kind_can_be_rendered_and_run(kind: OutputKind, tmp_path: Path) -> None:
    classes = () if kind is OutputKind.VALUES else ("0", "1")
    instance = InstanceContract("one", "id", "label", kind, 6, classes)
    metrics = [m for m in registry() if not problems(OutputContract((instance,), (m,)))]
    truth = {row_id: f"{place + 1}.5" for place, row_id in enumerate(LABELS)} if not classes else LABELS
    made = bench(tmp_path, OutputContract((instance,), tuple(metrics)), truth)
    made.submission.write_bytes(made.truth.read_bytes())
    scores = made.evaluate()
    assert len(metrics) > 15
    assert scores == {name: pytest.approx(registry()[name].optimum) for name in metrics}


def test_no_metric_is_called_like_a_part_of_the_evaluator() -> None:
    own = {node.name for node in ast.parse(render_evaluator(labels())).body if isinstance(node, ast.FunctionDef)}
    assert own & set(registry()) == set(labels().metrics)


def test_names_with_quotes_and_letters_of_other_scripts_survive() -> None:
    source = render_evaluator(labels(target_column='a "β" \\ column', classes=("nein", "ja, schön")))
    assert "nein" in source
    ast.parse(source)


def _with(**changes: object) -> OutputContract:
    contract = labels()
    return replace(contract, instances=(replace(contract.instances[0], **changes),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("contract", "problem"),
    [
        (OutputContract((), ("accuracy",)), "no instance"),
        (replace(labels(), metrics=()), "no metric"),
        (replace(labels(), metrics=("accuracy", "accuracy")), "a metric is named twice"),
        (replace(labels(), metrics=("acuracy",)), "no metric is called 'acuracy'"),
        (replace(labels(), metrics=("mae",)), "mae needs values, a submission to one holds class_labels"),
        (replace(labels(), metrics=("auroc",)), "auroc needs scores, a submission to one holds class_labels"),
        (replace(values(), metrics=("accuracy",)), "accuracy needs labels, a submission to one holds values"),
        (_with(classes=("0", "1", "2")), "sensitivity needs two classes, one has 3"),
        (_with(classes=("0",)), "one needs two or more different classes"),
        (_with(classes=("0", "0")), "one needs two or more different classes"),
        (_with(name="../evaluation"), "'../evaluation' is no safe file name"),
        (_with(file="/etc/passwd"), "'/etc/passwd' is no safe file name"),
        (_with(truth_file=".."), "'..' is no safe file name"),
        (_with(n_rows=0), "one allows no rows"),
        (_with(target_column="id"), "one needs two different column names"),
        (replace(labels(), instances=labels().instances * 2), "two instances are called 'one'"),
        (probabilities(classes=("a", "b", "c")), "one has probabilities of 3 classes, not of two"),
    ],
)
def test_a_contract_that_cannot_be_kept_is_refused(contract: OutputContract, problem: str) -> None:
    assert problem in problems(contract)
    with pytest.raises(ValueError, match="cannot be evaluated"):
        render_evaluator(contract)


def test_a_good_contract_has_no_problems() -> None:
    assert problems(labels()) == problems(values()) == problems(probabilities()) == ()


def test_imports_are_those_of_the_metrics() -> None:
    instance = values().instances[0]
    assert third_party_imports(render_evaluator(OutputContract((instance,), ("kendall",)))) == ("numpy", "scipy")
