"""Finding the number with which a bulk edit scores best."""
