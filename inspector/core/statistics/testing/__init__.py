"""Tests of paired differences: sign flips, signs, ranks, t, equivalence, and corrections for many of them."""
