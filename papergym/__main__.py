"""`python -m papergym`."""

from papergym import main

main()
