"""K4.14: the paper's simple baselines, run again. One that beats the SOTA is a warning, no other difference is."""

from pipeline.metrics import registry
from pipeline.pack.calibration import read_calibration
from pipeline.pack.checks.check import Check, Finding, skipped, warned
from pipeline.pack.checks.view import PackView
from schemas.data import Measure
from schemas.pack import Calibration


def _calibration(view: PackView) -> Finding:
    results = [result for result in read_calibration(view.pack_dir) if result.metric == view.primary]
    ran = [result for result in results if result.value is not None]
    if not ran:
        why = f"{results[0].method}: {results[0].note}" if results else "no baseline of the paper is simple enough"
        return skipped(f"nothing was run again: {why}")
    beating = [_said(result) for result in ran if _beats(result)]
    measures = [Measure(name=f"{r.instance}: {r.method}", value=r.value or 0.0, expected=r.printed) for r in ran]
    shown = ", ".join(f"{r.method} {r.value:.4g} (printed {r.printed:.4g})" for r in ran[:3])
    return warned(beating, f"{view.primary} of {len(ran)} run again, none beats the SOTA: {shown}", measures)


def _said(result: Calibration) -> str:
    return f"{result.instance}: {result.method} run again beats the SOTA: {result.value:.4g} against {result.sota:.4g}"


def _beats(result: Calibration) -> bool:
    if result.sota is None or result.value is None:
        return False
    return registry()[result.metric].direction.sign * (result.value - result.sota) > 0


CHECKS = (Check("K4.14", "Calibration", _calibration),)
