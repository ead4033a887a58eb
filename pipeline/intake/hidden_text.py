"""Taking text that is hidden on the pages of a PDF out of another reading of the same pages."""

import re

from schemas.paper import Block, Paper

HIDDEN = {"invisible_text", "white_text", "tiny_text"}


def without_hidden(paper: Paper, pdf: Paper) -> Paper:
    """The paper without the passages that a reader of the PDF would not see."""
    patterns = [_pattern(s.text) for s in pdf.suspicions if s.kind in HIDDEN and len(s.text.split()) >= 3]
    if not patterns:
        return paper
    sections = tuple(
        section.model_copy(update={"blocks": tuple(b for block in section.blocks if (b := _cut(block, patterns)).text)})
        for section in paper.sections
    )
    return paper.model_copy(update={"sections": sections})


def _pattern(text: str) -> re.Pattern[str]:
    """The characters of a passage with any space, hyphen or line end between them."""
    return re.compile(r"[\s\u00ad-]*".join(re.escape(c) for c in text if not c.isspace()), re.IGNORECASE)


def _cut(block: Block, patterns: list[re.Pattern[str]]) -> Block:
    text = block.text
    for pattern in patterns:
        text = pattern.sub(" ", text)
    return block if text == block.text else block.model_copy(update={"text": " ".join(text.split())})
