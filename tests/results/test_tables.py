"""Which cells of a table become scores: orientation, roles, splits, scale, and the traps seen in real papers."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.results import Results, read_results
from schemas.task import MethodRole, Protocol
from tests.results.build import paper, table

COMPARISON = """
Method       | ACC  | MCC
SiteFinder   | 0.71 | 0.44
DeepSite [3] | 0.75 | 0.52
ProtNet      | *0.80 | *0.61
"""


def values(results: Results) -> dict[tuple[str, str, str], float]:
    return {(score.setting_id, score.metric_id, score.method): score.value for score in results.scores}


def test_methods_in_rows_with_metrics_in_columns() -> None:
    results = read_results(paper(table(COMPARISON)))
    assert values(results) == {
        ("independent-test-set", "accuracy", "SiteFinder"): 0.71,
        ("independent-test-set", "matthews_correlation", "SiteFinder"): 0.44,
        ("independent-test-set", "accuracy", "DeepSite"): 0.75,
        ("independent-test-set", "matthews_correlation", "DeepSite"): 0.52,
        ("independent-test-set", "accuracy", "ProtNet"): 0.80,
        ("independent-test-set", "matthews_correlation", "ProtNet"): 0.61,
    }
    assert results.algorithm is not None and results.algorithm.name == "ProtNet"
    assert results.settings[0].protocol is Protocol.FIXED
    assert results.settings[0].task == "protein binding site prediction"
    assert [metric.metric_id for metric in results.metrics if metric.is_primary] == ["matthews_correlation"]
    assert results.gaps == ()


def test_methods_in_columns_with_datasets_in_rows() -> None:
    text = """
    Data set | SiteFinder | DeepSite | ProtNet (ours)
    Yeast    | 14.4       | 15.1     | 11.2
    Mouse    | 12.8       | 12.8     | 12.8
    """
    results = read_results(paper(table(text, caption="Table 2. MAE on the held-out test sets.")))
    assert values(results)["yeast", "mae", "ProtNet"] == 11.2
    assert values(results)["mouse", "mae", "SiteFinder"] == 12.8
    assert [setting.name for setting in results.settings] == ["Yeast", "Mouse"]
    assert len(results.scores) == 6


def test_two_header_rows_give_data_set_and_metric() -> None:
    text = """
    Method     | Yeast | Yeast | Mouse | Mouse
    Method     | ACC   | MCC   | ACC   | MCC
    SiteFinder | 71.0  | 0.44  | 61.0  | 0.24
    ProtNet    | 80.0  | 0.61  | 70.0  | 0.31
    """
    found = values(read_results(paper(table(text, header_rows=2))))
    assert found["yeast", "accuracy", "ProtNet"] == 0.8
    assert found["mouse", "matthews_correlation", "ProtNet"] == 0.31
    assert len(found) == 8


def test_data_sets_as_headings_between_rows() -> None:
    text = """
    Method     | ACC  | MCC
    Yeast      |      |
    SiteFinder | 0.71 | 0.44
    ProtNet    | 0.80 | 0.61
    Mouse      |      |
    SiteFinder | 0.61 | 0.24
    ProtNet    | 0.70 | 0.31
    """
    found = values(read_results(paper(table(text))))
    assert found["yeast", "accuracy", "ProtNet"] == 0.80
    assert found["mouse", "accuracy", "ProtNet"] == 0.70


def test_groups_of_methods_are_no_settings() -> None:
    text = """
    Group    | Method     | ACC
    Classic  | SiteFinder | 0.71
             | SVM        | 0.70
    Deep     | DeepSite   | 0.75
             | ProtNet    | 0.80
    """
    results = read_results(paper(table(text, header_columns=2)))
    assert [setting.setting_id for setting in results.settings] == ["independent-test-set"]
    assert len(results.scores) == 4


def test_the_test_set_wins_over_cross_validation_which_is_left_out_and_said_so() -> None:
    folds = table(COMPARISON.replace("0.61", "0.77"), caption="Table 1. 10-fold cross-validation.", label="Table 1")
    results = read_results(paper(folds, table(COMPARISON)))
    assert {score.evidence[0].place.table for score in results.scores} == {"Table 2"}
    assert any("Table 1" in note and "cross-validation" in note for note in results.notes)


def test_a_sentence_of_the_text_may_say_what_a_table_is() -> None:
    folds = table(COMPARISON, caption="Table 1. Performance of the models.", label="Table 1")
    text = "The tenfold cross-validation results of all models are shown in Table 1."
    results = read_results(paper(folds, table(COMPARISON.replace("0.61", "0.60")), results=(text,)))
    assert {score.evidence[0].place.table for score in results.scores} == {"Table 2"}


def test_cross_validation_alone_becomes_a_kfold_setting() -> None:
    results = read_results(paper(table(COMPARISON, caption="Table 2. 5-fold cross-validation results.")))
    assert [setting.protocol for setting in results.settings] == [Protocol.KFOLD]
    assert len(results.scores) == 6


def test_columns_of_cross_validation_beside_test_are_left_out() -> None:
    text = """
    Method     | Cross-validation | Cross-validation | Test set | Test set
    Method     | ACC              | MCC              | ACC      | MCC
    SiteFinder | 0.91             | 0.84             | 0.71     | 0.44
    ProtNet    | 0.98             | 0.91             | 0.80     | 0.61
    """
    results = read_results(paper(table(text, caption="Table 2. Comparison with other tools.", header_rows=2)))
    assert {score.value for score in results.scores} == {0.71, 0.44, 0.80, 0.61}


def test_ablations_data_and_hyper_parameters_are_no_results() -> None:
    ablation = table(COMPARISON, caption="Table 3. Ablation study of ProtNet on the test set.", label="Table 3")
    data = table("Part | ACC\nProtNet | 5000\nOther | 1200", caption="Table 1. Data set statistics.", label="Table 1")
    results = read_results(paper(ablation, data))
    assert results.scores == ()
    assert any("Table 3: an ablation" in note for note in results.notes)
    assert results.gaps and results.gaps[0].field == "scores"


def test_a_table_of_variants_alone_is_no_comparison() -> None:
    text = "Model | ACC\nProtNet-S | 0.7\nProtNet-L | 0.8\nProtNet w/o graph | 0.6"
    assert read_results(paper(table(text))).scores == ()


def test_roles_of_rows() -> None:
    text = """
    Method            | ACC
    Majority class    | 0.50
    SiteFinder        | 0.71
    ProtNet-small     | 0.78
    ProtNet (ours)    | 0.80
    ProtNet w/o graph | 0.74
    Upper bound       | 0.99
    """
    roles = {score.method: score.role for score in read_results(paper(table(text))).scores}
    assert roles == {
        "Majority class": MethodRole.BOUND,
        "SiteFinder": MethodRole.BASELINE,
        "ProtNet-small": MethodRole.VARIANT,
        "ProtNet": MethodRole.PROPOSED,
        "ProtNet w/o graph": MethodRole.ABLATION,
        "Upper bound": MethodRole.BOUND,
    }


def test_a_row_called_ours_carries_the_name_of_the_method() -> None:
    text = "Method | ACC\nSiteFinder (Lee et al., 2019) | 0.71\nOurs | 0.80"
    scores = read_results(paper(table(text))).scores
    assert [(score.method, score.role) for score in scores] == [
        ("SiteFinder", MethodRole.BASELINE),
        ("ProtNet", MethodRole.PROPOSED),
    ]


def test_percent_becomes_a_fraction_and_the_factor_is_kept() -> None:
    text = "Method | ACC (%) | MCC | RMSE\nSiteFinder | 71.5 | 0.44 | 71.5\nProtNet | 80.0 | 0.61 | 60.1"
    scores = {(score.metric_id, score.method): score for score in read_results(paper(table(text))).scores}
    accuracy = scores["accuracy", "ProtNet"]
    assert (accuracy.printed, accuracy.value, accuracy.factor) == ("80.0", 0.8, 0.01)
    assert scores["matthews_correlation", "ProtNet"].factor == 1.0
    assert (scores["rmse", "ProtNet"].value, scores["rmse", "ProtNet"].factor) == (60.1, 1.0)


def test_a_score_below_one_among_percents_is_a_percent() -> None:
    text = "Method | ACC\nSiteFinder | 0.9\nProtNet | 80.0"
    scores = {score.method: score.value for score in read_results(paper(table(text))).scores}
    assert scores == {"SiteFinder": 0.009, "ProtNet": 0.8}


def test_a_scale_that_fits_neither_way_is_asked_for() -> None:
    results = read_results(paper(table("Method | ACC\nSiteFinder | 715\nProtNet | 800")))
    assert results.scores == ()
    assert all("scale is unclear" in gap.question for gap in results.gaps[:2])


def test_differences_in_brackets_are_no_part_of_the_score() -> None:
    text = "Method | ACC\nSiteFinder | 79.0\nProtNet | 91.2 (+12.2)"
    scores = {score.method: score for score in read_results(paper(table(text))).scores}
    assert (scores["ProtNet"].value, scores["ProtNet"].spread) == (0.912, None)


def test_a_footnote_mark_glued_to_a_number_is_asked_about() -> None:
    text = "Method | ACC\nSiteFinder | 88.857\nDeepSite | 87.21\nSVM | 86.10\nProtNet | 91.20"
    results = read_results(paper(table(text)))
    assert "SiteFinder" not in {score.method for score in results.scores}
    assert [gap.field for gap in results.gaps] == ["scores.independent-test-set.accuracy.SiteFinder"]


def test_disputed_and_unparsed_cells_block_and_blank_ones_do_not() -> None:
    text = "Method | ACC | MCC\nSiteFinder | !0.71 | -\nDeepSite | 075\\n. | 0.5\nProtNet | 0.80 | 0.61"
    results = read_results(paper(table(text)))
    assert {gap.field.rsplit(".", 1)[-1] for gap in results.gaps} == {"SiteFinder", "DeepSite"}
    assert len(results.gaps) == 2
    assert all(gap.evidence[0].place.table == "Table 2" for gap in results.gaps)


def test_a_decimal_comma_is_known_from_the_rest_of_the_table() -> None:
    text = "Method | RMSE\nSiteFinder | 0,71\nDeepSite | 2,5\nProtNet | 1,234"
    scores = {score.method: score.value for score in read_results(paper(table(text))).scores}
    assert scores["ProtNet"] == 1.234


def test_a_caption_may_say_that_brackets_hold_standard_deviations() -> None:
    caption = "Table 2. Test set results, standard deviations in parentheses."
    text = "Method | ACC\nSiteFinder | 0.71 (0.02)\nProtNet | 0.80 (0.01)"
    scores = {score.method: score for score in read_results(paper(table(text, caption=caption))).scores}
    assert (scores["ProtNet"].value, scores["ProtNet"].spread) == (0.80, 0.01)


def test_averages_and_ranks_are_no_methods_and_no_settings() -> None:
    text = """
    Data set | SiteFinder | ProtNet
    Yeast    | 0.71       | 0.80
    Mouse    | 0.61       | 0.70
    Average  | 0.66       | 0.75
    """
    results = read_results(paper(table(text, caption="Table 2. Accuracy on the test sets.")))
    assert [setting.name for setting in results.settings] == ["Yeast", "Mouse"]


def test_two_tables_that_disagree_are_asked_about() -> None:
    other = table(COMPARISON.replace("0.61", "0.66"), label="Table 3", caption="Table 3. Independent test set again.")
    gaps = read_results(paper(table(COMPARISON), other)).gaps
    assert any("Table 2" in gap.question and "0.61" in gap.question for gap in gaps)


def test_every_score_is_its_cell() -> None:
    made = paper(table(COMPARISON))
    for score in read_results(made).scores:
        place = score.evidence[0].place
        assert place in [item.place for item in made.find(score.printed)]
        assert score.evidence[0].quote == score.printed


def test_no_metric_is_taken_for_primary_without_a_word_of_the_paper() -> None:
    results = read_results(paper(table(COMPARISON), abstract="Here we propose a method named ProtNet."))
    primary = next(metric for metric in results.metrics if metric.is_primary)
    assert primary.is_assumed


def test_a_text_that_stresses_a_metric_makes_it_primary() -> None:
    text = "In terms of accuracy, ProtNet is best. We report the highest accuracy of all tools."
    results = read_results(paper(table(COMPARISON), abstract="We propose ProtNet.", results=(text,)))
    primary = next(metric for metric in results.metrics if metric.is_primary)
    assert (primary.metric_id, primary.is_assumed) == ("accuracy", False)
    assert text.startswith(primary.evidence[-1].quote.split(",")[0])


def test_a_metric_and_a_data_set_in_one_header() -> None:
    text = "Method | Yeast MCC | Mouse MCC\nSiteFinder | 0.44 | 0.24\nProtNet | 0.61 | 0.31"
    results = read_results(paper(table(text)))
    assert values(results)["mouse", "matthews_correlation", "ProtNet"] == 0.31
    assert [metric.printed for metric in results.metrics] == ["MCC"]


def test_a_header_is_printed_as_it_stands_with_its_brackets() -> None:
    text = "Method | ACC (%) | AUROC of deletion\nSiteFinder | 70.1 | 0.71\nProtNet | 80.2 | 0.80"
    results = read_results(paper(table(text)))
    assert [metric.printed for metric in results.metrics] == ["ACC", "AUROC"]
    assert results.metrics[0].evidence[0].quote == "ACC (%)"


PLAIN = "Method | MCC\nSiteFinder | 0.52\nUltra (Ours) | 0.61"


def test_a_plain_word_is_a_name_where_the_title_leads_with_it_and_a_row_bears_it() -> None:
    abstract = "We propose a novel Cooperative Restoration Learning Framework (Ultra) for sites."
    results = read_results(paper(table(PLAIN), title="Ultra: learning to find sites", abstract=abstract))
    assert results.algorithm is not None
    assert results.algorithm.name == "Ultra"
    other = read_results(paper(table(PLAIN.replace("Ultra", "Ranking")), title="Ultra: finding sites", abstract="X."))
    assert other.algorithm is not None
    assert other.algorithm.name == "Ranking"


def test_a_row_marked_as_ours_names_a_method_that_no_sentence_names() -> None:
    text = "Method | MCC\nSiteFinder | 0.52\nLate fusion (ours) | 0.61"
    results = read_results(paper(table(text), title="Finding sites", abstract="Sites matter."))
    assert results.algorithm is not None
    assert results.algorithm.name == "Late fusion"
    assert results.algorithm.evidence[0].quote == "Late fusion (ours)"
    two = read_results(paper(table(f"{text}\nEarly fusion (ours) | 0.62"), title="Finding sites", abstract="Sites."))
    assert two.algorithm is None


def test_an_abbreviation_of_the_task_is_no_method() -> None:
    text = "Method | MCC\nSiteFinder | 0.52\nCNN | 0.61"
    abstract = "We develop a fault detection and diagnosis (FDD) system. The FDD system is a CNN."
    assert read_results(paper(table(text), title="Faults", abstract=abstract)).algorithm is None


def test_a_row_named_by_a_citation_alone_is_not_the_proposed_method() -> None:
    text = "Method | ACC | MCC\n(Martinez et al. 2017) | 0.71 | 0.40\n[12] | 0.72 | 0.41\nOurs | 0.80 | 0.61"
    found = {score.method: score.role for score in read_results(paper(table(text))).scores}
    assert found == {
        "Martinez et al. 2017": MethodRole.BASELINE,
        "12": MethodRole.BASELINE,
        "ProtNet": MethodRole.PROPOSED,
    }


def test_a_caption_does_not_name_the_metric_of_columns_that_point_up_or_down() -> None:
    text = "Method | Walk | Run | All (Zeta \u2191) | All (AUC \u2191)\n"
    text += "Others | 71 | 72 | 73 | 41\nProtNet | 81 | 82 | 83 | 51"
    assert read_results(paper(table(text, caption="Table 2. Results in Zeta and AUC on the test set."))).scores == ()


def test_averages_are_the_scores_where_a_table_has_no_others() -> None:
    text = "Method | Avg. ACC | Avg. MCC\nSiteFinder | 0.71 | 0.52\nProtNet | 0.80 | 0.61"
    scores = values(read_results(paper(table(text))))
    assert scores["independent-test-set", "matthews_correlation", "ProtNet"] == 0.61
    beside = "Method | Yeast MCC | Avg. MCC\nSiteFinder | 0.44 | 0.52\nProtNet | 0.61 | 0.63"
    assert {setting for setting, _, _ in values(read_results(paper(table(beside))))} == {"yeast"}


def test_one_short_word_among_other_headers_is_no_metric() -> None:
    """`REC` beside `CLS` and `CITE` is a task (recommendation), not recall."""
    text = "Method | CLS | USR | CITE | REC\nSiteFinder | 70.1 | 71 | 72 | 73\nProtNet | 80 | 81 | 82 | 83"
    assert read_results(paper(table(text, caption="Table 2. Comparison on the test set."))).scores == ()


def test_headers_that_change_inside_a_table_are_not_read_under_the_first_ones() -> None:
    text = """
    Method     | Heart ACC | Brain ACC
    SiteFinder | 0.71      | 0.72
    ProtNet    | 0.80      | 0.81
               | Liver ACC | Lung ACC
    SiteFinder | 0.51      | 0.52
    ProtNet    | 0.60      | 0.61
    """
    results = read_results(paper(table(text)))
    assert {score.value for score in results.scores} == {0.71, 0.72, 0.80, 0.81}
    assert any("new headers in row 4" in gap.question for gap in results.gaps)


def test_columns_that_no_metric_is_known_for_are_named() -> None:
    text = "Method | ACC | Zeta\nSiteFinder | 0.71 | 5\nProtNet | 0.80 | 6"
    results = read_results(paper(table(text)))
    assert len(results.scores) == 2
    assert "Table 2: no known metric in Zeta" in results.notes


texts = st.sampled_from(
    [
        "",
        "Method",
        "ACC",
        "MCC (%)",
        "ProtNet",
        "ProtNet w/o x",
        "Ours",
        "Yeast",
        "0.5",
        "88.857",
        "0.5 ± 0.1",
        "-",
        "(",
    ]
)


@given(st.lists(st.lists(texts, min_size=3, max_size=3), min_size=1, max_size=6), st.integers(0, 3), st.integers(0, 3))
@settings(deadline=None)
def test_no_table_raises_and_no_score_is_without_its_cell(lines: list[list[str]], head: int, side: int) -> None:
    made = paper(table("\n".join(" | ".join(line) for line in lines) or "|", header_rows=head, header_columns=side))
    for score in read_results(made).scores:
        assert any(cell.text == score.printed for cell in made.tables[0].cells)
