/** Where one is: the address read as a place, and moved on without loading the page again. */

export type Where =
  | { page: "front" | "new" }
  | { page: "table"; table: string }
  | { page: "rules"; variant: string | null }
  | { page: "nowhere" };

export function parseWhere(path: string): Where {
  const [, first = "", second = "", ...more] = path.replace(/\/+$/, "").split("/");
  if (more.length > 0) return { page: "nowhere" };
  if (first === "") return { page: "front" };
  if (first === "new" && !second) return { page: "new" };
  if (first === "t" && second) return { page: "table", table: decodeURIComponent(second) };
  if (first === "rules") return { page: "rules", variant: second || null };
  return { page: "nowhere" };
}

export function hrefOf(where: Where): string {
  if (where.page === "table") return `/t/${encodeURIComponent(where.table)}`;
  if (where.page === "rules") return where.variant ? `/rules/${where.variant}` : "/rules";
  return where.page === "new" ? "/new" : "/";
}

class Router {
  path = $state(location.pathname);
  query = $state(location.search);
  where = $derived(parseWhere(this.path));

  go(href: string): void {
    history.pushState(null, "", href);
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
