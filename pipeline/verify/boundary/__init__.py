"""One file per rule of the method boundary, found by listing this folder. See `pipeline.verify.roles`."""
