import type { accountCalls } from '@nightshelf/contracts';
import { request } from '../../../lib/request.ts';

export const listSignInMethods = () =>
  request<typeof accountCalls.listSignInMethods>({ method: 'GET', path: '/api/auth/sign-in-methods' });

export const beginLink = (provider: string) =>
  request<typeof accountCalls.beginIdentityLink>({
    method: 'POST',
    path: '/api/auth/identity-providers/:provider/link',
    params: { provider },
  });

export const unlink = (id: string) =>
  request<typeof accountCalls.unlinkIdentity>({ method: 'DELETE', path: '/api/auth/identities/:id', params: { id } });
