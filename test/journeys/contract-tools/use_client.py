"""Imports every module of a generated client, and remembers and asks with it: `use_client.py URL KEY`."""

import importlib
import pkgutil
import sys

sys.path.insert(0, ".")
url, key = sys.argv[1:]
generated = importlib.import_module("palimpsest_generated")
names = [
    name for _, name, _ in pkgutil.walk_packages(generated.__path__, "palimpsest_generated.")
]
modules = {name.removeprefix("palimpsest_generated."): importlib.import_module(name) for name in names}
print(len(modules), "modules")

client = generated.AuthenticatedClient(base_url=url, token=key, raise_on_unexpected_status=True)
models = modules["models"]
write = models.MemorizeRequest.from_dict(
    {
        "appId": "generated",
        "userId": "paul",
        "content": "I live in Lyon.",
        "contentType": "document",
        "wait": 20_000,
    }
)
written = modules["api.memory.memorize"].sync(client=client, body=write)
print("status", written.status)
query = {"appId": "generated", "userId": "paul", "query": "Where does he live?"}
question = models.RetrieveRequest.from_dict(query)
found = modules["api.memory.retrieve"].sync(client=client, body=question)
print("Lyon" in str(found.to_dict()))
refused = modules["api.memory.memorize"].sync(
    client=generated.AuthenticatedClient(base_url=url, token="wrong"), body=write
)
print(refused.error.code)
