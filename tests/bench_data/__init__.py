"""`make bench-data`: what data verification costs, and what it finds."""
