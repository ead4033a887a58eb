"""Sentences in which authors put forward a method of their own, in three degrees.

`own_methods` is the loosest: any mention of *our* or *the proposed* method. A paper without one proposes nothing.
`proposals` name a method as what the paper contributes; `is_learned` asks that the same sentence calls it learned,
fitted or optimised.
"""

import re

from pipeline.screen.sentences import CLAIMS, Sentence, matching
from pipeline.screen.vocabulary import has_term
from schemas.paper import Paper, SectionRole

_METHOD = (
    r"(?:algorithms?|approach(?:es)?|architectures?|autoencoders?|classifiers?|estimators?|formulations?|frameworks?"
    r"|heuristics?|kernels?|layers?|learners?|loss(?:es)?|losses|mechanisms?|methods?|methodolog(?:y|ies)|models?|modules?"
    r"|networks?|nets?|objectives?|optimi[sz]ers?|policy|policies|predictors?|prox(?:y|ies)|regulari[sz]ers?"
    r"|representations?|samplers?|schemes?|(?:genetic|local|tabu|tree|beam|neighbou?rhood|evolutionary)\s+search|solvers?|strateg(?:y|ies)|systems?|techniques?|transformers?|embeddings?|adapters?"
    r"|\w*[a-z]\w*(?:Net|Former|GAN|BERT|VAE))"
)
_VERB = (
    r"(?:propos(?:e|es|ed)|present(?:s|ed)?|introduc(?:e|es|ed)|develop(?:s|ed)?|design(?:s|ed)?|devis(?:e|es|ed)"
    r"|formulat(?:e|es|ed)|construct(?:s|ed)?|creat(?:e|es|ed)|put\s+forward|buil[dt]s?|implement(?:s|ed)?"
    r"|deriv(?:e|es|ed)|demonstrat(?:e|es|ed)|provid(?:e|es|ed)|adapt(?:s|ed)?|extend(?:s|ed)?|describ(?:e|es|ed))"
)
_AUTHORS = r"(?:we|this\s+(?:paper|study|work|article|manuscript|letter|report|research)|our\s+(?:work|paper|study))"
_NEW = (
    r"(?:novel|new|improved|innovative|original|hybrid|end-to-end|first|robust|efficient|unified|alternative|modified)"
)

_ABOUT = r"(?:\s+(?:development|evaluation|comparisons?|selection|description|performance|building|training)\b)"
"""What makes a method the subject of other work: `model development` is no model."""

_STUDY = (
    r"(?:benchmarks?|comparisons?|corpus|corpora|data\s?bases?|data\s?sets?|evaluations?|overview|stud(?:y|ies)|surveys?)"
    r"(?:\s+(?:study|that|which|of|for|on|to|and|with|spanning|covering|comparing)\b|[,:])"
    rf"(?![^.;]*\band\s+(?:an?|the)\s+{_NEW}\b)"
)
"""Something else that a sentence may offer before it names methods: a study *of* models, a data set *for* networks."""

_ACTIVE = re.compile(
    rf"\b{_AUTHORS}\b(?:(?!\bthat\b|\bhow\b)[^.;,]){{0,60}}?\b{_VERB}\s+"
    rf"(?:(?!that\b|how\b|{_STUDY})[^\s.;]+\s+){{0,14}}?"
    rf"[^\s.;]*?(?<!evaluation )(?<!benchmarking )\b{_METHOD}\b(?!{_ABOUT})",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"\b(?i:{_AUTHORS})\s+(?:\w+ly\s+)?(?i:propos\w+)\s+(?:[^\s.;,()]+\s+){{1,10}}\((?:\w*[A-Z]){{2}}[\w-]*\)"
)
"""What authors propose under an abbreviation of their own is a method, whatever noun they use."""

_GENERIC = re.compile(
    r"\bdevelop\w*(?:\s*(?:,|and)\s*(?:\w+ly\s+)?(?:validat|evaluat|compar|test|assess|optimi[sz])\w*)*\s+"
    r"(?:(?:several|multiple|various|different|two|three|four|five|six|supervised|machine[-\s]learning|deep[-\s]learning|ML|DL|AI"
    r"|statistical|predict(?:ion|ive)|prognostic|risk|classification|regression|clinical)[\s-]+)*(?:models|algorithms|classifiers)\b(?!\s*\([A-Z][\w-]*\))",
    re.IGNORECASE,
)
"""Models of known kinds, several at once and none with a name: what a study of predictors or of patients does."""
_BY = re.compile(rf"\b{_AUTHORS}\b[^.;]{{0,120}}\bby\s+(?:introduc|propos|develop|design)ing\b", re.IGNORECASE)
_PASSIVE = re.compile(
    rf"\b(?:{_NEW}\b[^.;]{{0,90}}\b{_METHOD}|{_METHOD}\s+with\s+an?\s+{_NEW})\b[^.;]{{0,120}}\b(?:is|was|are|were)\s+(?:\w+\s+)?"
    r"(?:proposed|presented|introduced|developed|designed|devised)\b",
    re.IGNORECASE,
)
_NO_METHOD = r"(?:(?!results?\b|findings?\b|data\b|stud(?:y|ies)\b|experiments?\b|analys[ei]s\b)\S+\s+)"
_OWN = re.compile(
    rf"\b(?:our|the\s+(?:\w+\s+)?proposed|the\s+presented|(?:the|a|an)\s+{_NEW})\s+{_NO_METHOD}{{0,4}}?{_METHOD}\b"
    rf"|^proposed\s+(?:\S+\s+){{0,3}}?{_METHOD}\b"
    rf"|\bwe\s+(?:have\s+)?(?:term|call|name|dub)(?:ed|d|s)?\b|\b{_METHOD},?\s+(?:called|termed|named|dubbed)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\bet\s+al\b|^\[?\d+\]|\b(?:authors|original\s+(?:paper|authors?))\b|\bhave\s+been\s+proposed\b"
    r"|\bpreviously\b|\bprior\s+work\b|\bfuture\s+(?:work|research)\b",
    re.IGNORECASE,
)
_NOVELTY = re.compile(rf"\b{_NEW}\b|\b(?:propos|introduc|devis|outperform)\w*", re.IGNORECASE)
_ANY = re.compile(r"\b(?:we|our|this|novel|new|proposed|presented|called|termed|named|dubbed)\b", re.IGNORECASE)


def is_proposal(text: str) -> bool:
    """True where the sentence says that its authors put forward a method."""
    if _OTHERS.search(text) or is_generic(text):
        return False
    return any(pattern.search(text) for pattern in (_ACTIVE, _BY, _PASSIVE, _NAMED))


def is_generic(text: str) -> bool:
    """True where what is proposed are models of known kinds without a name, and nothing is called new."""
    return bool(_GENERIC.search(text)) and not _NOVELTY.search(text)


def is_learned(text: str) -> bool:
    """True where the sentence proposes a method and calls it learned, fitted or optimised."""
    return is_proposal(text) and has_term(text)


def proposals(paper: Paper) -> tuple[Sentence, ...]:
    """The sentences that propose a method where authors say what their paper is about, abstract first."""
    found = [sentence for sentence in matching(paper, _ANY, *CLAIMS) if is_proposal(sentence.text)]
    return tuple(sorted(found, key=lambda sentence: sentence.role != SectionRole.ABSTRACT))


def own_methods(paper: Paper) -> tuple[Sentence, ...]:
    """The sentences anywhere in the paper that speak of a method as the authors' own."""
    return tuple(s for s in matching(paper, _ANY) if is_proposal(s.text) or _is_own(s.text))


def _is_own(text: str) -> bool:
    return bool(_OWN.search(text)) and not _OTHERS.search(text)
