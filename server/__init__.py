"""The gRPC referee: streams, sittings, bot processes, and the codecs between rules and wire."""
