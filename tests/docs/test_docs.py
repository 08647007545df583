"""What the documentation shows is true: its examples, its links, its tables.

The tag of a fenced block says what it holds, and so how it is checked:

    position                      one text a line
    misspelled-position           one text a line
    invalid-position              one text a line, spelled well
    move, invalid-move            one text a line
    turn                          before, move (canonical), after; perhaps typed: another spelling of the move
    illegal                       before, then lines of a rule and a move that breaks it
    legal-moves                   before, then lines of an index and the move there
    record                        a record
    json                          JSON; what is called position or move in it is one
    python                        runs
    javascript                    is spelled well
    sh, text                      not checked here
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.api.contract import contract
from service.api.problems import PROBLEMS
from service.config import describe_settings
from service.rules import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    LegalMoves,
    check_record,
    format_move,
    format_position,
    parse_move,
    parse_position,
    play,
)
from tests.docs.markdown import PAGES, ROOT, Block, all_blocks, anchors, links, table

DOCS = ROOT / "docs"


def fields(block: Block) -> list[tuple[str, str]]:
    return [(key, value.strip()) for key, value in (line.split(maxsplit=1) for line in block.lines)]


def each(*tags: str) -> pytest.MarkDecorator:
    blocks = all_blocks(*tags)
    assert blocks, f"no page has a block tagged {tags}"
    return pytest.mark.parametrize("block", blocks, ids=str)


# ---- links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_to_a_file_and_a_heading(page: Any) -> None:
    broken = []
    for link in links(page):
        parts = urlsplit(link)
        if parts.scheme:
            continue
        target = (page.parent / parts.path).resolve() if parts.path else page
        if not target.exists() or (parts.fragment and parts.fragment not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_the_index_lists_every_page_of_the_documentation() -> None:
    index = DOCS / "README.md"
    assert {page.name for page in DOCS.glob("*.md")} - {"README.md"} <= set(links(index))


# ---- examples ------------------------------------------------------------------------------------


def test_every_block_says_what_it_holds() -> None:
    texts = {
        "position",
        "misspelled-position",
        "invalid-position",
        "move",
        "invalid-move",
        "turn",
        "illegal",
        "legal-moves",
    }
    known = texts | {"record", "json", "python", "javascript", "sh", "text"}
    assert [str(block) for block in all_blocks() if block.tag not in known] == []


@each("position")
def test_a_position_shown_is_valid_and_spelled_in_the_one_way(block: Block) -> None:
    for line in block.lines:
        assert format_position(parse_position(line)) == line


@each("misspelled-position")
def test_a_position_shown_as_misspelled_is_refused_for_its_spelling(block: Block) -> None:
    for line in block.lines:
        with pytest.raises(InvalidPosition) as caught:
            parse_position(line)
        assert (line, caught.value.errors) == (line, ())


@each("invalid-position")
def test_a_position_shown_as_invalid_is_refused_for_what_it_says(block: Block) -> None:
    for line in block.lines:
        with pytest.raises(InvalidPosition) as caught:
            parse_position(line)
        assert caught.value.errors, line


@each("move")
def test_a_move_shown_is_one(block: Block) -> None:
    for line in block.lines:
        assert format_move(parse_move(line)) == line


@each("invalid-move")
def test_a_move_shown_as_invalid_is_refused(block: Block) -> None:
    for line in block.lines:
        with pytest.raises(InvalidMove):
            parse_move(line)


@each("turn")
def test_a_turn_shown_leads_to_the_position_shown(block: Block) -> None:
    shown = dict(fields(block))
    turn = play(parse_position(shown["before"]), parse_move(shown.get("typed", shown["move"])))
    assert (format_move(turn.move), format_position(turn.position)) == (shown["move"], shown["after"])


@each("illegal")
def test_an_illegal_move_shown_breaks_the_rule_shown(block: Block) -> None:
    (_, before), *moves = fields(block)
    for rule, move in moves:
        with pytest.raises(IllegalMove) as caught:
            play(parse_position(before), parse_move(move))
        assert (move, caught.value.rule) == (move, rule)


@each("legal-moves")
def test_legal_moves_shown_stand_at_their_index(block: Block) -> None:
    (_, before), *moves = fields(block)
    legal = LegalMoves(parse_position(before))
    for index, move in moves:
        assert (index, legal.at(int(index))) == (index, move)


@each("record")
def test_a_record_shown_is_sound(block: Block) -> None:
    check_record(json.loads(block.text))


def texts(value: Any, key: str) -> list[str]:
    """Return all texts that stand under a key, at any depth."""
    if isinstance(value, dict):
        own = [entry for name, entry in value.items() if name == key and isinstance(entry, str)]
        return own + [text for entry in value.values() for text in texts(entry, key)]
    return [text for entry in value for text in texts(entry, key)] if isinstance(value, list) else []


@each("json", "record")
def test_json_shown_is_json_with_true_positions_and_moves(block: Block) -> None:
    value = json.loads(block.text)
    for position in texts(value, "position"):
        assert format_position(parse_position(position)) == position
    for move in texts(value, "move"):
        assert format_move(parse_move(move)) == move


@each("python")
def test_python_shown_runs(block: Block) -> None:
    exec(compile(block.text, str(block), "exec"), {"__name__": "shown"})


@each("javascript")
def test_javascript_shown_is_javascript(block: Block, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    (tmp_path / "shown.mjs").write_text(block.text)
    subprocess.run([node, "--check", str(tmp_path / "shown.mjs")], check=True, timeout=60)


# ---- tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "operations.md"], ids=lambda page: str(page.name))
def test_the_table_of_settings_has_each_with_its_default(page: Any) -> None:
    shown = [(variable, default) for variable, default, _ in table(page, "Configuration")]
    assert shown == [(variable, default) for variable, default, _ in describe_settings()]


def test_the_table_of_errors_has_each_with_its_status() -> None:
    shown = [(code, int(status)) for status, code, *_ in table(DOCS / "http.md", "Errors")]
    assert sorted(shown) == sorted((kind.code, kind.status) for kind in PROBLEMS.values())


def test_the_table_of_calls_has_every_call_of_the_contract() -> None:
    cells = " ".join(call for call, _ in table(DOCS / "http.md", "The calls"))
    known = [
        (method.upper(), path)
        for path, operations in contract()["paths"].items()
        for method in operations
        if method != "parameters"
    ]
    assert sorted(re.findall(r"([A-Z]+) (/[^\s`]+)", cells)) == sorted(known)


def properties(schema: str) -> list[str]:
    return sorted(contract()["components"]["schemas"][schema]["properties"])


def test_the_table_of_fields_has_all_that_a_new_game_takes() -> None:
    shown = [field for field, *_ in table(DOCS / "http.md", "Creating a game")]
    assert sorted(shown) == properties("CreateGame")


@pytest.mark.parametrize(("schema", "key"), [("Game", "start_number"), ("Move", "played_at")])
def test_the_example_has_all_that_the_contract_promises(schema: str, key: str) -> None:
    values = [json.loads(block.text) for block in all_blocks("json") if block.page == DOCS / "http.md"]
    (example,) = [value for value in values if key in value]
    assert sorted(example) == properties(schema)
