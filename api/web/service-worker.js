/* Opens the page when the service is not there. VERSION (a hash of all files) and FILES stand before this text.

   With the service everything comes from it. Without it the page and its files come from one cache, all of one version;
   a page of another version gets no file of it. Questions (/v1/…) are never answered from here. */
const CACHE = `zolik-${VERSION}`;
const HEADER = "X-Page-Version";
const versions = new Map(); // page (client id) → its version

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));

async function fetchAll() {
  const cache = await caches.open(CACHE);
  const answers = await Promise.all(FILES.map(async (one) => [one, await fetch(one, { cache: "no-cache" })]));
  for (const [one, answer] of answers) if (!answer.ok) throw new Error(`${one}: ${answer.status}`);
  const [, page] = answers[0];
  if (page.headers.get(HEADER) !== VERSION) throw new Error("the page has changed meanwhile");
  await Promise.all(answers.map(([one, answer]) => cache.put(one, answer)));
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const old = (await caches.keys()).filter((one) => one.startsWith("zolik-") && one !== CACHE);
  await Promise.all(old.map((one) => caches.delete(one)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === "/") event.respondWith(pageFor(event));
  } else if (pathname.startsWith("/static/") || pathname.startsWith("/words/")) {
    event.respondWith(fileFor(event));
  }
});

/** The page from the service; without it the one that is kept. */
async function pageFor({ request, resultingClientId }) {
  try {
    const answer = await fetch(request);
    const version = answer.headers.get(HEADER);
    if (answer.status < 500 || !version) {
      versions.set(resultingClientId, version);
      const plain = !new URL(request.url).search;
      if (answer.ok && plain && version === VERSION) (await caches.open(CACHE)).put("/", answer.clone());
      return answer;
    }
  } catch {
    // the service is not there
  }
  const kept = await (await caches.open(CACHE)).match("/", { ignoreVary: true });
  versions.set(resultingClientId, kept ? VERSION : undefined);
  return kept ?? Response.error();
}

/** A file from the service; without it the one that is kept, for a page of the same version. */
async function fileFor({ request, clientId }) {
  try {
    return await fetch(request);
  } catch (error) {
    const other = versions.has(clientId) && versions.get(clientId) !== VERSION;
    const kept = other ? undefined : await (await caches.open(CACHE)).match(request, { ignoreSearch: true, ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}
