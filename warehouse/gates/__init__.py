"""Gates: what must hold of the tables of a stage before its units are committed. One file per stage."""
