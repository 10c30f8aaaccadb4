/**
 * The way back into the client that a sign-in began with.
 * @returns a path of this site, whatever was given; `/` for anything that a browser would take for another one
 */
export function returnPath(given: string, origin: string): string {
  if (!URL.canParse(given, origin)) return '/';
  const url = new URL(given, origin);
  const path = url.pathname + url.search + url.hash;
  return given.startsWith('/') && url.origin === new URL(origin).origin && !path.startsWith('//') ? path : '/';
}
