"""What papers call a metric, and what only looks like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.metrics import by_alias, registry


def name_of(text: str, beside: tuple[str, ...] = ()) -> str | None:
    found = by_alias(text, beside)
    return found.metric_id if found else None


@pytest.mark.parametrize(
    ("printed", "metric_id"),
    [
        ("ACC", "accuracy"),
        ("Acc. (%)", "accuracy"),
        ("Accuracy ↑", "accuracy"),
        ("Accuracy [%] (mean ± SD)", "accuracy"),
        ("MCC", "matthews_correlation"),
        ("Matthews Correlation Coefficient (MCC)", "matthews_correlation"),
        ("Matthew’s correlation coefficient", "matthews_correlation"),
        ("g-mean", "g_mean"),
        ("G-Mean", "g_mean"),
        ("F1-score", "f1"),
        ("F1 Score (%)", "f1"),
        ("F-measure", "f1"),
        ("Macro-F1", "f1_macro"),
        ("F1 (macro)", "f1_macro"),
        ("macro F1-score", "f1_macro"),
        ("Weighted F1", "f1_weighted"),
        ("micro-F1", "f1_micro"),
        ("ROC-AUC", "auroc"),
        ("AUC", "auroc"),
        ("AUPR", "auprc"),
        ("PR-AUC", "auprc"),
        ("Recall", "sensitivity"),
        ("Sensitivity (Sn)", "sensitivity"),
        ("Cohen's κ", "cohen_kappa"),
        ("MAE (eV/atom) ↓", "mae"),
        ("MAE, eV", "mae"),
        ("MAE (W m−1 K−1)", "mae"),
        ("RMSE [kcal/mol]", "rmse"),
        ("RMSE in °C", "rmse"),
        ("R²", "r2"),
        ("R2 score", "r2"),
        ("R^2", "r2"),
        ("Pearson's r", "pearson"),
        ("Spearman’s ρ", "spearman"),
        ("Spearman correlation", "spearman"),
        ("MAPE (%)", "mape"),
        ("C-index", "concordance_index"),
        ("Brier score", "brier"),
        ("Accuracy (top-5)", "top_5_accuracy"),
        ("Top-5 acc. (%)", "top_5_accuracy"),
        ("Recall@10", "recall_at_10"),
        ("P@1", "precision_at_1"),
        ("Hits@10 ↑", "hits_at_10"),
        ("NDCG@5", "ndcg_at_5"),
        ("MRR", "mrr"),
        ("mAP@0.5", "detection_average_precision_50"),
        ("mAP@[0.5:0.95]", "detection_average_precision"),
        ("DSC (%)", "dice"),
        ("HD95 (mm)", "hausdorff_95"),
        ("mIoU", "jaccard_macro"),
        ("PSNR (dB)", "psnr"),
        ("MS-SSIM", "ms_ssim"),
        ("FID ↓", "fid"),
        ("JS divergence", "js_divergence"),
        ("TM-score", "tm_score"),
        ("GDT_TS", "gdt_ts"),
        ("lDDT-Cα", "lddt"),
        ("RMSD (Å)", "rmsd"),
        ("BLEU-4", "bleu"),
        ("ROUGE-L", "rouge_l"),
        ("CER (%)", "character_error_rate"),
        ("Fmax", "fmax"),
        ("PQ", "panoptic_quality"),
        ("ASW (batch)", "asw_batch"),
    ],
)
def test_names_from_papers(printed: str, metric_id: str) -> None:
    assert name_of(printed) == metric_id


@pytest.mark.parametrize(
    "printed",
    [
        "",
        "%",
        "(↑)",
        "Method",
        "Accuracy (top-7)",
        "Recall@7",
        "P@2",
        "RMSE/MAE",
        "Δ MAE",
        "AUC (test of trend)",
        "n",
        "p",
        "Sn",
        "Re",
        "eV",
        "κ",
        "τ",
        "AP",
        "Training time (s)",
    ],
)
def test_what_is_no_metric_or_not_surely_one(printed: str) -> None:
    """`Sn` is tin, `Re` rhenium, `p` a significance, `κ` a conductivity, until other columns say otherwise."""
    assert name_of(printed) is None


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (("ACC", "MCC", "Sn", "Sp", "g-mean"), "accuracy matthews_correlation sensitivity specificity g_mean"),
        (("SE", "SP"), "sensitivity specificity"),
        (("P", "R", "F1"), "precision sensitivity f1"),
        (("RMSE", "R"), "rmse pearson"),
        (("MAE", "MSE", "CI"), "mae mse concordance_index"),
        (("AUC", "AP"), "auroc auprc"),
        (("Precision (%)", "R (%)"), "precision sensitivity"),
    ],
)
def test_other_columns_settle_short_names(header: tuple[str, ...], expected: str) -> None:
    assert " ".join(str(name_of(text, header)) for text in header) == expected


def test_a_short_name_that_two_columns_read_differently_stays_open() -> None:
    assert name_of("R", ("Precision", "RMSE")) is None


def test_the_case_of_a_short_name_counts() -> None:
    assert name_of("sp", ("Recall",)) is None
    assert name_of("p", ("Recall",)) is None


def test_every_metric_is_found_by_each_of_its_names() -> None:
    for spec in registry().values():
        for alias in (spec.metric_id, spec.title, *spec.aliases):
            assert name_of(alias) == spec.metric_id, alias


@given(st.sampled_from([alias for spec in registry().values() for alias in spec.aliases]), st.data())
def test_case_arrows_and_percent_signs_are_folded(alias: str, data: st.DataObject) -> None:
    dressed = data.draw(st.sampled_from(["{} ↑", "{}↓", "{} (%)", "↑ {}", "{} [%]", " {} ", "{} (higher is better)"]))
    assert name_of(dressed.format(data.draw(st.sampled_from([alias, alias.upper(), alias.lower()])))) == name_of(alias)


@given(st.text(max_size=40), st.lists(st.text(max_size=20), max_size=4))
def test_any_text_gives_a_metric_or_none(text: str, beside: list[str]) -> None:
    found = by_alias(text, beside)
    assert found is None or found is registry()[found.metric_id]
