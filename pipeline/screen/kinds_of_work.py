"""Positive signs of work whose contribution is no learned method. A sign alone never rejects: rule 1.1 asks that the
paper proposes no such method as well.
"""

import re
from dataclasses import dataclass

from pipeline.screen.sentences import Sentence, first
from schemas.paper import Paper, SectionRole

_OWN_PLACES = (SectionRole.ABSTRACT, SectionRole.METHODS, SectionRole.RESULTS, SectionRole.OTHER)


@dataclass(frozen=True)
class Kind:
    """A kind of work, the category of rule 1.1 it falls under, and what sentences tell it."""

    category: str
    saying: str
    pattern: re.Pattern[str]
    places: tuple[SectionRole, ...]

    def sign(self, paper: Paper) -> Sentence | None:
        """The first sentence that tells it."""
        return first(paper, self.pattern.search, *self.places)


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_AUTHORS = r"\b(?:we|this\s+(?:paper|study|work|article)|the\s+aim\s+of\s+this\s+(?:study|paper|work|article))\b"
_RESOURCE = (
    r"(?:databases?|data\s?sets?|benchmarks?|corpus|corpora|atlas|repository|knowledge\s?base|collection|ontology|resource"
    r"|biobank)"
)
_SOFTWARE = (
    r"(?:software|tools?|toolkit|toolbox|packages?|pipeline|web\s?-?\s?(?:server|application|service|portal)|plug-?in"
    r"|library|app)"
)
_GUIDANCE = r"(?:guidelines?|recommendations?|checklist|best\s+practices?|reporting\s+standard|taxonomy)"
_OFFERS = r"(?:present|introduce|describe|release|provide|report|develop|propose|built|build|create|offer)\w*"


def _offer(head: str) -> str:
    return rf"{_AUTHORS}[^.;]{{0,40}}\b{_OFFERS}\s+(?:[^\s.;]+\s+){{0,12}}?{head}\b"


_JUDGES = r"\b(?:investigated?|evaluated?|assess(?:ed)?|examined?|study|studied|compared?|benchmark(?:ed)?)\b"
_EXISTING = r"\b(?:existing|established|several|different|popular|common|well-known|various|developed\s+for)\b"
_METHODS = r"\b(?:techniques|methods|algorithms|classifiers|models|approaches|tools|predictors)\b"
_COUNT = r"\b(?:two|three|four|five|six|seven|eight|nine|ten|several|various|different|multiple|\d+)"
COMPARISON = Kind(
    "comparison",
    "compares methods of others",
    _any(
        rf"{_AUTHORS}[^.;]{{0,60}}\b(?:compared?|benchmark(?:ed)?|re-?evaluated?|replicated?|reproduced?)\b[^.;]*{_METHODS}",
        rf"{_COUNT}\s+(?:[^\s.;]+\s+){{0,5}}?{_METHODS}[^.;]{{0,200}}\b(?:was|were|are)\s+(?:\w+ly\s+)?"
        r"(?:trained|evaluated|compared|tested|assessed|benchmarked|applied)\b",
        rf"{_AUTHORS}[^.;]{{0,60}}{_JUDGES}[^.;]{{0,80}}(?:{_METHODS}[^.;]{{0,60}}{_EXISTING}|{_EXISTING}[^.;]{{0,60}}{_METHODS})",
        rf"{_AUTHORS}[^.;]{{0,60}}\b(?:compare|benchmark)\b[^.;]*\b(?:several|different|various|existing|popular)\b[^.;]{{0,40}}\w+s\b",
    ),
    (SectionRole.ABSTRACT,),
)
RESOURCE = Kind("resource", "offers a data set or database", _any(_offer(_RESOURCE)), (SectionRole.ABSTRACT,))
SOFTWARE = Kind("resource", "offers software", _any(_offer(_SOFTWARE)), (SectionRole.ABSTRACT,))
GUIDANCE = Kind("out_of_scope", "offers guidance", _any(_offer(_GUIDANCE)), (SectionRole.ABSTRACT,))
CLINICAL = Kind(
    "empirical_study",
    "studies people or records of people",
    _any(
        r"\b(?:patients|participants|subjects|volunteers|individuals|adults|women|men|children|infants)\b[^.;]{0,80}\b(?:was|were)\s+"
        r"(?:\w+ly\s+)?(?:recruited|enrolled|randomi[sz]ed|included|excluded|assigned|followed|diagnosed|interviewed)",
        r"\b(?:written\s+)?informed\s+consent\b",
        r"\bapproved\s+by\b[^.]{0,80}\b(?:ethic\w*|institutional\s+review)\b",
        r"\brandomi[sz]ed\s+(?:controlled\s+|clinical\s+)+trial\b",
        r"\b(?:retrospective|prospective)\s+(?:cohort\s+)?study\b",
    ),
    _OWN_PLACES,
)
LABORATORY = Kind(
    "non_computational",
    "rests on experiments in the laboratory or the field",
    _any(
        r"\b(?:cells?|mice|rats|larvae|fish|plants?|seeds?|tissues?|cultures?|strains?|embryos?|animals?|bacteria|colonies|yeasts?|sections"
        r"|peptides?|membranes?|segregants)\b[^.;]{0,50}\b(?:was|were)\s+(?:\w+ly\s+|then\s+)?(?:cultured|grown|incubated|stained|harvested"
        r"|an[ae]+sthetized|sacrificed|dissected|transfected|centrifuged|raised|housed|maintained|reared|bred|fed|injected|amplified|synthesi[sz]ed|purified|crossed)",
        r"\b(?:western\s+blots?|qRT-PCR|RT-qPCR|PCR|immuno(?:staining|histochemistry)|minimum\s+inhibitory|ELISA)\b",
        r"\b(?:nano)?fabricat(?:ed|ion)\b|\bin\s+vitro\s+(?:activity|assay|evaluation)",
    ),
    _OWN_PLACES,
)
THEORY = Kind(
    "non_computational",
    "is theory",
    _any(
        r"^(?:proof|theorem|lemma|proposition|corollary)\b",
        r"\bwe\s+prove\b|\bexact\s+solutions?\b|\bclosed-form\s+solution",
    ),
    (SectionRole.ABSTRACT, SectionRole.METHODS, SectionRole.RESULTS, SectionRole.OTHER),
)
OTHER = Kind("out_of_scope", "is about something else", _any(r"."), (SectionRole.ABSTRACT,))
OFFERS = (RESOURCE, SOFTWARE, GUIDANCE)
EXPERIMENTS = (LABORATORY, CLINICAL)

TWICE_JUDGED = re.compile(rf"{_JUDGES}.*{_JUDGES}", re.IGNORECASE)
"""A sentence in which the authors do nothing but judge, twice."""

COMPARING_TITLE = re.compile(
    r"\b(?:comparison|comparative|comparing|compared|benchmarking|head-to-head|empirical\s+(?:study|evaluation|analysis|comparison)"
    r"|investigating|evaluation\s+of|assessment\s+of|benchmark\s+study"
    r"|(?:multiple|several|different|various)\s+(?:machine|deep)[-\s]learning\s+(?:algorithms|models|methods|techniques))\b",
    re.IGNORECASE,
)
"""A title that announces a comparison or an evaluation of what exists."""

RESOURCE_TITLE = re.compile(
    r"(?:^|:\s*)an?\s+(?:[\w-]+\s+){0,6}?(?:benchmark|data\s?set|corpus|database|atlas|knowledge\s?base|resource)(?:\s+(?:for|of|on|to)\b|$)",
    re.IGNORECASE,
)
"""A title that calls the paper's own thing a data set, a database or a benchmark."""

KNOWN_LEARNERS = re.compile(
    r"\b(?:random\s+forests?|support\s+vector|(?:XG|Cat|Ada)Boost|LightGBM|gradient\s+boosting|logistic\s+regression|linear\s+regression"
    r"|decision\s+trees?|nearest\s+neighbou?rs?|na[iï]ve\s+bayes|LASSO|multi-?layer\s+perceptron|SVM|KNN|RF)\b",
    re.IGNORECASE,
)
"""Learners that come with any toolkit."""
