import { connect, createServer, type Server, type Socket } from 'node:net';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { ApiClient, until } from '@nightshelf/testing';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { afterAll, expect, test } from 'vitest';
import { authService } from '../src/service.ts';
import { countUsers, form, join, password, tokenIn } from './people.ts';
import { startAuth } from './setup.ts';

/** A TCP proxy to Redis that tests can cut and restore. */
class Line {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #cut = false;
  #cutBefore: string | undefined;

  constructor(host: string, port: number) {
    this.#server = createServer((inside) => {
      if (this.#cut) {
        inside.destroy();
        return;
      }
      const outside = connect(port, host);
      for (const [socket, other] of [
        [inside, outside],
        [outside, inside],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => this.#sockets.delete(socket) && other.destroy());
      }
      inside.on('data', (chunk) => {
        if (this.#cutBefore && chunk.includes(this.#cutBefore)) this.cut();
        else outside.write(chunk);
      });
      outside.pipe(inside);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts the connection when the service is about to send this text. */
  cutBefore(text: string): void {
    this.#cutBefore = text;
  }

  mend(): void {
    this.#cut = false;
    this.#cutBefore = undefined;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

const service = await startAuth();
const redis = new URL(service.env.REDIS_URL ?? '');
const line = new Line(redis.hostname, Number(redis.port || 6379));
afterAll(() => line.close());
redis.hostname = '127.0.0.1';
redis.port = String(await line.listen());
const behind = await startService(authService, { ...service.env, REDIS_URL: redis.href, ROLES: 'http' });
afterAll(() => behind.stop());
const api = new ApiClient(behind.url);

test('returns 503 without Redis, stores nothing and recovers', async () => {
  const { form: known } = await join(service);
  const body = { username_or_email: known.username, password };
  expect((await api.attempt(authCalls.login, { body })).status).toBe(200);
  const users = await countUsers(service);

  line.cut();
  const started = performance.now();
  const login = await api.attempt(authCalls.login, { body });
  const registration = await api.attempt(authCalls.register, { body: form() });
  expect(performance.now() - started).toBeLessThan(20_000);
  for (const answered of [login, registration]) {
    expect(answered).toMatchObject({ status: 503, body: { code: 'auth.sessions_unavailable' } });
    expect(tokenIn(answered.headers)).toBeUndefined();
    expect(answered.headers.get('retry-after')).not.toBeNull();
  }
  expect(await countUsers(service)).toBe(users);
  expect((await api.attempt(authCalls.verifyToken, {})).status).toBe(200);

  line.mend();
  const again = await until('signing in works again', async () => {
    const answered = await api.attempt(authCalls.login, { body });
    return answered.status === 200 && answered;
  });
  expect(tokenIn(again.headers)).toBeDefined();
});

test('returns 503 with a message while Redis is full and recovers', async () => {
  const { form: known } = await join(service);
  const body = { username_or_email: known.username, password };
  const own = await OwnRedis.start();
  const full = await startService(authService, { ...service.env, REDIS_URL: own.url, ROLES: 'http' });
  const there = new ApiClient(full.url);
  try {
    await until('signing in works', async () => (await there.attempt(authCalls.login, { body })).status === 200);
    const users = await countUsers(service);
    await own.fill();
    for (const answered of [
      await there.attempt(authCalls.login, { body }),
      await there.attempt(authCalls.register, { body: form() }),
    ]) {
      expect(answered).toMatchObject({
        status: 503,
        body: {
          code: 'auth.sessions_unavailable',
          message: 'Signing in is not possible right now. Please try again.',
        },
      });
      expect(answered.headers.get('set-cookie')).toBeNull();
    }
    expect(await countUsers(service)).toBe(users);
    await own.empty();
    expect((await there.attempt(authCalls.login, { body })).status).toBe(200);
  } finally {
    await full.stop();
    await own.end();
  }
});

test('keeps the new account and asks the user to sign in when Redis fails during registration', async () => {
  const given = form();
  line.cutBefore('session:');
  const answered = await api.attempt(authCalls.register, { body: given });
  expect(answered).toMatchObject({
    status: 503,
    body: { code: 'auth.not_signed_in', message: 'Your account was created. Please sign in.' },
  });
  expect(tokenIn(answered.headers)).toBeUndefined();
  line.mend();
  const body = { username_or_email: given.username, password };
  await until('they can sign in', async () => (await api.attempt(authCalls.login, { body })).status === 200);
});

test('returns 503 without a cookie when Redis fails during sign-in', async () => {
  const { form: known } = await join(service);
  const body = { username_or_email: known.username, password };
  await until('signing in works', async () => (await api.attempt(authCalls.login, { body })).status === 200);
  line.cutBefore('session:');
  const answered = await api.attempt(authCalls.login, { body });
  line.mend();
  expect(answered.status).toBe(503);
  expect(answered.headers.get('set-cookie')).toBeNull();
});
