"""Kinds of article that hold no task, as journals name them.

`CERTAIN` names leave no doubt. `AMBIGUOUS` names are also given to research (a Letter of a physics journal, a Clinical
Study that trains a model): they count only where the paper speaks of machine learning not at all.
"""

import re

from pipeline.screen.vocabulary import has_term, own_text
from schemas.paper import Paper

CERTAIN = {
    "addendum",
    "announcement",
    "author correction",
    "biographical",
    "book review",
    "case report",
    "case series",
    "clinical trial protocol",
    "commentary",
    "conference report",
    "corrected article",
    "correction",
    "corrigendum",
    "critical review",
    "data descriptor",
    "data note",
    "data paper",
    "editorial",
    "erratum",
    "expert opinion",
    "expression of concern",
    "guideline",
    "guidelines",
    "guidelines and guidance",
    "in brief",
    "interview",
    "letter to the editor",
    "literature review",
    "meeting report",
    "mini review",
    "minireview",
    "narrative review",
    "news",
    "news and views",
    "news & views",
    "obituary",
    "opinion",
    "perspective",
    "perspectives",
    "policy forum",
    "position paper",
    "primer",
    "product review",
    "protocol",
    "publisher correction",
    "registered report protocol",
    "replication",
    "reply",
    "research highlight",
    "research highlights",
    "retraction",
    "retraction note",
    "review",
    "review article",
    "science & society",
    "science and society",
    "scoping review",
    "study protocol",
    "survey article",
    "synopsis",
    "systematic review",
    "topical review",
    "trial protocol",
    "tutorial",
    "viewpoint",
    "world view",
}
AMBIGUOUS = {
    "abstract",
    "article commentary",
    "brief communication arising",
    "clinical study",
    "clinical trial",
    "comment",
    "correspondence",
    "correspondence and other communications",
    "discussion",
    "education",
    "essay",
    "introduction",
    "letter",
    "meta analysis",
    "methods protocol",
    "observational study",
    "other",
    "report",
}
_RESEARCH = {"article", "original article", "original research", "original paper", "regular article", "research"}
_RESEARCH |= {"research article", "research paper", "full paper", "full length article", "new results"}
_JOINERS = re.compile(r"[-_\s]+")
_SUFFIX = re.compile(r"\s+articles?$")


def plain(name: str) -> str:
    """A name in lower case, hyphens as spaces, without what follows a slash or a colon."""
    return _JOINERS.sub(" ", re.split(r"\s*[/:|]\s*", name.strip())[0]).strip(" .•·").casefold()


def is_research(name: str) -> bool:
    """True for a name that journals give to original research."""
    return plain(name) in _RESEARCH


def is_certain(name: str) -> bool:
    """True for a name that is never given to original research."""
    kind = plain(name)
    return kind in CERTAIN or _SUFFIX.sub("", kind) in CERTAIN


def is_unsuitable(name: str, paper: Paper) -> bool:
    """True where the name, as an article type or a heading, rules a task out."""
    return is_certain(name) or (plain(name) in AMBIGUOUS and not has_term(own_text(paper)))


def doubt_of(name: str) -> str:
    """What had to be added to a name that alone would not rule a task out; empty for a certain one."""
    return "" if is_certain(name) else ", and its text has not one term of machine learning or optimisation"
