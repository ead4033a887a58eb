"""What a metric is checked against where no library function takes its input as it is.

Most are library functions called row by row (named in each docstring); the rest is the definition, written out in
another way than in the registry.
"""

import math
import statistics
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
from scipy.stats import spearmanr
from sklearn import metrics as sk


def ccc(truth: list[float], prediction: list[float]) -> float:
    """1 - mean squared difference over what it would be without correlation."""
    apart = statistics.pvariance(truth) + statistics.pvariance(prediction)
    apart += (statistics.fmean(truth) - statistics.fmean(prediction)) ** 2
    return 1 - statistics.fmean((t - p) ** 2 for t, p in zip(truth, prediction, strict=True)) / apart


def binned_calibration(rights: list[float], confidences: list[float], bins: int) -> float:
    """The difference of rights and confidences, bin by bin."""
    total = 0.0
    for number in range(bins):
        rows = [
            (t, p)
            for t, p in zip(rights, confidences, strict=True)
            if number / bins < p <= (number + 1) / bins or (number == 0 and p == 0)
        ]
        total += abs(sum(t for t, _ in rows) - sum(p for _, p in rows))
    return total / len(rights)


def concordance(truth: list[float], prediction: list[float]) -> float:
    """Pair by pair."""
    rows = list(zip(truth, prediction, strict=True))
    pairs = [(one, other) for one, other in combinations(rows, 2) if one[0] != other[0]]
    wins = sum(0.5 if a[1] == b[1] else (a[0] - b[0]) * (a[1] - b[1]) > 0 for a, b in pairs)
    return wins / len(pairs)


def kling_gupta(truth: list[float], prediction: list[float]) -> float:
    """The distance from (1, 1, 1)."""
    correlation = statistics.correlation(truth, prediction)
    spread = statistics.stdev(prediction) / statistics.stdev(truth)
    return 1 - math.dist((correlation, spread, statistics.fmean(prediction) / statistics.fmean(truth)), (1, 1, 1))


def smape(truth: list[float], prediction: list[float]) -> float:
    """Row by row."""
    rows = zip(truth, prediction, strict=True)
    return statistics.fmean(abs(t - p) / ((abs(t) + abs(p)) / 2) if t or p else 0.0 for t, p in rows)


def relative_absolute(truth: list[float], prediction: list[float]) -> float:
    """Against the mean of the truth."""
    middle = statistics.fmean(truth)
    return sum(abs(t - p) for t, p in zip(truth, prediction, strict=True)) / sum(abs(t - middle) for t in truth)


def log_loss(truth: Any, prediction: Any) -> float:
    """scikit-learn's `log_loss`."""
    return float(sk.log_loss(truth, prediction, labels=range(len(prediction[0]))))


def calibration_of_the_top(truth: Any, prediction: Any) -> float:
    """Bin by bin, of the most likely class."""
    tops = [max(range(len(row)), key=row.__getitem__) for row in prediction]
    return binned_calibration(
        [float(t == p) for t, p in zip(truth, tops, strict=True)], [max(r) for r in prediction], 15
    )


def one_against_the_rest(function: Callable[[Any, Any], float]) -> Callable[[Any, Any], float]:
    """A scikit-learn function of two classes, averaged over the classes of the truth."""

    def mean(truth: Any, prediction: Any) -> float:
        scores = np.asarray(prediction)
        return statistics.fmean(function(np.asarray(truth) == label, scores[:, label]) for label in sorted(set(truth)))

    return mean


def per_column(
    function: Callable[[Any, Any], float], usable: Callable[[Any, Any], bool], fold: Callable[[Any], float] = np.mean
) -> Callable[[Any, Any], float]:
    """A library function of two columns, averaged over the usable columns without their missing rows."""

    def mean(truth: Any, prediction: Any) -> float:
        values = []
        for known, given in zip(np.array(truth, dtype=float).T, np.array(prediction, dtype=float).T, strict=True):
            rows = np.isfinite(known)
            if rows.any() and usable(known[rows], given[rows]):
                values.append(function(known[rows], given[rows]))
        return float(fold(values))

    return mean


def pooled(function: Callable[[Any, Any], float]) -> Callable[[Any, Any], float]:
    """A library function of all known values at once."""

    def value(truth: Any, prediction: Any) -> float:
        known = np.isfinite(np.array(truth, dtype=float))
        return function(np.array(truth)[known], np.array(prediction)[known])

    return value


def two_classes(known: Any, given: Any) -> bool:
    """Both classes are there."""
    return len(set(known)) == 2


def varies(known: Any, given: Any) -> bool:
    """Neither side is constant."""
    return len(set(known)) > 1 and len(set(given)) > 1


def something(known: Any, given: Any) -> bool:
    """Always."""
    return True


def multilabel(function: Callable[..., float], **options: Any) -> Callable[[Any, Any], float]:
    """A scikit-learn function of label matrices at the threshold 0.5; inputs with missing labels are not compared."""

    def value(truth: Any, prediction: Any) -> float:
        if np.isnan(np.array(truth, dtype=float)).any():
            return math.nan
        return float(function(np.array(truth, dtype=int), np.array(prediction) >= 0.5, **options))

    return value


def fmax(truth: Any, prediction: Any) -> float:
    """Threshold by threshold, set by set."""
    best = 0.0
    rows = [
        ({n for n, label in enumerate(labels) if label == 1}, scores)
        for labels, scores in zip(truth, prediction, strict=True)
    ]
    rows = [row for row in rows if row[0]]
    for threshold in (step / 100 for step in range(1, 101)):
        given = [({n for n, score in enumerate(scores) if score >= threshold}, wanted) for wanted, scores in rows]
        precisions = [len(found & wanted) / len(found) for found, wanted in given if found]
        recall = statistics.fmean(len(found & wanted) / len(wanted) for found, wanted in given)
        if precisions and recall:
            precision = statistics.fmean(precisions)
            best = max(best, 2 * precision * recall / (precision + recall))
    return best


def entropy(truth: Any, prediction: Any) -> float:
    """scipy's `entropy`, row by row."""
    from scipy.stats import entropy as relative

    return statistics.fmean(float(relative(t, p)) for t, p in zip(truth, prediction, strict=True))


def jensen_shannon(power: int) -> Callable[[Any, Any], float]:
    """scipy's `jensenshannon` with base 2, row by row, to a power."""
    from scipy.spatial.distance import jensenshannon

    return lambda truth, prediction: statistics.fmean(
        float(jensenshannon(t, p, base=2)) ** power for t, p in zip(truth, prediction, strict=True)
    )


def ndcg(truth: Any, prediction: Any, k: int | None = None) -> float:
    """scikit-learn's `ndcg_score` of the items, each scored by its place from behind; unranked ones score lowest."""
    values = []
    for gains, items in zip(truth, prediction, strict=True):
        if not any(gains.values()):
            continue
        every = [*items, *(item for item in gains if item not in items)]
        known = [[gains.get(item, 0) for item in every]]
        values.append(sk.ndcg_score(known, [[-place for place in range(len(every))]], k=k or len(items)))
    return statistics.fmean(values)


def of_queries(function: Callable[[list[bool], int], float]) -> Callable[..., float]:
    """A function of which of the ranked items are relevant and how many are, averaged over queries."""

    def mean(truth: Any, prediction: Any, **options: Any) -> float:
        values = []
        for gains, items in zip(truth, prediction, strict=True):
            relevant = {item for item, gain in gains.items() if gain}
            if relevant:
                values.append(function([item in relevant for item in items], len(relevant), **options))
        return statistics.fmean(values)

    return mean


def _average_precision(hits: list[bool], relevant: int) -> float:
    """scikit-learn's `average_precision_score`, with the relevant items that were not ranked added to the denominator."""
    if not any(hits):
        return 0.0
    found = sk.average_precision_score(hits, [-place for place in range(len(hits))])
    return float(found * sum(hits) / relevant)


def of_sets(average: str, function: Callable[..., float]) -> Callable[[Any, Any], float]:
    """A scikit-learn function of label matrices; rows without labels on both sides count as right."""
    from sklearn.preprocessing import MultiLabelBinarizer

    def value(truth: Any, prediction: Any) -> float:
        binarizer = MultiLabelBinarizer().fit([*truth, *prediction])
        known, given = binarizer.transform(truth), binarizer.transform(prediction)
        if average == "micro":
            return float(function(known, given, average="micro", zero_division=1))
        rows = (
            1.0
            if not (one.any() or other.any())
            else float(function(one[None], other[None], average="samples", zero_division=0))
            for one, other in zip(known, given, strict=True)
        )
        return statistics.fmean(rows)

    return value


def edits(unit: Callable[[str], Any], over: str) -> Callable[[Any, Any], float]:
    """rapidfuzz's Levenshtein distance of letters or words: plain, over the longer text, or over all of the truth."""
    from rapidfuzz.distance import Levenshtein

    def value(truth: Any, prediction: Any) -> float:
        pairs = [(unit(t), unit(p)) for t, p in zip(truth, prediction, strict=True)]
        if over == "longer":
            return statistics.fmean(Levenshtein.normalized_distance(t, p) for t, p in pairs)
        total = sum(Levenshtein.distance(t, p) for t, p in pairs)
        return total / (len(pairs) if over == "rows" else sum(len(t) for t, _ in pairs))

    return value


def recovery(is_pooled: bool) -> Callable[[Any, Any], float]:
    """rapidfuzz's Hamming similarity."""
    from rapidfuzz.distance import Hamming

    def value(truth: Any, prediction: Any) -> float:
        pairs = list(zip(truth, prediction, strict=True))
        if is_pooled:
            return sum(Hamming.similarity(t, p) for t, p in pairs) / sum(map(len, truth))
        return statistics.fmean(Hamming.normalized_similarity(t, p) for t, p in pairs)

    return value


def bleu(truth: Any, prediction: Any) -> float:
    """sacrebleu's corpus BLEU without tokenizer and smoothing."""
    from sacrebleu.metrics import BLEU

    return float(BLEU(tokenize="none", smooth_method="none", force=True).corpus_score(prediction, [truth]).score)


def rouge(name: str) -> Callable[..., float]:
    """rouge-score's F measure, row by row."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer([name], use_stemmer=False)

    def value(truth: Any, prediction: Any, **options: Any) -> float:
        return statistics.fmean(scorer.score(t, p)[name].fmeasure for t, p in zip(truth, prediction, strict=True))

    return value


def graph_edits(truth: Any, prediction: Any) -> float:
    """Entries of the two adjacency matrices that differ, a pair of nodes counted once."""
    values = []
    for one, other in zip(truth, prediction, strict=True):
        nodes = sorted({node for edge in (*one, *other) for node in edge})
        both = np.zeros((2, len(nodes), len(nodes)), dtype=int)
        for side, edges in enumerate((one, other)):
            for a, b in edges:
                both[side, nodes.index(a), nodes.index(b)] = 1
        differs = both[0] != both[1]
        values.append(np.triu(differs | differs.T).sum())
    return float(np.mean(values))


def edge_f1(truth: Any, prediction: Any) -> float:
    """As sets of pairs."""
    return of_sets("samples", sk.f1_score)([set(map(str, g)) for g in truth], [set(map(str, g)) for g in prediction])


def of_networkx(function: Callable[[Any, list[set[Any]]], float]) -> Callable[[Any, Any], float]:
    """A function of a networkx graph and its parts, averaged over graphs."""
    import networkx as nx

    def mean(truth: Any, prediction: Any) -> float:
        values = []
        for edges, part in zip(truth, prediction, strict=True):
            graph = nx.Graph()
            graph.add_nodes_from(part)
            graph.add_weighted_edges_from(edges)
            parts = [{node for node in part if part[node] == name} for name in sorted(set(part.values()))]
            values.append(function(graph, parts))
        return statistics.fmean(values)

    return mean


def _cut(graph: Any, parts: list[set[Any]]) -> float:
    import networkx as nx

    return sum(nx.cut_size(graph, one, other, weight="weight") for one, other in combinations(parts, 2))


def _modularity(graph: Any, parts: list[set[Any]]) -> float:
    import networkx as nx

    return float(nx.community.modularity(graph, parts))


def _normalised_cut(graph: Any, parts: list[set[Any]]) -> float:
    import networkx as nx

    assert len(parts) == 2
    return float(nx.normalized_cut_size(graph, parts[0], parts[1], weight="weight"))


FORMULAS: dict[str, Callable[..., float]] = {
    "ccc": ccc,
    "concordance_index": concordance,
    "expected_calibration_error": lambda t, p: binned_calibration(t, p, 10),
    "false_negative_rate": lambda t, p: 1 - sk.recall_score(t, p),
    "false_positive_rate": lambda t, p: 1 - sk.recall_score(t, p, pos_label=0),
    "g_mean": lambda t, p: math.sqrt(sk.recall_score(t, p) * sk.recall_score(t, p, pos_label=0)),
    "kling_gupta_efficiency": kling_gupta,
    "pearson_squared": lambda t, p: statistics.correlation(t, p) ** 2,
    "relative_absolute_error": relative_absolute,
    "smape": smape,
    "perplexity": lambda t, p: math.exp(log_loss(t, p)),
    "expected_calibration_error_multiclass": calibration_of_the_top,
    "auprc_macro": one_against_the_rest(sk.average_precision_score),
    "auroc_per_target": per_column(sk.roc_auc_score, two_classes),
    "auprc_per_target": per_column(sk.average_precision_score, two_classes),
    "multilabel_f1_micro": multilabel(sk.f1_score, average="micro", zero_division=1),
    "multilabel_f1_macro": multilabel(sk.f1_score, average="macro", zero_division=1),
    "multilabel_f1_samples": multilabel(sk.f1_score, average="samples", zero_division=1),
    "hamming_loss": multilabel(sk.hamming_loss),
    "subset_accuracy": multilabel(sk.accuracy_score),
    "fmax": fmax,
    "mae_per_target": per_column(sk.mean_absolute_error, something),
    "rmse_per_target": per_column(sk.root_mean_squared_error, something),
    "r2_per_target": per_column(sk.r2_score, lambda known, given: len(set(known)) > 1),
    "pearson_per_target": per_column(lambda t, p: float(np.corrcoef(t, p)[0, 1]), varies),
    "spearman_per_target": per_column(lambda t, p: float(spearmanr(t, p).statistic), varies),
    "mae_pooled": pooled(sk.mean_absolute_error),
    "rmse_pooled": pooled(sk.root_mean_squared_error),
    "kl_divergence": entropy,
    "js_divergence": jensen_shannon(2),
    "js_distance": jensen_shannon(1),
    "ndcg": ndcg,
    "ndcg_at_k": ndcg,
    "hits_at_k": of_queries(lambda hits, relevant, k: float(any(hits[:k]))),
    "precision_at_k": of_queries(lambda hits, relevant, k: sum(hits[:k]) / k),
    "recall_at_k": of_queries(lambda hits, relevant, k: sum(hits[:k]) / relevant),
    "mrr": of_queries(lambda hits, relevant: 1 / (hits.index(True) + 1) if any(hits) else 0.0),
    "ranking_average_precision": of_queries(_average_precision),
    "set_precision": of_sets("samples", sk.precision_score),
    "set_recall": of_sets("samples", sk.recall_score),
    "set_f1": of_sets("samples", sk.f1_score),
    "set_f1_micro": of_sets("micro", sk.f1_score),
    "set_jaccard": of_sets("samples", sk.jaccard_score),
    "edit_distance": edits(str, "rows"),
    "normalised_edit_distance": edits(str, "longer"),
    "character_error_rate": edits(str, "truth"),
    "word_error_rate": edits(str.split, "truth"),
    "sequence_recovery": recovery(False),
    "sequence_recovery_pooled": recovery(True),
    "bleu": bleu,
    "rouge_n": lambda t, p, n: rouge(f"rouge{n}")(t, p),
    "rouge_l": rouge("rougeL"),
    "structural_hamming_distance": graph_edits,
    "edge_f1": edge_f1,
    "cut_size": of_networkx(_cut),
    "edge_cut": of_networkx(_cut),
    "modularity": of_networkx(_modularity),
    "normalised_cut": of_networkx(_normalised_cut),
}
