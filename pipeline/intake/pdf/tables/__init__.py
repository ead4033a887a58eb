"""Tables of a PDF: regions with a grid, their captions and the notes below them."""

from pipeline.intake.pdf.tables.assembly import TableRegion, tables, tables_in

__all__ = ["TableRegion", "tables", "tables_in"]
