import type { accountCalls } from '@nightshelf/contracts';
import { request } from '../../../lib/request.ts';

const pageSize = 10;

/** @param before id of the last line one has; the newest without it */
export const listActivity = (before?: string) =>
  request<typeof accountCalls.listActivity>({
    method: 'GET',
    path: '/api/auth/activity',
    query: { limit: pageSize, before },
  });
