"""The same for images, masks, boxes, structures, samples, molecules and outcomes."""

import contextlib
import io
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn import metrics as sk


def per_image(function: Callable[[Any, Any], float]) -> Callable[[Any, Any], float]:
    """The mean over images."""

    def mean(truth: Any, prediction: Any) -> float:
        return statistics.fmean(function(np.asarray(t), np.asarray(p)) for t, p in zip(truth, prediction, strict=True))

    return mean


def _psnr(one: Any, other: Any) -> float:
    """scikit-image's."""
    from skimage.metrics import peak_signal_noise_ratio

    return float(peak_signal_noise_ratio(one, other, data_range=1.0))


def _ssim(one: Any, other: Any) -> float:
    """scikit-image's, with the settings of Wang et al."""
    from skimage.metrics import structural_similarity

    options: dict[str, Any] = {"gaussian_weights": True, "sigma": 1.5, "use_sample_covariance": False}
    return float(structural_similarity(one, other, data_range=1.0, **options))


def ms_ssim(one: Any, other: Any) -> float:
    """By the definition, with the window laid over the image as a whole: no padding."""
    from scipy.signal import convolve2d
    from skimage.measure import block_reduce

    line = np.exp(-(np.arange(-5, 6) ** 2) / (2 * 1.5**2))
    window = np.outer(line, line) / line.sum() ** 2
    value = 1.0
    for scale, weight in enumerate((0.0448, 0.2856, 0.3001, 0.2363, 0.1333)):
        if scale:
            one, other = (
                block_reduce(s[: s.shape[0] // 2 * 2, : s.shape[1] // 2 * 2], 2, np.mean) for s in (one, other)
            )
        means = [convolve2d(side, window, "valid") for side in (one, other)]
        squares = [convolve2d(side, window, "valid") for side in (one**2, other**2, one * other)]
        variances = squares[0] - means[0] ** 2, squares[1] - means[1] ** 2, squares[2] - means[0] * means[1]
        contrast = (2 * variances[2] + 0.03**2) / (variances[0] + variances[1] + 0.03**2)
        light = (2 * means[0] * means[1] + 0.01**2) / (means[0] ** 2 + means[1] ** 2 + 0.01**2)
        value *= max(float(np.mean(contrast * light if scale == 4 else contrast)), 0.0) ** weight
    return value


def _classes(one: Any, other: Any) -> list[int]:
    return sorted((set(one.ravel()) | set(other.ravel())) - {0})


def of_mask(function: Callable[[Any, Any], float], nothing: float) -> Callable[[Any, Any], float]:
    """A function of two masks of one class, averaged over the classes of an image."""

    def value(one: Any, other: Any) -> float:
        values = [function(one == label, other == label) for label in _classes(one, other)]
        return float(np.mean(values)) if values else nothing

    return value


def surfaces(function: Callable[[Any, Any], float]) -> Callable[[Any, Any], float]:
    """A function of the points on two surfaces; the diagonal where one is missing."""

    def value(one: Any, other: Any) -> float:
        if not (one.any() and other.any()):
            return float(np.hypot(*(size - 1 for size in one.shape)))
        return function(*(_surface(side) for side in (one, other)))

    return value


def _surface(mask: Any) -> Any:
    """scikit-image's inner boundary; pixels at the border of the image belong to it."""
    from skimage.segmentation import find_boundaries

    return find_boundaries(np.pad(mask, 1), mode="inner")[tuple(slice(1, -1) for _ in mask.shape)]


def hausdorff_distance(truth: Any, prediction: Any, percentile: float) -> float:
    """scikit-image's `hausdorff_distance` for the maximum; else from all distances between the points."""
    from skimage.metrics import hausdorff_distance as largest

    def at_percentile(one: Any, other: Any) -> float:
        if percentile == 100:
            return float(largest(one, other))
        there, back = _nearest(one, other)
        return float(max(np.percentile(there, percentile), np.percentile(back, percentile)))

    return per_image(of_mask(surfaces(at_percentile), 0.0))(truth, prediction)


def _nearest(one: Any, other: Any) -> tuple[Any, Any]:
    from scipy.spatial import KDTree

    points = [np.argwhere(side) for side in (one, other)]
    return KDTree(points[1]).query(points[0])[0], KDTree(points[0]).query(points[1])[0]


def of_all_pixels(function: Callable[..., float], **options: Any) -> Callable[[Any, Any], float]:
    """A scikit-learn function of the pixels of all images."""

    def value(truth: Any, prediction: Any) -> float:
        sides = [np.concatenate([np.asarray(image).ravel() for image in images]) for images in (truth, prediction)]
        return float(function(*sides, **options))

    return value


def dice_pooled(truth: Any, prediction: Any) -> float:
    """scikit-learn's F1 of the classes but 0."""
    labels = sorted(set(np.concatenate([np.asarray(i).ravel() for i in (*truth, *prediction)])) - {0})
    return of_all_pixels(sk.f1_score, labels=labels, average="macro")(truth, prediction)


def panoptic(part: str) -> Callable[[Any, Any], float]:
    """Segment by segment."""

    def value(truth: Any, prediction: Any) -> float:
        found: dict[int, list[float]] = {}
        counts: dict[int, int] = {}
        for one, other in zip(truth, prediction, strict=True):
            sides = [{pair for pair in zip(s[0].ravel(), s[1].ravel(), strict=True) if pair[0]} for s in (one, other)]
            for pair in (*sides[0], *sides[1]):
                counts[pair[0]] = counts.get(pair[0], 0) + 1
            for label, left in sides[0]:
                for right in (number for kind, number in sides[1] if kind == label):
                    masks = [(s[0] == label) & (s[1] == n) for s, n in ((one, left), (other, right))]
                    share = (masks[0] & masks[1]).sum() / (masks[0] | masks[1]).sum()
                    found.setdefault(label, []).extend([share] if share > 0.5 else [])
        values = []
        for label, count in counts.items():
            shares = found.get(label, [])
            quality = {"sq": np.mean(shares) if shares else 0.0, "rq": 2 * len(shares) / count}
            values.append(quality["sq"] * quality["rq"] if part == "pq" else quality[part])
        return float(np.mean(values))

    return value


def coco(truth: Any, prediction: Any, thresholds: tuple[float, ...]) -> float:
    """The COCO evaluation of pycocotools."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    def record(image: int, box: Any, **more: Any) -> dict[str, Any]:
        *corner, right, lower = box
        size = [*corner, right - corner[0], lower - corner[1]]
        return {"image_id": image, "bbox": size, "area": size[2] * size[3], "iscrowd": 0, **more}

    names = sorted({box[0] for boxes in truth for box in boxes})
    boxes = [
        record(image, box[1:], category_id=names.index(box[0]) + 1)
        for image, boxes in enumerate(truth, start=1)
        for box in boxes
    ]
    given = [
        record(image, box[2:], category_id=names.index(box[0]) + 1, score=box[1])
        for image, boxes in enumerate(prediction, start=1)
        for box in boxes
        if box[0] in names
    ]
    known = COCO()
    known.dataset = {
        "images": [{"id": image} for image in range(1, len(truth) + 1)],
        "annotations": [{**box, "id": number} for number, box in enumerate(boxes, start=1)],
        "categories": [{"id": number, "name": name} for number, name in enumerate(names, start=1)],
        "info": {},
    }
    with contextlib.redirect_stdout(io.StringIO()):
        known.createIndex()
        evaluation = COCOeval(known, known.loadRes(given), "bbox")
        evaluation.params.iouThrs = np.array(thresholds)
        evaluation.evaluate()
        evaluation.accumulate()
    return float(evaluation.eval["precision"][:, :, :, 0, 2].mean())


def _resolved(one: Any, other: Any) -> tuple[Any, Any]:
    rows = ~np.isnan(one).any(axis=1)
    return one[rows], other[rows]


def rmsd(one: Any, other: Any) -> float:
    """Biopython's superposition."""
    from Bio.SVDSuperimposer import SVDSuperimposer

    known, given = _resolved(one, other)
    superimposer = SVDSuperimposer()
    superimposer.set(known, given)
    superimposer.run()
    return float(superimposer.get_rms())


def pose_rmsd(one: Any, other: Any) -> float:
    """biotite's, without superposition."""
    from biotite.structure import rmsd as plain

    return float(plain(*_resolved(one, other)))


def lddt(one: Any, other: Any) -> float:
    """biotite's."""
    from biotite.structure import AtomArray
    from biotite.structure import lddt as kept

    known, given = _resolved(one, other)
    atoms = []
    for coordinates in (known, given):
        array = AtomArray(len(coordinates))
        array.coord, array.res_id = coordinates.astype("float32"), np.arange(1, len(coordinates) + 1)
        array.atom_name[:], array.res_name[:], array.element[:] = "CA", "ALA", "C"
        atoms.append(array)
    return float(kept(atoms[0], atoms[1], aggregation="all"))


def tm_score(one: Any, other: Any) -> float:
    """TM-align, which for like chains of one sequence aligns residue to residue."""
    from tmtools import tm_align

    known, given = _resolved(one, other)
    letters = "ACDEFGHIKLMNPQRSTVWY" * (1 + len(known) // 20)
    return float(tm_align(known, given, letters[: len(known)], letters[: len(known)]).tm_norm_chain1)


def fid(truth: Any, prediction: Any) -> float:
    """With scipy's square root of a matrix."""
    from scipy.linalg import sqrtm

    one, other = (np.asarray(side, dtype=float) for side in (truth, prediction))
    covariances = [np.cov(side, rowvar=False) for side in (one, other)]
    gap = np.sum((one.mean(axis=0) - other.mean(axis=0)) ** 2)
    return float(gap + np.trace(covariances[0] + covariances[1] - 2 * np.real(sqrtm(covariances[0] @ covariances[1]))))


def wasserstein(truth: Any, prediction: Any) -> float:
    """scipy's, column by column."""
    from scipy.stats import wasserstein_distance

    return float(
        np.mean(
            [wasserstein_distance(t, p) for t, p in zip(np.transpose(truth), np.transpose(prediction), strict=True)]
        )
    )


def energy(truth: Any, prediction: Any) -> float:
    """Pair by pair; `test_references` compares one column with scipy's."""
    one, other = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    across, left, right = (
        np.mean([[np.linalg.norm(a - b) for b in second] for a in first])
        for first, second in ((one, other), (one, one), (other, other))
    )
    return float(np.sqrt(2 * across - left - right))


def mmd(truth: Any, prediction: Any) -> float:
    """scikit-learn's kernel."""
    one, other = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    distances = sk.pairwise_distances(one)[np.triu_indices(len(one), 1)]
    gamma = 1 / (2 * np.median(distances) ** 2)
    kernels = (sk.pairwise.rbf_kernel(a, b, gamma=gamma).mean() for a, b in ((one, one), (other, other), (one, other)))
    left, right, across = kernels
    return float(left + right - 2 * across)


def molecules(part: str) -> Callable[[Any, Any], float]:
    """By InChI keys instead of canonical SMILES."""
    from rdkit import Chem, RDLogger

    RDLogger.DisableLog("rdApp.*")  # type: ignore[attr-defined]

    def value(truth: Any, prediction: Any) -> float:
        read = [Chem.MolFromSmiles(text) for text in prediction]
        keys = [Chem.MolToInchiKey(found) for found in read if found is not None and found.GetNumAtoms()]
        known = {Chem.MolToInchiKey(found) for text in truth if (found := Chem.MolFromSmiles(text)) is not None}
        if part == "validity":
            return len(keys) / len(prediction)
        return len(set(keys)) / len(keys) if part == "uniqueness" else len(set(keys) - known) / len(set(keys))

    return value


def qed(truth: Any, prediction: Any) -> float:
    """RDKit's default estimate, molecule by molecule."""
    from rdkit import Chem
    from rdkit.Chem.QED import default

    read = [Chem.MolFromSmiles(text) for text in prediction if text]
    return statistics.fmean(default(found) for found in read if found is not None)


def asw_label(truth: Any, prediction: Any) -> float:
    """scikit-learn's silhouette."""
    return float((sk.silhouette_score(np.asarray(prediction), [row[0] for row in truth]) + 1) / 2)


def asw_batch(truth: Any, prediction: Any) -> float:
    """Point by point."""
    values = []
    for label in sorted({row[0] for row in truth}):
        rows = [(row[1], np.asarray(point)) for row, point in zip(truth, prediction, strict=True) if row[0] == label]
        found = []
        for at, (batch, point) in enumerate(rows):
            own = [np.linalg.norm(point - p) for n, (b, p) in enumerate(rows) if b == batch and n != at]
            others = {b for b, _ in rows} - {batch}
            far = min(np.mean([np.linalg.norm(point - p) for b, p in rows if b == other]) for other in others)
            found.append(1 - abs((far - np.mean(own)) / max(far, np.mean(own))) if own else 1.0)
        values.append(np.mean(found))
    return float(np.mean(values))


def graph_connectivity(truth: Any, prediction: Any) -> float:
    """networkx's components."""
    import networkx as nx

    points = np.asarray(prediction)
    graph = nx.Graph()
    for at, gaps in enumerate(sk.pairwise_distances(points)):
        graph.add_edges_from((at, other) for other in [n for n in np.argsort(gaps) if n != at][:15])
    values = []
    for label in sorted({row[0] for row in truth}):
        mine = [at for at, row in enumerate(truth) if row[0] == label]
        values.append(max(map(len, nx.connected_components(graph.subgraph(mine)))) / len(mine))
    return statistics.fmean(values)


def _relative_gap(truth: Any, prediction: Any) -> float:
    return statistics.fmean((best - found) / abs(best) for best, found in zip(truth, prediction, strict=True))


FORMULAS: dict[str, Callable[..., float]] = {
    "psnr": per_image(_psnr),
    "ssim": per_image(_ssim),
    "ms_ssim": per_image(ms_ssim),
    "dice": per_image(of_mask(lambda t, p: sk.f1_score(t.ravel(), p.ravel()), 1.0)),
    "mask_iou": per_image(of_mask(lambda t, p: sk.jaccard_score(t.ravel(), p.ravel()), 1.0)),
    "dice_pooled": dice_pooled,
    "mean_mask_iou": of_all_pixels(sk.jaccard_score, average="macro"),
    "pixel_accuracy": of_all_pixels(sk.accuracy_score),
    "hausdorff_distance": hausdorff_distance,
    "average_surface_distance": per_image(
        of_mask(surfaces(lambda one, other: float(np.mean(np.concatenate(_nearest(one, other))))), 0.0)
    ),
    "panoptic_quality": panoptic("pq"),
    "segmentation_quality": panoptic("sq"),
    "recognition_quality": panoptic("rq"),
    "detection_average_precision_at_iou": coco,
    "rmsd": per_image(rmsd),
    "pose_rmsd": per_image(pose_rmsd),
    "lddt": per_image(lddt),
    "tm_score": per_image(tm_score),
    "fid": fid,
    "wasserstein_distance": wasserstein,
    "energy_distance": energy,
    "mmd": mmd,
    "validity": molecules("validity"),
    "uniqueness": molecules("uniqueness"),
    "novelty": molecules("novelty"),
    "qed": qed,
    "asw_label": asw_label,
    "asw_batch": asw_batch,
    "graph_connectivity": graph_connectivity,
    "regret": lambda t, p: statistics.fmean(t) - statistics.fmean(p),
    "optimality_gap": _relative_gap,
    "success_rate": lambda t, p: statistics.fmean(
        float(found >= best - 1e-9 * abs(best)) for best, found in zip(t, p, strict=True)
    ),
}
