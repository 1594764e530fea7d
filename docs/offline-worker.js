// The service worker of the playground, after two lines that define `files` and `version`. It keeps the files for visits
// without a network.
const prefix = `${registration.scope}#`;
const name = prefix + version;

/** Whether the name of a file contains its digest. Its content then never changes. */
const isAsset = (path) => path.startsWith("assets/");

const keepFiles = async () => {
  const cache = await caches.open(name);
  const requests = files.map((file) => new Request(file, { cache: isAsset(file) ? "default" : "no-cache" }));
  await cache.addAll(requests);
  await skipWaiting();
};

const replaceEarlier = async () => {
  const earlier = (await caches.keys()).filter((one) => one.startsWith(prefix) && one !== name);
  await Promise.all(earlier.map((one) => caches.delete(one)));
  await clients.claim();
};

// A server may add "Vary: Origin", and the browser sends that header only with some requests.
const findKept = async (request) => (await caches.open(name)).match(request, { ignoreSearch: true, ignoreVary: true });

/** Everything but assets comes from the server if it responds, so that a reload shows what was deployed last. */
const respond = async (request) => {
  if (isAsset(request.url.replace(registration.scope, ""))) return (await findKept(request)) ?? fetch(request);
  try {
    return await fetch(request, { cache: "no-cache" });
  } catch (error) {
    const kept = await findKept(request.mode === "navigate" ? registration.scope : request);
    if (kept === undefined) throw error;
    return kept;
  }
};

addEventListener("install", (event) => event.waitUntil(keepFiles()));
addEventListener("activate", (event) => event.waitUntil(replaceEarlier()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(respond(event.request));
});
