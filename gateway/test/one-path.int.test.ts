import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@nightshelf/contracts/call.ts';
import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import { identityHeader, verifyIdentity } from '@nightshelf/platform/http/identity.ts';
import { testIdentitySecret } from '@nightshelf/testing/api-client.ts';
import { type IsolatedRedis, isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Disguise, disguisesOf, plainPath } from './support/disguises.ts';
import { everyServiceAt, startTestGateway, type TestGateway } from './support/gateway.ts';
import { type RawAnswer, raw } from './support/raw.ts';
import { Sessions, type SignedIn } from './support/sessions.ts';
import { naming, startUpstream, type Upstream } from './support/upstream.ts';

/** Factor for every limit; large enough that the general limits are never reached before those of a call. */
const factor = 0.3;

let redis: IsolatedRedis;
let service: Upstream;
let gateway: TestGateway;
let sessions: Sessions;

beforeAll(async () => {
  redis = await isolatedRedis();
  sessions = new Sessions(redis.url);
  service = await startUpstream(naming('one of them'));
  gateway = await startTestGateway({
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.cacheUrl,
    RATE_LIMIT_FACTOR: String(factor),
    TRUST_PROXY: '1',
    ...everyServiceAt(service.url),
  });
});

afterAll(async () => {
  await gateway?.stop();
  sessions.close();
  await service?.close();
  await redis.release();
});

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

interface Outcome {
  readonly answer: RawAnswer;
  /** The request that the service received; undefined when none arrived. */
  readonly sent: IncomingMessage | undefined;
}

async function send({ method, target, headers = '' }: Disguise, address: string, user?: SignedIn): Promise<Outcome> {
  const id = randomUUID();
  const cookie = user ? `cookie: ${user.headers.cookie}\r\n` : '';
  const common = `host: shelf\r\nconnection: close\r\nx-forwarded-for: ${address}\r\nx-request-id: ${id}\r\n`;
  const answer = await raw(gateway.url, `${method} ${target} HTTP/1.1\r\n${common}${cookie}${headers}\r\n`);
  return { answer, sent: service.requests.findLast((request) => request.headers['x-request-id'] === id) };
}

/** Matches our error format, or the client's page for paths outside /api. */
function isNoCall({ status, headers, body }: RawAnswer, { method, target }: Disguise): boolean {
  if (!target.startsWith('/api/') && headers.get('content-type')?.startsWith('text/html')) return true;
  if (method === 'OPTIONS' && status === 204) return true;
  if (status < 400 || status > 499) return false;
  if (method === 'HEAD') return true;
  const { success, message, code, request_id } = JSON.parse(body);
  return success === false && [message, code, request_id].every((part) => typeof part === 'string' && part !== '');
}

const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

/** Returns the path as a service reads it, decoded once. */
const pathOf = ({ url = '' }: IncomingMessage) => decodeURIComponent(url.split('?')[0] ?? '');

/** Drawn covers are public, so no session is looked up. */
const isForNobody = (path: string) => path === '/api/games/covers';

describe.each(named(endpoints))('%s', (_, endpoint) => {
  const plain = { method: endpoint.method, target: plainPath(endpoint) };
  /** GET and HEAD are one call; any other method is another call. */
  const isSameCall = (method: string | undefined) =>
    method === endpoint.method || (method === 'HEAD' && endpoint.method === 'GET');

  test('applies the same limits to every spelling, or rejects it', async () => {
    const limitOf = ({ answer }: Outcome) => answer.headers.get('ratelimit-limit');
    const expected = limitOf(await send(plain, newAddress(), await sessions.signIn()));
    expect(expected).toBeDefined();
    const judge = async (disguise: Disguise) => {
      const user = await sessions.signIn();
      const outcome = await send(disguise, newAddress(), user);
      const { answer, sent } = outcome;
      const what = `${disguise.method} ${disguise.target.slice(0, 200)} ${disguise.headers ?? ''}`;
      if (!sent) return expect(isNoCall(answer, disguise), `${what} ${answer.status} ${answer.body}`).toBe(true);
      expect(sent.url?.split('?')[0], what).toMatch(/^(\/[\w.~!$&'()*+,;=:@%-]+)+$/);
      const identity = verifyIdentity(String(sent.headers[identityHeader]), testIdentitySecret);
      expect(identity?.userId).toBe(isForNobody(pathOf(sent)) ? undefined : user.userId);
      expect(sent.method).toBe(disguise.method);
      expect(Object.keys(sent.headers).join()).not.toMatch(/override|x-http-method|original-url|rewrite-url/);
      if (!isSameCall(disguise.method) || pathOf(sent) !== plain.target) return;
      expect(limitOf(outcome), what).toBe(expected);
    };
    await Promise.all(disguisesOf(endpoint).map(judge));
  });

  for (const by of ['address', 'user'] as const) {
    const limit = endpoint.limits?.[by];
    if (!limit) continue;
    test(`rejects every spelling after the limit per ${by}`, async () => {
      const user = by === 'user' ? await sessions.signIn() : undefined;
      const address = newAddress();
      const from = () => (by === 'user' ? newAddress() : address);
      // In parallel, so that the limit's minute has not passed before the last request, but below the limit of requests
      // in flight.
      for (let left = Math.round(limit.points * factor); left > 0; left -= 16) {
        const some = Array.from({ length: Math.min(16, left) }, () => send(plain, from(), user));
        expect(new Set((await Promise.all(some)).map(({ answer }) => answer.status))).toEqual(new Set([200]));
      }
      expect((await send(plain, from(), user)).answer.status).toBe(429);
      for (const disguise of disguisesOf(endpoint)) {
        const { answer, sent } = await send(disguise, from(), user);
        // A request that still reaches the service is another call, or has other parameters.
        if (sent) expect(isSameCall(sent.method) && pathOf(sent) === plain.target, disguise.target).toBe(false);
        else expect(isNoCall(answer, disguise), disguise.target).toBe(true);
      }
    });
  }
});
