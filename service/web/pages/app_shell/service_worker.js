// The service worker: opens the scorer's pages without a network. Sent at /service-worker.js with a line before it:
// `const SHELL = { folder, files }`, the stamped folder of the static files and those that the scorer's page needs.
const FILES = `files ${SHELL.folder}`;
const PAGES = `pages ${SHELL.folder}`;
const OFFLINE = "/offline";
const SCORING = /^\/matches\/[^/]+\/score$/;
const SIGN_OUT = ["/sign-out", "/account/sign-out-everywhere"];
const PATIENCE = 4_000; // milliseconds after which a page that the phone knows is shown instead of a slow one
const ANY = { ignoreVary: true, ignoreSearch: true }; // the pages of this browser's person, as they were last

/** Read a page anew and keep it. */
async function keep(path) {
  await kept(path, await fetch(path, { credentials: "same-origin", redirect: "error", headers: { Accept: "text/html" } }));
}

/** Read a page anew, and tell the page that asked whether it is kept. What fails is done by the next one. */
async function keptAnew(path, asking) {
  await keep(path).catch(() => {});
  asking?.postMessage(Boolean(await known(path)));
}

/** Keep a page as it was answered; one that this person may not see any more goes. */
async function kept(path, answer) {
  const pages = await caches.open(PAGES);
  if (answer.ok && !answer.redirected) await pages.put(path, answer);
  else if ([401, 403, 404].includes(answer.status)) await pages.delete(path);
}

const known = async (path) => (await caches.open(PAGES)).match(path, ANY);

/** Forget the pages of the person who signs out. The facts that wait to be sent are not here, and stay. */
async function forget() {
  const pages = await caches.open(PAGES);
  const personal = (await pages.keys()).filter((request) => new URL(request.url).pathname !== OFFLINE);
  await Promise.all(personal.map((request) => pages.delete(request, ANY)));
}

async function installed() {
  const files = await caches.open(FILES);
  await files.addAll(SHELL.files);
  await keep(OFFLINE);
  await self.skipWaiting();
}

// Pages name files by their stamp. So pages of an older stamp are read anew, and go with their files.
async function activated() {
  for (const name of await caches.keys()) {
    if (name === FILES || name === PAGES) continue;
    const old = await caches.open(name);
    const paths = (await old.keys()).map((request) => new URL(request.url).pathname).filter((path) => SCORING.test(path));
    await Promise.allSettled(paths.map(keep));
    await caches.delete(name);
  }
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function file(request) {
  const found = await caches.match(request, ANY);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.startsWith(SHELL.folder)) {
    await (await caches.open(FILES)).put(request, answer.clone());
  }
  return answer;
}

async function page(event, path) {
  const before = SCORING.test(path) ? await known(path) : undefined;
  const asked = (async () => (await event.preloadResponse) ?? fetch(event.request))();
  const waited = before && new Promise((resolve) => { setTimeout(resolve, PATIENCE, before.clone()); });
  event.waitUntil(asked.then((answer) => SCORING.test(path) && kept(path, answer.clone()), () => {}));
  try {
    const answer = await Promise.race([asked, waited].filter(Boolean));
    return before && answer.status >= 500 ? before : answer.clone();
  } catch {
    return before ?? withoutNetwork();
  }
}

async function withoutNetwork() {
  const found = await known(OFFLINE);
  return found ? new Response(found.body, { status: 503, headers: found.headers }) : Response.error();
}

/** The page that a call came from, in front again. */
async function shown(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((each) => new URL(each.url).pathname === path);
  return open ? open.focus() : clients.openWindow(path);
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(shown(event.notification.data));
});
addEventListener("install", (event) => event.waitUntil(installed()));
addEventListener("activate", (event) => event.waitUntil(activated()));
addEventListener("message", (event) => {
  if (SCORING.test(event.data?.keep)) event.waitUntil(keptAnew(event.data.keep, event.ports[0]));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (request.method === "GET") event.respondWith(page(event, pathname));
    else if (SIGN_OUT.includes(pathname)) event.waitUntil(forget());
  } else if (request.method === "GET" && pathname.startsWith("/static/")) {
    event.respondWith(file(request));
  }
});
