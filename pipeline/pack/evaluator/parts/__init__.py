"""The pieces an evaluator is put together from: frame, one file format, one kind of submission.

Each is an ordinary module, checked and tested as such. `render.py` writes the pieces a contract needs into one file,
without their imports of one another; what stands in `slots.py` is filled in there.
"""
