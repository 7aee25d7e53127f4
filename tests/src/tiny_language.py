"""Tiny language models with random weights that tests make for themselves, a tokenizer trained on the spot, and requests."""

from functools import cache

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    PreTrainedTokenizerFast,
    Qwen2Config,
    Qwen2ForCausalLM,
    Qwen3NextConfig,
    Qwen3NextForCausalLM,
)

from cultural_tom.prompting.request import Request

PEOPLE = ("Mira", "Jonas", "Aylin", "Sven", "Noor", "Tomás", "Yuki", "Priya")
THINGS = ("marbles", "teapot", "letter", "violin", "scarf", "lantern", "ledger", "crate of plums")
PLACES = (
    "the red basket",
    "the green box",
    "the cellar",
    "the drawer",
    "Noor's handbag",
    "the tall cupboard",
)
TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>\n{{ m['content'] | trim }}\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% if enable_thinking is defined and not enable_thinking %}"
    "<think>\n\n</think>\n\n{% endif %}{% endif %}"
)


def story(n, sentences=6):
    """Story number n: people move things; with `sentences` it grows."""
    out = []
    for k in range(sentences):
        who, thing, place = PEOPLE[(n + 3 * k) % 8], THINGS[(n * 5 + k) % 8], PLACES[(n + k * k) % 6]
        out.append(
            f"{who} carries the {thing} into the hall and hides it in {place}; {PEOPLE[(n + k + 1) % 8]} cannot see it."
        )
    return " ".join(out)


def request(context, n=0, row_id=None, form="choice", options=4, system="", image=None, language="en"):
    """A row's request: question number n on a context. `slots` has a cue for each of three slots."""
    who, thing = PEOPLE[n % 8], THINGS[(n * 3) % 8]
    shown = tuple(PEOPLE[(n + k) % 8] for k in range(options)) if form == "names" else tuple(
        f"{'perhaps ' * (k % 2)}in {PLACES[(n + k) % 6]}" for k in range(options))  # fmt: skip
    letters = "- {1}" if form == "names" else "{0}. {1}"
    row = {"id": row_id or f"tombench_en/{n}", "language": language, "answer_format": form, "context": context,
           "slots": ["high", "medium", "low"] if form == "slots" else []}  # fmt: skip
    return Request(
        row=row, prompt="direct-en-1", system=system, context=f"Story:\n{context}\n\n",
        question=f"Question: where does {who} look for the {thing} ({n})?\n\n",
        listing="Options:\n" + "\n".join(letters.format("ABCDEFGHI"[k], o) for k, o in enumerate(shown)) + "\n\n",
        closing="Reply with the letter alone.\n", options=shown, image=image,
        cues=("High:", "Medium:", "Low:") if form == "slots" else ("Answer:",),
    )  # fmt: skip


@cache
def tokenizer(chat=False, bos=False, prefix_space=False):
    """A byte-level BPE of 700 tokens, trained on stories."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix_space)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=700, special_tokens=["<eos>", "<pad>", "<bos>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )  # fmt: skip
    made.train_from_iterator([request(story(n), n).user for n in range(40)], trainer)
    if bos:
        from tokenizers.processors import TemplateProcessing

        made.post_processor = TemplateProcessing(single="<bos> $A", special_tokens=[("<bos>", 2)])
    out = PreTrainedTokenizerFast(
        tokenizer_object=made, eos_token="<eos>", pad_token="<pad>", bos_token="<bos>"
    )
    if chat:
        out.chat_template = TEMPLATE
    return out


SMALL = {"hidden_size": 32, "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 64,
         "max_position_embeddings": 1024, "initializer_range": 0.3, "bos_token_id": 2, "eos_token_id": 0, "pad_token_id": 1,
         "tie_word_embeddings": False}  # fmt: skip
FAMILIES = ("qwen2", "llama", "gpt2", "mistral", "gemma3", "bloom", "qwen3_next")


def model(family, seed=0, vocabulary=700, **more):
    """A model of 2 layers (4 for Qwen3-Next: three linear, one full), float32. Weights are large, so that what a token
    sees shows in what comes next."""
    torch.manual_seed(seed)
    sizes = {**SMALL, "vocab_size": vocabulary, "num_hidden_layers": 2, **more}
    if family == "gpt2":
        config = GPT2Config(vocab_size=vocabulary, n_embd=32, n_layer=2, n_head=4, n_positions=1024, initializer_range=0.3,
                            bos_token_id=2, eos_token_id=0, pad_token_id=1, **more)  # fmt: skip
        return GPT2LMHeadModel(config).eval()
    if family == "bloom":
        from transformers import BloomConfig, BloomForCausalLM

        config = BloomConfig(vocab_size=vocabulary, hidden_size=32, n_layer=2, n_head=4, initializer_range=0.3,
                             bos_token_id=2, eos_token_id=0, pad_token_id=1)  # fmt: skip
        return BloomForCausalLM(config).eval()
    if family == "gemma3":
        from transformers import Gemma3ForCausalLM, Gemma3TextConfig

        config = Gemma3TextConfig(
            **sizes, head_dim=8, sliding_window=24, layer_types=["sliding_attention", "full_attention"]
        )
        return Gemma3ForCausalLM(config).eval()
    if family == "qwen3_next":
        own = {"num_hidden_layers": 4, "head_dim": 8, "linear_num_key_heads": 2, "linear_num_value_heads": 4,
               "linear_key_head_dim": 8, "linear_value_head_dim": 8, "num_experts": 0, "mlp_only_layers": [0, 1, 2, 3],
               "decoder_sparse_step": 1}  # fmt: skip
        return Qwen3NextForCausalLM(Qwen3NextConfig(**{**sizes, **own})).eval()
    kinds = {"qwen2": (Qwen2Config, Qwen2ForCausalLM), "llama": (LlamaConfig, LlamaForCausalLM),
             "mistral": (MistralConfig, MistralForCausalLM)}  # fmt: skip
    config, kind = kinds[family]
    window = {"sliding_window": 24} if family == "mistral" else {}
    return kind(config(**sizes, **window)).eval()


def save(folder, family="qwen2", chat=False, **more):
    """A folder as the Hub has them: weights as safetensors, configuration, tokenizer."""
    model(family, **more).save_pretrained(folder)
    tokenizer(chat).save_pretrained(folder)
    return folder


@torch.inference_mode()
def one_by_one(net, tok, prompt, option, special=True):
    """The log-likelihood of an option after a prompt, with a loop that anyone would write: the full string's ids, one
    forward pass, the log-probability of each of the option's tokens."""
    ids = tok(prompt + option, add_special_tokens=special).input_ids
    start = len(tok(prompt, add_special_tokens=special).input_ids)
    logits = net(input_ids=torch.tensor([ids])).logits[0].double().log_softmax(-1)
    return sum(logits[t - 1, ids[t]].item() for t in range(start, len(ids)))
