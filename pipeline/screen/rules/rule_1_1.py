"""Rule 1.1, extractable task: the paper proposes a method that is learned, fitted or optimised.

Adversarial: a pass needs a sentence that proposes the method, the vocabulary of learning around it, and others'
methods it is compared with. A rejection needs a positive sign of other work and the absence of a proposal; the more
a paper speaks of learning, the less may be left of one. Everything between is unknown.
"""

import re
from collections.abc import Callable

from pipeline.screen.case import Case, Menu, Need, Rule, verdict
from pipeline.screen.kinds_of_work import (
    COMPARING_TITLE,
    COMPARISON,
    EXPERIMENTS,
    KNOWN_LEARNERS,
    LABORATORY,
    OFFERS,
    OTHER,
    RESOURCE,
    RESOURCE_TITLE,
    THEORY,
    TWICE_JUDGED,
    Kind,
)
from pipeline.screen.proposal import is_generic, is_learned, own_methods, proposals
from pipeline.screen.sentences import CLAIMS, Sentence, first, quote, sentences
from pipeline.screen.vocabulary import has_term, own_text, terms, words
from schemas.evidence import Evidence
from schemas.paper import Paper, SectionRole
from schemas.screening import Verdict, VerdictCall
from schemas.task import MethodRole

_ID = "1.1"
_DENSE, _SOME, _SPARSE = 2.5, 2.0, 1.0
"""Terms per thousand words: a paper about learning has the first, one that offers something else has not the second,
and below the third learning is only mentioned."""

_REST = r"(?:[^.]|\.(?=\d))"
"""A character of the same sentence: the point of a decimal number ends none."""

_COMPARED = re.compile(
    r"\boutperform\w*|\bsurpass\w*|\bperform\w*\s+(?:\w+\s+){0,2}better\s+than\b"
    rf"|\bsuperior\w*\b{_REST}*\b(?:to|over|compared)\b|\bimprove(?:s|d|ments?)?\s+(?:over|upon)\b"
    rf"|\bimprov\w+\s+(?:the\s+)?state[-\s]of[-\s]the[-\s]art\b|\bachiev\w+\b{_REST}*\bstate[-\s]of[-\s]the[-\s]art\b"
    rf"|\bcompar(?:e|ed|ing|ison)\s+(?:\S+\s+){{0,6}}?(?:with|to|against)\b{_REST}*\b(?:methods?|models?|approach\w*|predictors?"
    r"|algorithms?|tools?|baselines?|state[-\s]of[-\s]the[-\s]art)\b"
    rf"|\b(?:better|higher|lower)\b{_REST}{{0,60}}\bthan\b{_REST}*\b(?:existing|other|previous|competing|conventional|baselines?"
    r"|state[-\s]of[-\s]the[-\s]art)\b",
    re.IGNORECASE,
)
_DOUBTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "attribution",
        re.compile(r"\b(?:explain\w*|explanations?|interpretab\w*|attributions?|saliency)\b", re.IGNORECASE),
    ),
    (
        "intermediate_data",
        re.compile(
            r"\b(?:synthetic\s+data|data\s+augmentation|augmenting|coresets?|data(?:\s?set)?\s+(?:distillation|condensation))\b",
            re.IGNORECASE,
        ),
    ),
    ("comparison", COMPARING_TITLE),
    (
        "resource",
        re.compile(
            r"\b(?:data\s?sets?|database|corpus|benchmarks?|toolkit|toolbox|software|packages?)\b", re.IGNORECASE
        ),
    ),
    (
        "hardware_dependent",
        re.compile(r"\b(?:memrist\w+|neuromorphic|photonic|FPGA|in-memory\s+computing|on-chip)\b", re.IGNORECASE),
    ),
    ("validation_tool", re.compile(r"\b(?:biomarkers?|risk\s+factors|(?:\w+[-\s])?signatures?)\b", re.IGNORECASE)),
)
"""What in a title keeps a paper from passing without a human."""

_ADAPTED = re.compile(r"\b(?:fine-tun\w+|adapt\w*|application\s+of)\b", re.IGNORECASE)
_INNOVATION = re.compile(r"\b(?:novel|new|first|loss|architecture|regulari[sz]\w+|training)\b", re.IGNORECASE)
_COMPARING = (SectionRole.ABSTRACT, SectionRole.RESULTS, SectionRole.DISCUSSION, SectionRole.OTHER)


def judge(case: Case) -> Verdict:
    """Reject what can be shown, pass what can be shown, ask about the rest."""
    density = _density(case.paper)
    proposed = proposals(case.paper)
    return _rejected(case, density, proposed) or _passed(case, density, proposed) or _unknown(case, density, proposed)


def _density(paper: Paper) -> float:
    text = own_text(paper)
    return 1000 * len(terms(text)) / max(1, words(text))


def _rejected(case: Case, density: float, proposed: tuple[Sentence, ...]) -> Verdict | None:
    titled = _titled_resource(case, proposed)
    if titled or any(is_learned(sentence.text) for sentence in proposed):
        return titled
    tests: tuple[Callable[[], Verdict | None], ...] = (
        lambda: _comparison(case, proposed),
        lambda: _offer(case, density, proposed),
        lambda: _experiments(case, density),
        lambda: _aside(case, density, proposed),
    )
    return next((found for test in tests if (found := test())), None)


def _titled_resource(case: Case, proposed: tuple[Sentence, ...]) -> Verdict | None:
    """Title and abstract offer a data set or a benchmark, and neither abstract nor introduction proposes a method."""
    front = {SectionRole.ABSTRACT, SectionRole.INTRODUCTION}
    if not RESOURCE_TITLE.search(case.paper.title) or any(sentence.role in front for sentence in proposed):
        return None
    sign = RESOURCE.sign(case.paper)
    return _reject(case, RESOURCE, "as its title says, and proposes no method beside it", sign) if sign else None


def _comparison(case: Case, proposed: tuple[Sentence, ...]) -> Verdict | None:
    """Methods of others are compared, as the title or the whole of a sentence says, and none is the authors' own."""
    sign = COMPARISON.sign(case.paper)
    if proposed or sign is None or any(sentence.role in CLAIMS for sentence in own_methods(case.paper)):
        return None
    announced = COMPARING_TITLE.search(case.paper.title) or TWICE_JUDGED.search(sign.text)
    return _reject(case, COMPARISON, "and proposes none", sign) if announced else None


def _offer(case: Case, density: float, proposed: tuple[Sentence, ...]) -> Verdict | None:
    """A data set, software or guidance is what the abstract offers; learning is not what the paper is about."""
    if density >= _SOME or any(sentence.role is SectionRole.ABSTRACT for sentence in proposed):
        return None
    abstract = sentences(case.paper, SectionRole.ABSTRACT)
    found = next(((kind, s) for s in abstract for kind in OFFERS if kind.pattern.search(s.text)), None)
    return _reject(case, found[0], "and no learned method", found[1]) if found else None


def _experiments(case: Case, density: float) -> Verdict | None:
    """Experiments or a clinical study; learning is mentioned in passing, or used as found with no method proposed."""
    found = next(((kind, sign) for kind in EXPERIMENTS if (sign := kind.sign(case.paper))), None)
    if found is None:
        return None
    if density < _SPARSE and not _speaks_of_learning(case.paper):
        return _reject(
            case, found[0], f"and mentions learning in passing ({density:.1f} terms in 1000 words)", found[1]
        )
    if own_methods(case.paper) or not _uses_known(case.paper):
        return None
    kind, sign = found
    category = kind.category if sign.role is SectionRole.ABSTRACT and kind is LABORATORY else "validation_tool"
    tool = Kind(category, f"{kind.saying} with existing methods", kind.pattern, kind.places)
    use = first(case.paper, has_term, SectionRole.METHODS, SectionRole.RESULTS, SectionRole.OTHER)
    return _reject(case, tool, "and nowhere speaks of a method of its own", sign, use)


def _uses_known(paper: Paper) -> bool:
    """True unless the paper develops models of its own that no list of well-known learners explains."""
    developed = first(paper, is_generic)
    return developed is None or first(paper, _names_two) is not None


def _names_two(text: str) -> bool:
    return len({found.group(0).casefold() for found in KNOWN_LEARNERS.finditer(text)}) > 1


def _aside(case: Case, density: float, proposed: tuple[Sentence, ...]) -> Verdict | None:
    """Theory, or another subject altogether: no method in the abstract, and learning is mentioned in passing."""
    abstract = sentences(case.paper, SectionRole.ABSTRACT)
    if not abstract or density >= _SPARSE or _speaks_of_learning(case.paper):
        return None
    if any(sentence.role is SectionRole.ABSTRACT for sentence in proposed):
        return None
    theory = THEORY.sign(case.paper)
    if theory:
        return _reject(case, THEORY, "and mentions learning in passing", theory)
    return _reject(case, OTHER, f"and mentions learning in passing ({density:.1f} terms in 1000 words)", abstract[-1])


def _speaks_of_learning(paper: Paper) -> bool:
    """True where title, abstract or section titles hold a term."""
    titles = (section.title for section in paper.sections)
    return any(has_term(text) for text in (paper.title, paper.text_of(SectionRole.ABSTRACT), *titles))


def _reject(case: Case, kind: Kind, why: str, *signs: Sentence | None) -> Verdict:
    evidence = quote(case.paper, *(sign.text for sign in signs if sign))
    return verdict(case, _ID, VerdictCall.REJECT, kind.category, f"The paper {kind.saying} {why}.", evidence)


def _passed(case: Case, density: float, proposed: tuple[Sentence, ...]) -> Verdict | None:
    lead = _lead(case, proposed)
    rivals = _rivals(case)
    if density < _DENSE or lead is None or not rivals or _doubt(case.paper):
        return None
    adapted = _ADAPTED.search(lead.text) and not _INNOVATION.search(lead.text)
    category = "methodological_adaptation" if adapted else "algorithmic_innovation"
    reason = "The paper proposes a learned method and compares it with methods of others."
    return verdict(case, _ID, VerdictCall.PASS, category, reason, (*quote(case.paper, lead.text), *rivals))


def _lead(case: Case, proposed: tuple[Sentence, ...]) -> Sentence | None:
    """The sentence a pass rests on: one that names learning, else any where the front speaks of learning."""
    learned = next((sentence for sentence in proposed if is_learned(sentence.text)), None)
    if learned or not _speaks_of_learning(case.paper):
        return learned
    return next(iter(proposed), None)


def _rivals(case: Case) -> tuple[Evidence, ...]:
    """Evidence that methods of others were run: scores of baselines, else a sentence that compares."""
    baselines = [score for score in case.results.scores if score.role is MethodRole.BASELINE and score.evidence]
    if case.results.algorithm and baselines:
        return baselines[0].evidence[:1]
    found = first(
        case.paper,
        _COMPARED.search,
        SectionRole.ABSTRACT,
        SectionRole.RESULTS,
        SectionRole.DISCUSSION,
        SectionRole.OTHER,
    )
    return quote(case.paper, found.text) if found else ()


def _doubt(paper: Paper) -> str | None:
    return next((category for category, pattern in _DOUBTS if pattern.search(paper.title)), None)


def _unknown(case: Case, density: float, proposed: tuple[Sentence, ...]) -> Verdict:
    doubt = _doubt(case.paper)
    if doubt:
        reason = f"The title suggests {doubt}: is a learned method what the paper contributes?"
        return verdict(case, _ID, VerdictCall.UNKNOWN, doubt, reason, quote(case.paper, case.paper.title))
    missing = [
        text
        for text, absent in (
            ("a sentence that proposes a learned method", _lead(case, proposed) is None),
            (f"learning as its subject ({density:.1f} terms in 1000 words)", density < _DENSE),
            ("a comparison with methods of others", not _rivals(case)),
        )
        if absent
    ]
    reason = f"Not found: {'; '.join(missing)}. Look at the abstract and the end of the introduction."
    return verdict(
        case, _ID, VerdictCall.UNKNOWN, "no_evidence", reason, quote(case.paper, *(s.text for s in proposed[:1]))
    )


_MENU = Menu(
    asks="Is the contribution a computational method that is learned, fitted or optimised, and that somebody else "
    "could beat with another method on the same data? Litmus test: given development and evaluation data without the "
    "paper, what would a researcher change to beat the score? A better method: pass. Better data or apparatus: reject.",
    passes={
        "algorithmic_innovation": "a new architecture, loss, optimiser, sampling or training scheme, solver or search",
        "problem_formulation": "a scientific problem cast for the first time as a task with its own inputs, outputs or "
        "objective, and shown to work",
        "methodological_adaptation": "structural, domain-specific design of a known model family, or a new fine-tuning "
        "strategy; hyper-parameter tuning, augmentation or new input data alone do not count",
    },
    rejects={
        "validation_tool": "learning only supports a conclusion of another kind",
        "non_computational": "laboratory work, theory or hardware is the contribution",
        "empirical_study": "a clinical, epidemiological, observational or social study",
        "comparison": "a benchmark, replication or survey with experiments; no method is proposed",
        "resource": "a data set, database or software package is the contribution",
        "non_ml_factor": "compared runs differ in data, sensor, representation or label; the model is interchangeable",
        "intermediate_data": "the output (synthetic data, features, embeddings) is judged only through other models "
        "trained on it",
        "attribution": "it explains models instead of improving a score",
        "general_methodology": "a paradigm for many model families without one task",
        "hardware_dependent": "needs a live instrument or special silicon",
        "out_of_scope": "anything else",
    },
    needs=Need(
        roles=(SectionRole.INTRODUCTION, SectionRole.DISCUSSION, SectionRole.METHODS, SectionRole.OTHER),
        about=re.compile(
            r"\b(?:we|our|this (?:paper|study|work|article))\b[^.]{0,120}\b(?:propos|present|introduc|develop|contribut"
            r"|design|novel|new|compar|outperform)|\bcontributions?\b",
            re.IGNORECASE,
        ),
    ),
)

RULE = Rule(_ID, 1, "extractable task", judge, _MENU)
