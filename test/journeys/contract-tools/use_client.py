"""Imports every module of a generated client, and makes calls with it: `use_client.py URL KEY`."""

import importlib
import pkgutil
import sys

import palimpsest_generated
from palimpsest_generated import AuthenticatedClient

url, key = sys.argv[1:]
modules = [
    name
    for _, name, _ in pkgutil.walk_packages(
        palimpsest_generated.__path__, "palimpsest_generated."
    )
]
for name in modules:
    importlib.import_module(name)
print(len(modules), "modules")

from palimpsest_generated.api.memory import memorize  # noqa: E402
