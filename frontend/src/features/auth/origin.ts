import { createPath, type Path } from 'react-router-dom';

const isPath = (value: unknown): value is Partial<Path> =>
  typeof value === 'object' && value !== null && 'pathname' in value && typeof value.pathname === 'string';

/**
 * Returns the address to open after sign-in, or '/' when the navigation state names none.
 * @param state navigation state of the sign-in page; the route guard and a signed-out Add store a location in `from`
 */
export function originOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state) || !isPath(state.from)) return '/';
  return createPath(state.from);
}

/** The server rejects longer return addresses. */
const longest = 500;

/**
 * Returns the address to open after a provider sign-in, as an ASCII path of this site.
 * @param state as for `originOf`
 */
export function returnAddressOf(state: unknown): string {
  const { pathname, search, hash } = new URL(originOf(state), 'http://client.invalid');
  const address = `${pathname}${search}${hash}`;
  return address.length > longest || address.startsWith('//') ? '/' : address;
}
