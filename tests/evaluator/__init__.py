"""The specification of evaluator, as tests."""
