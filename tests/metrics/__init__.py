"""The specification of metrics, as tests."""
