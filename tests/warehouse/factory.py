"""Realistic units for the warehouse's tests: a paper on succinylation sites on its way through all stages."""

from datetime import date
from hashlib import sha256

from schemas.base import Record
from schemas.data import (
    CheckStatus,
    Column,
    DataCheck,
    DataFile,
    LinkCheck,
    LinkStatus,
    Measure,
    Recipe,
    RecipeSource,
    SplitPart,
)
from schemas.evidence import RULES, Box, DecidedBy, Decider, Evidence, Place
from schemas.outcome import Call, Decision, Question, Stage, advance, ask
from schemas.pack import BaselineResult, Pack, PackCheck, PackFile
from schemas.paper import Block, Cell, Figure, Link, Paper, Section, SectionRole, SourceFile, SourceFormat, Table
from schemas.review import Action, Finding, FindingState, Severity
from schemas.screening import Verdict, VerdictCall
from schemas.task import Algorithm, Count, Direction, MethodRole, Metric, Protocol, Score, Setting
from warehouse.store import Unit

HUMAN = Decider(by=DecidedBy.HUMAN, person="Ada Lovelace", on=date(2026, 3, 1))
CELL = Evidence(
    quote="0.36",
    place=Place(table="Table 4", row="LMSuccSite", column="MCC", page=10, box=Box(x0=1.5, y0=2, x1=30, y1=12)),
)
SENTENCE = Evidence(
    quote="Datasets are available at the repository.", place=Place(section="Data availability", page=12)
)


def digest(text: str) -> str:
    """The sha256 of a text."""
    return sha256(text.encode()).hexdigest()


def key(paper_id: str, stage: Stage, version: str = "v1") -> str:
    """A unit key as the flows make them."""
    return f"{stage}:{paper_id}:{digest(paper_id)[:12]}:{version}"


def unit(stage: Stage, paper_id: str, *records: Record, version: str = "v1", decision: Decision | None = None) -> Unit:
    """A unit that advances, unless another decision is given."""
    last = decision or advance(paper_id, stage, f"{stage} done")
    return Unit(key(paper_id, stage, version), stage, paper_id, (*records, last), seconds=0.5)


def paper(paper_id: str, title: str = "Improving protein succinylation sites prediction", rows: int = 9) -> Paper:
    """A read paper with sections, a table of `rows` rows, a figure and a link."""
    cells = tuple(
        Cell(row=row, column=column, text=f"{row}.{column}", bold=row == 1, box=CELL.place.box if column else None)
        for row in range(rows)
        for column in range(6)
    )
    table = Table(label="Table 4", caption="Independent test", page=10, n_rows=rows, n_columns=6, cells=cells)
    text = Block(text="We propose LMSuccSite, a tool that uses a protein language model.", page=1)
    data = Section(path="Methods > Data", title="Data", role=SectionRole.METHODS, level=2, blocks=(text, text))
    return Paper(
        paper_id=paper_id,
        source=SourceFile(name="paper.pdf", format=SourceFormat.PDF, sha256=digest(paper_id), bytes=1000, pages=13),
        doi=f"10.1038/{paper_id}",
        title=title,
        authors=("A. Author", "B. Author"),
        year=2022,
        sections=(data,),
        tables=(table, Table(label="Table 5", is_picture=True)),
        figures=(Figure(label="Figure 1", caption="The architecture", page=3),),
        links=(Link(url="https://example.org/data", host="example.org", role=SectionRole.DATA_AVAILABILITY),),
    )


def intake(paper_id: str, version: str = "v1") -> Unit:
    """The intake of a paper."""
    return unit(Stage.INTAKE, paper_id, paper(paper_id), version=version)


def verdict(paper_id: str, rule: str, call: VerdictCall = VerdictCall.PASS, evidence: bool = True) -> Verdict:
    """A verdict of the deterministic decider."""
    return Verdict(
        paper_id=paper_id,
        rule=rule,
        level=int(rule[0]),
        call=call,
        category="algorithmic_innovation" if call is VerdictCall.PASS else "resource",
        reason="A method is proposed and scored.",
        evidence=(SENTENCE,) if evidence else (),
    )


def screen(paper_id: str, version: str = "v1") -> Unit:
    """A screening that passes."""
    link = LinkCheck(
        paper_id=paper_id,
        url="https://example.org/data",
        host="example.org",
        status=LinkStatus.OPEN,
        detail="a folder with 6 files",
        via="mirror",
        bytes=3_000_000,
    )
    verdicts = (verdict(paper_id, rule) for rule in ("1.1", "2.1", "3.1"))
    return unit(Stage.SCREEN, paper_id, link, *verdicts, version=version)


def rejection(paper_id: str, version: str = "v1") -> Unit:
    """A screening that rejects by rule 1.1."""
    said = verdict(paper_id, "1.1", VerdictCall.REJECT)
    decision = Decision(
        paper_id=paper_id,
        stage=Stage.SCREEN,
        call=Call.REJECT,
        rule="1.1",
        category="resource",
        reason="The contribution is a database.",
        evidence=said.evidence,
    )
    return unit(Stage.SCREEN, paper_id, said, version=version, decision=decision)


def waiting(paper_id: str, version: str = "v1") -> Unit:
    """A screening that asks a human."""
    question = Question(field="scores", question="Figure 1 is a picture: what are its values?", rule="2.1")
    said = verdict(paper_id, "2.1", VerdictCall.UNKNOWN)
    decision = ask(paper_id, Stage.SCREEN, "scores_in_figure", (question,))
    return unit(Stage.SCREEN, paper_id, said, version=version, decision=decision)


def score(paper_id: str, method: str, value: float, role: MethodRole, decider: Decider = RULES) -> Score:
    """A score of the independent test."""
    return Score(
        paper_id=paper_id,
        setting_id="independent-test",
        metric_id="matthews_correlation",
        method=method,
        role=role,
        printed=f"{value:.2f}",
        value=value,
        spread=0.02 if role is MethodRole.PROPOSED else None,
        evidence=(CELL,) if decider is RULES else (),
        decider=decider,
    )


def extract(paper_id: str, version: str = "v1", scores: tuple[Score, ...] | None = None) -> Unit:
    """An extraction with one setting, one metric and three scores."""
    setting = Setting(
        paper_id=paper_id,
        setting_id="independent-test",
        name="Independent test",
        protocol=Protocol.FIXED,
        sources=("https://example.org/data",),
        counts=(Count(split="test", label="positive", printed="254", value=254, evidence=(CELL,)),),
        evidence=(SENTENCE,),
    )
    metric = Metric(
        paper_id=paper_id,
        metric_id="matthews_correlation",
        printed="MCC",
        direction=Direction.HIGHER,
        is_primary=True,
        evidence=(CELL,),
    )
    found = (
        score(paper_id, "LMSuccSite", 0.36, MethodRole.PROPOSED),
        score(paper_id, "GPSuc", 0.30, MethodRole.BASELINE),
        score(paper_id, "Ensemble", 0.33, MethodRole.VARIANT, HUMAN),
    )
    algorithm = Algorithm(paper_id=paper_id, name="LMSuccSite", variants=("ANN(LMSuccSite)",), evidence=(SENTENCE,))
    records = (algorithm, setting, metric, *(found if scores is None else scores))
    return unit(Stage.EXTRACT, paper_id, *records, version=version)


def review(paper_id: str, version: str = "v1") -> Unit:
    """A review with one applied finding."""
    finding = Finding(
        paper_id=paper_id,
        check_id="R10",
        field_path="scores[1].method",
        severity=Severity.NORMAL,
        action=Action.UPDATE,
        current="GPSuc18",
        recommended="GPSuc",
        reason="18 is a reference mark",
        state=FindingState.APPLIED,
        evidence=(CELL,),
    )
    return unit(Stage.REVIEW, paper_id, finding, version=version)


def verify(paper_id: str, version: str = "v1") -> Unit:
    """A verification with a file, a recipe and two checks."""
    column = Column(name="sequence", dtype="string", distinct=4700, sample=("AKD", "KKR"))
    file = DataFile(
        paper_id=paper_id,
        source="https://example.org/data",
        path="train/positive.fasta",
        sha256=digest("positive"),
        bytes=400_000,
        format="fasta",
        rows=4749,
        columns=(column,),
    )
    source = RecipeSource(path=file.path, sha256=file.sha256, part=SplitPart.TRAIN, label="1", reader="fasta")
    recipe = Recipe(
        paper_id=paper_id,
        setting_id="independent-test",
        proposer="labelled_fasta",
        sources=(source,),
        inputs=("sequence",),
        target="label",
        target_kind="binary",
        classes=("0", "1"),
    )
    checks = (
        DataCheck(
            paper_id=paper_id,
            setting_id="independent-test",
            check_id="4.4",
            subject="test positive",
            status=CheckStatus.WARN,
            reason="254 printed, 253 found",
            measures=(Measure(name="rows", value=253, expected=254),),
            examples=("P0CE49|27",),
        ),
        DataCheck(
            paper_id=paper_id,
            setting_id="independent-test",
            check_id="4.5",
            subject="setting",
            status=CheckStatus.PASS,
            reason="one setting closes",
        ),
    )
    return unit(Stage.VERIFY, paper_id, file, recipe, *checks, version=version)


def pack(paper_id: str, version: str = "v1", status: CheckStatus = CheckStatus.PASS) -> Unit:
    """A pack with one file and two checks."""
    result = BaselineResult(instance="independent-test", metric="matthews_correlation", solver="dummy", value=0.0)
    made = Pack(
        paper_id=paper_id,
        pack_id=f"{paper_id}-pack",
        pack_sha256=digest(f"{paper_id} pack"),
        instances=("independent-test",),
        primary_metric="matthews_correlation",
        files=(PackFile(path="problem/README.md", sha256=digest("readme"), bytes=2000),),
        baselines=(result,),
    )
    checks = (
        PackCheck(
            paper_id=paper_id, pack_id=made.pack_id, check_id="K0.1", title="files", status=status, reason="all there"
        ),
        PackCheck(
            paper_id=paper_id,
            pack_id=made.pack_id,
            check_id="K5.1",
            title="image",
            status=CheckStatus.SKIPPED,
            reason="no container engine",
        ),
    )
    return unit(Stage.PACK, paper_id, made, *checks, version=version)


def whole(paper_id: str, version: str = "v1") -> tuple[Unit, ...]:
    """All six stages of a paper that is packed."""
    return tuple(make(paper_id, version) for make in (intake, screen, extract, review, verify, pack))
