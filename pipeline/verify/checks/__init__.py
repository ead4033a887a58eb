"""One file per check of data, found by listing this folder. See `pipeline.verify.case`."""
