"""The vocabulary of machine learning and optimisation, without what other sciences share with it.

A paper that proposes a method which is learned, fitted or optimised cannot be written without a strong term. Words
that other sciences use in their own sense (neural, recurrent, baseline, attention, regression, trained staff) are
not among them.
"""

import re

from pipeline.screen.sentences import BODY
from schemas.paper import Paper

_WORDS = r"""
    machine[-\s]+learn\w+ | deep[-\s]+learning | representation[-\s]+learning | statistical\s+learning
  | (?:artificial|deep|convolutional|recurrent|spiking|feed-?forward|bayesian|residual)\s+(?:neural\s+)?net(?:work)?s?
  | neural[-\s]+net\w* | neural\s+(?:ODEs?|operators?|language|machine|fields?|rendering)
  | (?:multi-?layer\s+)?perceptrons?
  | support[-\s]+vector | random[-\s]+forests? | gradient[-\s]+boost\w* | AdaBoost | XGBoost | LightGBM | CatBoost
  | decision[-\s]+trees? | k-?\s?nearest[-\s]+neighbou?rs? | na[iï]ve[-\s]+bayes\w* | k-means
  | gaussian[-\s]+process(?:es)? | kernel\s+(?:method|machine|ridge|regression)s? | elastic\s+net
  | hidden[-\s]+markov | conditional\s+random\s+fields? | mixture\s+models? | expectation[-\s]+maximi[sz]ation
  | (?:meta|transfer|few-shot|zero-shot|contrastive|federated|ensemble|multi-?task|dictionary|metric)[-\s]+learning
  | (?:un|semi-?|self-?|weakly-?\s?)supervised | supervised\s+(?:learn\w+|classif\w+|model\w*|train\w+|method\w*)
  | reinforcement[-\s]+learning | Q-learning | policy\s+gradient | imitation\s+learning
  | (?:vision|pre-?trained|encoder|decoder|attention)[-\s]+transformers? | transformer[-\s]+(?:model|network|encoder)s?
  | transformer[-\s]based | (?:large\s+)?language\s+models? | word\s+embeddings? | embedding\s+(?:space|vector|layer)s?
  | auto-?encoders? | variational\s+inference | generative\s+(?:adversarial|models?|network)\w*
  | diffusion\s+models? | normali[sz]ing\s+flows? | self-attention | attention\s+(?:mechanism|head|layer|module)s?
  | U-?Net | back-?propagation | gradient\s+descent | Adam\s+optimi[sz]er | hyper-?parameters? | over-?fit\w*
  | (?:loss|objective|cost)\s+functions? | regulari[sz]ation | cross[-\s]+valid\w+
  | train(?:ing)?[-\s]+(?:set|data|dataset|sample|example|corpus|epoch)s?
  | test(?:ing)?[-\s]+(?:set|split)s? | held-?out\s+(?:set|data|test) | pre-?train(?:ed|ing)
  | trained\s+(?:model|network|classifier|weight)s? | (?:model|network|classifier)s?\s+(?:was|were|is|are)\s+trained
  | classifiers? | feature[-\s]+(?:selection|extraction|learning|vector|engineering)s?
  | predictive\s+model(?:l?ing|s)? | prediction\s+(?:model|method|algorithm|tool)s? | predictors?\s+based\s+on
  | data[-\s]+mining | pattern[-\s]+recognition | computer[-\s]+vision | natural[-\s]+language[-\s]+processing
  | bayesian[-\s]+optimi[sz]ation | (?:genetic|evolutionary|memetic)[-\s]+(?:algorithm|programming)s?
  | simulated[-\s]+annealing | particle[-\s]+swarm | meta-?heuristics?
  | (?:convex|combinatorial|stochastic|swarm|black-box|multi-?objective)\s+optimi[sz]ation | NP-(?:hard|complete)\w*
  | (?:genetic|local|tabu|tree|beam|neighbou?rhood|evolutionary|heuristic)\s+search
  | ant\s+colony | branch[-\s]and[-\s](?:bound|cut)
  | (?:linear|integer|constraint|dynamic|quadratic|semidefinite)\s+programming | (?:SAT|MIP|ODE|PDE)\s+solvers?
  | differential\s+evolution | evolution\s+strateg(?:y|ies) | heuristic\s+(?:algorithm|method|solver)s?
  | (?:optimi[sz]ation|learning|clustering|classification)[-\s]+(?:algorithm|problem|solver|method|task)s?
  | compressed\s+sensing | matrix\s+(?:factori[sz]ation|completion) | dimensionality\s+reduction
  | (?:neural\s+)?architecture\s+search | network\s+architectures? | deep\s+networks? | object\s+detection
  | image\s+(?:classification|segmentation|recognition|registration|super-?resolution|restoration) | inductive\s+bias
  | (?:semantic|instance|panoptic)\s+segmentation | (?:novel\s+)?view\s+synthesis | gaussian\s+splatting
  | fine-tun(?:ed|ing)\s+(?:the\s+)?(?:pre-?trained|models?|networks?|encoders?) | domain\s+adaptation
  | (?:soft\s+)?prompt\s+(?:tuning|learning|optimi[sz]ation) | question\s+answering | machine\s+translation
  | collaborative\s+filtering | recommender\s+systems? | surrogate\s+models? | speech\s+recognition
"""
_NAMES = r"""
    SVMs? | k-?NN | LASSO | BERT | GPT-?\d\w* | GANs? | VAEs? | LSTMs? | GRUs? | CNNs? | RNNs? | GNNs? | MLPs? | DNNs?
  | LLMs? | UNet\w* | ResNet\w* | Transformers? | ViT
"""
_PATTERNS = (
    re.compile(rf"\b(?:{_WORDS})\b", re.IGNORECASE | re.VERBOSE),
    re.compile(rf"\b(?:{_NAMES})\b", re.VERBOSE),
)

_COMMON = re.compile(r"\b(?:the|of|and|in|to|is|for|that|with|was|are|we|by|on|this)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")


def terms(text: str) -> list[str]:
    """The strong terms of a text, in lower case."""
    return [found.group(0).lower() for pattern in _PATTERNS for found in pattern.finditer(text)]


def has_term(text: str) -> bool:
    """True where a text holds a strong term."""
    return any(pattern.search(text) for pattern in _PATTERNS)


def words(text: str) -> int:
    """The number of words of two letters and more."""
    return len(_WORD.findall(text))


def is_readable_english(text: str) -> bool:
    """True where at least a tenth of the words are the commonest English ones.

    A text in another language, or one whose glyphs came out wrong, holds no English term and proves nothing by that.
    """
    return len(_COMMON.findall(text)) >= 0.1 * max(1, words(text))


def own_text(paper: Paper) -> str:
    """Title and all text but the references."""
    captions = (*(figure.caption for figure in paper.figures), *(table.caption for table in paper.tables))
    cells = (cell.text for table in paper.tables for cell in table.cells)
    return "\n".join((paper.title, paper.text_of(*BODY), *captions, *cells))
