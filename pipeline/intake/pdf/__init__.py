"""Reading PDF: from the layout that `pipeline.ports.Documents` gives to a draft."""

from pipeline.intake.pdf.reader import read_pdf

__all__ = ["read_pdf"]
