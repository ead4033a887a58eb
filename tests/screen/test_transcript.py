"""The whole conversation about one paper, as a model would see it: the golden file is for people to read in review.

Rewrite it with `python -m tests.screen.test_transcript` after a change that is meant.
"""

from pathlib import Path

from pipeline.screen import screen
from schemas.data import LinkStatus
from schemas.paper import SectionRole
from tests.asking.scripted import Scripted
from tests.screen.build import COMPARISON, NO_RESULTS, answering, method_paper
from tests.screen.test_asked import FIRST, SECOND, SHOWN, answer, said

GOLDEN = Path(__file__).parents[1] / "golden" / "prompts" / "screening.txt"
RESULTS = ("Results", SectionRole.RESULTS, "The score of SiteNet is better than that of the baseline, 0.8 against 0.7.")


def transcript() -> str:
    """An invented quote, the second try, a second look, and the verdicts that come of it."""
    invented = said("2.1", "pass", "quality", "SiteNet wins everywhere, always.")
    chat = Scripted(
        {
            FIRST: [answer(invented, said("2.2", "unknown")), answer(said("2.1", "pass", "quality", COMPARISON))],
            SECOND: [answer(said("2.2", "pass", "function", SHOWN))],
        }
    )
    produced = screen(method_paper(RESULTS), NO_RESULTS, answering(LinkStatus.OPEN), None, chat)
    asked = [f"=== {p.prompt_id} {p.version}: user\n{p.user}" for p in chat.asked]
    verdicts = [f"{r.rule} {r.call} {r.category}, by {r.decider}" for r in produced.records if hasattr(r, "rule")]
    parts = (f"=== system, the same each time\n{chat.asked[0].system}", *asked, "=== verdicts", *verdicts)
    return "\n\n".join(parts) + "\n"


def test_the_conversation_is_the_golden_one() -> None:
    assert transcript() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(transcript(), encoding="utf-8")
