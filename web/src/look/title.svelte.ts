/** Keep the name of the tab. */
export function titled(title: () => string): void {
  $effect(() => {
    document.title = title();
  });
}
