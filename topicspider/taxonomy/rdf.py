"""ODP (DMOZ) dumps: structure.rdf and content.rdf, packed or not, one element after the other.

A dump has hundreds of megabytes, and characters that XML forbids: it is read in a stream by a parser that recovers.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from lxml import etree

from topicspider.taxonomy.tree import Listed, Path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from gzip import GzipFile

    from topicspider.taxonomy.tree import Surroundings

_SEE_ALSO = frozenset({"related", "symbolic", "symbolic1", "symbolic2"})


def read_rdf(file: IO[bytes] | GzipFile, around: Surroundings) -> None:
    """Take everything in *file* that stands around the target; raises ``ValueError`` when it is no dump."""
    is_dump = False
    for element in _elements(file):
        is_dump = True
        if _name(element) == "Topic":
            _take_topic(element, around)
        else:
            _take_site(element, around)
    if not is_dump:
        raise ValueError("this is no RDF of ODP: there is no Topic and no ExternalPage in it")


def _elements(file: IO[bytes] | GzipFile) -> Iterator[etree._Element]:
    """The Topic and ExternalPage elements, each forgotten when the next one is asked for."""
    for _, element in etree.iterparse(file, events=("end",), recover=True, huge_tree=True, resolve_entities=False):
        if _name(element) in ("Topic", "ExternalPage"):
            yield element
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]


def _take_topic(element: etree._Element, around: Surroundings) -> None:
    path = path_of(_attribute(element, "id"))
    if not path:
        return
    if any(_name(child) in ("link", "link1", "pdf", "rss") for child in element):
        return  # content.rdf names the topics of structure.rdf again, with their links
    around.count(path)
    node = around.node(path)
    if node is None:
        return
    node.description = _text(element, "Description") or node.description
    if path == around.target:
        for child in element:
            if _name(child) in _SEE_ALSO and (other := path_of(_attribute(child, "resource").rpartition(":")[2])):
                around.see_also(other)


def _take_site(element: etree._Element, around: Surroundings) -> None:
    path = path_of(_text(element, "topic"))
    if path and (node := around.node(path)):
        url = _attribute(element, "about")
        node.sites.append(Listed(url, _text(element, "Title"), _text(element, "Description")))


def path_of(text: str) -> Path:
    """``Top/World/Chinese_Simplified`` as its labels; empty parts do not count."""
    return tuple(label for part in text.split("/") if (label := part.replace("_", " ").strip()))


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def _attribute(element: etree._Element, name: str) -> str:
    """The attribute of that name, whatever its namespace."""
    return next((str(value) for key, value in element.attrib.items() if etree.QName(str(key)).localname == name), "")


def _text(element: etree._Element, name: str) -> str:
    return next(("".join(map(str, child.itertext())).strip() for child in element if _name(child) == name), "")
