"""Papers that are not in English are told so: by script, and by their commonest words."""

from pathlib import Path

import pytest

from pipeline.intake import read
from pipeline.intake.language import language_of
from schemas.outcome import Call
from schemas.paper import Paper

TEXTS = {
    "en": "The network is trained on the images of the first hospital and tested on those of the second. ",
    "de": "Das Netz wird auf den Bildern des ersten Krankenhauses trainiert und auf denen des zweiten geprüft. ",
    "fr": "Le réseau est entraîné sur les images du premier hôpital et évalué sur celles du second. ",
    "es": "La red se entrena con las imágenes del primer hospital y se evalúa con las del segundo. ",
    "pt": "A rede é treinada com as imagens do primeiro hospital e avaliada com as do segundo. ",
    "ru": "Сеть обучается на изображениях первой больницы и проверяется на изображениях второй. ",
    "zh": "该网络使用第一家医院的图像进行训练，并在第二家医院的图像上进行测试。",
    "ja": "このネットワークは第一の病院の画像で訓練され、第二の病院の画像で評価される。",
    "ar": "يتم تدريب الشبكة على صور المستشفى الأول واختبارها على صور المستشفى الثاني. ",
    "he": "הרשת מאומנת על תמונות של בית החולים הראשון ונבדקת על תמונות של השני. ",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_page_of_text_tells_its_language(language: str) -> None:
    assert language_of(TEXTS[language] * 20) == language


def test_formulas_names_and_numbers_do_not_make_a_paper_greek() -> None:
    assert language_of((TEXTS["en"] + "α β γ δ ε ζ η θ λ μ ν ξ ∑ ∫ Müller Łukasz ") * 20) == "en"


def test_too_little_or_too_mixed_text_says_nothing() -> None:
    assert language_of(TEXTS["fr"]) is None
    assert language_of("ACC MCC SVM RF 0.91 0.92 GHz kDa " * 60) is None


def _html(text: str, abstract: str = TEXTS["en"]) -> str:
    return (
        '<html lang="en"><head><meta charset="utf-8"><meta name="citation_title" content="T"></head><body><article>'
        f"<h2>Abstract</h2><p>{abstract * 5}</p><h2>Methods</h2><p>{text * 40}</p></article></body></html>"
    )


@pytest.mark.parametrize("language", ["es", "zh", "ar"])
def test_an_english_abstract_does_not_make_the_paper_english(tmp_path: Path, language: str) -> None:
    path = tmp_path / "paper.html"
    path.write_text(_html(TEXTS[language]), encoding="utf-8")
    produced = read(path, None)  # type: ignore[arg-type]
    assert (produced.decision.call, produced.decision.category) == (Call.REVIEW, "unsupported_language")
    assert "supply an English version of the paper" in produced.decision.reason
    assert isinstance(produced.records[0], Paper) and produced.records[0].language == language


def test_an_english_paper_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "paper.html"
    path.write_text(_html(TEXTS["en"]).replace('lang="en"', 'lang="de"'), encoding="utf-8")
    produced = read(path, None)  # type: ignore[arg-type]
    assert produced.decision.call is Call.ADVANCE
    assert isinstance(produced.records[0], Paper) and produced.records[0].language == "en"
