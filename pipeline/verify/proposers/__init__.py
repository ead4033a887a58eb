"""One file per kind of recipe, found by listing this folder. See `pipeline.verify.candidate`."""
