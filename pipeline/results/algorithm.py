"""Which method the paper proposes, from its title, its own sentences and its tables.

A name is a candidate where the paper says "we propose X", "named X", "our method (X)", where the title leads with it
("X: ..."), or where a table row says "X (ours)". Candidates are weighed by where they stand; the best one wins only
where its sentence can be shown.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.results.labels import OWN, contains_name, method_name, singular, squeeze
from schemas.evidence import Evidence, Place
from schemas.paper import Paper, SectionRole
from schemas.task import Algorithm

_WORD = r"[A-Za-z0-9*∗^]*[A-Z][A-Za-z0-9.+*∗^]*(?:[-/\u2010\u2011\u2013][A-Za-z0-9.+]+)*"
_NAME = rf"(?P<name>{_WORD}(?:\s(?=[A-Z0-9]){_WORD}){{0,2}})"
_MADE = r"(?:propos|present|introduc|develop|describ|report|design|devis|creat|construct|built|build)\w*"
_KIND = (
    r"(?:method|model|approach|algorithm|framework|tool|predictor|network|architecture|system|pipeline|classifier|"
    r"technique|scheme|strategy|solution|version|estimator|learner|transformer|autoencoder|extension|module|server)s?"
)
_CALLED = (
    r"(?:called|named|termed|dubbed|denoted(?: as| by)?|referred to as|abbreviated(?: as)?|hereafter|namely|coined|"
    r"known as)"
)
_NEAR = r"[^.;:]{0,160}?"
_WHO = r"\b(?i:we|here|paper|study|article|work)\b"
_AFTER_CALLED = rf"\b(?i:{_CALLED})[,:]?\s+(?:the\s)?[\"“‘']?{_NAME}"
_STATEMENTS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(rf"{_WHO}{_NEAR}\b(?i:{_MADE})\b{_NEAR}{_AFTER_CALLED}"), 6),
    (re.compile(rf"\b[Ww]e\s(?i:call|name|term|dub|denote|refer to)\s[^.;:,]{{2,60}}?\s(?:as\s)?[\"“‘']?{_NAME}"), 6),
    (
        re.compile(
            rf"\b(?i:our|the|this|proposed|new|novel)\b[^.;:]{{0,60}}?\b(?i:{_KIND})\b[^.;:]{{0,30}}?{_AFTER_CALLED}"
        ),
        5,
    ),
    (
        re.compile(
            rf"{_WHO}[^.;:]{{0,60}}?\b(?i:{_MADE})\s+(?:(?:the|a|an|our)\s)?(?:(?:new|novel|proposed)\s)?"
            rf"[\"“‘']?{_NAME}(?=[\s,.(:;\"”’'])"
        ),
        5,
    ),
    (re.compile(rf"{_WHO}{_NEAR}\b(?i:{_MADE})\b[^.;:()]{{0,160}}?\({_NAME}\)"), 4),
    (
        re.compile(
            rf"\b(?i:our|proposed)\s(?:\w+[\s-]+){{0,6}}?(?i:{_KIND})(?:\s|\s?\(|,\s(?=\S+(?:,|\s\()))\s?{_NAME}"
        ),
        4,
    ),
    (re.compile(rf"\b(?i:our|proposed)\s{_NAME}\s(?i:{_KIND})\b"), 4),
    (re.compile(rf"\b(?i:our)\s[^.;:()]{{3,90}}\s\({_NAME}\)"), 3),
)
_TASK_ABBREVIATION = re.compile(
    r"\b(?:detection|diagnosis|prediction|classification|segmentation|recognition|estimation|forecasting|identification"
    r"|retrieval|answering|adaptation|translation|repositioning|monitoring)\s\((?P<name>[A-Z][A-Z-]{1,5})s?\)"
)
_LEAST = 5.0
_SHORTEST_WORD = 4
_OWN_MARK = re.compile(
    r"[(\[]\s*(?:ours|our\s+(?:method|model|approach)|proposed(?:\s+\w+)?|this\s+(?:work|study|paper))\s*[)\]]",
    re.IGNORECASE,
)
_TITLE = re.compile(rf"^{_NAME}(?:\s?:\s|\s[\u2013\u2014-]\s|,\s(?:a|an)\s|\sis\s(?:a|an)\s)")
_TITLE_BRACKET = re.compile(rf"\({_NAME}\)")
_STOP_WORDS = """
We The This Our A An In It Here Section Table Figure Fig Figs Eq Equation Supplementary Appendix Algorithm Results
Methods Method Introduction However Moreover Furthermore Finally First Second Then Thus To For And With On As Is Are
DNA RNA PCR Python MATLAB Matlab Java GPU CPU AI ML DL NLP API URL USA UK EU I II III IV PDF MRI CT Bayesian Gaussian
Markov Monte Carlo Euclidean Fourier NP ROC AUC PR CNN CNNs RNN LSTM GRU SVM SVMs RF ANN DNN GAN GANs VAE MLP NN KNN
PCA GPT BERT Transformer Transformers GitHub Github Commons Creative Attribution CC
"""
_STOP = frozenset(_STOP_WORDS.split())
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\[])")
_VARIANT = re.compile(
    rf"\b(?i:version|variant|extension|modification|instance|configuration|model)s?\b[^.;()]{{0,60}}?\({_NAME}\)"
)


@dataclass
class _Candidate:
    name: str
    weight: float
    evidence: Evidence


def find_algorithm(paper: Paper) -> Algorithm | None:
    """The proposed method with its variants and the sentence that proposes it, or None where none can be shown."""
    labels = _table_labels(paper)
    candidates = [item for item in _candidates(paper, labels) if item.weight >= _LEAST]
    if not candidates:
        return _nameless(paper, labels)
    best = max(candidates, key=lambda item: item.weight)
    evidence = tuple(item.evidence for item in candidates if item is best)
    return Algorithm(
        paper_id=paper.paper_id, name=best.name, variants=_variants(paper, best.name, labels), evidence=evidence
    )


def _nameless(paper: Paper, labels: tuple[tuple[str, Evidence], ...]) -> Algorithm | None:
    """A method without a name goes by what its table calls it: `Ours`, or `Late fusion` of `Late fusion (ours)`.

    Several rows marked as the authors' own are variants that a human has to choose from.
    """
    own = {method_name(label) or label.strip(): evidence for label, evidence in reversed(labels) if _is_own_row(label)}
    if len(own) != 1:
        return None
    name, evidence = next(iter(own.items()))
    return Algorithm(paper_id=paper.paper_id, name=name, evidence=(evidence,))


def _is_own_row(label: str) -> bool:
    """True for `Ours` and for a name with `(ours)` behind it; a word such as `proposed` in a longer text is no mark."""
    return OWN.fullmatch(label.strip()) is not None or _OWN_MARK.search(label) is not None


def sentences_of(paper: Paper, *roles: SectionRole) -> Iterator[tuple[str, Place]]:
    """The sentences of sections with one of the given roles (all but references if none), each with its place."""
    wanted = roles or tuple(role for role in SectionRole if role is not SectionRole.REFERENCES)
    for section in paper.sections_of(*wanted):
        for block in section.blocks:
            place = Place(section=section.path, page=block.page, box=block.box)
            yield from ((sentence, place) for sentence in _SENTENCE.split(block.text))


def _candidates(paper: Paper, labels: tuple[tuple[str, Evidence], ...]) -> list[_Candidate]:
    found: dict[str, _Candidate] = {}
    word = _title_word(paper, labels)
    tasks = _task_abbreviations(paper, labels)
    for name, weight, evidence in (*_from_title(paper), *_from_text(paper), *_from_tables(labels)):
        if name in tasks or (name != word and _is_stopped(name)):
            continue
        known = found.setdefault(squeeze(singular(name)), _Candidate(name, 0.0, evidence))
        known.weight += weight if known.weight < 12 else weight / 4
        known.name = name if singular(known.name) == name else known.name
    in_tables = [label for label, _ in labels]
    in_abstract = paper.text_of(SectionRole.ABSTRACT)
    for candidate in found.values():
        candidate.weight += 4.0 * any(contains_name(label, candidate.name) for label in in_tables)
        candidate.weight += 2.0 * contains_name(in_abstract, candidate.name)
        candidate.weight += 2.0 * contains_name(paper.title, candidate.name)
    return list(found.values())


def _task_abbreviations(paper: Paper, labels: tuple[tuple[str, Evidence], ...]) -> set[str]:
    """Abbreviations of what is to be done (`fault detection (FD)`): no method, unless a table has such a row."""
    texts = (
        paper.title,
        *(sentence for sentence, _ in sentences_of(paper, SectionRole.ABSTRACT, SectionRole.INTRODUCTION)),
    )
    named = {match["name"] for text in texts for match in _TASK_ABBREVIATION.finditer(text)}
    return {name for name in named if not any(contains_name(label, name) for label, _ in labels)}


def _title_word(paper: Paper, labels: tuple[tuple[str, Evidence], ...]) -> str:
    """A plain word that leads the title (`Mamba: ...`) and is a row of a table: a name like no other word."""
    lead = _TITLE.search(paper.title)
    name = lead["name"] if lead else ""
    is_word = len(name) >= _SHORTEST_WORD and " " not in name and name not in _STOP
    return name if is_word and any(method_name(label) == name for label, _ in labels) else ""


def _from_title(paper: Paper) -> Iterator[tuple[str, float, Evidence]]:
    place = Place(section="Title", page=1 if paper.source.pages else None)
    for pattern, weight in ((_TITLE, 8.0), (_TITLE_BRACKET, 4.0)):
        match = pattern.search(paper.title)
        if match:
            yield match["name"], weight, Evidence(quote=paper.title, place=place)


def _from_text(paper: Paper) -> Iterator[tuple[str, float, Evidence]]:
    factors = {SectionRole.ABSTRACT: 1.5, SectionRole.INTRODUCTION: 1.0, SectionRole.METHODS: 0.7}
    factors |= {SectionRole.RESULTS: 0.5, SectionRole.DISCUSSION: 0.5, SectionRole.OTHER: 0.5}
    for role, factor in factors.items():
        for sentence, place in sentences_of(paper, role):
            for pattern, weight in _STATEMENTS:
                match = pattern.search(sentence)
                if match:
                    yield match["name"], weight * factor, Evidence(quote=sentence, place=place)


def _from_tables(labels: tuple[tuple[str, Evidence], ...]) -> Iterator[tuple[str, float, Evidence]]:
    for label, evidence in labels:
        name = method_name(label)
        if OWN.search(label) and re.fullmatch(_NAME, name):
            yield name, 5.0, evidence


def _table_labels(paper: Paper) -> tuple[tuple[str, Evidence], ...]:
    """The texts of header rows and columns of every table."""
    return tuple(
        (cell.text, table.evidence(cell.row, cell.column))
        for table in paper.tables
        for cell in table.cells
        if cell.text and (cell.row < table.header_rows or cell.column < max(table.header_columns, 2))
    )


def _is_stopped(name: str) -> bool:
    words = name.split()
    return words[0] in _STOP or len(squeeze(name)) < 2 or (len(words) == 1 and not _is_unlike_a_word(name))


def _is_unlike_a_word(name: str) -> bool:
    """True for `CrabNet`, `T5`, `MS-Former`; false for `Results`."""
    return re.search(r"[A-Z].*[A-Z]|[a-z].*[A-Z]|\d|-", name) is not None


def _variants(paper: Paper, name: str, labels: tuple[tuple[str, Evidence], ...]) -> tuple[str, ...]:
    """Names of table rows that contain the method's name, and names the text gives to versions of it."""
    own = [method_name(label) for label, _ in labels if contains_name(label, name) and len(label) <= 60]
    described = [
        match["name"]
        for sentence, _ in sentences_of(paper)
        if contains_name(sentence, name)
        for match in _VARIANT.finditer(sentence)
        if not _is_stopped(match["name"]) and contains_name(match[0][: match.start("name") - match.start()], name)
    ]
    kept = (found for found in (*own, *described) if squeeze(singular(found)) not in {"", squeeze(singular(name))})
    return tuple(dict.fromkeys(kept))
