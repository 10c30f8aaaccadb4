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
