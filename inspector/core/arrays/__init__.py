"""Array types and operations used by the whole core: ragged lists, Arrow conversion, parallel work."""
