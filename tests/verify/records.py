"""The two example papers as records, built by hand from their NOTICE.md."""

from pathlib import Path

from schemas.data import LinkCheck, LinkStatus
from schemas.evidence import Evidence, Place
from schemas.paper import Paper, SourceFile, SourceFormat
from schemas.task import Algorithm, Count, Direction, MethodRole, Metric, Score, Setting, Task

EXAMPLES = Path(__file__).parents[2] / "examples"
URL = "https://github.com/example/data"


def paper() -> Paper:
    source = SourceFile(name="paper.pdf", format=SourceFormat.PDF, sha256="0" * 64, bytes=1)
    return Paper(paper_id="p", source=source)


def link(url: str = URL, status: LinkStatus = LinkStatus.OPEN) -> LinkCheck:
    return LinkCheck(paper_id="p", url=url, host="github", status=status, detail="")


def setting(setting_id: str, name: str = "", **more: object) -> Setting:
    return Setting.model_validate({"paper_id": "p", "setting_id": setting_id, "name": name or setting_id, **more})


def count(split: str, value: int, label: str | None = None, printed: str = "") -> Count:
    quote = Evidence(quote=printed or str(value), place=Place(table="Table 1", row=split, column=label))
    return Count(split=split, label=label, printed=printed or str(value), value=value, evidence=(quote,))


def task(
    *settings: Setting, algorithm: str = "Method", methods: tuple[str, ...] = (), metric_id: str = "accuracy"
) -> Task:
    metric = Metric(paper_id="p", metric_id=metric_id, printed=metric_id, direction=Direction.HIGHER, is_primary=True)
    scores = tuple(
        Score(
            paper_id="p",
            setting_id=settings[0].setting_id,
            metric_id=metric_id,
            method=method,
            role=MethodRole.BASELINE,
            printed="0.5",
            value=0.5,
        )
        for method in methods
    )
    return Task(algorithm=Algorithm(paper_id="p", name=algorithm), settings=settings, metrics=(metric,), scores=scores)


LMSUCCSITE = setting(
    "independent_test",
    "Independent test set",
    counts=(
        count("Training", 4750, "Positive"),
        count("Training", 50565, "Negative", "50,565"),
        count("Training", 4750, "Negative"),
        count("Independent test", 254, "Positive"),
        count("Independent test", 2977, "Negative"),
    ),
)
CRABNET = {
    "mp_bulk_modulus": "MP bulk modulus",
    "mp_shear_modulus": "MP shear modulus",
    "aflow_bulk_modulus": "AFLOW bulk modulus",
    "aflow_thermal_conductivity": "AFLOW thermal conductivity",
    "steels_yield": "Steels yield",
    "expt_gap": "Experimental band gap",
}


def crabnet() -> Task:
    settings = tuple(setting(setting_id, name) for setting_id, name in CRABNET.items())
    return task(*settings, algorithm="CrabNet", methods=("Roost", "ElemNet", "RF"), metric_id="mae")
