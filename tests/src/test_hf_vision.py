"""hf-vlm: a tiny LLaVA made here, with the picture and without."""

import io

import pytest
import torch
from local_models import answers
from PIL import Image
from tiny_language import request, tokenizer

from cultural_tom.models.hf import build as text_model
from cultural_tom.models.hf.vision import build
from cultural_tom.models.interface import Settings
from cultural_tom.problems import InputError

TEMPLATE = (
    "{% for m in messages %}{{ m['role'] }}: {% for c in m['content'] %}{% if c['type'] == 'image' %}<image>"
    "{% else %}{{ c['text'] }}{% endif %}{% endfor %}\n{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}"
)


def picture(colour, size=(40, 30)):
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="module")
def llava(tmp_path_factory):
    """2 + 2 layers of 32 dimensions, random weights."""
    from transformers import (
        CLIPVisionConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
        PreTrainedTokenizerFast,
    )
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    folder = tmp_path_factory.mktemp("llava")
    tok = PreTrainedTokenizerFast(tokenizer_object=tokenizer().backend_tokenizer, eos_token="<eos>", pad_token="<pad>",
                                  extra_special_tokens={"image_token": "<image>"})  # fmt: skip
    torch.manual_seed(0)
    text = LlamaConfig(vocab_size=len(tok), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2,
                       num_key_value_heads=1, max_position_embeddings=512, initializer_range=0.3, eos_token_id=0,
                       pad_token_id=1, bos_token_id=None)  # fmt: skip
    eyes = CLIPVisionConfig(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, image_size=28,
                            patch_size=14, projection_dim=32, initializer_range=0.3)  # fmt: skip
    config = LlavaConfig(vision_config=eyes, text_config=text, image_token_index=tok.convert_tokens_to_ids("<image>"),
                         vision_feature_select_strategy="default", vision_feature_layer=-1)  # fmt: skip
    LlavaForConditionalGeneration(config).save_pretrained(folder)
    images = CLIPImageProcessorPil(size={"shortest_edge": 28}, crop_size={"height": 28, "width": 28})
    LlavaProcessor(image_processor=images, tokenizer=tok, patch_size=14, vision_feature_select_strategy="default",
                   image_token="<image>", chat_template=TEMPLATE, num_additional_image_tokens=1).save_pretrained(folder)  # fmt: skip
    return folder


def asked(image):
    return [request("Look at the picture.", n, image=image, system="You see.") for n in range(3)]


def test_the_picture_is_seen_and_can_be_left_out(llava):
    made = build(str(llava), Settings(max_new_tokens=6))
    red, green = answers(made, asked(picture("red"))), answers(made, asked(picture((0, 200, 0))))
    without = answers(build(str(llava), Settings(max_new_tokens=6, images=False)), asked(None))
    assert all(r.finish in ("stop", "length") and r.text is not None for r in red.values())
    assert [red[p].text for p in red] != [green[p].text for p in green]
    assert red[0].prompt_tokens == without[0].prompt_tokens + 4, "four patches"
    assert made.identity()["images"] is True and made.workload(asked(picture("red"))).contexts == 1


def test_letters_are_scored_as_by_a_plain_forward_pass(llava):
    from transformers import AutoModelForImageTextToText, AutoProcessor

    made = build(str(llava), Settings(scoring="letters"))
    one = asked(picture("blue"))[1]
    got = answers(made, [one])[0]
    processor, net = AutoProcessor.from_pretrained(llava), AutoModelForImageTextToText.from_pretrained(llava)
    messages = [{"role": "system", "content": [{"type": "text", "text": "You see."}]},
                {"role": "user", "content": [{"type": "image"}, {"type": "text", "text": one.user}]}]  # fmt: skip
    text = processor.apply_chat_template(messages, add_generation_prompt=True) + "Answer:"
    shown = [Image.open(io.BytesIO(one.image))]
    start = processor(text=[text], images=shown, return_tensors="pt")["input_ids"].shape[1]
    for letter, score in zip("ABCD", got.scores, strict=True):
        inputs = processor(text=[f"{text} {letter}"], images=shown, return_tensors="pt")
        ids = inputs["input_ids"][0].tolist()
        with torch.inference_mode():
            logits = net(**inputs).logits[0].double().log_softmax(-1)
        expected = sum(logits[t - 1, ids[t]].item() for t in range(start, len(ids)))
        assert score == pytest.approx(expected, abs=1e-4)
    assert got.answer == (max(range(4), key=lambda k: got.scores[k]),)


def test_rows_without_pictures_are_one_message_and_a_broken_picture_an_error_of_its_row(llava):
    made = build(str(llava), Settings(max_new_tokens=2))
    for call in (made.workload, lambda rows: list(made.answer(rows))):
        with pytest.raises(InputError, match="3 of 3 rows have none") as e:
            call(asked(None))
        assert "tombench_en" in str(e.value)
    broken = answers(made, asked(b"no picture"))
    assert {r.finish for r in broken.values()} == {"error"} and "cannot be read" in broken[0].note


def test_a_text_model_says_that_it_sees_nothing(tmp_path, llava):
    from tiny_language import save

    made = text_model(str(save(tmp_path / "m", chat=True)), Settings(max_new_tokens=2))
    with pytest.raises(InputError, match="hf-vlm:"):
        list(made.answer(asked(picture("red"))))
    with pytest.raises(InputError):
        build(str(tmp_path / "m"), Settings())
    with pytest.raises(InputError, match="texts"):
        build(str(llava), Settings(scoring="texts"))
