import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { GatewayClient, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startGateway } from './gateway.ts';
import { countUsers, password, passwordChange } from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const service = await startAuth();
const { url } = await startGateway(service);

const signIn = (username: string) => GatewayClient.signIn(url, username, password);

/** Returns the status of a request with this session cookie. */
const statusWith = async (cookie: string) =>
  (await new GatewayClient(url).send('GET', '/api/auth/profile', { headers: { cookie } })).status;

const status = async (client: GatewayClient) => (await client.attempt(authCalls.getProfile, {})).status;

test('records the address that the gateway saw, ignoring forged headers', async () => {
  const { user } = await GatewayClient.register(url);
  const client = new GatewayClient(url);
  const headers = { 'x-client-address': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' };
  await client.call(authCalls.login, { body: { username_or_email: user.username, password } }, { headers });
  const { sessions } = await client.call(accountCalls.listSessions, {});
  expect(sessions.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
});

test('refuses an ended session on the next request', async () => {
  const { client: here, user } = await GatewayClient.register(url);
  const there = await signIn(user.username);
  expect([await status(here), await status(there)]).toEqual([200, 200]);
  const { sessions } = await here.call(accountCalls.listSessions, {});
  const other = sessions.find(({ is_current }) => !is_current);
  await here.call(accountCalls.endSession, { params: { id: other?.id ?? '' } });
  expect([await status(here), await status(there)]).toEqual([200, 401]);

  const again = await signIn(user.username);
  expect(await status(again)).toBe(200);
  await here.call(accountCalls.endOtherSessions, {});
  expect([await status(here), await status(again)]).toEqual([200, 401]);
});

test('keeps only this browser signed in after a password change', async () => {
  const { client: here, user } = await GatewayClient.register(url);
  const there = await signIn(user.username);
  await here.call(accountCalls.changePassword, { body: passwordChange });
  expect([await status(here), await status(there)]).toEqual([200, 401]);
});

test('rejects a cookie after sign-out and after the next sign-in', async () => {
  const { client, user } = await GatewayClient.register(url);
  const first = client.cookie;
  expect(await statusWith(first)).toBe(200);
  await client.call(authCalls.login, { body: { username_or_email: user.username, password } });
  const second = client.cookie;
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  await client.call(authCalls.logout, {});
  expect(await statusWith(second)).toBe(401);
});

test('does not activate a planted session token at sign-in', async () => {
  const { user } = await GatewayClient.register(url);
  const planted = `session=${'A'.repeat(43)}`;
  const body = { username_or_email: user.username, password };
  await new GatewayClient(url).call(authCalls.login, { body }, { headers: { cookie: planted } });
  expect(await statusWith(planted)).toBe(401);
});

test('signs everyone out after Redis was emptied and loses nothing else', async () => {
  const { client, user } = await GatewayClient.register(url);
  await client.call(authCalls.updateProfile, { body: { privacy: 'private' } });
  expect(await status(client)).toBe(200);
  const users = await countUsers(service);
  await redisOf(service).redis.flushdb();
  await until('the session is gone', async () => (await status(client)) === 401);
  expect(await client.call(authCalls.verifyToken, {})).toMatchObject({ success: false, user: null });
  expect(await countUsers(service)).toBe(users);
  const again = await signIn(user.username);
  const { user: found } = await again.call(authCalls.getProfile, {});
  expect(found).toMatchObject({ id: user.id, privacy: 'private' });
  expect((await again.call(accountCalls.listSessions, {})).sessions).toHaveLength(1);
  expect((await again.call(accountCalls.listActivity, { query: {} })).activity.length).toBeGreaterThanOrEqual(3);
});
