import { randomUUID } from 'node:crypto';
import { authCalls, type CallInput } from '@nightshelf/contracts';
import { type Identity, sessionIdOf, sessionTokenIn } from '@nightshelf/platform';
import type { TestService } from '@nightshelf/testing';

export const password = 'Analytical#1';

export type Form = CallInput<typeof authCalls.register>['body'];

/** A registration that is accepted, of somebody who is not there yet; `change` it as wanted. */
export function form(change: Record<string, unknown> = {}): Form {
  const name = `u${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  return {
    username: name,
    email: `${name}@example.org`,
    password,
    confirm_password: password,
    first_name: null,
    last_name: null,
    form_timestamp: Date.now() - 10_000,
    honeypot_field: 'company_1234',
    company_1234: '',
    ...change,
  } as Form;
}

/** The session cookie's token in an answer; undefined when it sets none. */
export const tokenIn = (headers: Headers) => {
  const cookie = headers.get('set-cookie');
  return (cookie && sessionTokenIn(cookie.split(';')[0], false)) || undefined;
};

/** Registers somebody and answers who they are for the gateway. */
export async function join(service: TestService, change: Record<string, unknown> = {}) {
  const given = form(change);
  const answered = await service.api.attempt(authCalls.register, { body: given });
  const token = tokenIn(answered.headers);
  if (answered.status !== 201 || !token) throw new Error(`Not registered: ${JSON.stringify(answered.body)}`);
  const { user } = answered.body;
  const identity: Identity = { userId: user.id, username: user.username, sessionId: sessionIdOf(token) };
  return { form: given, user, token, identity, api: service.api.as(identity) };
}

export const countUsers = async (service: TestService) => {
  const [row] = await service.query<{ count: number }>('select count(*)::int as count from users');
  return row?.count ?? 0;
};
