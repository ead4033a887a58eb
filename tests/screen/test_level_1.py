"""Rule 1.1: no pass without a proposal, no rejection without a positive sign of other work."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.screen.case import Case
from pipeline.screen.proposal import is_proposal
from pipeline.screen.rules.rule_1_1 import judge
from schemas.paper import Paper, SectionRole
from schemas.screening import Verdict, VerdictCall
from tests.screen.build import COMPARISON, NO_RESULTS, PROPOSAL, TRAINING, method_paper, paper

ABSTRACT = SectionRole.ABSTRACT
PLAIN = " ".join(["The samples were weighed by hand and the values were written down in a book every day."] * 90)


def judged(one: Paper) -> Verdict:
    return judge(Case(one, NO_RESULTS))


def test_a_proposal_with_learning_and_rivals_passes_and_quotes_both() -> None:
    found = judged(method_paper())
    assert (found.call, found.category) == (VerdictCall.PASS, "algorithmic_innovation")
    assert [item.quote for item in found.evidence] == [PROPOSAL, COMPARISON]


@pytest.mark.parametrize("abstract", [PROPOSAL, COMPARISON, "A network was trained on windows."])
def test_half_of_the_evidence_is_unknown_and_says_what_is_missing(abstract: str) -> None:
    found = judged(method_paper(("Abstract", ABSTRACT, abstract)))
    assert found.call is VerdictCall.UNKNOWN
    assert found.reason.startswith("Not found: ")


@pytest.mark.parametrize(
    "title",
    ["Explaining neural networks by attributions", "SiteDB: a benchmark of sites", "A comparison of neural networks"],
)
def test_a_title_that_suggests_another_kind_of_work_is_asked_about(title: str) -> None:
    found = judged(method_paper(title=title))
    assert found.call is VerdictCall.UNKNOWN
    assert found.evidence[0].quote == title


def test_a_comparison_of_known_methods() -> None:
    text = "In this study, we compare several popular machine learning methods for credit scoring."
    one = paper(
        ("Abstract", ABSTRACT, text), ("Methods", SectionRole.METHODS, TRAINING), title="A comparison of classifiers"
    )
    assert (judged(one).call, judged(one).category) == (VerdictCall.REJECT, "comparison")


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Evaluation of splicing tools", "We benchmarked two splicing predictors on variants of one gene."),
        ("Water quality with multiple machine learning algorithms", "This study compared four learning algorithms."),
        ("A benchmark study of insurance pricing", "Four models were trained and evaluated on the same claims."),
    ],
)
def test_a_comparison_told_in_the_past_or_the_passive(title: str, text: str) -> None:
    one = paper(("Abstract", ABSTRACT, text), ("Methods", SectionRole.METHODS, TRAINING), title=title)
    assert (judged(one).call, judged(one).category) == (VerdictCall.REJECT, "comparison")


PATIENTS = "We conducted a retrospective cohort study. Adult patients were included."
KNOWN = "Random forest, XGBoost and logistic regression were trained on the training set."


def predictors(aim: str, learners: str = KNOWN) -> Paper:
    """A study of patients with models that predict an outcome."""
    return paper(
        ("Abstract", ABSTRACT, f"{PATIENTS} {aim} The classifiers outperformed the clinical score."),
        ("Methods", SectionRole.METHODS, learners),
        title="Predicting mortality with machine learning",
    )


def test_known_models_on_records_of_patients_are_a_tool() -> None:
    found = judged(
        predictors("The aim of this study was to develop and validate machine learning models for mortality.")
    )
    assert (found.call, found.category) == (VerdictCall.REJECT, "validation_tool")


@pytest.mark.parametrize(
    ("aim", "learners"),
    [
        ("We develop and validate machine learning models with a novel loss function.", KNOWN),
        ("We develop and validate machine learning models for mortality.", "The classifier is trained on notes."),
        ("We develop and validate machine learning models; our model reads notes.", KNOWN),
        ("We developed a deep learning model for mortality.", KNOWN),
    ],
)
def test_models_that_may_be_new_are_not_rejected(aim: str, learners: str) -> None:
    assert judged(predictors(aim, learners)).call is not VerdictCall.REJECT


@pytest.mark.parametrize(
    "text",
    [
        "We present an empirical study spanning model development and classifiers.",
        "We present a new data set and evaluate convolutional neural networks on it.",
        "We conducted a survey of neural networks.",
    ],
)
def test_what_is_offered_beside_a_method_is_no_proposal(text: str) -> None:
    assert not is_proposal(text)


@pytest.mark.parametrize(
    "text",
    [
        "We propose conservative Q-learning (CQL), which learns a lower bound.",
        "We introduce a data set of leaves and propose a convolutional network.",
        "We present a benchmark for leaves and a novel convolutional network.",
        "We propose a data set-independent classifier.",
        "We propose SiteNet, a network for the development of drugs.",
    ],
)
def test_a_method_among_other_things_is_one(text: str) -> None:
    assert is_proposal(text)


def test_a_title_and_an_abstract_that_offer_a_data_set() -> None:
    text = "We introduce LeafWild, a data set of 54,000 leaves. We evaluate ten neural networks on it."
    one = method_paper(("Abstract", ABSTRACT, text), title="LeafWild: a large-scale data set of leaves")
    assert (judged(one).call, judged(one).category) == (VerdictCall.REJECT, "resource")
    with_method = method_paper(("Abstract", ABSTRACT, f"{text} {PROPOSAL}"), title="LeafWild: a data set of leaves")
    assert judged(with_method).call is VerdictCall.UNKNOWN
    without_title = method_paper(("Abstract", ABSTRACT, text), title="Leaves in the wild")
    assert judged(without_title).call is not VerdictCall.REJECT


def test_a_solver_without_a_word_of_learning_is_not_out_of_scope() -> None:
    text = "The routing problem is NP-hard. A hybrid genetic search with a new crossover is proposed."
    result = "On 100 instances the heuristic finds better solutions than the state of the art."
    one = paper(("Abstract", ABSTRACT, f"{text} {result}"), title="A fast solver for vehicle routing")
    assert judged(one).call is VerdictCall.PASS


def test_a_framework_for_evaluating_is_no_method() -> None:
    assert not is_proposal("We propose a novel evaluation framework that covers 68 categories of queries.")


def test_a_comparison_goes_on_behind_a_decimal_number() -> None:
    text = f"{PROPOSAL} It reaches an AUC of 0.95, compared with 0.91 of the best existing method."
    assert judged(method_paper(("Abstract", ABSTRACT, text))).call is VerdictCall.PASS


def test_distilling_a_network_is_a_method_and_distilling_data_is_asked_about() -> None:
    assert judged(method_paper(title="Distillation of networks")).call is VerdictCall.PASS
    assert judged(method_paper(title="Data set distillation with networks")).category == "intermediate_data"


@pytest.mark.parametrize("verb", ["surpasses previous predictors", "performs better than SiteFinder"])
def test_other_words_for_being_better(verb: str) -> None:
    assert judged(method_paper(("Abstract", ABSTRACT, f"{PROPOSAL} SiteNet {verb}."))).call is VerdictCall.PASS


def test_a_comparison_that_ends_in_a_method_of_its_own_is_not_one() -> None:
    text = f"In this study, we compare several machine learning methods for credit scoring. {PROPOSAL}"
    one = paper(
        ("Abstract", ABSTRACT, text), ("Methods", SectionRole.METHODS, TRAINING), title="A comparison of classifiers"
    )
    assert judged(one).call is VerdictCall.UNKNOWN


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("We present AlignIt, a software package for aligning sequences.", "resource"),
        ("We introduce a database of optical constants.", "resource"),
        ("We present a set of guidelines for the human rating of summaries.", "out_of_scope"),
    ],
)
def test_what_the_abstract_offers_is_no_method(text: str, category: str) -> None:
    found = judged(paper(("Abstract", ABSTRACT, text), ("Methods", SectionRole.METHODS, PLAIN), title="An offer"))
    assert (found.call, found.category) == (VerdictCall.REJECT, category)
    assert found.evidence[0].quote == text


def test_software_that_carries_a_learned_method_is_not_rejected() -> None:
    text = "We present SiteTool, a web server that runs a novel convolutional neural network."
    assert (
        judged(paper(("Abstract", ABSTRACT, text), ("Methods", SectionRole.METHODS, TRAINING))).call
        is not VerdictCall.REJECT
    )


def test_learning_in_passing_beside_laboratory_work() -> None:
    sign = "The cells were cultured for ten days."
    text = f"{sign} {PLAIN} A decision tree was drawn."
    found = judged(paper(("Methods", SectionRole.METHODS, text), title="Growth of cells"))
    assert (found.call, found.category) == (VerdictCall.REJECT, "non_computational")
    assert found.evidence[0].quote == sign


@pytest.mark.parametrize(
    ("name", "call", "category"),
    [
        ("plos-pone.0082448.xml", VerdictCall.REJECT, "validation_tool"),
        ("elife-52882.xml", VerdictCall.REJECT, "non_computational"),
        ("pmlr-v227-vos24a.pdf", VerdictCall.REJECT, "comparison"),
        ("pmlr-v227-wen24a.pdf", VerdictCall.PASS, "algorithmic_innovation"),
        ("plos-pone.0117688.xml", VerdictCall.UNKNOWN, "no_evidence"),
    ],
)
def test_real_papers(name: str, call: VerdictCall, category: str, read_paper: Callable[[Path | str], Paper]) -> None:
    found = judged(read_paper(name))
    assert (found.call, found.category) == (call, category)
    assert found.evidence


def test_parts_of_an_accepted_paper_are_not_rejected(read_paper: Callable[[Path | str], Paper]) -> None:
    """What a parser loses must not turn a method paper into a rejected one."""
    whole = read_paper("pmlr-v227-wen24a.pdf")
    for start in range(len(whole.sections)):
        part = whole.model_copy(update={"sections": whole.sections[start::2], "tables": (), "figures": ()})
        assert judged(Paper.model_validate(part.model_dump())).call is not VerdictCall.REJECT
