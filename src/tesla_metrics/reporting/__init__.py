"""Tables, charts, HTML reports and text output."""
