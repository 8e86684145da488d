"""Questions about a pair that go beyond its score. Each answers with values and changes nothing."""
