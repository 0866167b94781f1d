"""Prints the types of the client from an OpenAPI document: `python generate.py openapi.json`."""

import ast
import re
import subprocess
import sys
from pathlib import Path

OPENING = '"""What the service takes and answers. Generated from its document."""\n\n'
OPTIONS = """
--input-file-type openapi --output-model-type typing.TypedDict --target-python-version 3.11
--disable-timestamp --use-standard-collections --use-union-operator --openapi-scopes schemas
--formatters builtin
"""

PACKAGE = Path(__file__).parent / "palimpsest_client"
# What a request takes: a test holds the client's own options against these.
REQUESTS = {"ItemRequest", "ItemRevision", "RetrieveRequest"}


def models_of(document: str) -> str:
    """Return the types that the client names; the service may be newer than its reader."""
    command = [sys.executable, "-m", "datamodel_code_generator", "--input", document]
    made = subprocess.run(command + OPTIONS.split(), capture_output=True, text=True, check=True)
    _, _, code = made.stdout.partition("from __future__")
    # Closed types need a later Python, and an answer may have fields that are not known yet.
    code = re.sub(r",\s*closed=True", "", code)
    code = code.replace("\n\nfrom typing_extensions import TypedDict", ", TypedDict")
    return f"{OPENING}{named_only(f'from __future__{code}')}"


def named_only(code: str) -> str:
    """Return the imports, the types that the package names, and those that these are made of."""
    body = ast.parse(code).body
    types = {name: node for node in body for name in names_of(node)}
    told = [path.read_text() for path in PACKAGE.glob("*.py") if path.name != "models.py"]
    wanted = sorted(REQUESTS | set(re.findall(r"models\.(\w+)", "\n".join(told))))
    for name in wanted:
        inside = {each.id for each in ast.walk(types[name]) if isinstance(each, ast.Name)}
        wanted += sorted((inside & types.keys()) - set(wanted))
    source = {node: ast.get_source_segment(code, node) or "" for node in body}
    imports = [source[node] for node in body if not names_of(node)]
    kept = [source[node] for node in body if names_of(node) & set(wanted)]
    return "\n\n\n".join(["\n\n".join(imports), *kept]) + "\n"


def names_of(node: ast.stmt) -> set[str]:
    """Return what a statement of the generated module defines; nothing where it is an import."""
    if isinstance(node, ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return {target.id for target in targets if isinstance(target, ast.Name)}


if __name__ == "__main__":
    sys.stdout.write(models_of(sys.argv[1]))
