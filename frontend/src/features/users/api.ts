import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Known } from '../../lib/api-client.ts';
import { request, requestIfChanged } from '../../lib/request.ts';

/** The specified shortest search. */
const shortest = 2;

/** Whether there is enough text to search for. */
export const isLongEnough = (query: string): boolean => query.trim().length >= shortest;

/** The specified number of users in one answer. */
export const searchLimit = 10;

export const searchUsers = (q: string) =>
  request<typeof socialCalls.searchUsers>({
    method: 'GET',
    path: '/api/users/search',
    query: { q, limit: searchLimit },
  });

export const getUser = (id: string, known: Known | null) =>
  requestIfChanged<typeof socialCalls.getUser>(
    { method: 'GET', path: '/api/users/:id', params: { id } },
    known,
    // Of a page that is on screen already, the next look is as good as another try.
    known ? { within: 0 } : {},
  );

export const followUser = (id: string) =>
  request<typeof socialCalls.followUser>({ method: 'POST', path: '/api/users/:id/follow', params: { id } });

export const unfollowUser = (id: string) =>
  request<typeof socialCalls.unfollowUser>({ method: 'POST', path: '/api/users/:id/unfollow', params: { id } });
