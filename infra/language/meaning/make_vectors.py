"""Makes vectors.bin of this folder from words.txt and a sentence model, or checks it against them (README.md).

Needs Python 3.10 or later with numpy, and a folder that holds `model.safetensors` and `vocab.txt` of
all-MiniLM-L6-v2 (Apache 2.0). Nothing is asked of the network.

    python3 make_vectors.py MODEL_FOLDER            writes vectors.bin
    python3 make_vectors.py MODEL_FOLDER --check    changes nothing; exit code 1 where vectors.bin differs
"""
import argparse
import json
import math
import pathlib
import struct
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
LAYERS, HEADS, SIZE = 6, 12, 384
KEPT = 128
# The directions that are kept are those of the words that are said most.
MOST_FREQUENT = 12_000
LENGTH = 254
# Of all numbers of a check, so many may differ by one: libraries of linear algebra round in their own ways.
DIFFERING = 0.001
# The model's own tokens before and after a text, and how many texts it is given at once.
BEGIN, END, BATCH = 101, 102, 512


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("model", type=pathlib.Path, metavar="MODEL_FOLDER")
    options.add_argument("--check", action="store_true", help="compare with vectors.bin and change nothing")
    asked = options.parse_args()
    words = (HERE / "words.txt").read_text(encoding="utf-8").split()
    made = as_bytes(main_directions(embedded(asked.model, words)))
    if not asked.check:
        (HERE / "vectors.bin").write_bytes(made.tobytes())
        return 0
    kept = np.frombuffer((HERE / "vectors.bin").read_bytes(), np.int8).reshape(made.shape)
    same_sign = np.sign((made.astype(int) * kept).sum(0))
    off = np.abs(made * same_sign - kept)
    print(f"{len(words)} words: {(off > 0).mean():.4%} of the numbers differ, by {int(off.max())} at most")
    return int(off.max() > 1 or (off > 0).mean() > DIFFERING)


def main_directions(vectors: np.ndarray) -> np.ndarray:
    """Each as its parts along the principal components, scaled to length 1."""
    centred = vectors - vectors.mean(0)
    _, _, directions = np.linalg.svd(centred[:MOST_FREQUENT], full_matrices=False)
    parts = centred @ directions[:KEPT].T
    return parts / np.linalg.norm(parts, axis=1, keepdims=True)


def as_bytes(vectors: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(vectors * LENGTH), -127, 127).astype(np.int8)


def embedded(model: pathlib.Path, words: list[str]) -> np.ndarray:
    """The mean of the model's last layer over a word's tokens, those of its begin and end included."""
    weights = weights_of(model / "model.safetensors")
    tokens = {line.rstrip("\n"): n for n, line in enumerate((model / "vocab.txt").open(encoding="utf-8"))}
    ids = [[BEGIN, *pieces(word, tokens), END] for word in words]
    vectors = np.zeros((len(words), SIZE), np.float32)
    of_length: dict[int, list[int]] = {}
    for n, each in enumerate(ids):
        of_length.setdefault(len(each), []).append(n)
    done = 0
    for places in of_length.values():
        for start in range(0, len(places), BATCH):
            some = places[start : start + BATCH]
            vectors[some] = last_layer(weights, np.array([ids[n] for n in some])).mean(1)
            done += len(some)
            print(f"\r{done} of {len(words)} words", end="", file=sys.stderr)
    print(file=sys.stderr)
    return vectors


def pieces(word: str, tokens: dict[str, int]) -> list[int]:
    """WordPiece: the longest known piece first; the unknown token where one is missing."""
    found: list[int] = []
    start = 0
    while start < len(word):
        ends = range(len(word), start, -1)
        known = (end for end in ends if ("##" if start else "") + word[start:end] in tokens)
        end = next(known, None)
        if end is None:
            return [tokens["[UNK]"]]
        found.append(tokens[("##" if start else "") + word[start:end]])
        start = end
    return found


def weights_of(path: pathlib.Path) -> dict[str, np.ndarray]:
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    types = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    weights = {}
    for name, at in json.loads(raw[8 : 8 + size]).items():
        if name == "__metadata__":
            continue
        begin, end = (8 + size + offset for offset in at["data_offsets"])
        weights[name.removeprefix("bert.")] = np.frombuffer(raw[begin:end], types[at["dtype"]]).reshape(at["shape"])
    return weights


def last_layer(weights: dict[str, np.ndarray], ids: np.ndarray) -> np.ndarray:
    """BERT: ids of [words, tokens] to [words, tokens, SIZE]."""
    count, length = ids.shape
    tables = ("word", "position", "token_type")
    word, position, kind = (weights[f"embeddings.{name}_embeddings.weight"] for name in tables)
    values = normed(weights, "embeddings.LayerNorm", word[ids] + position[:length] + kind[0])
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        query, key, value = (
            linear(weights, f"{at}attention.self.{name}", values)
            .reshape(count, length, HEADS, SIZE // HEADS)
            .transpose(0, 2, 1, 3)
            for name in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(SIZE // HEADS)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        attended = (scores / scores.sum(-1, keepdims=True)) @ value
        attended = attended.transpose(0, 2, 1, 3).reshape(count, length, SIZE)
        attended = linear(weights, f"{at}attention.output.dense", attended)
        values = normed(weights, f"{at}attention.output.LayerNorm", attended + values)
        inner = gelu(linear(weights, f"{at}intermediate.dense", values))
        values = normed(weights, f"{at}output.LayerNorm", linear(weights, f"{at}output.dense", inner) + values)
    return values


def linear(weights: dict[str, np.ndarray], name: str, values: np.ndarray) -> np.ndarray:
    return values @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def normed(weights: dict[str, np.ndarray], name: str, values: np.ndarray) -> np.ndarray:
    spread = np.sqrt(values.var(-1, keepdims=True) + 1e-12)
    return (values - values.mean(-1, keepdims=True)) / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def gelu(values: np.ndarray) -> np.ndarray:
    return 0.5 * values * (1 + error_function(values / math.sqrt(2)))


def error_function(values: np.ndarray) -> np.ndarray:
    """Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: off by 1.5e-7 at most."""
    t = 1 / (1 + 0.3275911 * np.abs(values))
    sum_of_powers = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(values) * (1 - sum_of_powers * np.exp(-values * values))


if __name__ == "__main__":
    sys.exit(main())
