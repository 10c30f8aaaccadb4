import type { authCalls, Privacy } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

export const getProfile = () => request<typeof authCalls.getProfile>({ method: 'GET', path: '/api/auth/profile' });

export const updatePrivacy = (privacy: Privacy) =>
  request<typeof authCalls.updateProfile>({ method: 'PATCH', path: '/api/auth/profile', body: { privacy } });
