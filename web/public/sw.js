// Notices of the site, shown as they were sent; a touch leads to the table. Nothing is kept for later and no request is looked at.
addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    registration.showNotification(title, { body, tag, renotify: true, data: { url }, icon: "/icon.svg", badge: "/icon.svg" }),
  );
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(new URL(event.notification.data.url, location.origin).href));
});

async function goTo(address) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split(/[?#]/)[0] === address);
  return open ? open.focus() : clients.openWindow(address);
}

// The browser has got another address from its push service: the site must know it.
addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function renew(before, given) {
  const now = given ?? (before && (await registration.pushManager.subscribe(before.options)));
  if (now) {
    const { endpoint, keys } = now.toJSON();
    await tell({ endpoint, keys });
  }
  if (before && before.endpoint !== now?.endpoint) await tell({ endpoint: before.endpoint, remove: true });
}

const tell = (wish) =>
  fetch("/api/me/notices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wish),
  });
