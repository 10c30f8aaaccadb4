import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Known } from '../../lib/api-client.ts';
import { request, requestIfChanged } from '../../lib/request.ts';

const shortest = 2;

export const isLongEnough = (query: string): boolean => query.trim().length >= shortest;

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
    // Do not retry for a page that is on screen: the next poll is as good.
    known ? { within: 0 } : {},
  );

export const followUser = (id: string) =>
  request<typeof socialCalls.followUser>({ method: 'POST', path: '/api/users/:id/follow', params: { id } });

export const unfollowUser = (id: string) =>
  request<typeof socialCalls.unfollowUser>({ method: 'POST', path: '/api/users/:id/unfollow', params: { id } });
