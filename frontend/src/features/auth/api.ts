import type { CallInput } from '@nightshelf/contracts/call.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { LoginPayload } from '@nightshelf/contracts/credentials.ts';
import { lastIntent } from '../../lib/intent-key.ts';
import { request, requestAsOne } from '../../lib/request.ts';

export type RegistrationBody = CallInput<typeof authCalls.register>['body'];

export const login = (body: LoginPayload) =>
  request<typeof authCalls.login>({ method: 'POST', path: '/api/auth/login', body });

const registration = lastIntent();

/** Registers an account. The body includes the time at which the form was opened. */
export const register = (body: RegistrationBody) =>
  requestAsOne<typeof authCalls.register>({ method: 'POST', path: '/api/auth/register', body }, registration);
