"""Level 3: what the paper says of its data, and what its links give. Only `gated` and `dead` answers reject."""

import pytest

from pipeline.ports import Answer
from pipeline.results.model import Results
from pipeline.screen import screen
from pipeline.screen.case import Case
from pipeline.screen.links import check_links
from pipeline.screen.rules import all_rules
from pipeline.screen.rules.rule_3_6 import size_class
from schemas.data import LinkCheck, LinkStatus
from schemas.paper import Paper, SectionRole
from schemas.screening import Verdict, VerdictCall
from schemas.task import Protocol
from tests.screen.build import (
    METHOD_PAPER,
    NO_RESULTS,
    OFFLINE,
    REPOSITORY,
    TRAINING,
    Links,
    answering,
    method_paper,
    setting,
)

PASS, REJECT, UNKNOWN = VerdictCall.PASS, VerdictCall.REJECT, VerdictCall.UNKNOWN
RULES = {rule.rule_id: rule for rule in all_rules()}
OPEN = answering(LinkStatus.OPEN)


def judged(rule: str, one: Paper, source: Links = OPEN, results: Results = NO_RESULTS) -> Verdict:
    return RULES[rule].judge(Case(one, results, check_links(one, results, source)))


def outcome(rule: str, one: Paper, source: Links = OPEN, results: Results = NO_RESULTS) -> tuple[VerdictCall, str]:
    found = judged(rule, one, source, results)
    return found.call, found.category


def stating(text: str) -> Paper:
    return method_paper(("Data availability", SectionRole.DATA_AVAILABILITY, text))


def doing(text: str) -> Paper:
    return method_paper(("Methods", SectionRole.METHODS, text))


@pytest.mark.parametrize("rule", ["3.1", "3.2", "3.3", "3.4", "3.5", "3.6"])
def test_an_open_link_and_a_full_description_pass_with_evidence(rule: str) -> None:
    found = judged(rule, method_paper())
    assert found.call is PASS
    assert found.evidence


@pytest.mark.parametrize("rule", ["3.1", "3.2", "3.3", "3.4", "3.6"])
@pytest.mark.parametrize(
    "status", [LinkStatus.UNKNOWN, LinkStatus.RATE_LIMITED, LinkStatus.BLOCKED, LinkStatus.WRONG_CONTENT]
)
def test_no_answer_is_neither_a_pass_nor_a_rejection(rule: str, status: LinkStatus) -> None:
    assert judged(rule, method_paper(), answering(status)).call is UNKNOWN


@pytest.mark.parametrize(("status", "category"), [(LinkStatus.DEAD, "dead"), (LinkStatus.GATED, "agreement")])
def test_dead_and_gated_links_reject(status: LinkStatus, category: str) -> None:
    assert outcome("3.1", method_paper(), answering(status)) == (REJECT, category)


@pytest.mark.parametrize(
    ("detail", "category"),
    [
        ("Kaggle asks for an account", "identity"),
        ("a login page: 'Please log in'", "identity"),
        ("a request form or agreement stands before the data: 'Download'", "agreement"),
    ],
)
def test_a_gate_rejects_by_what_it_asks_for(detail: str, category: str) -> None:
    source = Links({REPOSITORY: Answer(LinkStatus.GATED, detail)})
    assert outcome("3.1", method_paper(), source) == (REJECT, category)


def test_the_licence_that_a_host_states_and_the_reason_of_silence_are_said() -> None:
    licensed = Links({REPOSITORY: Answer(LinkStatus.OPEN, "open", licence="CC-BY-4.0")})
    assert judged("3.1", method_paper(), licensed).reason == f"Open: {REPOSITORY} under CC-BY-4.0."
    silent = Links({REPOSITORY: Answer(LinkStatus.BLOCKED, "a web firewall answers (403)")})
    assert "(blocked, a web firewall answers (403))" in judged("3.1", method_paper(), silent).reason


def test_an_unknown_size_beside_a_known_one_is_said() -> None:
    other = "https://zenodo.org/records/77"
    one = stating(f"The data sets are available at {REPOSITORY} and {other}.")
    links = (*one.links, one.links[0].model_copy(update={"url": other}))
    source = Links({REPOSITORY: Answer(LinkStatus.OPEN, "", bytes=10**6), other: Answer(LinkStatus.OPEN, "")})
    found = judged("3.6", one.model_copy(update={"links": links}), source)
    assert (found.category, f"an unknown size of {other}" in found.reason) == ("S", True)


def test_a_well_known_name_counts_only_where_its_host_answers() -> None:
    place = "https://archive.ics.uci.edu/dataset/53"
    one = method_paper(("Data availability", SectionRole.DATA_AVAILABILITY, "We use the Iris data set."))
    named = Results(settings=(setting(Protocol.RANDOM, "We use").model_copy(update={"name": "Iris"}),))
    asked = Links({place: Answer(LinkStatus.OPEN, "", bytes=5000)})
    assert [check.url for check in check_links(one, named, asked)] == [place]
    assert check_links(one, named, OFFLINE) == ()


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Data will be made available on request.", "on_request"),
        (
            "The datasets of the current study are available from the corresponding author on reasonable request.",
            "on_request",
        ),
        ("The data are not publicly available but can be had upon reasonable request.", "on_request"),
        ("The data can be had after signing a data use agreement.", "agreement"),
        ("Access to the data requires registration.", "identity"),
    ],
)
def test_a_statement_that_keeps_the_data_back(text: str, category: str) -> None:
    found = judged("3.1", stating(text), OFFLINE)
    assert (found.call, found.category) == (REJECT, category)
    assert [item.quote for item in found.evidence] == [text]


@pytest.mark.parametrize(
    "text",
    [
        f"Private scans are available on request; the public data are at {REPOSITORY}.",
        "The hospital data are available on request. We use the publicly available MNIST data set as well.",
    ],
)
def test_private_beside_open_data_is_for_a_human(text: str) -> None:
    found = judged("3.1", stating(text), OFFLINE)
    assert (found.call, found.category) == (UNKNOWN, "on_request")


@pytest.mark.parametrize(
    "text",
    [
        "All code is available from the corresponding author upon request.",
        "Additional data are available on request.",
        "Data were collected with the approval of the ethics committee.",
    ],
)
def test_code_or_additional_data_on_request_is_no_restriction(text: str) -> None:
    assert outcome("3.1", stating(text), OFFLINE) == (UNKNOWN, "not_linked")


def test_public_data_that_others_used_do_not_soften_a_restriction() -> None:
    text = "Such models show good precision on benchmark datasets."
    one = method_paper(
        ("Data availability", SectionRole.DATA_AVAILABILITY, "Data are available on request."),
        ("Related", SectionRole.OTHER, text),
    )
    assert outcome("3.1", one, OFFLINE) == (REJECT, "on_request")


def test_no_statement_is_unknown() -> None:
    one = method_paper(("Data availability", SectionRole.DATA_AVAILABILITY, ""))
    assert outcome("3.1", one, OFFLINE) == (UNKNOWN, "no_statement")


def test_a_link_to_code_alone_opens_no_data() -> None:
    one = method_paper(
        ("Data availability", SectionRole.DATA_AVAILABILITY, ""),
        ("Code availability", SectionRole.CODE_AVAILABILITY, f"The code is at {REPOSITORY}."),
    )
    assert outcome("3.1", one)[0] is UNKNOWN


def test_a_tool_that_was_run_on_data_opens_none() -> None:
    one = method_paper(
        ("Data availability", SectionRole.DATA_AVAILABILITY, ""),
        ("Methods", SectionRole.METHODS, f"{TRAINING} Data were read with a package available at {REPOSITORY}."),
    )
    assert outcome("3.1", one)[0] is UNKNOWN
    shared = method_paper(
        ("Data availability", SectionRole.DATA_AVAILABILITY, ""),
        ("Methods", SectionRole.METHODS, f"{TRAINING} Our code and data are available at {REPOSITORY}."),
    )
    assert outcome("3.1", shared)[0] is PASS


def test_a_collection_behind_an_application_is_asked_about_though_a_link_is_open() -> None:
    used = "We used MIMIC-III, a publicly available database."
    assert outcome("3.1", doing(used)) == (UNKNOWN, "agreement")
    cited = method_paper(("Introduction", SectionRole.INTRODUCTION, "Others used MIMIC-III."))
    assert outcome("3.1", cited)[0] is PASS


@pytest.mark.parametrize("text", ["SiteNet was fitted to the training set.", "SiteNet is trained on 4,512 chains."])
def test_what_the_method_is_trained_on_in_few_words(text: str) -> None:
    assert outcome("3.2", method_paper(("Methods", SectionRole.METHODS, text)))[0] is PASS


def test_sizes_in_the_units_of_several_fields() -> None:
    for size in ("990 cell lines", "39,290 missing pairs", "4,512 protein chains"):
        assert outcome("3.4", method_paper(("Methods", SectionRole.METHODS, f"There are {size}.")))[0] is PASS


def test_withheld_training_data_and_private_weights() -> None:
    assert outcome("3.2", stating("The patient data cannot be shared."), OFFLINE) == (REJECT, "no_training_data")
    weights = "Our model is initialized from a proprietary language model trained on private sequences."
    assert outcome("3.2", doing(weights)) == (REJECT, "private_weights")
    others = "We compare with the fine-tuned proprietary model of a company. It was trained on sequences."
    assert outcome("3.2", doing(others))[0] is PASS


def test_hidden_test_answers_reject_where_they_are_all_there_is() -> None:
    hidden = "The test labels are hidden."
    one = doing(hidden)
    alone = Results(settings=(setting(Protocol.FIXED, hidden),))
    assert outcome("3.3", one, OPEN, alone) == (REJECT, "no_reference")
    assert outcome("3.3", one) == (UNKNOWN, "no_reference")


def test_toy_data_and_other_versions() -> None:
    assert outcome("3.4", stating("Only example data are provided in the supplement."), OFFLINE) == (REJECT, "toy_data")
    assert outcome("3.4", stating("Example data are provided in the supplement."), OFFLINE) == (UNKNOWN, "toy_data")
    newer = f"An updated version of the data is available at {REPOSITORY}."
    assert outcome("3.4", stating(newer)) == (UNKNOWN, "version_unclear")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We report results on an independent test set.", (PASS, "fixed")),
        ("The data were split into train, validation, and test sets.", (PASS, "fixed")),
        ("Windows were randomly divided into training and test windows.", (PASS, "random")),
        ("Errors are those on the test set.", (PASS, "fixed")),
        ("We use five-fold cross-validation and an independent test set.", (PASS, "fixed")),
        ("We use leave-one-out cross-validation.", (UNKNOWN, "kfold")),
        ("We use ten-fold cross-validation with a fixed seed.", (UNKNOWN, "kfold")),
        ("A twofold improvement was seen in both seeds.", (UNKNOWN, "no_protocol")),
    ],
)
def test_protocols_told_by_the_text(text: str, expected: tuple[VerdictCall, str]) -> None:
    sections = (("Abstract", SectionRole.ABSTRACT, "A network."), ("Methods", SectionRole.METHODS, text))
    assert outcome("3.5", method_paper(*sections), OFFLINE) == expected


def test_cross_validation_alone_is_kfold_only_unless_a_link_may_hold_the_folds() -> None:
    folds = "We use ten-fold cross-validation."
    sections = (("Abstract", SectionRole.ABSTRACT, "A network."), ("Methods", SectionRole.METHODS, folds))
    bare = method_paper(*sections, ("Data availability", SectionRole.DATA_AVAILABILITY, ""))
    found = judged("3.5", bare, OFFLINE)
    assert (found.call, found.category, found.evidence[0].quote) == (REJECT, "kfold_only", folds)
    assert outcome("3.5", method_paper(*sections), OFFLINE) == (UNKNOWN, "kfold")


def test_a_paper_falls_when_every_setting_has_lost_its_data() -> None:
    lost = setting(Protocol.FIXED, TRAINING, REPOSITORY)
    alive = lost.model_copy(
        update={"setting_id": "other", "name": "other", "sources": ("https://zenodo.org/records/7",)}
    )
    dead = answering(LinkStatus.DEAD)
    assert outcome("3.5", method_paper(), dead, Results(settings=(lost,))) == (REJECT, "no_setting")
    assert outcome("3.5", method_paper(), dead, Results(settings=(lost, alive))) == (PASS, "fixed")


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (10**6, (PASS, "S")),
        (2 * 10**9, (PASS, "M")),
        (51 * 10**9, (REJECT, "too_large")),
        (None, (UNKNOWN, "size_unknown")),
    ],
)
def test_size_from_the_links(size: int | None, expected: tuple[VerdictCall, str]) -> None:
    assert outcome("3.6", method_paper(), answering(LinkStatus.OPEN, size)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The whole data set takes 2.5 GB.", (PASS, "M")),
        ("The full archive of 1,200 GB is public.", (REJECT, "too_large")),
        ("Training on these data needs 80 GB of GPU memory.", (UNKNOWN, "size_unknown")),
        ("Other projects make 3 PB of data.", (UNKNOWN, "size_unknown")),
    ],
)
def test_size_from_the_statement(text: str, expected: tuple[VerdictCall, str]) -> None:
    assert outcome("3.6", stating(text), OFFLINE) == expected


def test_size_classes_at_their_borders() -> None:
    assert [size_class(size) for size in (10**9 - 1, 10**9, 50 * 10**9, 50 * 10**9 + 1)] == ["S", "M", "M", "L"]


def test_each_record_is_asked_for_once_and_references_never() -> None:
    source = answering(LinkStatus.OPEN)
    one = method_paper(
        ("Code availability", SectionRole.CODE_AVAILABILITY, f"Code: {REPOSITORY}."),
        ("References", SectionRole.REFERENCES, f"A data set is available at {REPOSITORY}."),
    )
    again = one.links[0].model_copy(update={"url": f"{REPOSITORY}/tree/main/data/"})
    cited = one.links[0].model_copy(update={"url": "https://zenodo.org/records/9", "role": SectionRole.REFERENCES})
    checks = check_links(one.model_copy(update={"links": (*one.links, again, cited)}), NO_RESULTS, source)
    assert source.asked == [REPOSITORY]
    assert [(check.url, check.host, check.status) for check in checks] == [(REPOSITORY, "github", LinkStatus.OPEN)]
    assert checks[0].evidence


def test_links_are_not_asked_for_once_a_paper_is_rejected() -> None:
    source = answering(LinkStatus.OPEN)
    produced = screen(method_paper(article_type="review-article"), NO_RESULTS, source)
    assert source.asked == []
    assert not any(isinstance(record, LinkCheck) for record in produced.records)


def test_the_hand_made_paper_is_what_the_tests_say_it_is() -> None:
    assert len(METHOD_PAPER) == len(method_paper().sections)
