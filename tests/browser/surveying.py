"""What can be measured of a page that stands still: faults that axe finds, text cut off, targets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEAST_TARGET_PX = 44

# The script is run from outside, as the page itself allows no script but its own.
_AXE = """async (tags) => {
    const found = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary.replaceAll(/\\s+/g, " ").slice(0, 200)}`));
}"""
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# What is hidden from eyes (one pixel wide) is there for ears and may be longer than its box.
_CUT = """() => {
    const isSeen = (box) => box.width > 2 && box.height > 2;
    const name = (node) => `${node.tagName.toLowerCase()}.${node.className} "${node.textContent.trim().slice(0, 40)}"`;
    const cut = [];
    const all = "button, a, label, legend, h1, h2, h3, p, li, td, th, dt, dd, select, output, summary, caption, .seat span";
    for (const node of document.querySelectorAll(all)) {
        if (!isSeen(node.getBoundingClientRect()) || node.closest(".board, .vh")) continue;
        if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline")
            cut.push(`${name(node)}: ${node.scrollWidth} px in ${node.clientWidth}`);
        if (node.matches("button, .btn") && node.scrollHeight > node.clientHeight + 1)
            cut.push(`${name(node)}: ${node.scrollHeight} px high in ${node.clientHeight}`);
    }
    return cut;
}"""
_SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# A link inside a sentence and a cell of the board are no targets of their own; the text beside a
# box to tick belongs to it.
_SMALL = """(least) => {
    const small = [];
    for (const node of document.querySelectorAll("button, a, select, summary, input, [role=switch]")) {
        const box = (node.closest("label") ?? node).getBoundingClientRect();
        if (box.width < 2 || node.closest(".vh, .skip, [inert]") || node.matches(".skip, p a")) continue;
        const reach = Math.min(box.width, box.height);
        const after = getComputedStyle(node, "::after");
        const grown = after.position === "absolute" ? Math.min(parseFloat(after.width), parseFloat(after.height)) : 0;
        if (Math.max(reach, grown || 0) < least - 0.5)
            small.push(`${node.tagName.toLowerCase()}.${node.className} "${node.textContent.trim().slice(0, 30)}" ${box.width.toFixed()}x${box.height.toFixed()}`);
    }
    return small;
}"""
# Not asked: letters of tiles, the switch of the language, what the dictionary says, and whatever
# is marked as being of another language.
_TEXT = """(language) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    const skipped = `.tile, .mini, .cross, .letters, kbd, script, noscript, .coord, .seg, dl, [lang]:not(html):not([lang=${language}])`;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement.closest(skipped)) texts.push(node.textContent);
    }
    for (const node of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
        if (!node.closest(skipped))
            texts.push(...["aria-label", "placeholder", "title"].map((each) => node.getAttribute(each) ?? ""));
    }
    return texts.map((text) => text.trim()).filter(Boolean);
}"""


@dataclass(frozen=True)
class Findings:
    """Of one state of the page; each list is empty if all is well."""

    axe: list[str]
    cut: list[str]
    small: list[str]
    sideways_px: int
    texts: list[str]


def survey(page: Page, language: str) -> Findings:
    """Measure the page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return Findings(
        axe=page.evaluate(_AXE, _TAGS),
        cut=page.evaluate(_CUT),
        small=page.evaluate(_SMALL, LEAST_TARGET_PX),
        sideways_px=page.evaluate(_SIDEWAYS),
        texts=page.evaluate(_TEXT, language),
    )


_LATIN_ALLOWED = re.compile(r"\b([A-P]\d{1,2}|GCG|JSON|Shift|Enter|Esc|English|[A-P])\b")
# a Russian letter or word of the board stands in capitals
_FOREIGN = {"ru": re.compile(r"[A-Za-z]+"), "en": re.compile(r"[а-яё]+")}


def foreign_texts(texts: list[str], language: str) -> list[str]:
    """Texts with letters of the other language that are no coordinates, keys or formats."""
    return [
        text
        for text in texts
        if _FOREIGN[language].search(_LATIN_ALLOWED.sub("", text) if language == "ru" else text)
    ]
