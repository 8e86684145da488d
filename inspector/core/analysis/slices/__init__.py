"""Groups of rows: ways to split rows, the score of each group, and to which side its predictions are off."""
