import { randomUUID } from 'node:crypto';
import type { CallInput } from '@nightshelf/contracts/call.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { userDeleted, userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { sessionTokenIn } from '@nightshelf/platform/sessions/cookie.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { ApiClient, type CallOptions, type SendOptions, type TestAnswer, type TestService } from '@nightshelf/testing';

export const password = 'Analytical#1';
export const newPassword = 'Difference#2';

/** Returns the fields of a form that sets a password. */
export const twice = (given = newPassword) => ({ password: given, confirm_password: given });

/** The form that changes the password of a user of `join`. */
export const passwordChange = { current_password: password, ...twice() };

export type Form = CallInput<typeof authCalls.register>['body'];

/** Returns a valid registration for a new user, with optional changes. */
export function form(change: Record<string, unknown> = {}): Form {
  const name = `u${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  return {
    username: name,
    email: `${name}@example.org`,
    ...twice(password),
    first_name: null,
    last_name: null,
    form_timestamp: Date.now() - 10_000,
    honeypot_field: 'company_1234',
    company_1234: '',
    ...change,
  } as Form;
}

/** Returns the session token in a response's cookie, or undefined. */
export const tokenIn = (headers: Headers) => {
  const cookie = headers.get('set-cookie');
  const [pair] = cookie?.split(';') ?? [];
  return sessionTokenIn(pair, false) ?? sessionTokenIn(pair, true) ?? undefined;
};

/** Registers a user and returns the identity that the gateway would sign. */
export async function join(service: TestService, change: Record<string, unknown> = {}, options: CallOptions = {}) {
  const given = form(change);
  const answered = await service.api.attempt(authCalls.register, { body: given }, options);
  const token = tokenIn(answered.headers);
  if (answered.status !== 201 || !token) throw new Error(`Not registered: ${JSON.stringify(answered.body)}`);
  const { user } = answered.body;
  const identity: Identity = { userId: user.id, username: user.username, sessionId: sessionIdOf(token) };
  return { form: given, user, token, identity, api: service.api.as(identity) };
}

export type Person = Awaited<ReturnType<typeof join>>;

export const countUsers = async (service: TestService) => {
  const [row] = await service.query<{ count: number }>('select count(*)::int as count from users');
  return row?.count ?? 0;
};

/** Closes an account without an event. */
export const close = (service: TestService, userId: string) =>
  service.query('update users set is_active = false where id = $1', [userId]);

/** Returns the status and the error code of a response. */
export const outcomeOf = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }) => [
  status,
  body.code,
];

/** Returns the events of one type about the user that the service has recorded, oldest first. */
export const eventsOf = async (
  service: TestService,
  definition: typeof userRegistered | typeof userUpdated | typeof userDeleted,
  userId: string,
) => (await service.recorded(definition)).filter(({ data }) => data.user_id === userId);

/** Returns the kinds of the user's activity. */
export const kindsOf = async (service: TestService, userId: string) =>
  (await service.query<{ kind: string }>('select kind from activity where user_id = $1', [userId])).map(
    ({ kind }) => kind,
  );

/** Sends requests with a client address, user agent and cookies, as the gateway forwards them. */
export class ClientAt extends ApiClient {
  readonly #headers: Record<string, string>;

  constructor(
    url: string,
    { identity = null, ...headers }: { address: string; device?: string; cookie?: string; identity?: Identity | null },
  ) {
    super(url, identity);
    this.#headers = {
      'x-client-address': headers.address,
      ...(headers.device ? { 'user-agent': headers.device } : {}),
      ...(headers.cookie ? { cookie: headers.cookie } : {}),
    };
  }

  override send<Body>(method: string, path: string, options: SendOptions = {}): Promise<TestAnswer<Body>> {
    return super.send<Body>(method, path, { ...options, headers: { ...this.#headers, ...options.headers } });
  }
}

export const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

export const tryLogIn = (api: ApiClient, username_or_email: string, given = password) =>
  api.attempt(authCalls.login, { body: { username_or_email, password: given } });

/** Signs in and returns the identity that the gateway would sign. */
export async function logIn(api: ApiClient, username: string, given = password): Promise<Identity> {
  const answered = await tryLogIn(api, username, given);
  const token = tokenIn(answered.headers);
  if (!token) throw new Error(`Not signed in: ${JSON.stringify(answered.body)}`);
  return { userId: answered.body.user.id, username, sessionId: sessionIdOf(token) };
}
