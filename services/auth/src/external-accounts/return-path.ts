/**
 * The page of the frontend to go back to, as the sign-in named it.
 * @returns a path of this site, whatever was given; `/` for anything that a browser would take for another site
 */
export function returnPath(given: string, origin: string): string {
  if (!URL.canParse(given, origin)) return '/';
  const url = new URL(given, origin);
  const path = url.pathname + url.search + url.hash;
  return given.startsWith('/') && url.origin === new URL(origin).origin && !path.startsWith('//') ? path : '/';
}
