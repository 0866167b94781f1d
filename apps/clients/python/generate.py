"""Prints the types of the client from an OpenAPI document: `python generate.py openapi.json`."""

import re
import subprocess
import sys

OPENING = '"""What the service takes and answers. Generated from its document."""\n\n'
OPTIONS = """
--input-file-type openapi --output-model-type typing.TypedDict --target-python-version 3.11
--disable-timestamp --use-standard-collections --use-union-operator --openapi-scopes schemas
--formatters builtin
"""


def models_of(document: str) -> str:
    """Return the types of a document, for readers of a service that may be newer than they are."""
    command = [sys.executable, "-m", "datamodel_code_generator", "--input", document]
    made = subprocess.run(command + OPTIONS.split(), capture_output=True, text=True, check=True)
    _, _, code = made.stdout.partition("from __future__")
    # Closed types need a later Python, and an answer may have fields that are not known yet.
    code = re.sub(r",\s*closed=True", "", code)
    code = code.replace("\n\nfrom typing_extensions import TypedDict", ", TypedDict")
    return f"{OPENING}from __future__{code}"


if __name__ == "__main__":
    sys.stdout.write(models_of(sys.argv[1]))
