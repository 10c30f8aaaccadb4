import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { LiveNotification } from '@nightshelf/contracts/live.ts';
import { hashOfSecret, newTokenSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import { TokenCopies } from '@nightshelf/platform/api-tokens/token-copies.ts';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './support/gateway.ts';
import { type OpenStream, openStream } from './support/live.ts';
import { connection } from './support/raw.ts';
import { sendRequest } from './support/send-request.ts';
import { Sessions, type SignedIn } from './support/sessions.ts';

let ada: SignedIn;
const streams: OpenStream[] = [];

async function start(): Promise<TestGateway> {
  const started = await startTestGateway({ REDIS_URL: redis.url, REDIS_CACHE_URL: redis.url, LOG_LEVEL: 'debug' });
  await hasRedis(started);
  return started;
}

const hasRedis = (at: TestGateway) =>
  until('the gateway has its Redis', async () => {
    const { degraded } = (await (await fetch(`${at.operationsUrl}/readyz`)).json()) as { degraded: object };
    return Object.keys(degraded).length === 0 && (await at.figure('gateway_live_subscribed')) === 1;
  });

const redis = await OwnRedis.start();
const publisher = new Redis(redis.url);
afterAll(() => publisher.disconnect());
publisher.on('error', () => undefined);
const sessions = new Sessions(redis.url);
const gateway = await start();
beforeEach(async () => {
  ada = await sessions.signIn();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await until('no stream is left', async () => (await gateway.figure('gateway_live_streams')) === 0);
});

async function open(who: SignedIn, query = '', at = gateway): Promise<OpenStream> {
  const stream = await openStream(`${at.url}/api/live${query}`, who.headers);
  streams.push(stream);
  return stream;
}

async function greeted(who: SignedIn, query = '', at = gateway): Promise<OpenStream> {
  const stream = await open(who, query, at);
  expect(stream.status).toBe(200);
  await until('it is greeted', () => stream.events.length > 0);
  return stream;
}

const publish = (notification: LiveNotification | object) => publisher.publish('live', JSON.stringify(notification));

const vaultOf = ({ userId }: SignedIn, version = 1): LiveNotification => ({
  to: { user: userId },
  event: 'vault',
  data: { entry_id: randomUUID(), guid: '3030-1', version },
});

/** Returns all events but the greeting, once everything published before has arrived. */
async function received(stream: OpenStream, who: SignedIn): Promise<unknown[]> {
  const last = vaultOf(who);
  await publish(last);
  const isLast = ({ data }: { data: unknown }) => JSON.stringify(data) === JSON.stringify(last.data);
  await until('the last has arrived', () => stream.events.some(isLast));
  return stream.events.filter((event) => event.event !== 'hello' && !isLast(event));
}

test('starts immediately without caching or buffering, and sends a user only their own notifications', async () => {
  const bob = await sessions.signIn('bob');
  const [stream, second, other] = [await greeted(ada), await greeted(ada), await greeted(bob)];
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(stream.headers).not.toHaveProperty('content-encoding');
  expect(stream.beginning()).toMatch(/^retry: \d{4}\n\nevent: hello\ndata: \{\}\n\n/);
  const notification = vaultOf(ada, 3);
  const news: LiveNotification = { to: { user: ada.userId }, event: 'notifications', data: {} };
  for (const each of [notification, news]) await publish(each);
  const expected = [notification, news].map(({ event, data }) => ({ event, data }));
  expect(await received(stream, ada)).toEqual(expected);
  await until('the other device has it too', () => second.events.length === stream.events.length);
  expect(second.events).toEqual(stream.events);
  // Another user's vault is not a topic.
  const curious = await greeted(bob, `?users=${ada.userId}`);
  await publish(vaultOf(ada));
  expect(await received(other, bob)).toEqual([]);
  expect(await received(curious, bob)).not.toContainEqual(
    expect.objectContaining({ event: 'vault', data: notification.data }),
  );
});

test('sends the notifications of the requested pages and games only', async () => {
  const [page, other, game] = [randomUUID(), randomUUID(), '3030-4725'];
  const stream = await greeted(ada, `?users=${other},${page.toUpperCase()},${page}&games=igdb-7,${game}`);
  const notifications: LiveNotification[] = [
    { to: { page }, event: 'page', data: { user_id: page } },
    { to: { game }, event: 'game', data: { guid: game } },
  ];
  await publish({ to: { page: randomUUID() }, event: 'page', data: {} });
  await publish({ to: { game: '3030-1' }, event: 'game', data: {} });
  for (const notification of notifications) await publish(notification);
  // An unknown event of a newer release; then invalid ones, and one that imitates the gateway.
  await publish({ to: { page }, event: 'party', data: { at: 'noon\n\nevent: end' } });
  await publish({ to: { user: ada.userId }, event: 'end', data: { reason: 'session' } });
  await publish({ to: { user: ada.userId }, event: 'vault\ndata: 1', data: {} });
  await publisher.publish('live', '{"to":');
  expect(await received(stream, ada)).toEqual([
    ...notifications.map(({ event, data }) => ({ event, data })),
    { event: 'party', data: { at: 'noon\n\nevent: end' } },
  ]);
});

test('rejects anonymous callers, API tokens and invalid topics', async () => {
  const live = `${gateway.url}/api/live`;
  const unreachable = await sendRequest(live);
  expect([unreachable.status, unreachable.json().code]).toEqual([401, 'auth.unauthenticated']);
  const secret = newTokenSecret();
  const holder = { token_id: randomUUID(), user_id: ada.userId, username: 'ada', ends_at: Date.now() + 60_000 };
  const token = { ...holder, scopes: ['library:read', 'library:write'] as ('library:read' | 'library:write')[] };
  await new TokenCopies(publisher).keep(hashOfSecret(secret), token);
  const byToken = await sendRequest(live, { headers: { ...ada.headers, authorization: `Bearer ${secret}` } });
  expect([byToken.status, byToken.json().code]).toEqual([403, 'auth.token_scope']);
  const many = Array.from({ length: 21 }, () => randomUUID());
  const wrong = ['users=1', `users=${many}`, 'games=%20', 'games=a,%0A', `users=${many[0]}&users=${many[1]}`];
  for (const query of [...wrong, `games=${'a'.repeat(2000)}`]) {
    const { status, json } = await sendRequest(`${live}?${query}`, { headers: ada.headers });
    expect([query, status, json().code]).toEqual([query, 422, 'request.invalid']);
  }
  const body = await sendRequest(live, { headers: ada.headers, body: 'kept open' });
  expect(body.status).toBe(413);
});

test.each(['HEAD', 'POST', 'DELETE'])('returns 405 for %s', async (method) => {
  const { status, headers } = await sendRequest(`${gateway.url}/api/live`, { method, headers: ada.headers });
  expect([status, headers.allow]).toEqual([405, 'GET']);
});

test('accepts every spelling of its path, and no other path', async () => {
  for (const path of ['/api/%6Cive', '/api//live', '/api/x/../live']) {
    expect((await greeted(ada, '', { ...gateway, url: `${gateway.url}${path}?` })).status).toBe(200);
  }
  for (const path of ['/api/live/', '/api/live/x', '/api/livelier']) {
    expect((await sendRequest(gateway.url + path, { headers: ada.headers })).status).toBe(404);
  }
});

test('allows ten streams per user, and frees a place when one closes', async () => {
  const opened = await Promise.all(Array.from({ length: 10 }, () => greeted(ada)));
  const { status, headers, json } = await sendRequest(`${gateway.url}/api/live`, { headers: ada.headers });
  expect([status, json().code, headers['retry-after']]).toEqual([429, 'gateway.too_many_at_once', '30']);
  expect((await greeted(await sessions.signIn('bob'))).status).toBe(200);
  opened[3]?.close();
  await until('there is room again', async () => (await open(ada)).status === 200);
});

test('ends a stream within seconds of its session, and no other stream', async () => {
  const [phone] = [await sessions.signIn()];
  const [stream, other] = [await greeted(ada), await greeted(phone)];
  // Using a session does not end it.
  await publisher.hset(`session:${ada.sessionId}`, 'seen', Date.now());
  expect(await received(stream, ada)).toEqual([]);
  const began = performance.now();
  await sessions.end(ada);
  await until('it has ended', () => stream.ended());
  // Without tracking, sessions are checked every five seconds.
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(stream.events.at(-1)).toEqual({ event: 'end', data: { reason: 'session' } });
  expect(await received(other, phone)).toEqual([]);
  expect(other.ended()).toBe(false);
});

async function bareStream(who: SignedIn, query = '') {
  const opened = await connection(gateway.url);
  opened.socket.write(`GET /api/live${query} HTTP/1.1\r\nhost: a\r\ncookie: ${who.headers.cookie}\r\n\r\n`);
  return opened;
}

test('drops clients that read nothing, without using memory or disturbing other streams', async () => {
  const page = randomUUID();
  const stream = await greeted(ada, `?users=${page}`);
  const idlers = await Promise.all(['bob', 'eve'].map((name) => sessions.signIn(name)));
  const lazy = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const { socket } = await bareStream(idlers[at % 2] as SignedIn, `?users=${page}`);
      return socket.pause();
    }),
  );
  await until('all are open', async () => (await gateway.figure('gateway_live_streams')) === 21);
  const dropped = () => gateway.figure('gateway_live_ended_total', /reason="slow"/);
  const [slow, memory] = [await dropped(), await gateway.figure('process_resident_memory_bytes')];
  const data = { text: 'x'.repeat(8000) };
  for (let sent = 0; sent < 430; sent += 1) {
    // Less than a stream may be behind, so an active reader keeps up, however slow the machine.
    await Promise.all(Array.from({ length: 7 }, () => publish({ to: { page }, event: 'page', data })));
    await received(stream, ada);
  }
  expect((await gateway.figure('process_resident_memory_bytes')) - memory).toBeLessThan(64e6);
  await until('all of them are dropped', async () => (await dropped()) === slow + lazy.length);
  for (const socket of lazy) socket.destroy();
  expect((await received(stream, ada)).length).toBeGreaterThan(100);
  expect(stream.ended()).toBe(false);
});

test('ends the stream of a client that sends more data or ends its side', async () => {
  for (const leave of [
    (socket: Socket) => void socket.write('GET /api/live HTTP/1.1\r\nhost: a\r\n\r\n'),
    (socket: Socket) => void socket.end(),
    (socket: Socket) => void socket.resetAndDestroy(),
  ]) {
    const { socket, answers } = await bareStream(ada);
    await until('it is greeted', () => answers().includes('event: hello'));
    leave(socket);
    await until('it has ended', () => socket.destroyed || socket.readableEnded);
    await until('it is counted no more', async () => (await gateway.figure('gateway_live_streams')) === 0);
    expect(answers().match(/HTTP\/1\.1 /g)).toHaveLength(1);
    socket.destroy();
  }
});

test('gives clients random reconnect delays', async () => {
  const people = await Promise.all(['bob', 'eve', 'kim', 'lea', 'max', 'noa'].map((name) => sessions.signIn(name)));
  const opened = await Promise.all(Array.from({ length: 60 }, (_, at) => greeted(people[at % 6] as SignedIn)));
  const pauses = opened.map((stream) => Number(/^retry: (\d+)\n/.exec(stream.beginning())?.[1]));
  for (const second of [1, 2, 3, 4]) {
    const within = pauses.filter((ms) => Math.floor(ms / 1000) === second);
    expect(within.length).toBeGreaterThan(0);
    expect(within.length).toBeLessThan(pauses.length * 0.6);
  }
});

test('counts a stream when it begins but not when it ends, and documents the call', async () => {
  const count = () => gateway.figure('gateway_request_duration_seconds_count', /route="live",status="200"/);
  const before = (await count()) || 0;
  const stream = await greeted(ada);
  expect(await count()).toBe(before + 1);
  expect(await gateway.figure('gateway_live_streams')).toBe(1);
  const id = stream.headers['x-request-id'];
  expect(gateway.log.filter((line) => line.includes(`"${id}"`) && line.includes('"url"'))).toHaveLength(1);
  stream.close();
  await until('it is gone', async () => (await gateway.figure('gateway_live_streams')) === 0);
  expect(await count()).toBe(before + 1);
  const document = (await sendRequest(`${gateway.url}/api/docs/gateway.json`)).json<{
    paths: Record<string, object>;
  }>();
  expect(document.paths['/api/live']).toMatchObject({
    get: {
      parameters: [{ name: 'users' }, { name: 'games' }],
      security: [{ session: [] }],
      responses: { 200: { content: { 'text/event-stream': {} } }, 401: {}, 403: {}, 422: {}, 429: {} },
    },
  });
  expect((await sendRequest(`${gateway.url}/api/docs`)).body.toString()).toContain('<code>/api/live</code>');
});

test('greets streams again after it lost its subscription to Redis', async () => {
  const stream = await greeted(ada);
  await redis.with((client) => client.client('KILL', 'TYPE', 'pubsub'));
  await until('it is greeted again', () => stream.events.filter(({ event }) => event === 'hello').length === 2);
  expect(stream.ended()).toBe(false);
});

test('keeps streams while Redis is down, then ends those whose session is gone', async () => {
  const stream = await greeted(ada);
  await redis.end();
  const kept = await until('Redis is missed', async () => (await gateway.figure('gateway_live_subscribed')) === 0);
  expect([kept, stream.ended()]).toEqual([true, false]);
  await redis.start();
  // This Redis lost all its data.
  await until('it has ended', () => stream.ended());
  expect(stream.events.at(-1)).toEqual({ event: 'end', data: { reason: 'session' } });
  await hasRedis(gateway);
  const eve = await sessions.signIn('eve');
  expect(await received(await greeted(eve), eve)).toEqual([]);
});

test('notifies streams that the gateway is stopping, and does not wait for them', async () => {
  const other = await start();
  const opened = await Promise.all(Array.from({ length: 5 }, () => greeted(ada, '', other)));
  other.signal('SIGTERM');
  await until('all have ended', () => opened.every((stream) => stream.ended()));
  for (const { events } of opened) expect(events.at(-1)).toEqual({ event: 'end', data: { reason: 'restart' } });
  expect(await other.ended()).toBe(0);
});
