"""Council of Four: emporia in fifteen cities, by leave of four councils."""
