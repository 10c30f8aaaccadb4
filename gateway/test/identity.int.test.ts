import type { IncomingMessage } from 'node:http';
import { identityHeader, signIdentity, verifyIdentity } from '@nightshelf/platform/http/identity.ts';
import { testIdentitySecret } from '@nightshelf/testing/api-client.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { sendRequest } from './support/send-request.ts';
import { startSetup } from './support/setup.ts';
import { naming } from './support/upstream.ts';

const { gateway, service: social, sessions } = await startSetup(naming('social'), (url) => ({ SOCIAL_URL: url }));

/** Returns the headers that the service received. */
async function received(headers: Record<string, string>): Promise<IncomingMessage['headers']> {
  const { status } = await sendRequest(`${gateway.url}/api/users/1`, { headers });
  expect(status).toBe(200);
  return social.requests.at(-1)?.headers ?? {};
}

const identityIn = (headers: IncomingMessage['headers']) =>
  verifyIdentity(String(headers[identityHeader] ?? ''), testIdentitySecret, { service: 'social' });

test("sends the service the session's user, signed", async () => {
  const ada = await sessions.signIn('ada');
  const { userId, username, sessionId } = ada;
  const headers = await received(ada.headers);
  expect(identityIn(headers)).toEqual({ userId, username, sessionId });
  const sent = String(headers[identityHeader]);
  for (const service of ['auth', 'library']) {
    expect(verifyIdentity(sent, testIdentitySecret, { service }), service).toBeNull();
  }
});

test('never mixes up two users', async () => {
  const [ada, bob] = [await sessions.signIn('ada'), await sessions.signIn('bob')];
  for (const one of [ada, bob, ada, bob]) expect(identityIn(await received(one.headers))?.userId).toBe(one.userId);
});

test('returns 412 to a change when the session belongs to another user', async () => {
  const [ada, bob] = [await sessions.signIn('ada'), await sessions.signIn('bob')];
  const follow = (from: object, expected: string, method = 'POST') =>
    sendRequest(`${gateway.url}/api/users/${bob.userId}/follow`, {
      method,
      headers: { ...from, 'expected-user': expected },
    });
  expect((await follow(ada.headers, ada.userId)).status).toBe(200);
  const before = social.requests.length;
  for (const expected of [bob.userId, '', `${ada.userId}, ${ada.userId}`]) {
    const refused = await follow(ada.headers, expected);
    expect([expected, refused.status, refused.json().code]).toEqual([expected, 412, 'auth.other_user']);
  }
  expect(social.requests).toHaveLength(before);
  // The service rejects anonymous callers itself; safe requests are not checked.
  expect((await follow({}, ada.userId)).status).toBe(200);
  const { status } = await sendRequest(`${gateway.url}/api/users/1`, {
    headers: { ...bob.headers, 'expected-user': ada.userId },
  });
  expect(status).toBe(200);
});

test('drops identity headers from callers, even signed ones', async () => {
  const eve = signIdentity({ userId: crypto.randomUUID(), username: 'eve', sessionId: 'e' }, testIdentitySecret);
  expect(await received({ 'X-Identity': eve })).not.toHaveProperty(identityHeader);
  const ada = await sessions.signIn('ada');
  expect(identityIn(await received({ ...ada.headers, 'x-identity': eve }))?.username).toBe('ada');
  expect(identityIn(await received({ ...ada.headers, connection: 'x-identity' }))?.username).toBe('ada');
});

test.each([
  ['no cookie', ''],
  ['a token that was never given', `session=${'A'.repeat(43)}`],
  ['a token of another form', 'session=../../etc'],
  ['an empty token', 'session='],
])('treats a request with %s as anonymous', async (_, cookie) => {
  expect(await received(cookie ? { cookie } : {})).not.toHaveProperty(identityHeader);
});

test('rejects an ended session as soon as Redis reports it, however often it was used before', async () => {
  const rounds = 50;
  let waitedMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const ada = await sessions.signIn('ada');
    expect(identityIn(await received(ada.headers))?.sessionId).toBe(ada.sessionId);
    await received(ada.headers);
    await sessions.end(ada);
    const endedAt = performance.now();
    await until('it is ended', async () => !(identityHeader in (await received(ada.headers))));
    waitedMs += performance.now() - endedAt;
  }
  // Without tracking, each copy would be used for a second.
  expect(waitedMs).toBeLessThan((rounds * 1000) / 2);
});

test('keeps a valid request id, replaces any other, and returns the id that the service received', async () => {
  for (const [given, taken] of [
    ['order-66.a_B', true],
    ['short', false],
    ['x'.repeat(200), false],
    ['<script>alert(1)</script>', false],
  ] as const) {
    const answer = await sendRequest(`${gateway.url}/api/users/1`, { headers: { 'x-request-id': given } });
    const sent = social.requests.at(-1)?.headers['x-request-id'];
    expect(answer.headers['x-request-id']).toBe(sent);
    expect(sent === given).toBe(taken);
  }
});

test("drops hop-by-hop headers and sends the service the caller's address", async () => {
  const headers = await received({
    connection: 'keep-alive, x-secret',
    'x-secret': '1',
    te: 'trailers',
    'proxy-authorization': 'Basic abc',
    'x-forwarded-for': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
    'x-real-ip': '6.6.6.6',
    'x-client-address': '6.6.6.6',
    'accept-language': 'fr',
  });
  for (const gone of ['x-secret', 'te', 'proxy-authorization', 'forwarded', 'x-real-ip']) {
    expect(headers).not.toHaveProperty(gone);
  }
  expect(headers).toMatchObject({
    'x-client-address': '127.0.0.1',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': new URL(gateway.url).host,
    'accept-language': 'fr',
  });
});
