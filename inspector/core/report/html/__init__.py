"""The report as an HTML page: its elements, and bar charts and matrices as SVG."""
