"""Papers, tasks and recipes made by hand from the notes beside the examples, and small ones made up for leaks."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.adapters.store import FileStore
from schemas.data import DataFile, FileRole, Recipe, RecipeSource, SplitPart
from schemas.paper import Block, Link, Paper, Section, SectionRole, SourceFile, SourceFormat
from schemas.task import Algorithm, Direction, MethodRole, Metric, Protocol, Score, Setting, Task

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Case:
    """What the stage takes."""

    paper: Paper
    task: Task
    recipes: tuple[Recipe, ...]
    files: tuple[DataFile, ...]


def metric(name: str, primary: bool = False, lower: bool = False, printed: str = "", unit: str | None = None) -> Metric:
    """A metric of the registry."""
    direction = Direction.LOWER if lower else Direction.HIGHER
    return Metric(
        paper_id="p", metric_id=name, printed=printed or name, direction=direction, is_primary=primary, unit=unit
    )


def scores(
    setting: str, name: str, values: Mapping[str, float], proposed: str, variants: Sequence[str] = ()
) -> list[Score]:
    """The scores of one metric by method."""
    roles = {proposed: MethodRole.PROPOSED, **dict.fromkeys(variants, MethodRole.VARIANT)}
    return [
        Score(
            paper_id="p",
            setting_id=setting,
            metric_id=name,
            method=method,
            role=roles.get(method, MethodRole.BASELINE),
            printed=str(value),
            value=value,
        )
        for method, value in values.items()
    ]


def data_file(store: FileStore, source: str, root: Path, path: str, role: FileRole, licence: str | None) -> DataFile:
    """A file kept in the store, as verification records it."""
    full = root / path
    return DataFile(
        paper_id="p",
        source=source,
        path=path,
        sha256=store.add(full),
        bytes=full.stat().st_size,
        format=full.suffix.lstrip(".") or "unknown",
        role=role,
        licence=licence,
    )


def lmsuccsite(store: FileStore) -> Case:
    """The first example, from its NOTICE.md: Table 4, and the FASTA files of the repository."""
    root, source = EXAMPLES / "lmsuccsite" / "data", "https://github.com/KCLabMTU/LMSuccSite"
    names = {
        "train/fasta/negative_sites.fasta": (SplitPart.TRAIN, "negative"),
        "train/fasta/positive_sites.fasta": (SplitPart.TRAIN, "positive"),
        "test/fasta/test_negative_sites.fasta": (SplitPart.TEST, "negative"),
        "test/fasta/test_positive_sites.fasta": (SplitPart.TEST, "positive"),
    }
    files = [data_file(store, source, root, name, FileRole.INITIAL_STATE, "Apache-2.0") for name in names]
    licence = data_file(store, source, root, "LICENSE_repo_Apache-2.0.txt", FileRole.IRRELEVANT, "Apache-2.0")
    recipe = Recipe(
        paper_id="p",
        setting_id="independent_test",
        proposer="test",
        sources=tuple(
            RecipeSource(
                path=file.path, sha256=file.sha256, part=names[file.path][0], label=names[file.path][1], reader="fasta"
            )
            for file in files
        ),
        inputs=("sequence",),
        target="label",
        target_kind="binary",
        classes=("negative", "positive"),
    )
    table = {
        "LMSuccSite": (0.79, 0.36, 0.79, 0.79, 0.79),
        "GPSuc": (0.85, 0.30, 0.50, 0.88, 0.66),
        "DeepSuccinylSite": (0.70, 0.27, 0.79, 0.69, 0.74),
        "SuccineSite2.0": (0.85, 0.26, 0.40, 0.88, 0.63),
        "iSuc-PseAAC": (0.83, 0.01, 0.12, 0.89, 0.33),
    }
    ids = ("accuracy", "matthews_correlation", "sensitivity", "specificity", "g_mean")
    found = [
        score
        for at, name in enumerate(ids)
        for score in scores("independent_test", name, {m: row[at] for m, row in table.items()}, "LMSuccSite")
    ]
    setting = Setting(
        paper_id="p",
        setting_id="independent_test",
        name="independent test set",
        task="prediction of protein succinylation sites",
        protocol=Protocol.FIXED,
    )
    task = Task(
        algorithm=Algorithm(paper_id="p", name="LMSuccSite", variants=("ANN(LMSuccSite)",)),
        settings=(setting,),
        metrics=tuple(metric(name, primary=name == "matthews_correlation") for name in ids),
        scores=tuple(found),
    )
    paper = Paper(
        paper_id="p",
        source=SourceFile(name="paper.pdf", format=SourceFormat.PDF, sha256="0" * 64, bytes=1),
        doi="10.1038/s41598-022-21366-2",
        title="Improving protein succinylation sites prediction using embeddings from protein language model",
        authors=("Suresh Pokharel", "Pawel Pratyush", "Michael Heinzinger", "Robert H. Newman", "Dukka B. KC"),
        journal="Scientific Reports",
        year=2022,
        licence="CC BY 4.0",
        links=(Link(url="https://github.com/KCLabMTU/LMSuccSite", host="github.com"),),
        sections=(
            Section(
                path="Methods",
                title="Methods",
                role=SectionRole.METHODS,
                blocks=(
                    Block(
                        text="Protein succinylation is an important post-translational modification responsible for "
                        "many vital metabolic activities in cells including cellular respiration regulation and repair"
                    ),
                ),
            ),
        ),
    )
    return Case(paper, task, (recipe,), (*files, licence))


CRABNET = {
    "mp_bulk_modulus": (11.209, 11.395, 11.918, 15.136, 14.358),
    "mp_shear_modulus": (12.787, 12.797, 12.849, 15.097, 12.777),
}


def crabnet(store: FileStore) -> Case:
    """The second example, from its NOTICE.md: two of the properties of Figure 1."""
    root, source = EXAMPLES / "crabnet" / "data", "https://github.com/anthony-wang/CrabNet"
    parts = {"train.csv": SplitPart.TRAIN, "val.csv": SplitPart.VALIDATION, "test.csv": SplitPart.TEST}
    files, recipes, found, settings = [], [], [], []
    methods = ("CrabNet", "Roost", "HotCrab", "ElemNet", "RF")
    for name, values in CRABNET.items():
        paths = {f"benchmark_data/{name}/{file}": part for file, part in parts.items()}
        mine = [data_file(store, source, root, path, FileRole.INITIAL_STATE, "MIT") for path in paths]
        files += mine
        recipes.append(
            Recipe(
                paper_id="p",
                setting_id=name,
                proposer="test",
                sources=tuple(
                    RecipeSource(path=file.path, sha256=file.sha256, part=paths[file.path], reader="csv")
                    for file in mine
                ),
                inputs=("formula",),
                target="target",
                target_kind="regression",
            )
        )
        found += scores(name, "mae", dict(zip(methods, values, strict=True)), "CrabNet", ("HotCrab",))
        quantity = name.removeprefix("mp_").replace("_", " ")
        settings.append(
            Setting(paper_id="p", setting_id=name, name=name, task=f"prediction of the {quantity} of a compound")
        )
    task = Task(
        algorithm=Algorithm(paper_id="p", name="CrabNet", variants=("HotCrab",)),
        settings=tuple(settings),
        metrics=(metric("mae", primary=True, lower=True, unit="GPa"),),
        scores=tuple(found),
    )
    paper = Paper(
        paper_id="p",
        source=SourceFile(name="paper.pdf", format=SourceFormat.PDF, sha256="1" * 64, bytes=1),
        doi="10.1038/s41524-021-00545-1",
        title="Compositionally restricted attention-based network for materials property predictions",
        authors=("Anthony Yu-Tung Wang", "Steven K. Kauwe", "Ryan J. Murdock", "Taylor D. Sparks"),
        journal="npj Computational Materials",
        year=2021,
        links=(Link(url="https://github.com/anthony-wang/CrabNet", host="github.com"),),
    )
    return Case(paper, task, tuple(recipes), tuple(files))


BODY = (
    "The catalytic turnover of each variant was recorded at three temperatures in a sealed chamber over "
    "fourteen days before any of the readings were averaged and stored"
)


def small(store: FileStore, folder: Path, n_train: int = 60, n_test: int = 40) -> Case:
    """A made-up task with a numeric and a categorical input that say a little about two classes."""
    draw = random.Random(7)
    folder.mkdir(parents=True, exist_ok=True)
    for name, count in (("train", n_train), ("test", n_test)):
        lines = ["load,site,active"]
        for _ in range(count):
            active = draw.random() < 0.5
            site = draw.choice("abc") if draw.random() < 0.7 else ("a" if active else "c")
            lines.append(f"{draw.gauss(1.0 if active else 0.0, 1.0):.3f},{site},{int(active)}")
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")
    (folder / "LICENSE").write_text("MIT License\n\nPermission is hereby granted, free of charge.\n")
    source = "https://zenodo.org/records/1234567"
    files = [
        data_file(store, source, folder, f"{name}.csv", FileRole.INITIAL_STATE, "MIT") for name in ("train", "test")
    ]
    recipe = Recipe(
        paper_id="p",
        setting_id="enzyme_screen",
        proposer="test",
        sources=tuple(
            RecipeSource(path=file.path, sha256=file.sha256, part=part, reader="csv")
            for file, part in zip(files, (SplitPart.TRAIN, SplitPart.TEST), strict=True)
        ),
        inputs=("load", "site"),
        target="active",
        target_kind="binary",
        classes=("0", "1"),
    )
    table = {"ZymoFormer": (0.95, 0.9), "Lookup": (0.7, 0.4)}
    ids = ("accuracy", "matthews_correlation")
    found = [
        s
        for at, n in enumerate(ids)
        for s in scores("enzyme_screen", n, {m: r[at] for m, r in table.items()}, "ZymoFormer")
    ]
    task = Task(
        algorithm=Algorithm(paper_id="p", name="ZymoFormer", variants=("ZymoFormer-XL", "ZF")),
        settings=(
            Setting(paper_id="p", setting_id="enzyme_screen", name="screen", task="prediction of enzyme activity"),
        ),
        metrics=tuple(metric(name, primary=name == "matthews_correlation") for name in ids),
        scores=tuple(found),
    )
    paper = Paper(
        paper_id="p",
        source=SourceFile(name="zymo.xml", format=SourceFormat.JATS, sha256=hashlib.sha256(b"z").hexdigest(), bytes=1),
        doi="10.9999/zymo.2024.17",
        title="Zymoformer reads the activity of engineered enzymes from sparse plate measurements alone",
        authors=("Ada B. Quillfeather", "Jun Okonkwo-Reyes"),
        journal="Journal of Invented Enzymes",
        year=2024,
        licence="CC BY 4.0",
        links=(
            Link(url="https://github.com/quill/zymoformer", host="github.com"),
            Link(url="https://arxiv.org/abs/2401.12345", host="arxiv.org"),
        ),
        sections=(Section(path="Methods", title="Methods", role=SectionRole.METHODS, blocks=(Block(text=BODY),)),),
    )
    return Case(
        paper,
        task,
        (recipe,),
        (*files, data_file(store, source, folder, "LICENSE", FileRole.IRRELEVANT, "MIT")),
    )
