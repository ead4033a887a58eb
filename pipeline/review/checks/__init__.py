"""One check per file; each holds a `CHECK`."""
