type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns whether a request comes from a page of the console: at least one of the browser's origin headers must be
 * present, and all present ones must match.
 * @param origin the console's public origin; without it, the request's own host
 */
export function isFromHere(headers: Headers, origin: string | undefined): boolean {
  const { origin: from, 'sec-fetch-site': site, host } = headers;
  if (from === undefined && site === undefined) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  if (from === undefined) return true;
  return origin === undefined ? from === `http://${String(host)}` : from === origin;
}
