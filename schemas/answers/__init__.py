"""The forms that models fill in, one file per stage. Every list and every string is bounded."""
