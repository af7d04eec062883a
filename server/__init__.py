"""The gRPC referee service: streams, codecs, running blocks and hosting bots."""
