"""The formats that facts and standings can be exported in."""

FORMATS = ("jsonl", "csv", "parquet")
