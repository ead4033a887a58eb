"""Names of article types, as journals print them above a title."""

import re

_TYPE_BEFORE = (
    "original|brief|short|full|invited|open|systematic|mini|scoping|rapid|registered|special|clinical|primary|regular"
)
_TYPE_WORDS = (
    "research|article|review|paper|report|protocols?|editorial|letters?|correction|corrigendum|erratum|retraction"
    "|perspective|commentary|comment|communication|case|study|trial|methodology|methods?|software|database|data"
    "|descriptor|note|news|views?|opinion|essay|viewpoint|meta-analysis|resource|tools|analysis|guidelines?|consensus"
    "|statement|feature|technical|matters arising|contribution|survey|tutorial|benchmark|replication|position|brief"
)
_TYPE = re.compile(rf"^(?:(?:{_TYPE_BEFORE})[ -]?)*(?:{_TYPE_WORDS}|and|of|the|&|[ -])+$", re.IGNORECASE)


def is_type(text: str) -> bool:
    """True for the name of an article type and nothing else, such as `Research Article` or `STUDY PROTOCOL`."""
    return len(text) <= 60 and bool(_TYPE.match(text))
