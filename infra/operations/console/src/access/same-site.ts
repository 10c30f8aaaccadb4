type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Whether a call comes from a page of the console itself, by everything that the browser says of it: a header that is there
 * has to be right, and one of them has to be there.
 * @param origin where browsers reach the console; else its address in the request
 */
export function isFromHere(headers: Headers, origin: string | undefined): boolean {
  const { origin: from, 'sec-fetch-site': site, host } = headers;
  if (from === undefined && site === undefined) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  if (from === undefined) return true;
  return origin === undefined ? from === `http://${String(host)}` : from === origin;
}
