import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import type { Limit } from '@nightshelf/contracts/limits.ts';
import { expect, test } from 'vitest';
import { canonicalTarget } from '../src/http/canonical-target.ts';
import type { LimitSubject } from '../src/limits.ts';
import { endpointOf, methodsOf } from './known-call.ts';

/** Methods are separated by spaces; none means any. */
type Rule = readonly [name: string, by: LimitSubject, points: number, seconds: number, methods: string, path: RegExp];

/** The limits that requests must have; a new call that matches a rule and lacks its limit fails here. */
const rules: readonly Rule[] = [
  ['sign-in', 'address', 10, 60, 'POST', /^\/api\/auth\/login$/],
  ['registration', 'address', 10, 600, 'POST', /^\/api\/auth\/register\/?$/],
  ['password-reset', 'address', 5, 600, 'POST', /^\/api\/auth\/[^/]*password\/?$/],
  ['identity-sign-in', 'address', 30, 60, '', /^\/api\/auth\/(identity-providers\/[^/]+\/|pending-identity\/?$)/],
  ['search', 'address', 240, 60, 'GET', /^\/api\/(games|users)\/search(\/external)?\/?$/],
  ['suggestions', 'address', 600, 60, 'GET', /^\/api\/games\/suggest\/?$/],
  ['user-steam', 'user', 20, 600, 'GET', /^\/api\/games\/steam\/?$/],
  ['user-steam', 'user', 20, 600, 'PUT DELETE', /^\/api\/games\/library\/accounts\/steam$/],
  ['user-steam', 'user', 20, 600, 'POST', /^\/api\/games\/library\/accounts\/steam\/look$/],
  ['user-suggestions', 'user', 300, 60, 'GET', /^\/api\/games\/suggest\/?$/],
  ['follow', 'address', 240, 60, 'POST', /^\/api\/users\/[^/]+\/(un)?follow\/?$/],
  ['user-search', 'user', 120, 60, 'GET', /^\/api\/(games|users)\/search(\/external)?\/?$/],
  ['user-follow', 'user', 60, 60, 'POST', /^\/api\/users\/[^/]+\/(un)?follow\/?$/],
  ['user-deeds', 'user', 120, 60, 'GET', /^\/api\/users\/followed\/deeds\/?$/],
  ['user-add', 'user', 60, 60, 'POST', /^\/api\/games\/library\/(add(-external)?|own-games)\/?$/],
  ['user-password', 'user', 10, 600, 'POST', /^\/api\/auth\/change-password\/?$/],
  ['step-up', 'address', 20, 60, 'POST', /^\/api\/auth\/step-up$/],
  ['user-step-up', 'user', 10, 60, 'POST', /^\/api\/auth\/step-up$/],
  ['mailed-link', 'address', 30, 600, 'POST', /^\/api\/auth\/(reset-password\/link|verify-email|undo-email-change)$/],
  ['address-mail', 'address', 20, 600, 'POST', /^\/api\/auth\/email(\/verification)?$/],
  ['user-address-mail', 'user', 10, 600, 'POST', /^\/api\/auth\/email(\/verification)?$/],
  ['second-factor', 'address', 40, 60, '', /^\/api\/auth\/(passkey-challenges|passkey-sign-in|second-factor)$/],
  ['user-factors', 'user', 30, 600, 'POST', /^\/api\/auth\/(totp(\/confirm)?|recovery-codes|passkeys(\/options)?)$/],
  ['user-api-token', 'user', 30, 600, 'POST', /^\/api\/auth\/api-tokens\/?$/],
  ['user-views', 'user', 60, 60, 'POST', /^\/api\/games\/library\/views\/?$/],
  ['user-views', 'user', 60, 60, 'PUT DELETE', /^\/api\/games\/library\/views\/[^/]+\/?$/],
  ['user-favourites', 'user', 120, 60, 'PUT', /^\/api\/games\/library\/favourites\/?$/],
  ['user-plays', 'user', 120, 60, 'POST', /^\/api\/games\/library\/[^/]+\/(playthroughs|sessions)\/?$/],
  ['user-plays', 'user', 120, 60, 'PUT DELETE', /^\/api\/games\/library\/(playthroughs|sessions)\/[^/]+\/?$/],
  ['user-lists-read', 'user', 240, 60, 'GET', /^\/api\/games\/lists\/?$/],
  ['user-lists', 'user', 240, 60, 'POST', /^\/api\/games\/lists(\/[^/]+\/games(\/[^/]+\/move)?)?\/?$/],
  ['user-lists', 'user', 240, 60, 'PUT DELETE', /^\/api\/games\/lists\/[^/]+(\/games\/[^/]+)?\/?$/],
  [
    'user-export',
    'user',
    20,
    600,
    'GET',
    /^\/api\/games\/library\/(export(\.(csv|json)|\/[^/]+)|imports\/[^/]+\/report\.csv)$/,
  ],
  [
    'user-imports',
    'user',
    240,
    60,
    'POST',
    /^\/api\/games\/library\/imports(\/[^/]+\/(parts|rows|step|match|own-games))?$/,
  ],
  ['user-imports', 'user', 240, 60, 'PUT', /^\/api\/games\/library\/imports\/[^/]+(\/rows\/[^/]+)?$/],
  ['user-imports', 'user', 240, 60, 'DELETE GET', /^\/api\/games\/library\/imports\/[^/]+$/],
  ['user-history', 'user', 60, 60, 'PUT', /^\/api\/games\/library\/history$/],
  [
    'user-history',
    'user',
    60,
    60,
    'POST',
    /^\/api\/games\/library\/([^/]+\/history\/[^/]+\/restore|actions\/[^/]+\/undo)$/,
  ],
  ['user-history-read', 'user', 120, 60, 'GET', /^\/api\/games\/library\/(history|actions|removed|at)$/],
  ['user-covers', 'user', 60, 600, 'PUT', /^\/api\/games\/library\/own-games\/[^/]+\/cover$/],
  ['user-candidates', 'user', 120, 60, 'POST', /^\/api\/games\/candidates$/],
  ['user-push', 'user', 30, 600, '', /^\/api\/notifications\/push$/],
];

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

const limitsOf = (method: string, url: string) =>
  Object.entries(found(method, url)?.limits ?? {}).map(([by, limit]) => ({ by, ...limit }));

test('applies exactly the limits that a path requires, in every spelling of the path', () => {
  expect(requests.length).toBeGreaterThan(150);
  for (const { method, path } of requests) {
    const limits = rules
      .filter(
        ([, , , , methods, pattern]) =>
          (methods || method).split(' ').includes(method) && pattern.test(decodeURI(path)),
      )
      .map(([name, by, points, seconds]) => ({ name, by, points, seconds }));
    for (const url of formsOf(path))
      expect(new Set(limitsOf(method, url)), `${method} ${url}`).toEqual(new Set(limits));
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

test('applies the limits of GET to HEAD', () => {
  expect(limitsOf('HEAD', '/api/games/search?q=a')).toEqual(limitsOf('GET', '/api/games/search'));
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
