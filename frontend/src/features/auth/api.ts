import type { authCalls, CallInput, LoginPayload } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

export type RegistrationBody = CallInput<typeof authCalls.register>['body'];

export const login = (body: LoginPayload) =>
  request<typeof authCalls.login>({ method: 'POST', path: '/api/auth/login', body });

export const register = (body: RegistrationBody) =>
  request<typeof authCalls.register>({ method: 'POST', path: '/api/auth/register', body });
