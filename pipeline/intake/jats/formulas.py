"""Formulas: those of a line of their own as TeX; those in a sentence or a cell as one would read them."""

from lxml import etree

from pipeline.intake.grids import raised
from pipeline.intake.texts import clean
from pipeline.intake.xml import name, text_in

_UNSEEN = {"annotation", "annotation-xml", "mphantom", "maligngroup", "none"}
_WRAPPERS = {"inline-formula", "disp-formula", "alternatives", "tex-math", "graphic", "inline-graphic", "object-id"}
_FRAMES = {
    "mfrac": (2, "\\frac{{{0}}}{{{1}}}"),
    "mroot": (2, "\\sqrt[{1}]{{{0}}}"),
    "msup": (2, "{0}^{{{1}}}"),
    "msub": (2, "{0}_{{{1}}}"),
    "msubsup": (3, "{0}_{{{1}}}^{{{2}}}"),
    "munder": (2, "{0}_{{{1}}}"),
    "mover": (2, "{0}^{{{1}}}"),
    "munderover": (3, "{0}_{{{1}}}^{{{2}}}"),
}


def display(formula: etree._Element) -> str:
    """The TeX of a display formula: its own, or made of its MathML; else its text."""
    tex = next(formula.iter("tex-math", "{*}tex-math"), None)
    if tex is not None and text_in(tex).strip():
        from pipeline.intake.latex.formula import bare_tex

        return clean(bare_tex(text_in(tex)))
    math = next(formula.iter("{*}math"), None)
    return clean(_tex(math)) if math is not None else ""


def _tex(node: etree._Element) -> str:
    """MathML as TeX, which keeps what stands above and below."""
    tag = name(node)
    if tag in _UNSEEN or not tag:
        return ""
    parts = [_tex(child) for child in node]
    count, frame = _FRAMES.get(tag, (-1, ""))
    if len(parts) == count:
        return frame.format(*(part.strip() for part in parts))
    if tag == "msqrt":
        return f"\\sqrt{{{''.join(parts)}}}"
    if tag in {"mtr", "mlabeledtr"}:
        return " & ".join(parts) + " \\\\ "
    return (node.text or "").strip() + "".join(parts) if parts or node.text else " " if tag == "mspace" else ""


def inline(formula: etree._Element, in_cell: bool) -> etree._Element | None:
    """A formula on the line as mixed content, where only its TeX is there; None where it has another form."""
    tex = next(formula.iter("tex-math", "{*}tex-math"), None)
    others = [child for child in formula.iter(etree.Element) if name(child) not in _WRAPPERS]
    if tex is None or others or (formula.text or "").strip():
        return None
    from pipeline.intake.latex.formula import formula as read

    return read(text_in(tex), in_cell)


def power(script: etree._Element) -> str:
    """An `msup` that is a power of ten, whose exponent must not melt into its base; empty for any other."""
    parts = ["".join(text_in(part).split()) for part in script]
    return "10" + raised("10", parts[1])[0] if len(parts) == 2 and parts[0] == "10" else ""
