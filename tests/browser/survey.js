// What can be measured of a page that stands still; read by surveying.py, run by Playwright.
({
  /** A board has hundreds of squares and takes a second: it is looked at where it is asked for. */
  async axe([part, tags, hasBoard]) {
    const context = { include: [part === "body" ? ["html"] : [part]], exclude: hasBoard ? [] : [[".board"]] };
    const found = await axe.run(context, { runOnly: tags, resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.replaceAll(/\s+/g, " ").slice(0, 200)}`),
    );
  },

  /** Texts that are wider than their boxes, and buttons that are too low. What only ears get may be longer than its box. */
  cut() {
    const isSeen = (box) => box.width > 2 && box.height > 2;
    const width = (node) => {
      const text = document.createRange();
      text.selectNodeContents(node);
      return text.getBoundingClientRect().width;
    };
    const name = (node) => `${node.tagName.toLowerCase()}.${node.className} "${node.textContent.trim().slice(0, 40)}"`;
    const kinds = "button, a, label, legend, h1, h2, h3, p, li, td, th, dt, dd, select, output, summary, caption, .seat span, .sheet, .coord:not(:has(.vh))";
    const cut = [];
    for (const node of document.querySelectorAll(kinds)) {
      // of three or four names beside each other a long one ends in dots; a button may be wider than its column
      const isMeant = ".board, .vh, :is(.of-3, .of-4) .name, td:has(> .look)";
      if (!isSeen(node.getBoundingClientRect()) || (node.closest(isMeant) && !node.matches(".coord"))) continue;
      if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline")
        cut.push(`${name(node)}: ${node.scrollWidth} px in ${node.clientWidth}`);
      // what stands in the middle of its box sticks out on both sides, and only one is told
      if (node.matches(".coord") && width(node) > node.clientWidth + 1)
        cut.push(`${name(node)}: ${width(node)} px in ${node.clientWidth}`);
      if (node.matches("button, .btn") && node.scrollHeight > node.clientHeight + 1)
        cut.push(`${name(node)}: ${node.scrollHeight} px high in ${node.clientHeight}`);
    }
    return cut;
  },

  /** Targets too small for a finger. Not asked: links inside a sentence, cells of the board; a box to tick is as large as its label. */
  small(least) {
    const reach = ({ width, height }) => Math.min(parseFloat(width), parseFloat(height)) || 0;
    const small = [];
    for (const node of document.querySelectorAll("button, a, select, summary, input, [role=switch]")) {
      const box = (node.closest("label") ?? node).getBoundingClientRect();
      if (box.width < 2 || node.closest(".vh, .skip, [inert]") || node.matches("p a")) continue;
      const grown = getComputedStyle(node, "::after");
      const own = Math.max(reach(box), grown.position === "absolute" ? reach(grown) : 0);
      if (own < least - 0.5)
        small.push(`${node.className} "${node.textContent.trim().slice(0, 30)}" ${box.width.toFixed()}x${box.height.toFixed()}`);
    }
    return small;
  },

  sideways() {
    const page = document.documentElement;
    return page.scrollWidth - page.clientWidth;
  },

  /** How far a page that is higher than its window goes on below the last thing on it. */
  blank() {
    const page = document.documentElement;
    if (page.scrollHeight <= page.clientHeight) return 0;
    const lowest = (node) => {
      const { width, bottom } = node.getBoundingClientRect();
      const { overflowY, position } = getComputedStyle(node);
      if (position === "fixed") return 0;
      if (!node.children.length || node.matches(".board, svg")) return width > 2 ? bottom : 0;
      const inside = Math.max(...[...node.children].map(lowest));
      return overflowY === "visible" ? inside : Math.min(inside, bottom);
    };
    return page.scrollHeight - scrollY - lowest(document.body);
  },

  /** All texts and names. Not asked: letters of tiles, the switch of the language, the dictionary, and what is marked as another language. */
  texts(language) {
    const skipped = `.tile, .mini, .cross, .letters, kbd, code, script, noscript, .coord, .seg, dl, [lang]:not(html):not([lang=${language}])`;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest(skipped)) texts.push(node.textContent);
    }
    const NAMES = ["aria-label", "placeholder", "title"];
    for (const node of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
      if (!node.closest(skipped)) texts.push(...NAMES.map((each) => node.getAttribute(each) ?? ""));
    }
    return texts.map((text) => text.trim()).filter(Boolean);
  },
})
