import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TokenScope } from '@nightshelf/contracts/api-tokens.ts';
import type { CallInput } from '@nightshelf/contracts/call.ts';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { hashOfSecret, newTokenSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import { identityHeader, verifyIdentity } from '@nightshelf/platform/http/identity.ts';
import { closeAfterTests, GatewayClient, testIdentitySecret, until } from '@nightshelf/testing';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { describe, expect, test } from 'vitest';
import { type Asked, ask, startGateway, unreachable } from './gateway.ts';
import { mailedReset } from './mailed-links.ts';
import { close, join, kindsOf, outcomeOf, password, twice } from './people.ts';
import { startAuth } from './setup.ts';

const { listApiTokens, createApiToken, revokeApiToken } = apiTokenCalls;

const redis = await OwnRedis.start();
/** Fakes the other services and echoes the caller's identity. */
const others = createServer(({ headers, url }, response) => {
  const caller = verifyIdentity(String(headers[identityHeader] ?? ''), testIdentitySecret);
  response.end(JSON.stringify({ success: true, caller, url, authorization: headers.authorization ?? null }));
}).listen(0, '127.0.0.1');
closeAfterTests(async () => others.close());
await once(others, 'listening');
const url = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
const env = { LIBRARY_URL: url, CATALOG_URL: url, SOCIAL_URL: url, MEDIA_URL: url, LOG_LEVEL: 'trace' };
const service = await startAuth({ REDIS_URL: redis.url, RATE_LIMIT_FACTOR: '1000' });
const [gateway, second] = await Promise.all([startGateway(service, env), startGateway(service, env)]);

const form: CallInput<typeof createApiToken>['body'] = { name: 'Backup', scopes: ['library:read'], days: 30 };

/** Registers a user with a token and returns a function that uses it. */
async function holder(change: Partial<typeof form> = {}) {
  const { client, user } = await GatewayClient.register(gateway.url);
  const body = { ...form, scopes: ['library:read' as const, 'library:write' as const], ...change };
  const { token, secret } = await client.call(createApiToken, { body });
  const headers = { authorization: `Bearer ${secret}` };
  const use = (path = '/api/games/library', through = gateway) => ask(through, path, { headers });
  return { client, user, token, secret, headers, use };
}

/** In milliseconds. Far below the hour for which the gateway caches a token. */
const soon = 20_000;

const isRefused = (use: () => Promise<Asked>) => until('it is refused', async () => (await use()).status === 401, soon);

describe('token scopes', () => {
  test.each<{ scopes: TokenScope[] }>([
    { scopes: ['library:read'] },
    { scopes: ['library:write'] },
    { scopes: ['library:read', 'library:write'] },
  ])('accepts $scopes exactly for the calls that name one of these scopes', async ({ scopes }) => {
    const { headers, user } = await holder({ scopes });
    for (const { method, path, scope } of endpoints) {
      const target = path.replace(/:\w+/g, user.id);
      const { status, code, caller } = await ask(gateway, target, { method, headers });
      const name = `${method} ${path}`;
      // Generated covers are public, so the gateway does not look up the caller.
      if (path === '/api/games/covers') expect([status, caller?.userId]).toEqual([200, undefined]);
      else if (scope && scopes.includes(scope)) expect([name, status, caller?.userId]).toEqual([name, 200, user.id]);
      else expect([name, status, code]).toEqual([name, 403, 'auth.token_scope']);
    }
  });

  test('checks the scope for encoded and unknown paths', async () => {
    const { headers } = await holder();
    for (const path of ['/api/auth/%70rofile', '/api/auth//profile']) {
      expect([path, (await ask(gateway, path, { headers })).status]).toEqual([path, 403]);
    }
    expect((await ask(gateway, '/api/auth/nothing', { headers })).status).toBe(404);
    expect((await fetch(`${gateway.url}/api/games/library`, { method: 'HEAD', headers })).status).toBe(200);
  });

  test('checks the signed scopes in services reached without the gateway', async () => {
    const { identity } = await join(service);
    const asToken = service.api.as({ ...identity, sessionId: `token:${randomUUID()}`, scopes: ['library:write'] });
    for (const call of [authCalls.getProfile, listApiTokens, accountCalls.endOtherSessions, authCalls.logout]) {
      expect(outcomeOf(await asToken.attempt(call, {})), call.path).toEqual([403, 'auth.token_scope']);
    }
  });

  test('names the missing scope in the response and the scheme in the API document', async () => {
    const { headers } = await holder({ scopes: ['library:read'] });
    const refused = await ask(gateway, '/api/games/library/add', { method: 'POST', headers });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="library:write"');
    const document = await (await fetch(`${service.url}/api/docs/auth.json`)).json();
    expect(document).toMatchObject({
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      paths: { '/api/auth/profile': { get: { security: [{ session: [] }] } } },
    });
  });
});

describe('creating and listing tokens', () => {
  test('shows the secret once and stores it nowhere', async () => {
    const { client, secret, token, user, use } = await holder({ name: '  Nightly backup ', days: 365 });
    expect(secret).toMatch(/^nightshelf_[0-9A-Za-z]{42}$/);
    expect(token).toMatchObject({
      name: 'Nightly backup',
      scopes: ['library:read', 'library:write'],
      last_used_at: null,
    });
    expect(Date.parse(token.ends_at) - Date.parse(token.created_at)).toBe(365 * 24 * 3_600_000);
    expect((await use()).caller).toMatchObject({ userId: user.id, scopes: token.scopes });
    const listed = await client.send<object>('GET', '/api/auth/api-tokens');
    expect(listed.headers.get('cache-control')).toBe('no-store');
    const tables = await service.query(
      `select t::text, (select string_agg(k::text, '') from idempotency_keys k) from api_tokens t`,
    );
    const stored = JSON.stringify(tables) + (await redis.with(async (r) => (await r.keys('*')).join()));
    for (const shown of [JSON.stringify(listed.body), stored, gateway.log.join()]) expect(shown).not.toContain(secret);
  });

  test('records the last use at most once a minute', async () => {
    const { client, token, use } = await holder();
    await use();
    const lastUse = async () => (await client.call(listApiTokens, {})).tokens[0]?.last_used_at;
    const first = await lastUse();
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const useAgain = async () => {
      await redis.with((r) => r.flushall());
      await use();
      const rows = await service.query<{ at: Date }>('select last_used_at as at from api_tokens where id = $1', [
        token.id,
      ]);
      return rows[0]?.at.toISOString();
    };
    expect(await useAgain()).toBe(first);
    await service.query(`update api_tokens set last_used_at = now() - interval '61 seconds' where id = $1`, [token.id]);
    expect(Date.parse((await useAgain()) ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('requires a recent step-up to create one', async () => {
    const { api, identity } = await join(service);
    await redis.with((r) => r.hdel(`session:${identity.sessionId}`, 'proved'));
    const create = () => api.attempt(createApiToken, { body: form });
    expect(outcomeOf(await create())).toEqual([403, 'auth.step_up_required']);
    await api.call(factorCalls.stepUp, { body: { password } });
    expect((await create()).status).toBe(201);
  });

  test.each([
    ['no name', { name: '  ' }],
    ['a name too long', { name: 'x'.repeat(61) }],
    ['half a character', { name: '\ud800' }],
    ['no scope', { scopes: [] }],
    ['a scope that is none', { scopes: ['account'] }],
    ['the same scope twice', { scopes: ['library:read', 'library:read'] }],
    ['more than a year', { days: 366 }],
    ['no end', { days: 0 }],
  ])('refuses to create one with %s', async (_, change) => {
    const { client } = await holder();
    expect((await client.attempt(createApiToken, { body: { ...form, ...change } })).status).toBe(422);
    expect((await client.call(listApiTokens, {})).tokens).toHaveLength(1);
  });

  test('allows twenty active tokens, even with concurrent requests', async () => {
    const { client } = await holder();
    const make = () => client.attempt(createApiToken, { body: form });
    const statuses = (await Promise.all(Array.from({ length: 29 }, make))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    expect(outcomeOf(await make())).toEqual([409, 'auth.too_many_api_tokens']);
    const { tokens } = await client.call(listApiTokens, {});
    await service.query('update api_tokens set ends_at = now() where id = $1', [tokens[0]?.id]);
    expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(409);
  });

  test('creates one token for a repeated request and makes the latest secret valid', async () => {
    const { client } = await GatewayClient.register(gateway.url);
    const key = randomUUID();
    const first = await client.call(createApiToken, { body: form }, { key });
    const again = await client.call(createApiToken, { body: form }, { key });
    expect(again.token.id).toBe(first.token.id);
    const use = (secret: string) =>
      ask(gateway, '/api/games/library', { headers: { authorization: `Bearer ${secret}` } });
    expect([(await use(again.secret)).status, (await use(first.secret)).status]).toEqual([200, 401]);
    expect((await client.call(listApiTokens, {})).tokens).toHaveLength(1);
  });
});

describe('an invalid token', () => {
  test('is refused by every gateway and recorded once its owner, not another user, has revoked it', async () => {
    const { client, token, use } = await holder({ name: 'Laptop' });
    const eve = await holder();
    expect((await eve.client.attempt(revokeApiToken, { params: { id: token.id } })).status).toBe(404);
    const through = () => use('/api/games/library', second);
    expect([(await use()).status, (await through()).status]).toEqual([200, 200]);
    await client.call(revokeApiToken, { params: { id: token.id } });
    await Promise.all([isRefused(use), isRefused(through)]);
    const refused = await use();
    expect(refused.code).toBe('auth.token_invalid');
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect((await client.attempt(revokeApiToken, { params: { id: token.id } })).status).toBe(404);
    const { activity } = await client.call(accountCalls.listActivity, { query: {} });
    expect(activity.map(({ kind, detail }) => [kind, detail]).slice(0, 2)).toEqual([
      ['api_token_revoked', 'Laptop'],
      ['api_token_made', 'Laptop'],
    ]);
  });

  test("is refused after its expiry, its user's deletion or a password reset by mail", async () => {
    const resetByMail = async (id: string) => {
      const body = { token: await mailedReset(service, id), ...twice() };
      await new GatewayClient(gateway.url).call(accountCalls.resetPassword, { body });
      expect((await kindsOf(service, id)).filter((kind) => kind === 'api_tokens_revoked')).toHaveLength(1);
    };
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => service.query('update api_tokens set ends_at = now() where user_id = $1', [id]),
      (id) => close(service, id),
      (id) => service.query('delete from users where id = $1', [id]),
      resetByMail,
    ];
    await Promise.all(
      ends.map(async (end) => {
        const { use, user } = await holder();
        expect((await use()).status).toBe(200);
        await end(user.id);
        await isRefused(use);
      }),
    );
  });

  test.each([
    ['never made', () => `Bearer ${newTokenSecret()}`],
    ['mistyped', () => `Bearer ${newTokenSecret().slice(0, -1)}`],
    ['of two words', () => `Bearer ${newTokenSecret()} ${newTokenSecret()}`],
    ['none', () => 'Bearer'],
    ['a hash', () => `bearer ${hashOfSecret(newTokenSecret())}`],
  ])('is refused when %s', async (_, authorization) => {
    const asked = await ask(gateway, '/api/games/search?q=a', { headers: { authorization: authorization() } });
    expect(asked).toMatchObject({ status: 401, code: 'auth.token_invalid' });
  });
});

describe('sending a token', () => {
  test('ignores a token in the URL and never forwards it to a service', async () => {
    const { secret, use } = await holder();
    for (const name of ['token', 'access_token']) {
      expect((await ask(gateway, `/api/games/library?${name}=${secret}`)).caller).toBeNull();
    }
    expect((await use()).authorization).toBeNull();
  });

  test('prefers the token over a cookie', async () => {
    const { secret, user } = await holder({ scopes: ['library:read'] });
    const other = await GatewayClient.register(gateway.url);
    const both = (authorization: string) => ({ headers: { authorization, cookie: other.client.cookie } });
    expect((await ask(gateway, '/api/games/library', both(`BEARER ${secret}`))).caller?.userId).toBe(user.id);
    expect((await ask(gateway, '/api/auth/profile', both(`Bearer ${secret}`))).status).toBe(403);
    expect((await ask(gateway, '/api/games/library', both(`Bearer ${newTokenSecret()}`))).status).toBe(401);
    const { caller } = await ask(gateway, '/api/games/library', both('Basic dXNlcjpwYXNz'));
    expect(caller?.userId).toBe(other.user.id);
  });

  test('skips the cross-origin check for a token unless there is a cookie', async () => {
    const { client, headers } = await holder();
    const add = (more: Record<string, string>) =>
      ask(gateway, '/api/games/library/add', {
        method: 'POST',
        headers: { ...headers, origin: 'https://scripts.example', ...more },
      });
    expect((await add({})).status).toBe(200);
    expect((await add({ 'sec-fetch-site': 'cross-site' })).status).toBe(200);
    expect(await add({ cookie: client.cookie })).toMatchObject({ status: 403, code: 'request.cross_origin' });
  });
});

describe('when a dependency is unavailable', () => {
  test('restores an emptied Redis on the next use', async () => {
    const { use } = await holder();
    await redis.with((r) => r.flushall());
    expect((await use()).status).toBe(200);
    expect((await use('/api/games/library', second)).status).toBe(200);
  });

  test('returns 503 without Redis and recovers', async () => {
    const { use } = await holder();
    expect((await use()).status).toBe(200);
    redis.signal('SIGSTOP');
    const refused = await use();
    redis.signal('SIGCONT');
    expect([refused.status, refused.code]).toEqual([503, 'gateway.sessions_unavailable']);
    await until('it is taken again', async () => (await use()).status === 200);
  });

  test('accepts recently used tokens without the auth service and returns 503 for others', async () => {
    const alone = await startGateway(service, { ...env, AUTH_URL: unreachable });
    const [known, unknown] = [await holder(), await holder()];
    expect((await known.use()).status).toBe(200);
    await redis.with((r) => r.pexpire(`api-token:${hashOfSecret(known.secret)}`, 1_800_000));
    expect((await known.use('/api/games/library', alone)).status).toBe(200);
    expect((await unknown.use('/api/games/library', alone)).status).toBe(503);
  });
});

test('limits wrong tokens by address without refusing known ones, and limits each token separately', async () => {
  const strict = await startGateway(service, { ...env, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
  const [{ headers }, { headers: newcomer }] = [await holder(), await holder()];
  const from = (address: string, given: Record<string, string>) =>
    ask(strict, '/api/games/library', { headers: { ...given, 'x-forwarded-for': address } });
  expect((await from('192.0.2.1', headers)).status).toBe(200);
  const wrong = async () => (await from('192.0.2.1', { authorization: `Bearer ${newTokenSecret()}` })).status;
  // Sent concurrently, so that the minute does not end before the last one.
  expect(await Promise.all(Array.from({ length: 60 }, wrong))).toEqual(Array(60).fill(401));
  expect(await wrong()).toBe(429);
  expect(await from('192.0.2.1', newcomer)).toMatchObject({ status: 429, code: 'gateway.rate_limited' });
  expect((await from('192.0.2.1', headers)).status).toBe(200);
  expect((await from('192.0.2.2', newcomer)).status).toBe(200);
  // A new user, whose rate-limit window has just begun.
  const { client, headers: theirs } = await holder();
  const left = async () =>
    Number((await from('192.0.2.3', { cookie: client.cookie })).headers.get('ratelimit-remaining'));
  const before = await left();
  await Promise.all(Array.from({ length: 30 }, () => from('192.0.2.3', theirs)));
  expect(await left()).toBe(before - 1);
});
