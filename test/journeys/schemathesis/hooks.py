"""How a body of lines of JSON is written, which Schemathesis does not know."""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def write_lines(context, value):
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode(errors="replace")
    lines = value if isinstance(value, list) else [value]
    return "\n".join(json.dumps(line) for line in lines).encode(errors="replace")
