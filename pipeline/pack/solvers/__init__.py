"""The baseline ladder: one solver per file. Each is a script that sees problem/ and nothing else of the pack.

python -m solvers.<name> PROBLEM OUTPUT '{"<instance>": ["<output kind>", "<positive class or nothing>"]}'
"""
