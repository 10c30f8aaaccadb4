import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { type ApiClient, until } from '@nightshelf/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { ResponseDelay } from '../src/throttling/throttling.ts';
import { ClientAt, join, outcomeOf, password, tryLogIn } from './people.ts';
import { redisOf, startAuth, startReplica } from './setup.ts';

// With one hash at a time and a queue of one, the test detects a slot that is never released.
const service = await startAuth({ PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_HASHES_WAITING: '1' });
const { redis } = redisOf(service);

beforeEach(async () => {
  const keys = [...(await redis.keys('failure*')), ...(await redis.keys('held:*'))];
  if (keys.length > 0) await redis.del(...keys);
});

const at = (address: string, cookie = '') => new ClientAt(service.url, { address, cookie });

const fail = async (api: ApiClient, name: string) => (await tryLogIn(api, name, 'Wrong#Password1')).status;
const logIn = async (api: ApiClient, name: string) => (await tryLogIn(api, name)).status;

const endWaits = async () => {
  for (const key of await redis.keys('failure-waits:*')) await redis.del(key);
};

/** Fails repeatedly without waiting. Ten failures leave a wait of 32 seconds. */
async function failTimes(times: number, api: ApiClient, name: string): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await endWaits();
    expect(await fail(api, name)).toBe(401);
  }
}

describe('after five failures from one address', () => {
  test('doubles the wait with each failure up to 15 minutes, whether or not the account exists', async () => {
    const { form } = await join(service);
    for (const name of [form.username, 'nobody_here']) {
      const api = at('192.0.2.1');
      for (let round = 0; round < 5; round += 1) expect(await fail(api, name)).toBe(401);
      // The waits of 1 to 16 seconds are too short to check reliably.
      await failTimes(4, api, name);
      for (const seconds of [32, 64, 128, 256, 512, 900, 900]) {
        await failTimes(1, api, name);
        const refused = await tryLogIn(api, name);
        expect(outcomeOf(refused)).toEqual([429, 'auth.too_many_attempts']);
        const wait = Number(refused.headers.get('retry-after'));
        expect(wait).toBeLessThanOrEqual(seconds);
        expect(wait).toBeGreaterThan(seconds - 16);
        expect(refused.body.message).toBe(`Too many attempts. Please try again in ${wait} seconds.`);
      }
    }
  }, 120_000);

  test('allows sign-in after the wait and resets the count on success', async () => {
    const { form } = await join(service);
    const api = at('192.0.2.2');
    await failTimes(10, api, form.username);
    expect(await logIn(api, form.username.toUpperCase())).toBe(429);
    // Skips all but the last two seconds of the wait.
    for (const key of await redis.keys('failure-waits:*')) await redis.expire(key, 2);
    const status = await until('one may try again', async () => {
      const again = await logIn(api, form.username);
      return again !== 429 && again;
    });
    expect(status).toBe(200);
    for (let round = 0; round < 5; round += 1) expect(await fail(api, form.username)).toBe(401);
  }, 60_000);

  test('accepts other accounts and other networks', async () => {
    const [ada, bob] = [await join(service), await join(service)];
    const api = at('2001:db8:1:2::1');
    await failTimes(10, api, ada.form.username);
    expect(await logIn(at('2001:db8:1:2:ffff::9'), ada.form.username)).toBe(429);
    expect(await logIn(at('2001:db8:1:3::1'), ada.form.username)).toBe(200);
    expect(await logIn(api, bob.form.username)).toBe(200);
  });

  test('counts concurrent attempts', async () => {
    const { form } = await join(service);
    const api = at('192.0.2.3');
    const statuses = await Promise.all(Array.from({ length: 40 }, () => fail(api, form.username)));
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(9);
  });
});

describe('an account attacked from many addresses', () => {
  test('delays strangers without refusing them, but not a known browser', async () => {
    const { form } = await join(service);
    const first = await tryLogIn(at('192.0.2.10'), form.username);
    const cookie = first.headers.getSetCookie()[1]?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^device=/);
    await fail(at('192.0.2.11'), form.username);
    const [key = ''] = await redis.keys('held:*');
    await redis.set(key, '100', 'KEEPTTL');
    const timed = async (api: ApiClient) => {
      const began = performance.now();
      const status = await logIn(api, form.username);
      return { status, ms: performance.now() - began };
    };
    const seen = new Set<number>();
    await until('who is known is answered sooner than any stranger is', async () => {
      // The only hashing slot is free while the stranger waits.
      const [strange, known] = await Promise.all([timed(at('192.0.2.12')), timed(at('192.0.2.13', cookie))]);
      for (const { status } of [strange, known]) seen.add(status);
      return known.ms < 1900 && strange.ms > 1990;
    });
    expect([...seen]).toEqual([200]);
    expect(Number(await redis.get(key))).toBe(100);
  });

  test('limits the number of delayed responses', async () => {
    const responseDelay = new ResponseDelay(redis, 0.1);
    await responseDelay.delay('anybody');
    const [key = ''] = await redis.keys('held:*');
    await redis.set(key, '100', 'KEEPTTL');
    const outcomes = await Promise.allSettled(Array.from({ length: 520 }, () => responseDelay.delay('anybody')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(20);
    expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'auth.busy' } });
  });
});

test('multiplies the free attempts by the factor', async () => {
  const { api } = await startReplica(service, { ROLES: 'http', RATE_LIMIT_FACTOR: '3' });
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1) statuses.push(await fail(api, 'nobody_at_all'));
  expect(statuses.slice(0, 15)).toEqual(Array(15).fill(401));
  expect(statuses.slice(15)).toContain(429);
});

/** Sends over few connections, as the gateway does. @returns the status */
async function floodWith(agent: Agent, address: string, username_or_email: string): Promise<number | undefined> {
  const sent = request(`${service.url}/api/auth/login`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'x-client-address': address },
  }).end(JSON.stringify({ username_or_email, password }));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

test('answers a thousand concurrent sign-ins without blocking other calls', async () => {
  const person = await join(service);
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  let over = false;
  const flood = Promise.all(
    Array.from({ length: 1000 }, (_, index) => {
      const address = `198.51.${100 + Math.floor(index / 250)}.${index % 250}`;
      return floodWith(agent, address, index % 2 ? person.form.username : `nobody_${index % 10}`);
    }),
  ).finally(() => {
    over = true;
    agent.destroy();
  });
  const profile = await person.api.attempt(authCalls.getProfile, {});
  const health = await fetch(`${service.operationsUrl}/healthz`);
  expect([profile.status, health.status, over]).toEqual([200, 200, false]);
  const statuses = new Set(await flood);
  for (const status of statuses) expect([200, 401, 429, 503]).toContain(status);
  expect(statuses).toContain(503);
  const again = () => logIn(at('203.0.113.1'), person.form.username);
  await until('signing in works again', async () => (await again()) === 200, 60_000);
}, 180_000);
