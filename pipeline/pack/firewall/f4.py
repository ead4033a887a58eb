"""F4: guidance on how to solve the task."""

import re
from pathlib import Path

from pipeline.leakage.folding import fold
from pipeline.leakage.visible import VisibleFile, visible_files
from pipeline.pack.firewall.hit import Hit, snippet
from pipeline.pack.firewall.secrets import Secrets

RULE = "F4"
TITLE = "No guidance on the method"

_VERBS = re.compile(
    r"\b(?:use|using|apply|applying|try|employ|adopt|implement|train|fine-?tune|pre-?train|build|consider|stack|combine"
    r"|choose|select|set|start (?:from|with)|should|must|recommend(?:ed)?|suggest(?:ed)?"
    r"|works? (?:best|well)|best (?:with|is)|(?:does|do|is|are|gets?) (?:best|better|fastest|there)|helps?"
    r"|(?:good|natural|strong|best|obvious) (?:choices?|options?|starts?|starting points?|baselines?)"
    r"|improves?|outperforms?|pays? off|worth (?:trying|a try))\b"
)
_METHODS = re.compile(
    r"\b(?:transformers?|attention|convolution(?:al|s)?|cnns?|rnns?|lstms?|bi-?lstm|grus?|gnns?|gcns?"
    r"|graph (?:neural )?networks?|message passing|mlps?|perceptrons?|(?:deep|neural) (?:networks?|learning)"
    r"|auto-?encoders?|vaes?|gans?|diffusion models?|language models?|bert|gpt|esm-?\d?\w*|prott5\w*|word2vec"
    r"|embeddings?|resnet\w*|u-?net\w*|vits?|random forests?|xgboost|lightgbm|catboost|gradient boosting|boosted trees"
    r"|svms?|support vector|logistic regression|gaussian process(?:es)?|ridge|lasso|ensembles?"
    r"|residual (?:connections?|blocks?)|contrastive|self-supervised|transfer learning|data augmentation"
    r"|adamw?|sgd|rmsprop|adagrad|lion optimi[sz]er|learning rates?|dropout|batch (?:size|norm\w*)|weight decay|epochs?"
    r"|hidden (?:units?|layers?|size)|early stopping|hyper-?parameters?)\b"
)
_VALUES = re.compile(
    r"\b(?:learning rate|dropout|batch size|weight decay|epochs?|hidden (?:units?|layers?|size)|n_estimators|max_depth|"
    r"lr|batch_size|hidden_size|num_layers)\W{1,3}(?:of |to |is )?\d[\d.e-]*"
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:\.\d[^.!?\n]*)*")


def names_a_model(text: str) -> bool:
    """True where a text names an architecture, an optimiser or a setting of one, whatever it says of it."""
    return _METHODS.search(fold(text)) is not None


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """Sentences in prose that ask for an architecture, an optimiser or a setting of one."""
    prose = (file for file in visible_files(pack_dir) if file.is_prose and file.path.startswith("problem/"))
    return tuple(hit for file in prose for hit in _hits(file))


def _hits(file: VisibleFile) -> list[Hit]:
    return [
        Hit(RULE, file.path, sentence.start(), "method guidance", snippet(file.text, *sentence.span()))
        for sentence in _SENTENCE.finditer(file.folded)
        if _guides(sentence.group())
    ]


def _guides(sentence: str) -> bool:
    return bool(_VALUES.search(sentence) or (_VERBS.search(sentence) and _METHODS.search(sentence)))
