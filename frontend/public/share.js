// Part of the service worker (build/installable.ts): what other apps share comes as an address, and may be longer than the
// server takes. What the search page looks at (features/search/shared) is a fraction of it.
const longest = 4000;
const parts = { title: 150, text: 150, url: 300 };
// Other apps share a page as a text with its URL at the end.
const links = /https?:\/\/[!-;=?-~]{1,400}/g;

/** Returns a shortened address; null if it is not a share or is short enough. */
const shortened = (address) => {
  const { pathname, search, searchParams } = new URL(address);
  if (pathname !== '/search' || search.length <= longest) return null;
  const kept = Object.entries(parts).filter(([part]) => searchParams.has(part));
  if (kept.length === 0) return null;
  const short = new URLSearchParams();
  for (const [part, most] of kept) {
    const said = searchParams.get(part);
    const link = part === 'text' && said.length > most ? said.match(links)?.at(-1) : undefined;
    short.set(part, said.slice(0, most).toWellFormed() + (link ? `\n${link}` : ''));
  }
  // A longer address would redirect here forever.
  return `?${short}`.length < search.length ? `/search?${short}` : null;
};

self.addEventListener('fetch', (event) => {
  const short = event.request.mode === 'navigate' ? shortened(event.request.url) : null;
  if (!short) return;
  event.respondWith(Response.redirect(short));
  // The rest of the worker would answer too.
  event.stopImmediatePropagation();
});
