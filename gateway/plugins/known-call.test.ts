import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import type { Limit } from '@nightshelf/contracts/limits.ts';
import { expect, test } from 'vitest';
import { canonicalTarget } from '../src/http/canonical-target.ts';
import { endpointOf, methodsOf } from './known-call.ts';

const slow = [
  /^\/api\/games\/search\/external\/?$/,
  /^\/api\/games\/(?!(search|suggest|lists|catalogue|covers)\/?$)[^/]+\/?$/,
  /^\/api\/games\/[^/]+\/details\/?$/,
];

const given = ['3030-5', '0195f3f0-0000-7000-8000-000000000001', 'google', '%73earch', 'pok%C3%A9mon', 'x.json'];

/** Every call, with several kinds of parameter values. */
const requests = endpoints.flatMap(({ method, path }) =>
  given.map((value) => ({ method, path: path.replace(/:\w+/g, value) })),
);

/** Percent-encoded letters are the same path to a service. */
const encoded = (path: string) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

const formsOf = (path: string) =>
  [path, encoded(path)].flatMap((form) => [form, `${form}?q=/api/auth/login`, `${form}?to=/`]);

const found = (method: string, url: string) => endpointOf(method, canonicalTarget(url) ?? '');

test('finds the same endpoint, and so the same limits, in every spelling of a path', () => {
  expect(requests.length).toBeGreaterThan(150);
  for (const { method, path } of requests) {
    const endpoint = endpointOf(method, decodeURI(path));
    for (const url of formsOf(path)) expect(found(method, url), `${method} ${url}`).toBe(endpoint);
  }
});

test('gives a longer timeout only to calls that ask the provider', () => {
  for (const { method, path } of requests) {
    const isSlow = method === 'GET' && slow.some((pattern) => pattern.test(decodeURI(path)));
    const seconds = path === '/api/games/candidates' ? 60 : isSlow ? 190 : undefined;
    for (const url of formsOf(path)) expect(found(method, url)?.timeoutSeconds, `${method} ${url}`).toBe(seconds);
  }
});

test('limits every change that an anonymous client can make', () => {
  const isOpen = (endpoint: object) => !('access' in endpoint) || endpoint.access !== 'guarded';
  const unlimited = endpoints.filter((one) => one.method !== 'GET' && !one.limits && isOpen(one));
  // The first needs a cookie, and the second stores nothing that the server has not fetched.
  expect(unlimited.map(({ path }) => path)).toEqual(['/api/auth/logout', '/api/games/cache-search-results']);
});

test('limits HEAD like GET', () => {
  expect(found('HEAD', '/api/games/search?q=a')).toBe(found('GET', '/api/games/search'));
});

test('defines limits with the same name identically', () => {
  const known = new Map<string, Limit>();
  for (const limit of endpoints.flatMap(({ limits }) => Object.values(limits ?? {}) as Limit[])) {
    expect(limit).toEqual(known.get(limit.name) ?? limit);
    known.set(limit.name, limit);
  }
});

test.each([
  ['GET', '/api/docs/payments.json'],
  ['GET', '/api/users/'],
  ['POST', '/api/auth/login/'],
  ['POST', '/api/auth/login/?q=a'],
  ['GET', '/api/nothing'],
  ['PUT', '/api/auth/login'],
  ['POST', '/'],
  // A name in a place where another call has an id.
  ['DELETE', '/api/games/library/add'],
  ['PUT', '/api/games/library/add-external?q=a'],
  ['PATCH', '/api/auth/passkeys/options'],
])('returns null for %s %s, which is not in the contracts', (method, url) => {
  expect(endpointOf(method, url)).toBeNull();
});

test('prefers calls with a literal path over those with a path parameter', () => {
  expect(methodsOf('/api/auth/passkeys/options')).toEqual(['POST']);
  expect(methodsOf('/api/auth/passkeys/0195f3f0-0000-7000-8000-000000000001')).toEqual(['PATCH', 'DELETE']);
  expect(methodsOf('/api/games/library/add')).toEqual(['POST']);
});
