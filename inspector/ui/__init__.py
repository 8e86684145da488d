"""The window: shells of Qt widgets around the core, which knows nothing of them."""
