"""Papers made by hand, for the cases that no single real paper shows."""

from schemas.paper import Block, Cell, Figure, Paper, Section, SectionRole, SourceFile, SourceFormat, Table

ABSTRACT = "Here we propose a method named ProtNet to predict protein binding sites. It reaches an MCC of 0.61."


def table(
    text: str,
    caption: str = "Table 2. Comparison on the independent test set.",
    label: str = "Table 2",
    header_rows: int = 1,
    header_columns: int = 1,
) -> Table:
    """A table from lines with cells between `|`. `*` before a text marks it bold, `!` disputed."""
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    cells = tuple(
        Cell(row=row, column=column, text=cell.lstrip("*!"), bold=cell.startswith("*"), disputed=cell.startswith("!"))
        for row, line in enumerate(lines)
        for column, cell in enumerate(line)
    )
    return Table(
        label=label,
        caption=caption,
        role=SectionRole.RESULTS,
        n_rows=len(lines),
        n_columns=len(lines[0]),
        header_rows=header_rows,
        header_columns=header_columns,
        cells=cells,
    )


def paper(
    *tables: Table,
    title: str = "ProtNet: protein binding site prediction with graphs",
    abstract: str = ABSTRACT,
    results: tuple[str, ...] = (),
    figures: tuple[Figure, ...] = (),
) -> Paper:
    """A paper with an abstract, a results section, tables and figures."""
    sections = (
        Section(path="Abstract", title="Abstract", role=SectionRole.ABSTRACT, blocks=(Block(text=abstract),)),
        Section(
            path="Results",
            title="Results",
            role=SectionRole.RESULTS,
            blocks=tuple(Block(text=text) for text in results),
        ),
    )
    return Paper(
        paper_id="made-by-hand",
        source=SourceFile(name="paper.xml", format=SourceFormat.JATS, sha256="0" * 64, bytes=1),
        title=title,
        sections=sections,
        tables=tables,
        figures=figures,
    )
