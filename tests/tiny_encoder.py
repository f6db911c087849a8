"""An encoder of two layers with random weights and a vocabulary of its own, made on the fly."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tesla_metrics.arrays import Array

WORDS = "the a dog cat bridge barked slept was not old closed opened two seven . , ! ?".split()
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
PIECES = [
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]"), *WORDS,
    *(letter for letter in LETTERS if letter != "a"), *(f"##{letter}" for letter in LETTERS),
]  # fmt: skip
LAYERS, DIM, INNER, POSITIONS = 2, 16, 32, 40
RANK, HIDDEN = 2, 3  # of adapters


def need_packages() -> None:
    """Skip where the extra is not installed."""
    for package in ("onnx", "onnxruntime", "tokenizers", "safetensors"):
        pytest.importorskip(package)


def make_folder(folder: Path, *, seed: int = 1, kind: str = "bert") -> Path:
    """As others hand encoders on."""
    from safetensors.numpy import save_file

    folder.mkdir(exist_ok=True)
    config = {
        "model_type": kind, "hidden_size": DIM, "num_hidden_layers": LAYERS,
        "num_attention_heads": 2, "intermediate_size": INNER, "vocab_size": len(PIECES),
        "max_position_embeddings": POSITIONS, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
        "pad_token_id": 0,
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer()))
    save_file(weights(seed), folder / "model.safetensors")
    return folder


def tokenizer() -> dict[str, Any]:
    """Word pieces of lower-cased words."""
    marks = [
        {"id": number, "content": PIECES[number], "special": True, "single_word": False,
         "lstrip": False, "rstrip": False, "normalized": False}
        for number in range(4)
    ]  # fmt: skip
    ends = {
        name: {"id": name, "ids": [PIECES.index(name)], "tokens": [name]}
        for name in ("[CLS]", "[SEP]")
    }
    around = [
        {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
    ]
    return {
        "version": "1.0",
        "truncation": {"max_length": 8, "strategy": "LongestFirst", "stride": 0,
                       "direction": "Right"},
        "padding": None,
        "added_tokens": marks,
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "lowercase": True,
                       "handle_chinese_chars": True, "strip_accents": None},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "TemplateProcessing", "single": around,
                           "pair": [*around, {"Sequence": {"id": "B", "type_id": 0}}],
                           "special_tokens": ends},
        "decoder": None,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100,
                  "vocab": {piece: number for number, piece in enumerate(PIECES)}},
    }  # fmt: skip


def weights(seed: int) -> dict[str, Any]:
    """Random ones by the names that others give them."""
    drawn = np.random.default_rng(seed)

    def array(*shape: int, around: float = 0.0) -> Any:
        return (around + drawn.normal(0, 0.3, shape)).astype(np.float32)

    found = {
        "embeddings.word_embeddings.weight": array(len(PIECES), DIM),
        "embeddings.position_embeddings.weight": array(POSITIONS, DIM),
        "embeddings.token_type_embeddings.weight": array(2, DIM),
        "embeddings.LayerNorm.weight": array(DIM, around=1.0),
        "embeddings.LayerNorm.bias": array(DIM),
    }
    sizes = {
        "attention.self.query": (DIM, DIM), "attention.self.key": (DIM, DIM),
        "attention.self.value": (DIM, DIM), "attention.output.dense": (DIM, DIM),
        "intermediate.dense": (INNER, DIM), "output.dense": (DIM, INNER),
    }  # fmt: skip
    for layer in range(LAYERS):
        start = f"encoder.layer.{layer}"
        for name, shape in sizes.items():
            found[f"{start}.{name}.weight"] = array(*shape)
            found[f"{start}.{name}.bias"] = array(shape[0])
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            found[f"{start}.{name}.weight"] = array(DIM, around=1.0)
            found[f"{start}.{name}.bias"] = array(DIM)
    return found


def settings(weights: str, **more: Any) -> dict[str, Any]:
    """Of an adapter for the encoder of these weights."""
    return {
        "encoder": weights, "lang": "en", "layers": [1, 2], "scale": 0.5, "shift": 1.0,
        "temperature": 2.0, "training": {"seed": 1}, **more,
    }  # fmt: skip


def sections(**more: Array | None) -> dict[str, Array]:
    """Of an adapter with random content."""
    drawn = np.random.default_rng(7)
    found: dict[str, Array | None] = {
        "0.q.a": drawn.normal(0, 0.5, (RANK, DIM)).astype(np.float16),
        "0.q.b": drawn.normal(0, 0.5, (DIM, RANK)).astype(np.float16),
        "idf": drawn.random(len(PIECES)).astype(np.float32),
        "head.weights": np.ones(4 * LAYERS + 2, dtype=np.float32),
        "head.hidden.weight": drawn.normal(0, 1, (HIDDEN, 2 * DIM)).astype(np.float32),
        "head.hidden.bias": np.zeros(HIDDEN, dtype=np.float32),
        "head.output": np.ones(HIDDEN, dtype=np.float32),
        **more,
    }
    return {name: array for name, array in found.items() if array is not None}
