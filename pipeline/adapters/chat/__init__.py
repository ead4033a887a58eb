"""The `Chat` port over OpenAI-compatible endpoints.

A question passes through small steps, each in a file of its own: `recorded` or `replayed`, `cached`, `fitted` (less
text where the context overflows), `asked_again` (once, where an answer is broken), `accounted` (reserve, send,
settle), and `openai_chat` (one endpoint: pace, retries, faults). `connect` puts them together.
"""
