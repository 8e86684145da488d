"""Array types and operations the whole core uses: ragged lists, Arrow conversion, parallel work. Knows no domain."""
