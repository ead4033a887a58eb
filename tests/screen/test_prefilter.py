"""The pre-filter: what is no research paper falls before any rule; loose hints never reject."""

import pkgutil
from collections.abc import Callable
from pathlib import Path

import pytest

import pipeline.screen.prefilter
from pipeline.screen.case import Case
from pipeline.screen.prefilter import all_signals, judge
from schemas.paper import Paper, SectionRole
from schemas.screening import Verdict, VerdictCall
from tests.screen.build import NO_RESULTS, method_paper, paper

WORDS = " ".join(["The mice of this study were kept in the same room and the food was weighed by hand."] * 60)
DANISH = " ".join(["Mus blev holdt i samme rum, og foderet vejedes med haanden hver eneste morgen."] * 80)


def prefiltered(one: Paper) -> Verdict:
    return judge(Case(one, NO_RESULTS))


def outcome(one: Paper) -> tuple[str, str]:
    found = prefiltered(one)
    return found.call, found.category


REJECTED = (VerdictCall.REJECT, "article_type")


def test_a_method_paper_passes_with_a_quote() -> None:
    found = prefiltered(method_paper())
    assert found.call is VerdictCall.PASS
    assert found.evidence


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hindawi-PMC4706941.xml", REJECTED),  # review-article
        ("hindawi-PMC4678086.xml", REJECTED),  # article-type "other", heading "Clinical Study", no term
        ("plos-pmed.0020124.xml", REJECTED),  # discussion, heading "Essay"
        ("hindawi-PMC4686705.xml", (VerdictCall.REJECT, "no_ml_term")),  # logistic regression as statistics only
        ("plos-pone.0058242.xml", (VerdictCall.PASS, "research")),
        ("plos-pone.0117688.xml", (VerdictCall.PASS, "research")),
        ("bioinf-PMC2768302.xml", (VerdictCall.PASS, "research")),
    ],
)
def test_real_papers(name: str, expected: tuple[str, str], read_paper: Callable[[Path | str], Paper]) -> None:
    found = prefiltered(read_paper(name))
    assert (found.call, found.category) == expected
    assert found.evidence


@pytest.mark.parametrize(
    "kind", ["review-article", "editorial", "correction", "retraction", "case-report", "news", "systematic-review"]
)
def test_article_types_that_hold_no_task(kind: str) -> None:
    assert outcome(method_paper(article_type=kind)) == REJECTED


@pytest.mark.parametrize(
    "kind", ["research-article", "brief-report", "rapid-communication", "letter", "other", "discussion", None]
)
def test_article_types_that_research_carries_too(kind: str | None) -> None:
    assert outcome(method_paper(article_type=kind))[0] == VerdictCall.PASS


def test_an_ambiguous_type_counts_where_learning_is_never_spoken_of() -> None:
    one = paper(("Text", SectionRole.OTHER, "A reply on stem cells."), title="On stem cells", article_type="letter")
    assert outcome(one) == REJECTED


def test_headings_and_labels_reject_unless_another_one_says_research() -> None:
    assert outcome(method_paper(subjects=("Review Article", "Biology"))) == REJECTED
    assert outcome(method_paper(subjects=("Research Article", "Perspective")))[0] == VerdictCall.PASS
    assert outcome(method_paper(first_page_labels=("STUDY PROTOCOL",))) == REJECTED
    assert outcome(method_paper(first_page_labels=("Replication / Machine Learning",))) == REJECTED
    assert outcome(method_paper(first_page_labels=("Article", "Review")))[0] == VerdictCall.PASS
    assert outcome(method_paper(first_page_labels=("Correspondence", "Abstract")))[0] == VerdictCall.PASS


@pytest.mark.parametrize(
    "title",
    [
        "Deep learning for proteins: a systematic review and meta-analysis",
        "A review of graph neural networks",
        "Exercise in old age: study protocol for a randomised trial",
        "Correction: Deep learning for proteins",
        "Editorial: Machine learning in medicine",
        "[Re] Variational sparse coding",
        "A Perspective on Explanations of Prediction Models",
        "An overview of generative models",
        "Neural operators – a survey",
    ],
)
def test_strict_titles(title: str) -> None:
    assert outcome(method_paper(title=title)) == REJECTED


@pytest.mark.parametrize(
    "title",
    [
        "A neural network for screening abstracts in systematic reviews",
        "Predicting star ratings from product review text",
        "Learning a protocol for quantum control",
        "Corrections of batch effects by autoencoders",
        "A survey-weighted random forest for small area estimation",
        "Perspective-aware networks for crowd counting",
        "A survey of galaxies with convolutional networks",
        "An overview network for panoramas",
        "Rational design of commentary generators",
    ],
)
def test_loose_titles_do_not_reject(title: str) -> None:
    assert outcome(method_paper(title=title))[0] == VerdictCall.PASS


def test_a_self_declaration_rejects_and_a_mention_of_reviews_does_not() -> None:
    declared = ("Abstract", SectionRole.ABSTRACT, "In this Perspective, we present a vision of sparse neural networks.")
    assert outcome(method_paper(declared)) == REJECTED
    mentioned = method_paper(
        ("Introduction", SectionRole.INTRODUCTION, "In this review, the customer praised the food.")
    )
    assert outcome(mentioned)[0] == VerdictCall.PASS


def test_an_abstract_that_reviews_and_proposes_nothing() -> None:
    def saying(text: str) -> tuple[str, str]:
        return outcome(method_paper(("Abstract", SectionRole.ABSTRACT, text)))

    reviews = "Here, we review the recent progress in structure prediction with neural networks."
    assert saying(reviews) == REJECTED
    assert saying(f"{reviews} We propose SiteNet, a new neural network.")[0] == VerdictCall.PASS
    assert saying("We review existing methods and propose SiteNet, a new network.")[0] == VerdictCall.PASS
    assert saying("We reviewed the charts of patients and trained a neural network.")[0] == VerdictCall.PASS


def test_news_by_its_metadata() -> None:
    assert outcome(method_paper(article_type="NewsArticle")) == REJECTED
    assert outcome(method_paper(journal="EurekAlert! news release")) == REJECTED


def test_an_incomplete_document_goes_to_a_human_and_is_not_rejected_for_what_it_lacks() -> None:
    found = prefiltered(paper(("Abstract", SectionRole.ABSTRACT, WORDS), title="Mice", is_complete=False))
    assert (found.call, found.category) == (VerdictCall.UNKNOWN, "incomplete_document")
    assert "full text" in found.reason


def test_no_term_rejects_only_long_readable_english() -> None:
    def told(text: str) -> tuple[str, str]:
        return outcome(paper(("Methods", SectionRole.METHODS, text), title="Of mice"))

    assert told(WORDS) == (VerdictCall.REJECT, "no_ml_term")
    assert told(WORDS[:400])[0] == VerdictCall.PASS
    assert told(DANISH)[0] == VerdictCall.PASS
    assert told(WORDS.replace(" ", ""))[0] == VerdictCall.PASS
    assert told(f"{WORDS} A support vector machine was fitted.")[0] == VerdictCall.PASS


def test_words_of_other_sciences_are_no_terms() -> None:
    text = f"{WORDS} Trained staff took the baseline. Neural circuits, recurrent disease, attention, regression."
    assert outcome(paper(("Methods", SectionRole.METHODS, text), title="Of mice")) == (VerdictCall.REJECT, "no_ml_term")


def test_every_file_of_the_folder_is_a_signal_with_its_own_name() -> None:
    files = {module.name for module in pkgutil.iter_modules(pipeline.screen.prefilter.__path__)} - {"signal", "kinds"}
    assert {signal.name for signal in all_signals()} == files
