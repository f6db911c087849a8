"""The report: what was scored and found, as one web page that needs nothing but itself."""
