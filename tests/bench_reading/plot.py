"""A bar chart of precision and recall on numeric cells, as SVG."""

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Template

_BARS = Template(
    """<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{{ height }}" font-family="sans-serif">
<rect width="640" height="{{ height }}" fill="white"/>
<text x="20" y="26" font-size="15">Numeric cells of PDF tables against the XML of the same papers</text>
{% for bar in bars %}<g font-size="13"><text x="150" y="{{ bar.y + 13 }}" text-anchor="end">{{ bar.label }}</text>
<rect x="160" y="{{ bar.y }}" width="{{ (400 * bar.share) | round(1) }}" height="16" fill="{{ bar.fill }}"/>
<text x="{{ (166 + 400 * bar.share) | round(1) }}" y="{{ bar.y + 13 }}">{{ "%.3f" | format(bar.share) }}
{{ bar.what }}</text></g>
{% endfor %}</svg>
"""
)
_FILLS = {"precision": "#3b6ea5", "recall": "#9dbbd8"}


def plot(readers: Mapping[str, Mapping[str, float]], target: Path) -> None:
    """Write the chart. `readers` maps a reader to its `precision` and `recall` from 0 to 1."""
    bars = []
    for index, (name, figures) in enumerate(readers.items()):
        for offset, what in enumerate(_FILLS):
            y = 46 + 48 * index + 19 * offset
            label = name if offset == 0 else ""
            bars.append({"label": label, "what": what, "share": figures[what], "fill": _FILLS[what], "y": y})
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(_BARS.render(bars=bars, height=56 + 48 * len(readers)), encoding="utf-8")
