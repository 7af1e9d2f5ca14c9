/** A sign outside the page that it is waited for: another icon of the tab, and a mark on the icon of the installed page. */

import star from "../look/star.svg";
import starWaiting from "../look/star-waiting.svg";

export function showWaiting(isWaiting: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = isWaiting ? starWaiting : star;
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  void (isWaiting ? setAppBadge?.call(navigator, 1) : clearAppBadge?.call(navigator))?.catch(() => {});
}
