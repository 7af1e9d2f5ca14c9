"""The compiled graph against sets of strings, which are slow and obviously right."""

import importlib.util
import random
from array import array
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordsmith.errors import WordsmithError
from wordsmith.lexicon import Lexicon, build_graph, wordgraph
from wordsmith.lexicon.wordgraph import (
    ACCEPTS,
    CODE,
    LAST,
    LONGEST,
    POINTER_SHIFT,
    SEPARATOR,
    WordGraph,
    graph_of_bytes,
)

few_letters = st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=7).map(bytes), max_size=40)
any_letters = st.lists(
    st.lists(st.integers(1, 33), min_size=1, max_size=12).map(bytes), max_size=40
)


def gaddag_strings(words: set[bytes]) -> set[bytes]:
    """Every string the GADDAG holds, by its definition."""
    strings = {word[::-1] for word in words}
    for word in words:
        for i in range(1, len(word)):
            strings.add(word[:i][::-1] + bytes([SEPARATOR]) + word[i:])
    return strings


def continuations(strings: set[bytes]) -> set[frozenset[bytes]]:
    """The different sets of strings that may follow a prefix: a least graph has a list for each."""
    follow: dict[bytes, set[bytes]] = {}
    for string in strings:
        for i in range(len(string)):
            follow.setdefault(string[:i], set()).add(string[i:])
    return {frozenset(after) for after in follow.values()}


def sibling_lists(graph: WordGraph) -> list[list[int]]:
    lists: list[list[int]] = [[]]
    for node in graph.nodes[2:]:
        lists[-1].append(node)
        if node & LAST:
            lists.append([])
    assert lists.pop() == []
    return lists


@given(few_letters | any_letters)
def test_the_graph_has_the_words_it_was_given_and_no_others(words: list[bytes]) -> None:
    graph = build_graph(words)
    assert list(graph) == sorted(set(words))
    assert len(graph) == len(set(words))
    assert all(word in graph for word in words)


@given(few_letters | any_letters)
def test_the_gaddag_holds_every_word_from_each_of_its_letters(words: list[bytes]) -> None:
    graph = build_graph(words)
    assert list(graph.strings(graph.gaddag_root)) == sorted(gaddag_strings(set(words)))


@given(few_letters)
def test_the_graph_is_the_least_there_is(words: list[bytes]) -> None:
    lists = sibling_lists(build_graph(words))
    assert len({tuple(siblings) for siblings in lists}) == len(lists)
    least = continuations(set(words)) | continuations(gaddag_strings(set(words)))
    assert len(lists) == len(least)


@given(few_letters)
def test_siblings_are_in_ascending_order_and_pointers_lead_to_the_start_of_a_list(
    words: list[bytes],
) -> None:
    graph = build_graph(words)
    starts = {0}
    place = 2
    for siblings in sibling_lists(graph):
        codes = [node & CODE for node in siblings]
        assert codes == sorted(set(codes))
        starts.add(place)
        place += len(siblings)
    assert {node >> POINTER_SHIFT for node in graph.nodes} <= starts


@given(few_letters, st.lists(st.integers(1, 4), max_size=7).map(bytes))
def test_membership_is_that_of_a_set(words: list[bytes], asked: bytes) -> None:
    assert (asked in build_graph(words)) == (asked in set(words))


@cache
def plain_python_kernel() -> ModuleType:
    path = Path(wordgraph.__file__).with_name("_graph.py")
    spec = importlib.util.spec_from_file_location("plain_graph", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@settings(max_examples=20)
@given(few_letters)
def test_the_kernel_gives_the_same_nodes_compiled_and_as_plain_python(words: list[bytes]) -> None:
    compiled = build_graph(words)
    plain = plain_python_kernel()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wordgraph, "_graph", plain)
        assert build_graph(words).nodes == compiled.nodes


def test_thousands_of_words_with_long_common_parts_come_back() -> None:
    rng = random.Random(7)
    stems = [bytes(rng.choices(range(1, 33), k=rng.randint(2, 8))) for _ in range(700)]
    ends = [bytes(rng.choices(range(1, 33), k=rng.randint(0, 4))) for _ in range(9)]
    words = {stem + end for stem in stems for end in ends}
    graph = build_graph(words)
    assert set(graph) == words
    assert set(graph.strings(graph.gaddag_root)) == gaddag_strings(words)


def test_a_known_small_graph_is_laid_out_as_the_contract_says() -> None:
    graph = build_graph([bytes([1, 2])])
    second = 2 | LAST | ACCEPTS  # the list after 1, read forward
    assert graph.nodes[graph.dawg_root] & (CODE | LAST | ACCEPTS) == 1 | LAST
    assert graph.nodes[graph.nodes[graph.dawg_root] >> POINTER_SHIFT] == second
    first, last = graph.nodes[graph.gaddag_root : graph.gaddag_root + 2]
    assert first & (CODE | LAST | ACCEPTS) == 1  # 1, separator, 2
    assert last & (CODE | LAST | ACCEPTS) == 2 | LAST  # 2, 1
    separator = graph.nodes[first >> POINTER_SHIFT]
    assert separator & (CODE | LAST | ACCEPTS) == SEPARATOR | LAST
    assert graph.nodes[separator >> POINTER_SHIFT] == second  # the DAWG's own list
    assert graph.nodes[last >> POINTER_SHIFT] == 1 | LAST | ACCEPTS


def test_a_graph_without_words_has_no_roots() -> None:
    graph = build_graph([])
    assert (graph.dawg_root, graph.gaddag_root, len(graph)) == (0, 0, 0)
    assert list(graph) == []
    assert bytes([1]) not in graph


def test_the_empty_word_and_words_that_fit_no_board_are_left_out() -> None:
    longest, too_long = bytes([5] * LONGEST), bytes([5] * (LONGEST + 1))
    graph = build_graph([b"", longest, too_long])
    assert list(graph) == [longest]
    assert b"" not in graph
    assert too_long not in graph


def test_what_is_no_string_of_codes_is_no_word() -> None:
    assert "А" not in build_graph([bytes([1])])


def test_the_nodes_cannot_be_written_to() -> None:
    graph = build_graph([bytes([1, 2])])
    with pytest.raises(TypeError):
        graph.nodes[0] = 1


def test_a_graph_comes_back_from_its_bytes() -> None:
    graph = build_graph([bytes([1, 2]), bytes([2, 1, 3])])
    again = graph_of_bytes(memoryview(graph.to_bytes()))
    assert again.nodes == graph.nodes
    assert len(again) == 2
    assert list(again) == list(graph)


def test_a_list_too_long_for_the_pointers_is_refused_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wordgraph, "LARGEST", 8)
    with pytest.raises(WordsmithError, match="too long: its graph has"):
        build_graph([bytes([a, b]) for a in range(1, 9) for b in range(1, 9) if a != b])


def test_the_graph_of_a_whole_language_has_pointers_to_spare(english: Lexicon) -> None:
    nodes = english.graph.nodes
    assert len(nodes) < wordgraph.LARGEST // 4
    assert isinstance(nodes, memoryview)
    assert nodes.format == array("I").typecode


# -- from a file --------------------------------------------------------------------------------

SMALL = [bytes([1, 2]), bytes([2, 1, 3]), bytes([2, 1]), bytes([3])]


def altered(**changes: int) -> memoryview:
    """The bytes of a small graph with other nodes in it; ``size`` is the count of its words."""
    numbers = array("I", build_graph(SMALL).to_bytes())
    for name, value in changes.items():
        numbers[-1 if name == "size" else int(name.removeprefix("node"))] = value
    return memoryview(numbers.tobytes())


def test_the_small_graph_is_sound() -> None:
    assert list(graph_of_bytes(altered(), letters=3)) == sorted(SMALL)


@pytest.mark.parametrize(
    "damage",
    [
        {"size": 3},
        {"size": 5},
        {"size": 0},
        {"node0": 0},
        {"node1": 0},
        {"node0": 2**31},
        {"node1": 2**31},
        {"node0": 1},
        {"node2": 1 | LAST | ACCEPTS | 2 << POINTER_SHIFT},  # a circle
        {"node2": 1 | LAST | ACCEPTS | 2**31},  # outside
        {"node2": 4 | LAST | ACCEPTS},  # a letter that the alphabet has not
        {"node2": 200 | LAST | ACCEPTS},
        {"node2": 0 | LAST | ACCEPTS},  # a separator in a word
    ],
    ids=str,
)
def test_a_graph_that_leads_astray_is_refused(damage: dict[str, int]) -> None:
    with pytest.raises(WordsmithError, match="astray"):
        graph_of_bytes(altered(**damage), letters=3)


@pytest.mark.parametrize("size", [0, 1, 4, 8, 11, 13])
def test_a_graph_of_an_impossible_size_is_refused(size: int) -> None:
    with pytest.raises(WordsmithError, match="impossible size"):
        graph_of_bytes(memoryview(bytes(size)))


def test_a_graph_cut_short_is_refused() -> None:
    kept = build_graph(SMALL).to_bytes()
    for size in range(12, len(kept), 4):
        with pytest.raises(WordsmithError, match="astray"):
            graph_of_bytes(memoryview(kept[: size - 4] + kept[-4:]))


def test_a_root_that_is_no_list_is_refused() -> None:
    """Two separators on one path would let a walk turn around twice."""
    numbers = array("I", build_graph(SMALL).to_bytes())
    numbers[0], numbers[1] = numbers[1], numbers[0]
    with pytest.raises(WordsmithError, match="astray"):
        graph_of_bytes(memoryview(numbers.tobytes()))


def test_a_path_longer_than_any_word_is_refused() -> None:
    chain = array("I", [0, 0, 1 | LAST | ACCEPTS])
    for _ in range(LONGEST + 1):
        chain.append(1 | LAST | ((len(chain) - 1) << POINTER_SHIFT))
    chain[0] = chain[1] = (len(chain) - 1) << POINTER_SHIFT
    chain.append(1)
    with pytest.raises(WordsmithError, match="astray"):
        graph_of_bytes(memoryview(chain.tobytes()))


@settings(max_examples=400, deadline=None)
@given(few_letters, st.data())
def test_whatever_node_is_wrong_the_words_are_as_many_and_as_long_as_told(
    words: list[bytes], data: st.DataObject
) -> None:
    numbers = array("I", build_graph(words).to_bytes())
    node = data.draw(st.integers(0, len(numbers) - 1))
    numbers[node] ^= 1 << data.draw(st.integers(0, 31))
    with pytest.MonkeyPatch.context() as patch:
        if data.draw(st.booleans()):
            patch.setattr(wordgraph, "_graph", plain_python_kernel())
        try:
            graph = graph_of_bytes(memoryview(numbers.tobytes()), letters=4)
        except WordsmithError:
            return
    found = list(graph)
    assert len(found) == len(graph)
    strings = list(graph.strings(graph.gaddag_root))
    assert len(strings) == sum(map(len, found))
    assert all(0 not in word and max(word) <= 4 for word in found)
    assert all(string.count(SEPARATOR) < 2 and string[0] for string in strings)
