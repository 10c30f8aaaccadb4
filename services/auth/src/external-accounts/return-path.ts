/**
 * Returns the frontend page to go back to after sign-in.
 * @returns a path of this site; `/` for anything that a browser would resolve to another site
 */
export function returnPath(given: string, origin: string): string {
  if (!URL.canParse(given, origin)) return '/';
  const url = new URL(given, origin);
  const path = url.pathname + url.search + url.hash;
  return given.startsWith('/') && url.origin === new URL(origin).origin && !path.startsWith('//') ? path : '/';
}
