import type { FoundUsers } from './slice.ts';

/** The part of the navigation state that belongs to the user list. */
interface KeptState {
  readonly foundUsers: FoundUsers;
}

export const keepSearch = (state: unknown, foundUsers: FoundUsers): KeptState => ({
  ...(typeof state === 'object' ? state : {}),
  foundUsers,
});

/** Returns the search stored in a navigation state, or null, as on a first visit. */
export function keptSearch(state: unknown): FoundUsers | null {
  const { foundUsers } = (state ?? {}) as Partial<KeptState>;
  const usable =
    typeof foundUsers?.query === 'string' && Array.isArray(foundUsers.users) && foundUsers.searched === true;
  return usable ? foundUsers : null;
}
