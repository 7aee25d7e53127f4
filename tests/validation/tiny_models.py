"""Tiny models that tests make for themselves, in the formats of the real ones, with random weights."""

import json
from pathlib import Path

from tiny_text import TEXTS

MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def tiny_bert(folder: Path, *, limit: int = 64, seed: int = 0) -> Path:
    """A BERT of 3 layers of 32 dimensions, with a WordPiece vocabulary of the words and letters of TEXTS."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder.mkdir(parents=True)
    letters = sorted({c for t in TEXTS for c in t.lower() if not c.isspace()})
    words = sorted({w for t in TEXTS for w in t.lower().split() if w.isalpha()})
    vocab = [*MARKS, *dict.fromkeys([*words, *letters, *(f"##{c}" for c in letters)])]
    (folder / "vocab.txt").write_text("\n".join(vocab), "utf-8")
    BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=limit).save_pretrained(folder)
    torch.manual_seed(seed)
    config = BertConfig(vocab_size=len(vocab), hidden_size=32, num_hidden_layers=3, num_attention_heads=4,
                        intermediate_size=64, max_position_embeddings=limit)  # fmt: skip
    BertModel(config).save_pretrained(folder, safe_serialization=True)
    return folder


def tiny_roberta(folder: Path, *, limit: int = 64) -> Path:
    """A RoBERTa of 2 layers with a byte-level tokenizer that has no merges and no limit of its own."""
    import torch
    from tokenizers.pre_tokenizers import ByteLevel
    from transformers import RobertaConfig, RobertaModel, RobertaTokenizer

    folder.mkdir(parents=True)
    marks = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    vocab = {t: i for i, t in enumerate([*marks, *sorted(ByteLevel.alphabet())])}
    (folder / "vocab.json").write_text(json.dumps(vocab), "utf-8")
    (folder / "merges.txt").write_text("#version: 0.2\n", "utf-8")
    RobertaTokenizer.from_pretrained(folder).save_pretrained(folder)
    torch.manual_seed(1)
    # Two positions more than the limit: RoBERTa counts from the padding's id plus one.
    config = RobertaConfig(vocab_size=len(vocab), hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
                           intermediate_size=64, max_position_embeddings=limit + 2, pad_token_id=1,
                           bos_token_id=0, eos_token_id=2)  # fmt: skip
    RobertaModel(config).save_pretrained(folder, safe_serialization=True)
    return folder


def tiny_laser(folder: Path) -> Path:
    """LASER's three files with an encoder of 2 bidirectional layers of 8 units, and letters as its pieces."""
    import torch
    from laserembeddings.encoder import Encoder

    folder.mkdir(parents=True)
    letters = sorted({c for t in TEXTS for c in t.lower() if not c.isspace()})
    (folder / "93langs.fcodes").write_text("t h 9\nth e</w> 8\na n 7\n", "utf-8")
    pieces = [*letters, *(f"{c}@@" for c in letters), "th@@", "the", "an@@"]
    (folder / "93langs.fvocab").write_text("".join(f"{p} 5\n" for p in pieces), "utf-8")
    dictionary = {t: i for i, t in enumerate(["<s>", "<pad>", "</s>", "<unk>", *pieces])}
    params = {"num_embeddings": len(dictionary), "padding_idx": 1, "embed_dim": 6, "hidden_size": 8, "num_layers": 2,
              "bidirectional": True, "left_pad": True, "padding_value": 0.0}  # fmt: skip
    torch.manual_seed(2)
    torch.save({"params": params, "model": Encoder(**params).state_dict(), "dictionary": dictionary},
               folder / "bilstm.93langs.2018-12-26.pt")  # fmt: skip
    return folder
