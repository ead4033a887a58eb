"""4.8 No placeholder: columns that say nothing, filler text, and demonstration files where a data set was promised."""

from collections.abc import Iterator, Sequence

from pipeline.verify.case import Case, Check
from pipeline.verify.hygiene import Side
from pipeline.verify.names import tokens_of
from pipeline.verify.values import absent, is_numeric
from schemas.data import CheckStatus, DataCheck, Measure, SplitPart

_STAND_INS_TEXT = "demo dummy fake mock placeholder toy"
_STAND_INS = frozenset(_STAND_INS_TEXT.split())
_MAY_STAND_IN_TEXT = "example examples sample tiny mini subset"
_MAY_STAND_IN = frozenset(_MAY_STAND_IN_TEXT.split())
_FILLER = r"(?i)lorem ipsum|^\s*(?:foo|bar|baz|qux|todo|tbd|fixme|dummy|placeholder|asdf|xxx+)[\s_]*\d*\s*$"


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """A constant target, nothing but constant inputs, mostly filler, or a stand-in by name stop the setting."""
    return (*_names(case, before), *_constants(case), *_filler(case), *_size(case))


def _names(case: Case, before: Sequence[DataCheck]) -> Iterator[DataCheck]:
    """A name is overruled by the paper's own counts, where the files agree with them."""
    counted = [check for check in before if check.check_id == "4.4" and check.measures]
    agrees = bool(counted) and all(check.status is not CheckStatus.FAIL for check in counted)
    named = {file.path: set(tokens_of(file.path)) for file in case.files}
    for words, status in ((_STAND_INS, CheckStatus.FAIL), (_MAY_STAND_IN, CheckStatus.WARN)):
        found = [path for path, tokens in named.items() if tokens & words]
        if found:
            said = "; the paper's counts agree with it all the same" if agrees else ""
            reason = f"{len(found)} of {len(named)} files are named like a demonstration ({found[0]}){said}"
            kept = CheckStatus.WARN if agrees else status
            yield case.check("4.8", "names", kept, reason, category="stand_in", examples=found)
            return
    yield case.check("4.8", "names", CheckStatus.PASS, "no file is named like a demonstration")


def _constants(case: Case) -> Iterator[DataCheck]:
    for part, side in case.sides.items():
        names = [name for name in side.inputs if _is_constant(side, name)]
        if side.target and len(side) > 1 and not side.others and _is_constant(side, side.target):
            reason = f"the target {side.target!r} has one value only: {str(side.frame[side.target].iloc[0])[:40]!r}"
            yield case.check("4.8", f"target in {part}", CheckStatus.FAIL, reason, category="constant")
        if len(side) > 1 and side.others:
            yield _several(case, part, side)
        if len(side) > 1 and names:
            is_all = len(names) == len(side.inputs)
            status = CheckStatus.FAIL if is_all else CheckStatus.WARN
            reason = f"{len(names)} of {len(side.inputs)} inputs have one value only"
            measures = (Measure(name="constant inputs", value=len(names), expected=0),)
            subject = f"inputs in {part}"
            yield case.check("4.8", subject, status, reason, category="constant", measures=measures, examples=names)
    if not any(_is_constant(side, name) for side in case.sides.values() for name in side.columns):
        yield case.check("4.8", "constant columns", CheckStatus.PASS, "every input and target has several values")


def _several(case: Case, part: SplitPart, side: Side) -> DataCheck:
    """Of several targets some may say nothing, and metrics leave them out; not all. With the share that is known."""
    known = {name: side.frame[name][~absent(side.frame[name])] for name in side.target_columns}
    flat = [name for name, values in known.items() if values.nunique() < 2]
    status = CheckStatus.FAIL if len(flat) == len(known) else CheckStatus.WARN if flat else CheckStatus.PASS
    share = sum(map(len, known.values())) / (len(known) * len(side))
    reason = f"{len(flat)} of {len(known)} targets have fewer than two values in {part}; {share:.1%} of all is known"
    measures = (Measure(name="known", value=round(share, 6)), Measure(name="targets", value=len(known)))
    return case.check(
        "4.8",
        f"target in {part}",
        status,
        reason,
        category="constant" if flat else None,
        measures=measures,
        examples=flat,
    )


def _is_constant(side: Side, name: str) -> bool:
    values = side.frame[name]
    return len(side) > 1 and bool((values == values.iloc[0]).all() or values.isna().all())


def _filler(case: Case) -> Iterator[DataCheck]:
    limit = case.thresholds.filler_share
    for part, side in case.sides.items():
        for name in side.inputs:
            if is_numeric(side.frame[name]):
                continue
            hits = side.frame[name].str.contains(_FILLER, regex=True).fillna(False).to_numpy(dtype=bool)
            if hits.any():
                found = side.found(hits)
                status = CheckStatus.FAIL if found.share > limit else CheckStatus.WARN
                reason = f"{found.count} of {found.total} values of {name!r} are filler"
                measures = (Measure(name="share", value=round(found.share, 6), expected=0),)
                yield case.check(
                    "4.8",
                    f"filler in {part}/{name}",
                    status,
                    reason,
                    category="filler",
                    measures=measures,
                    examples=found.examples,
                )


def _size(case: Case) -> Iterator[DataCheck]:
    test = len(case.sides.get(SplitPart.TEST, ()))
    if test < case.thresholds.least_test_rows:
        reason = f"{test} test rows: too few to tell methods apart"
        measures = (Measure(name="test rows", value=test, expected=case.thresholds.least_test_rows),)
        yield case.check("4.8", "size", CheckStatus.WARN, reason, category="few_rows", measures=measures)


CHECK = Check(check_id="4.8", title="No placeholder", run=run)
