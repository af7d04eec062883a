"""The engine for programs in any language: one set of calls, over gRPC or in lines of JSON.

calls.py is what the calls do, lines.py and service.py are their two forms, beside.py starts a bot with a simulator at
its side.
"""
