"""One file per format, found by listing this folder. See `pipeline.verify.format`."""
