/** Notices that reach a closed page: shown when they come, and a click opens the seat that they are about. */

const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (/** @type {any} */ event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(worker.registration.showNotification(told.title ?? "Front 1914", { body: told.body, tag: told.tag, icon: "/img/compass.svg", data: { link: told.link } }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link ?? "/"));
});

/** A window of this club goes there; else a new one is opened. @param {string} link */
async function open(link) {
  const target = new URL(link, worker.location.origin);
  if (target.origin !== worker.location.origin) return undefined;
  for (const page of await worker.clients.matchAll({ type: "window" })) {
    if (new URL(page.url).pathname === target.pathname) return page.focus();
  }
  return worker.clients.openWindow(target.href);
}
