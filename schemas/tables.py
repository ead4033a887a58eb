"""Every record that has a table, by table name. Arrow schemas, SQL views, JSON schemas and gates derive from it."""

from schemas.base import Record
from schemas.claims import UngroundedClaim
from schemas.data import DataCheck, DataComponent, DataFile, LinkCheck, Recipe
from schemas.outcome import Decision
from schemas.pack import Pack, PackCheck
from schemas.paper import Paper
from schemas.review import Amendment, Finding
from schemas.screening import Verdict
from schemas.task import Algorithm, Metric, Score, Setting

TABLES: dict[str, type[Record]] = {
    record.table: record
    for record in (
        Paper,
        Decision,
        LinkCheck,
        Verdict,
        Algorithm,
        Setting,
        Metric,
        Score,
        DataComponent,
        UngroundedClaim,
        Finding,
        Amendment,
        DataFile,
        Recipe,
        DataCheck,
        Pack,
        PackCheck,
    )
}
