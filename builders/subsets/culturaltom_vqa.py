"""CulturalToM-VQA (questions about mental states in pictures from many cultures): an importer for annotation
files in the paper's output schema, whose field names stand in readers/culturaltom_vqa.toml.

Images are found among a user's own copies by source and id; a row without its image is still a row. A row's key
is image source, image id, task and level, and a number from the second question of the same task and level on.
"""

import io
from collections import Counter
from collections.abc import Iterator, Mapping

from builders.engine.base import Builder, File, Files, Item, Recipe, data, make_row
from builders.readers.culturaltom_vqa import MAP, Annotation, read, records, spelling, unmapped
from cultural_tom.problems import Problem
from cultural_tom.rows.row import ImageRow, Row
from cultural_tom.subsets import Config

CONFIGS = ("culturaltom_vqa_en",)
SUBSET = Builder(
    name="culturaltom_vqa",
    recipes=(
        Recipe(sources=("culturaltom_vqa",), configs=CONFIGS, state="importer", file="annotations.json"),
    ),
    expect={},
)
FOLDER = "culturaltom_vqa/"
IMAGES = "culturaltom_vqa/images/"
ENDINGS = (".json", ".jsonl", ".csv")
FORMATS = ("PNG", "JPEG", "WEBP")


def rows(files: Files, config: Config) -> Iterator[Item]:
    annotated = [f for f in files.under(FOLDER) if not f.name.startswith(IMAGES) and f.name.endswith(ENDINGS)]
    if not annotated:
        yield Problem(FOLDER, f"has no annotation file (one that ends in {', '.join(ENDINGS)})")
    images = _images(files)
    found: list[Annotation] = []
    asked: set[tuple[str, str, str]] = set()
    numbers: Counter[str] = Counter()
    for file in annotated:
        listed = list(records(file))
        foreign = list(unmapped(file, [record for _, record in listed]))
        yield from foreign
        if foreign:
            continue
        for pointer, record in listed:
            where = f"{file.path} {pointer}".strip()
            item = read(record, file, where, file.sample)
            if not isinstance(item, Annotation):
                yield from item
                continue
            question = (item.image_source, item.image_id, item.question)
            if question in asked:
                yield Problem(where, f"asks the same about image {item.image_id} as an earlier record")
                continue
            asked.add(question)
            found.append(item)
            key = f"{item.image_source}/{item.image_id}/{item.task}_{item.complexity}"
            numbers[key] += 1
            if numbers[key] > 1:
                key += f"_{numbers[key]}"
            row = _row(config, key, file, pointer, record, item)
            pictures = images.get((item.image_source, _stem(item.image_id)), [])
            yield _with_image(row, pictures) if isinstance(row, Row) else row
    used = {(item.image_source, _stem(item.image_id)) for item in found}
    for place, pictures in images.items():
        if place in used:
            yield from _damage(pictures)
    if annotated and not annotated[0].sample:
        yield from _counts(found)


def _row(config: Config, key: str, file: File, pointer: str, record: object, item: Annotation) -> Item:
    return make_row(
        config,
        key,
        file,
        pointer or "/",
        record,
        parallel_id=f"culturaltom_vqa/{key}",
        context_id=f"culturaltom_vqa/{item.image_source}/{item.image_id}",
        task=item.task,
        context=data(MAP)["text"]["context"],
        question=item.question,
        options=item.options,
        gold=[item.gold],
        tags=[
            f"complexity:{item.complexity}",
            f"image_source:{item.image_source}",
            *([f"region:{item.region}"] if item.region else []),
        ],
        origin="llm_generated_human_checked",
    )


def _with_image(row: Row, pictures: list[File]) -> ImageRow:
    if not pictures:
        return ImageRow(**row.model_dump())
    image = pictures[0]
    return ImageRow(**row.model_dump(), image=image.data, image_path=image.name.rpartition("/")[2])


def _images(files: Files) -> Mapping[tuple[str, str], list[File]]:
    """The image files by source and id; a source's folder may have any of its spellings."""
    found: dict[tuple[str, str], list[File]] = {}
    for file in files.under(IMAGES):
        folder, _, name = file.name.removeprefix(IMAGES).rpartition("/")
        found.setdefault((spelling("image_source", folder) or folder, _stem(name)), []).append(file)
    return found


def _stem(image: str) -> str:
    """An image's name without folders and ending: ids are written with and without them."""
    name = image.replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    return stem if dot and ending.lower() in ("png", "jpg", "jpeg", "webp") else name


def _damage(pictures: list[File]) -> Iterator[Problem]:
    """What is wrong with the files of one image. It is decoded as a whole, so that a cut file is found too."""
    from PIL import Image, UnidentifiedImageError

    names = [picture.name.removeprefix(IMAGES) for picture in pictures]
    if len(pictures) > 1:
        yield Problem(f"image {names[0]}", f"is there more than once: {', '.join(names)}; keep one")
    for picture, name in zip(pictures, names, strict=True):
        try:
            with Image.open(io.BytesIO(picture.data), formats=FORMATS) as image:
                image.load()
        except UnidentifiedImageError:
            size = f"{len(picture.data)} bytes"
            yield Problem(
                f"image {name}",
                f"is no image in {', '.join(FORMATS)} ({size}); take it from its source again",
            )
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as e:
            yield Problem(f"image {name}", f"cannot be decoded: {e}; take it from its source again")


def _counts(found: list[Annotation]) -> Iterator[Problem]:
    """Notes: questions per task and level, and where the totals are not the paper's."""
    paper = data(MAP)["paper"]
    for (task, level), count in sorted(Counter((i.task, i.complexity) for i in found).items()):
        yield Problem(f"{task} level {level}", f"{count} questions", "note", "count_per_task_and_level")
    if len(found) != paper["questions"]:
        message = f"{len(found)} questions; the paper has {paper['questions']}"
        yield Problem("culturaltom_vqa_en", message, "note", "count_differs_from_paper")
    images = Counter(source for source, _ in {(i.image_source, i.image_id) for i in found})
    for source, expected in paper["images"].items():
        if images[source] != expected:
            message = f"{images[source]} images; the paper has {expected}"
            yield Problem(f"images of {source}", message, "note", "count_differs_from_paper")
