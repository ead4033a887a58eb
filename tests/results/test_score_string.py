"""How a printed score becomes a number: the forms of the scoring spec, and what has to stay unparsed."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.results.score_string import ParsedScore, is_blank, parse_score

FORMS: list[tuple[str, ParsedScore]] = [
    ("0.36", ParsedScore(0.36, decimals=2)),
    ("79", ParsedScore(79.0)),
    (".93", ParsedScore(0.93, decimals=2)),
    ("\u22120.35", ParsedScore(-0.35, decimals=2)),
    ("\u2212 0.35", ParsedScore(-0.35, decimals=2)),
    ("1.2 \u00d7 10^-3", ParsedScore(0.0012, decimals=4)),
    ("1.2 \u00d7 10\u207b\u00b3", ParsedScore(0.0012, decimals=4)),
    ("1.2 \u00d7 10\u22123", ParsedScore(0.0012, decimals=4)),
    ("1.2x10^{-3}", ParsedScore(0.0012, decimals=4)),
    ("10^-3", ParsedScore(0.001, decimals=3)),
    ("2.3e\u22124", ParsedScore(0.00023, decimals=5)),
    ("1E5", ParsedScore(100000.0)),
    ("0,92", ParsedScore(0.92, decimals=2)),
    ("0,925", ParsedScore(0.925, decimals=3)),
    ("1,234.5", ParsedScore(1234.5, decimals=1)),
    ("1.234,5", ParsedScore(1234.5, decimals=1)),
    ("1\u2009234.5", ParsedScore(1234.5, decimals=1)),
    ("50,565", ParsedScore(50565.0)),
    ("(0.919)", ParsedScore(0.919, decimals=3)),
    ("95.5%", ParsedScore(95.5, unit="percent", decimals=1)),
    ("95.5 %", ParsedScore(95.5, unit="percent", decimals=1)),
    ("0.92 \u00b1 0.01", ParsedScore(0.92, spread=0.01, decimals=2)),
    ("0.92\u2009\u00b1\u20090.01", ParsedScore(0.92, spread=0.01, decimals=2)),
    ("0.92 +/- .01", ParsedScore(0.92, spread=0.01, decimals=2)),
    ("44.47\u00b12.34", ParsedScore(44.47, spread=2.34, decimals=2)),
    ("83% \u00b1 0.7%", ParsedScore(83.0, spread=0.7, unit="percent")),
    ("92.3 [SD 1.1]", ParsedScore(92.3, spread=1.1, decimals=1)),
    ("92.3 (s.d. = 1.1)", ParsedScore(92.3, spread=1.1, decimals=1)),
    ("0.92 \u00b1 0.01 (n = 5)", ParsedScore(0.92, spread=0.01, n=5, decimals=2)),
    ("0.92 (0.90\u20130.94)", ParsedScore(0.92, low=0.90, high=0.94, decimals=2)),
    ("0.92 [0.90, 0.94]", ParsedScore(0.92, low=0.90, high=0.94, decimals=2)),
    ("0.92 (95% CI: 0.90 to 0.94)", ParsedScore(0.92, low=0.90, high=0.94, decimals=2)),
    ("0.92 +0.01 \u22120.02", ParsedScore(0.92, low=0.90, high=0.93, decimals=2)),
    ("0.92^{+0.01}_{-0.02}", ParsedScore(0.92, low=0.90, high=0.93, decimals=2)),
    ("0.92 (\u22120.02/+0.01)", ParsedScore(0.92, low=0.90, high=0.93, decimals=2)),
    ("0.85\u20130.97", ParsedScore(None, low=0.85, high=0.97)),
    ("~0.97", ParsedScore(0.97, comparator="~", decimals=2)),
    ("\u22480.97", ParsedScore(0.97, comparator="~", decimals=2)),
    ("<0.01", ParsedScore(0.01, comparator="<", decimals=2)),
    ("\u2265 0.9", ParsedScore(0.9, comparator=">=", decimals=1)),
    ("91.2 (+0.2)", ParsedScore(91.2, difference=0.2, decimals=1)),
    ("91.2 (\u21930.2)", ParsedScore(91.2, difference=-0.2, decimals=1)),
    ("0.91a", ParsedScore(0.91, decimals=2)),
    ("0.91 a,b", ParsedScore(0.91, decimals=2)),
    ("0.91\u2020", ParsedScore(0.91, decimals=2)),
    ("0.91\u00b2", ParsedScore(0.91, decimals=2)),
    ("**0.91**", ParsedScore(0.91, decimals=2)),
    ("<b>0.91</b> \u00b1 0.02", ParsedScore(0.91, spread=0.02, decimals=2)),
    ("$\\mathbf{0.91}$", ParsedScore(0.91, decimals=2)),
    ("\u200b0.83\u200b", ParsedScore(0.83, decimals=2)),
]

NEAR_MISSES = [
    "",
    "-",
    "\u2014",
    "nan",
    "inf",
    "n/a",
    "ResNet-50",
    "5-fold",
    "2023-01-02",
    "10.1038/s41598",
    "12/15",
    "3 of 5",
    "45 (90%)",
    "0.92 (0.01)",
    "0.92 (0.95\u20130.97)",
    "0.97\u20130.85",
    "0.92 \u22120.94",
    "1.2 \u00d7 103",
    "1.2 \u00b1 0.3 \u00d7 10^-3",
    "12M",
    "110M",
    "1b",
    "2x",
    "37 \u00b0C",
    "0.92.1",
    "0. 92",
    "93.",
    "1,23,456",
    "12,34.5",
    "01,234",
    "083\n.",
    "0.91 0.92",
    "0.9 \u00b1 0.1 \u00b1 0.2",
    "\u00b10.5",
    "0.92 (0.90",
    "0.92 +0.01 -0.02)",
    "1e999",
    "0.91\u2460",
    "0.9\u0661",
    "0.36 vs. 0.30",
    "p < 0.001",
    "0.92 (n = 2.5)",
]


@pytest.mark.parametrize(("text", "expected"), FORMS)
def test_every_form_of_the_spec_is_read(text: str, expected: ParsedScore) -> None:
    assert parse_score(text) == expected


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_what_is_not_surely_a_score_stays_unparsed(text: str) -> None:
    assert parse_score(text) is None


def test_the_comma_before_three_digits_follows_the_table() -> None:
    assert parse_score("1,234") == ParsedScore(1234.0)
    assert parse_score("1,234", decimal_comma=True) == ParsedScore(1.234, decimals=3)


def test_a_number_in_brackets_is_a_spread_only_where_the_caption_says_so() -> None:
    assert parse_score("0.92 (0.01)") is None
    assert parse_score("0.92 (0.01)", bracket_is_spread=True) == ParsedScore(0.92, spread=0.01, decimals=2)
    assert parse_score("0.92 (+0.01)", bracket_is_spread=True) == ParsedScore(0.92, difference=0.01, decimals=2)


def test_blank_cells_are_told_apart_from_unparsed_ones() -> None:
    assert all(is_blank(text) for text in ("", " ", "-", "\u2013", "n/a", "N.A.", "NaN", "NR", "(-)"))
    assert not any(is_blank(text) for text in ("0", "0.5", "n", "ours", "083\n."))


values = st.decimals(min_value=-10_000, max_value=10_000, places=3, allow_nan=False).map(
    lambda number: number + 0  # no negative zero
)
positive = st.decimals(min_value="0.001", max_value=999, places=3)
minus = st.sampled_from(["-", "\u2212", "\u2013"])
space = st.sampled_from(["", " ", "\u2009", "\u00a0"])


@given(values, minus)
def test_a_plain_number_comes_back(value: object, sign: str) -> None:
    parsed = parse_score(str(value).replace("-", sign))
    assert parsed == ParsedScore(float(str(value)), decimals=3)


@given(
    positive,
    positive,
    space,
    st.sampled_from(["{}±{}", "{} [SD{}]", "{} (SD{})", "{} (±{})", "**{}** ± {}", "{} ± {}*"]),
)
def test_value_and_spread_come_back(value: object, spread: object, gap: str, form: str) -> None:
    parsed = parse_score(form.format(value, f"{gap or ' '}{spread}"))
    assert parsed is not None
    assert (parsed.value, parsed.spread) == (float(str(value)), float(str(spread)))


@given(
    positive, positive, positive, st.sampled_from(["{} ({}–{})", "{} [{}, {}]", "{} (95% CI {}-{})", "{} ({} to {})"])
)
def test_an_interval_is_read_where_it_holds_the_value(one: object, two: object, three: object, form: str) -> None:
    low, value, high = sorted(float(str(number)) for number in (one, two, three))
    parsed = parse_score(form.format(f"{value:.3f}", f"{low:.3f}", f"{high:.3f}"))
    if low < high:
        assert parsed is not None
        assert (parsed.value, parsed.low, parsed.high) == (value, low, high)
    outside = parse_score(form.format(f"{high + 1:.3f}", f"{low:.3f}", f"{high:.3f}"))
    assert outside is None


@given(st.integers(min_value=1000, max_value=10**9), st.sampled_from([",", "\u2009", "\u202f"]))
def test_grouped_thousands_come_back(number: int, separator: str) -> None:
    assert parse_score(f"{number:,}".replace(",", separator)) == ParsedScore(float(number))


@given(
    st.integers(1, 999),
    st.integers(-30, 30),
    st.sampled_from(["{}e{}", "{}E{}", "{} × 10^{}", "{}·10^{}", "{}x10^{{{}}}"]),
)
def test_powers_of_ten_come_back(mantissa: int, exponent: int, form: str) -> None:
    parsed = parse_score(form.format(mantissa, exponent))
    assert parsed is not None and parsed.value is not None
    assert math.isclose(parsed.value, mantissa * 10.0**exponent, rel_tol=1e-12)


@given(positive, st.sampled_from(["{}%", "{} %", "({}%)", "{}%*", "~{}%"]))
def test_a_percent_sign_is_kept_as_the_unit(value: object, form: str) -> None:
    parsed = parse_score(form.format(value))
    assert parsed is not None
    assert (parsed.value, parsed.unit) == (float(str(value)), "percent")


@given(st.text(max_size=100))
@example("(" * 80)
@example("\u2009" * 80)
@example("1" * 80)
@example("1," * 40)
@example("10^" + "9" * 60)
def test_no_text_raises(text: str) -> None:
    parse_score(text)
    is_blank(text)


@given(st.text(alphabet="0123456789.,+-±×^()[]%~<>eE \u2009\u2212abn=SDCI/", max_size=40))
def test_what_is_read_is_finite_and_in_order(text: str) -> None:
    parsed = parse_score(text)
    if parsed is None:
        return
    numbers = (parsed.value, parsed.spread, parsed.low, parsed.high, parsed.difference)
    assert all(math.isfinite(number) for number in numbers if number is not None)
    if parsed.low is not None and parsed.high is not None:
        assert parsed.low <= (parsed.low if parsed.value is None else parsed.value) <= parsed.high
