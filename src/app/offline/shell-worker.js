// The program's own files for when there is no network; `vite.config.ts` puts their names in and writes it to `/sw.js`.
// It is registered by pages that work without a network. What calls answer, and whose data it is, never passes here.

/** @type {{ version: string, files: string[] }} */
const BUILD = __BUILD__;

const PREFIX = 'anlan-shell-';
const CACHE = `${PREFIX}${BUILD.version}`;
// What every address shows; the server puts the installation's settings into its head.
const PAGE = '/';
// Milliseconds after which the page at hand is shown instead of one that a slow network owes.
const PATIENCE = 4000;

self.addEventListener('install', (event) => event.waitUntil(fill()));

self.addEventListener('activate', (event) => event.waitUntil(clear()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!url.pathname.startsWith('/api/')) event.respondWith(page(request));
  } else if (BUILD.files.includes(url.pathname)) {
    event.respondWith(file(request, url.pathname));
  }
});

/** Takes all files of this build, those that an earlier one left without asking for them again. */
async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    [PAGE, ...BUILD.files].map(async (path) => {
      // Names of assets say what is in them.
      const known = path.startsWith('/assets/') ? await caches.match(path) : undefined;
      const answer = known ?? (await fetch(path, { cache: 'no-cache', credentials: 'omit' }));
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await cache.put(path, answer);
    }),
  );
}

/** Forgets the files of earlier builds, once no tab shows one of them any more. */
async function clear() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

async function page(request) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answered = fetch(request).catch(() => undefined);
  const answer = await Promise.race([answered, late]);
  if (answer !== undefined) return answer;
  const cache = await caches.open(CACHE);
  return (await cache.match(PAGE)) ?? (await answered) ?? Response.error();
}

async function file(request, path) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(path);
  if (known !== undefined && path.startsWith('/assets/')) return known;
  return fetch(request).catch(() => known ?? Response.error());
}
