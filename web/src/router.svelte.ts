/** Where one is: the address read as a place, and moved on without loading the page again. */

/** The first step of each address. After a slash one thing is named, which may be left out where a `?` says so. */
const STEPS = {
  front: "",
  new: "new",
  lobby: "lobby",
  me: "me",
  login: "login",
  moderation: "moderation",
  table: "t/",
  invitation: "i/",
  player: "p/",
  words: "words/",
  rules: "rules/?",
};

export type Page = keyof typeof STEPS;

export interface Where {
  page: Page | "nowhere";
  /** What the address names; empty where it names nothing. */
  id: string;
}

export function parseWhere(path: string): Where {
  const [, first = "", id = "", ...more] = path.replace(/\/+$/, "").split("/");
  const [page, step] = Object.entries(STEPS).find(([, each]) => each.replace(/\/.*/, "") === first) ?? [];
  const fits = step !== undefined && (id ? step.includes("/") : !step.endsWith("/"));
  if (!fits || more.length > 0) return { page: "nowhere", id: "" };
  return { page: page as Page, id: decodeURIComponent(id) };
}

export const hrefOf = (page: Page, id = ""): string => `/${STEPS[page].replace("?", "")}${encodeURIComponent(id)}`;

class Router {
  path = $state(location.pathname);
  query = $state(location.search);
  where = $derived(parseWhere(this.path));

  /** Go on to another place; `instead` of this one, where there is nothing to come back to. */
  go(href: string, instead = false): void {
    history[instead ? "replaceState" : "pushState"](null, "", href);
    this.#arrive();
    scrollTo(0, 0);
  }

  /** Follow the links of the page itself; leave downloads, new tabs and other sites to the browser. */
  listen(): void {
    addEventListener("popstate", () => this.#arrive());
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a");
      if (
        !link ||
        event.defaultPrevented ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const isOurs =
        link.origin === location.origin &&
        !link.hasAttribute("download") &&
        !link.target &&
        !link.pathname.startsWith("/api/");
      if (!isOurs || (link.hash && link.pathname === location.pathname)) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  #arrive(): void {
    [this.path, this.query] = [location.pathname, location.search];
  }
}

export const router = new Router();
