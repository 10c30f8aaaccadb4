import type { accountCalls } from '@nightshelf/contracts';
import { request } from '../../../lib/request.ts';

export const listSessions = () =>
  request<typeof accountCalls.listSessions>({ method: 'GET', path: '/api/auth/sessions' });

export const endSession = (id: string) =>
  request<typeof accountCalls.endSession>({ method: 'DELETE', path: '/api/auth/sessions/:id', params: { id } });

export const endOtherSessions = () =>
  request<typeof accountCalls.endOtherSessions>({ method: 'DELETE', path: '/api/auth/sessions' });
