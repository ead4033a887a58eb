"""The specification of scoring, as tests."""
