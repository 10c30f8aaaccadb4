import { createPath, type Path } from 'react-router-dom';

const isPath = (value: unknown): value is Partial<Path> =>
  typeof value === 'object' && value !== null && 'pathname' in value && typeof value.pathname === 'string';

/**
 * Where to go after sign-in.
 * @param state the navigation state of the sign-in page; the guard, and Add while signed out, leave a location in `from`
 * @returns that address, or '/' for a visitor who came by themselves
 */
export function originOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state) || !isPath(state.from)) return '/';
  return createPath(state.from);
}

/** The server takes no longer address to return to. */
const longest = 500;

/**
 * Where to go after a sign-in with a provider, as the server takes it: a path of this site in ASCII.
 * @param state as for `originOf`
 */
export function returnAddressOf(state: unknown): string {
  const { pathname, search, hash } = new URL(originOf(state), 'http://client.invalid');
  const address = `${pathname}${search}${hash}`;
  return address.length > longest || address.startsWith('//') ? '/' : address;
}
