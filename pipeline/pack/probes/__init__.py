"""Programs that run inside of a container and tell what they found there. Each stands alone."""
