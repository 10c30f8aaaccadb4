import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import { describe, expect, test, vi } from 'vitest';
import { countUsers, eventsOf, form, join, password, tokenIn } from './people.ts';
import { redisOf, startAuth, startReplica } from './setup.ts';

const service = await startAuth();
const { redis } = redisOf(service);

const register = (change: Record<string, unknown> = {}) =>
  service.api.attempt(authCalls.register, { body: form(change) });

describe('a registration', () => {
  test('creates an account, publishes it and signs in', async () => {
    const given = form({ first_name: ' Ame\u0301lie ', last_name: '   ', email: ' Ada.L@Example.org ' });
    const { status, body, headers } = await service.api.attempt(authCalls.register, { body: given });
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, message: `Welcome to Nightshelf, ${given.username}!` });
    expect(body.user).toEqual({
      // Version 7 of UUIDs, which are ordered by time.
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      username: given.username,
      email: 'Ada.L@Example.org',
      email_verified: false,
      first_name: 'Am\u00e9lie',
      last_name: null,
      created_at: expect.stringMatching(/Z$/),
      is_active: true,
      privacy: 'public',
      follower_count: 0,
      following_count: 0,
    });
    expect(headers.getSetCookie()[0]).toMatch(/^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);

    const events = await eventsOf(service, userRegistered, body.user.id);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ version: 1, data: { username: given.username, privacy: 'public' } });
    expect(JSON.stringify(events)).not.toMatch(/example\.org|argon2|Analytical/i);
  });

  test('stores the password only as an argon2id hash', async () => {
    const { user } = await join(service);
    const [row] = await service.query<Record<string, string>>('select * from users where id = $1', [user.id]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(password);
  });

  test("ends the browser's previous session", async () => {
    const before = await join(service);
    expect(await redis.exists(`session:${before.identity.sessionId}`)).toBe(1);
    const { status } = await before.api.attempt(authCalls.register, { body: form() });
    expect(status).toBe(201);
    expect(await redis.exists(`session:${before.identity.sessionId}`)).toBe(0);
  });

  test('sets a secure cookie bound to the host over HTTPS', async () => {
    const secure = await startReplica(service, { PUBLIC_ORIGIN: 'https://games.example' });
    const { headers } = await secure.api.attempt(authCalls.register, { body: form() });
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-session=[\w-]{43}; .*; Path=\/; .*; Secure;/);
  });
});

describe('taken names', () => {
  test('are each reported on their field, ignoring case, and nothing is stored', async () => {
    const { form: taken } = await join(service, { username: 'Grace_Hopper', email: 'grace@example.org' });
    const before = await countUsers(service);
    const both = await register({ username: 'GRACE_hopper', email: 'GRACE@example.ORG' });
    expect(both.status).toBe(409);
    expect(both.body).toMatchObject({
      success: false,
      code: 'auth.already_registered',
      message: 'Username is already taken',
      errors: { username: ['Username is already taken'], email: ['Email is already registered'] },
    });
    expect(tokenIn(both.headers)).toBeUndefined();
    expect((await register({ username: taken.username })).body.errors).toEqual({
      username: ['Username is already taken'],
    });
    expect((await register({ email: taken.email })).body.errors).toEqual({ email: ['Email is already registered'] });
    expect(await countUsers(service)).toBe(before);
  });

  test('let exactly one of many concurrent registrations on two replicas win', async () => {
    const apis = [service.api, (await startReplica(service)).api];
    const events = (await service.recorded(userRegistered)).length;
    const attempts = Array.from({ length: 12 }, (_, index) =>
      apis[index % 2]?.attempt(authCalls.register, { body: form({ username: index % 3 ? 'RaceMe' : 'raceme' }) }),
    );
    const statuses = (await Promise.all(attempts)).map((answered) => answered?.status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
    expect(await service.query(`select from users where lower(username) = 'raceme'`)).toHaveLength(1);
    expect(await service.recorded(userRegistered)).toHaveLength(events + 1);
  });
});

describe('the bot check', () => {
  const honeypots = async () => {
    const metrics = await (await fetch(`${service.operationsUrl}/metrics`)).text();
    return Number(/^auth_honeypot_total(?:{[^}]*})? (\d+)/m.exec(metrics)?.[1]);
  };

  test('pretends success when the hidden field is filled', async () => {
    const [users, counted] = [await countUsers(service), await honeypots()];
    const events = (await service.recorded(userRegistered)).length;
    const real = await join(service);
    for (const company_1234 of ['ACME Inc.', ' ']) {
      const bot = await register({ company_1234, form_timestamp: Date.now() });
      expect(bot.status).toBe(201);
      expect(bot.headers.get('set-cookie')).toBeNull();
      expect(Object.keys(bot.body)).toEqual(['success', 'message', 'user']);
      expect(Object.keys(bot.body.user).sort()).toEqual(Object.keys(real.user).sort());
    }
    expect(await countUsers(service)).toBe(users + 1);
    expect(await service.recorded(userRegistered)).toHaveLength(events + 1);
    expect(await honeypots()).toBe(counted + 2);
  });

  /** Registers with a form of this age in milliseconds. */
  async function registerAfter(ageMs: number) {
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    return register({ form_timestamp: now - ageMs }).finally(() => clock.mockRestore());
  }

  test.each([0, 999])('refuses a form filled within %i ms, with a message', async (ageMs) => {
    const users = await countUsers(service);
    const { status, body } = await registerAfter(ageMs);
    expect(status).toBe(422);
    expect(body).toMatchObject({ message: 'Please wait a moment and try again.', code: 'auth.too_fast' });
    expect(await countUsers(service)).toBe(users);
  });

  test.each([1000, Date.now(), -1, -3_600_000])(
    'accepts a form filled within %i ms, because browsers may have a wrong clock',
    async (ageMs) => {
      expect((await registerAfter(ageMs)).status).toBe(201);
    },
  );

  test.each([
    { honeypot_field: undefined },
    { honeypot_field: 'nickname_1234', nickname_1234: '' },
    { honeypot_field: '__proto__' },
    { company_1234: undefined },
    { honeypot_field: 'referrer_0001' },
  ])('refuses a form without its hidden field: %j', async (change) => {
    const { status, body } = await register(change);
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty('honeypot_field');
  });
});

test('returns 503 with Retry-After under a flood without blocking other calls', async () => {
  const small = { PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_HASHES_WAITING: '20' };
  const { api } = await startReplica(service, small);
  let over = false;
  const flood = Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      api.attempt(authCalls.register, { body: form() }, { headers: { 'x-client-address': `192.0.2.${at}` } }),
    ),
  ).finally(() => {
    over = true;
  });
  const other = await api.attempt(authCalls.verifyToken, {});
  expect([other.status, over]).toEqual([200, false]);
  const answers = await flood;
  const accepted = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 503);
  expect(accepted.length).toBeGreaterThanOrEqual(21);
  expect(refused.length).toBe(60 - accepted.length);
  expect([refused[0]?.headers.get('retry-after'), refused[0]?.body.code]).toEqual(['5', 'auth.busy']);
});
