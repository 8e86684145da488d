"""What tables share: copying and exporting their lines, a column that stays in sight, an empty table."""
