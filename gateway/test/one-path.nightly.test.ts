import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@nightshelf/contracts/call.ts';
import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import { identityHeader, verifyIdentity } from '@nightshelf/platform/http/identity.ts';
import { testIdentitySecret } from '@nightshelf/testing/api-client.ts';
import { describe, expect, test } from 'vitest';
import { type Disguise, disguisesOf, plainPath } from './support/disguises.ts';
import { everyServiceAt } from './support/gateway.ts';
import { type RawAnswer, raw } from './support/raw.ts';
import type { SignedIn } from './support/sessions.ts';
import { startSetup } from './support/setup.ts';
import { naming } from './support/upstream.ts';

/** Factor for every limit; large enough that the general limits are never reached before those of a call. */
const factor = 0.3;

/** The requests that the service received, by request id. */
const received = new Map<string, IncomingMessage>();

const respond = naming('one of them');
const { gateway, sessions } = await startSetup(
  (request, response) => {
    received.set(String(request.headers['x-request-id']), request);
    respond(request, response);
  },
  (url) => ({ RATE_LIMIT_FACTOR: String(factor), TRUST_PROXY: '1', ...everyServiceAt(url) }),
);

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
  const sent = received.get(id);
  received.delete(id);
  return { answer, sent };
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
const isAnonymous = (path: string) => path === '/api/games/covers';

/** Stays below the limit of requests in flight. */
async function inBatches<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 16) await Promise.all(items.slice(at, at + 16).map(act));
}

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
      expect(identity?.userId).toBe(isAnonymous(pathOf(sent)) ? undefined : user.userId);
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
      // In parallel, so that the limit's minute has not passed before the last request.
      await inBatches(Array(Math.round(limit.points * factor)).fill(plain), async (allowed) => {
        expect((await send(allowed, from(), user)).answer.status).toBe(200);
      });
      expect((await send(plain, from(), user)).answer.status).toBe(429);
      await inBatches(disguisesOf(endpoint), async (disguise) => {
        const { answer, sent } = await send(disguise, from(), user);
        // A request that still reaches the service is another call, or has other parameters.
        if (sent) expect(isSameCall(sent.method) && pathOf(sent) === plain.target, disguise.target).toBe(false);
        else expect(isNoCall(answer, disguise), disguise.target).toBe(true);
      });
    });
  }
});
