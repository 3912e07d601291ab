"""What people read is not parsed: the check finds each way of doing so, and the tree has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.check_parsing import ALLOWED, FOLDERS, faults, files, in_module, in_template, main


@pytest.mark.parametrize(
    "line",
    [
        # Methods that cut or search.
        "action.label.partition(':')",
        "action.label.split(' ')[0]",
        "view.prompt.text.rsplit('.')",
        "action.notation.startswith('FRONT')",
        "action.notation.removeprefix('FRONT ')",
        "event.text.replace(' %', '')",
        "card.name.rpartition(' ')",
        "number.label.lower().endswith(')')",
        "capitalized(number.label).find('(')",
        "space.notations[action].split()",
        "PHASE_LABELS[phase].partition(':')",
        "prompts.PHASE_LABELS[phase].partition(':')",
        "wording.label(position, action).split(':')",
        "(action.label or action.notation).split()",
        "(action.label if short else '').split()",
        "f'{action.label}: {action.card}'.partition(': ')",
        "('Choose ' + action.label).split()",
        "found[number.label.partition(' (')[0]] = number.value",
        # Functions and patterns of `re`.
        "re.split('[.;] ', began.text)",
        "re.sub(seat, 'you', number.label)",
        "re.sub(pattern, repl='', string=card.name)",
        "LAST.split(event.text)",
        "COPY.fullmatch(card.name)",
        # Letters, slices and `in`.
        "action.label[0]",
        "action.label[:1].lower()",
        "' at ' in zone.label",
        "'at' not in zone.label.lower()",
        # What reads a notation back.
        "space.parse(deed.do)",
        "space.parse(before[verb])",
        "read_action(game, deed.do)",
        "game.string_to_action(text)",
        "happened.all_numbers()[0]",
        "first, second = event.all_numbers()",
        # By way of variables.
        "label = action.label\nlabel.split()",
        "label: str = action.label\nlabel.split()",
        "label, place = action.label, action.place\nlabel.split()",
        "if label := action.label:\n    label.split()",
        "first, *others = [action.label for action in view.actions]\nfirst.split()",
        "first, *others = [action.label for action in view.actions]\nothers[0].split()",
        "labels = [action.label for action in view.actions]\nlabels[-1].partition(':')",
        "labels = [action.label for action in view.actions]\nfor label in labels[1:]:\n    label.split()",
        "labels = [action.label for action in view.actions]\n[label.split() for label in sorted(labels)]",
        "labels = {action.label for action in view.actions}\n{label.split()[0]: 1 for label in labels}",
        "for number, label in enumerate([one.label for one in found]):\n    label.split()",
        "for value, label in zip(values, [one.label for one in found]):\n    label.split()",
        "next(one.label for one in found).split()",
        "def small(label):\n    return label[:1].lower()",
        "def joined(labels):\n    return [label.partition(':')[0] for label in labels[:-1]]",
        "async def told(notation):\n    return notation.split()",
        "sorted(found, key=lambda one: one.label.split())",
    ],
)
def test_what_parses_a_text_is_found(line: str) -> None:
    assert in_module(line, "here")


@pytest.mark.parametrize(
    "line",
    [
        "action.label.capitalize()",
        "len(action.label)",
        "action.label == other.label",
        "action.notation in notations",
        "chosen in [action.notation for action in view.actions]",
        "labels = [action.label for action in view.actions]\nlabels[:3]",
        "labels = [action.label for action in view.actions]\nlabels[0]",
        "line.split(',')",
        "zone.key.replace(' ', '-')",
        "re.split(',', line)",
        "msgspec.structs.replace(action, label=action.label)",
        "label = action.label\nlabel = line\nlabel.split()",
        "for value, label in zip(lines, [one.label for one in found]):\n    value.split()",
        "[label for label in [one.label for one in found]]\nlabel.split()",
        "def one(action):\n    words = action.label\ndef other(words):\n    return words.split()",
        "measure.written(target)",
    ],
)
def test_what_is_done_with_texts_otherwise_is_no_fault(line: str) -> None:
    assert in_module(line, "here") == []


@pytest.mark.parametrize(
    "template",
    [
        '{{ action.label.split(" ")[0] }}',
        '{{ one.name.partition(" ")[0] }}',
        '{{ place.split(" ")[1] }}',
        '{{ "Fight" if action.notation.startswith("RESOLVE") }}',
        '{{ clock.label|replace(")", "") }}',
        '{{ measured.told()|replace(" %", "") }}',
        '{{ beside[value]|replace(" %", "") }}',
        "{{ marker.label|first }}",
        "{{ marker.label|lower|first }}",
        "{{ action.label[1:] }}",
        "{{ name[0] }}",
        '{% if "at " ~ front in zone.label %}here{% endif %}',
        '{% if "at" not in zone.label %}here{% endif %}',
        "{% set word = action.label %}{{ word[0] }}",
        '{% set found.name = found.name|replace("a", "b") %}',
        '{%- macro brief(name) -%}{{ name.split(" ")[0] }}{%- endmacro -%}',
    ],
)
def test_what_parses_a_text_in_a_template_is_found(template: str) -> None:
    assert in_template(template)


@pytest.mark.parametrize(
    "template",
    [
        "{{ action.label }}",
        "{{ action.does|lower }}",
        '{{ zone.key|replace(" ", "-") }}',
        "{% if one.name in names %}{{ names[one.name] }}{% endif %}",
        "{{ VERBS[action.verb] }}",
        "{{ actions[0].label }}",
        '{% if base.startswith("/tables") %}the table{% endif %}',
        "{{ found.choices[0][0].label }}",
    ],
)
def test_a_template_may_show_texts_and_look_things_up_by_them(template: str) -> None:
    assert in_template(template) == []


def test_a_fault_is_told_with_its_line_and_function(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = tmp_path / "grognard" / "tui" / "words.py"
    module.parent.mkdir(parents=True)
    module.write_text("class Words:\n    def first(self, action):\n        return action.label.split()[0]\n")
    page = tmp_path / "grognard" / "web" / "templates" / "card.html"
    page.parent.mkdir(parents=True)
    page.write_text("<p>\n{{ action.label[0] }}\n</p>\n")
    assert main([str(tmp_path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert [line.partition("grognard/")[2].partition(" ")[0] for line in told] == [
        "web/templates/card.html:2:",
        "tui/words.py:3:",
    ]
    assert "Words.first cuts or searches a text (split)" in told[1]


def test_the_tree_keeps_to_it_and_every_exception_is_needed() -> None:
    source = Path(__file__).resolve().parents[2] / "src"
    packages = {file.relative_to(source / "grognard").parts[0] for file in files(source)}
    assert packages == {folder.partition("/")[0] for folder in FOLDERS}
    assert {place for _file, place, _line, _what in faults(source)} == set(ALLOWED)
