import type { authCalls } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

export const verifyToken = () =>
  request<typeof authCalls.verifyToken>({ method: 'GET', path: '/api/auth/verify-token' });

export const logout = () => request<typeof authCalls.logout>({ method: 'POST', path: '/api/auth/logout' });
