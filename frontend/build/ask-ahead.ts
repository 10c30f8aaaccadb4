/** What index.html asks for when a page is opened by its address. */
export interface PageNeeds {
  /** Addresses of the files that only some pages need. */
  readonly files: readonly string[];
  /** Addresses of the calls that the page makes, whoever looks at it; `{q}` is its query, `{last}` the end of its path. */
  readonly calls: readonly string[];
  /** Those that it makes for whoever is signed in. */
  readonly ownCalls: readonly string[];
}

/**
 * Runs within index.html, while the files of every page still load: the browser would else find the page's own files and
 * calls only when these have run. The client's own requests are then given the answers that came for these.
 * It stands alone, since its text is what is put into the page.
 * @param pages by address; one that ends in a slash stands for all below it
 */
export function askAhead(pages: Readonly<Record<string, PageNeeds>>): void {
  const { pathname, search } = location;
  const last = /[^/]+$/.exec(pathname)?.[0] ?? '';
  const page = pages[pathname] ?? pages[pathname.slice(0, pathname.length - last.length)];
  if (!page) return;
  // As the search page itself reads it.
  const q = (new URLSearchParams(search).get('q') ?? '').trim().slice(0, 200).toWellFormed();
  const ask = (properties: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement('link'), properties));
  const askCall = (call: string) => {
    if (call.includes('{q}') && q === '') return;
    const href = call.replace('{q}', String(new URLSearchParams({ q }))).replace('{last}', () => last);
    ask({ rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href });
  };
  for (const file of page.files) ask({ rel: 'modulepreload', crossOrigin: '', href: file });
  for (const call of page.calls) askCall(call);
  try {
    // Whoever is not signed in would only be refused (entities/session/last-user.ts).
    if (localStorage.getItem('nightshelf-last-user')) for (const call of page.ownCalls) askCall(call);
  } catch {
    // A browser that keeps nothing asks when it knows who is signed in.
  }
}
