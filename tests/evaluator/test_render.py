"""The generated source: the same bytes each time, readable, and only for contracts that can be kept."""

import ast
from dataclasses import replace

import pytest

from pipeline.metrics import registry
from pipeline.pack.evaluator import (
    OutputContract,
    OutputKind,
    problems,
    render_evaluator,
    third_party_imports,
)
from tests.evaluator.factory import labels, probabilities, values
from tests.evaluator.kinds import case_of


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


def test_no_metric_is_called_like_a_part_of_the_evaluator() -> None:
    own = {node.name for node in ast.parse(render_evaluator(labels())).body if isinstance(node, ast.FunctionDef)}
    assert own & set(registry()) == set(labels().metrics)


def test_parameters_of_a_metric_stand_in_its_entry() -> None:
    contract = case_of(OutputKind.RANKINGS).contract
    source = render_evaluator(replace(contract, metrics=("hits_at_1", "hits_at_10", "mrr")))
    assert source.count("def hits_at_k(") == 1
    assert '"hits_at_10": (partial(hits_at_k, k=10), "rankings"),' in source


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
        (
            replace(labels(), instances=(*labels().instances, replace(values().instances[0], name="two"))),
            "instances of different kinds: class_labels, values",
        ),
        (replace(labels(), oracle="branin"), "'branin' is no oracle for class_labels"),
        (_with(columns=("a", "b")), "one of class_labels has 2 columns"),
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
