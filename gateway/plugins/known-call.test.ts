import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import type { Limit } from '@nightshelf/contracts/limits.ts';
import { expect, test } from 'vitest';
import { canonicalTarget } from '../src/http/canonical-target.ts';
import type { CountedBy } from '../src/limits.ts';
import { endpointOf, methodsOf } from './known-call.ts';

interface Rule extends Limit {
  readonly by: CountedBy;
  readonly method?: string;
  readonly path: RegExp;
}

/** The limits that requests must have; a new call that matches a rule and lacks its limit fails here. */
const rules: readonly Rule[] = [
  { name: 'sign-in', by: 'address', points: 10, seconds: 60, method: 'POST', path: /^\/api\/auth\/login$/ },
  { name: 'registration', by: 'address', points: 10, seconds: 600, method: 'POST', path: /^\/api\/auth\/register\/?$/ },
  {
    name: 'password-reset',
    by: 'address',
    points: 5,
    seconds: 600,
    method: 'POST',
    path: /^\/api\/auth\/[^/]*password\/?$/,
  },
  {
    name: 'identity-sign-in',
    by: 'address',
    points: 30,
    seconds: 60,
    path: /^\/api\/auth\/(identity-providers\/[^/]+\/|pending-identity\/?$)/,
  },
  {
    name: 'search',
    by: 'address',
    points: 240,
    seconds: 60,
    method: 'GET',
    path: /^\/api\/(games|users)\/search(\/external)?\/?$/,
  },
  { name: 'suggestions', by: 'address', points: 600, seconds: 60, method: 'GET', path: /^\/api\/games\/suggest\/?$/ },
  { name: 'user-steam', by: 'user', points: 20, seconds: 600, method: 'GET', path: /^\/api\/games\/steam\/?$/ },
  ...['PUT', 'DELETE'].map((method) => ({
    name: 'user-steam',
    by: 'user' as const,
    points: 20,
    seconds: 600,
    method,
    path: /^\/api\/games\/library\/accounts\/steam$/,
  })),
  {
    name: 'user-steam',
    by: 'user',
    points: 20,
    seconds: 600,
    method: 'POST',
    path: /^\/api\/games\/library\/accounts\/steam\/look$/,
  },
  { name: 'user-suggestions', by: 'user', points: 300, seconds: 60, method: 'GET', path: /^\/api\/games\/suggest\/?$/ },
  {
    name: 'follow',
    by: 'address',
    points: 240,
    seconds: 60,
    method: 'POST',
    path: /^\/api\/users\/[^/]+\/(un)?follow\/?$/,
  },
  {
    name: 'user-search',
    by: 'user',
    points: 120,
    seconds: 60,
    method: 'GET',
    path: /^\/api\/(games|users)\/search(\/external)?\/?$/,
  },
  {
    name: 'user-follow',
    by: 'user',
    points: 60,
    seconds: 60,
    method: 'POST',
    path: /^\/api\/users\/[^/]+\/(un)?follow\/?$/,
  },
  {
    name: 'user-deeds',
    by: 'user',
    points: 120,
    seconds: 60,
    method: 'GET',
    path: /^\/api\/users\/followed\/deeds\/?$/,
  },
  {
    name: 'user-add',
    by: 'user',
    points: 60,
    seconds: 60,
    method: 'POST',
    path: /^\/api\/games\/library\/(add(-external)?|own-games)\/?$/,
  },
  {
    name: 'user-password',
    by: 'user',
    points: 10,
    seconds: 600,
    method: 'POST',
    path: /^\/api\/auth\/change-password\/?$/,
  },
  { name: 'step-up', by: 'address', points: 20, seconds: 60, method: 'POST', path: /^\/api\/auth\/step-up$/ },
  { name: 'user-step-up', by: 'user', points: 10, seconds: 60, method: 'POST', path: /^\/api\/auth\/step-up$/ },
  {
    name: 'mailed-link',
    by: 'address',
    points: 30,
    seconds: 600,
    method: 'POST',
    path: /^\/api\/auth\/(reset-password\/link|verify-email|undo-email-change)$/,
  },
  {
    name: 'address-mail',
    by: 'address',
    points: 20,
    seconds: 600,
    method: 'POST',
    path: /^\/api\/auth\/email(\/verification)?$/,
  },
  {
    name: 'user-address-mail',
    by: 'user',
    points: 10,
    seconds: 600,
    method: 'POST',
    path: /^\/api\/auth\/email(\/verification)?$/,
  },
  {
    name: 'second-factor',
    by: 'address',
    points: 40,
    seconds: 60,
    path: /^\/api\/auth\/(passkey-challenges|passkey-sign-in|second-factor)$/,
  },
  {
    name: 'user-factors',
    by: 'user',
    points: 30,
    seconds: 600,
    method: 'POST',
    path: /^\/api\/auth\/(totp(\/confirm)?|recovery-codes|passkeys(\/options)?)$/,
  },
  {
    name: 'user-api-token',
    by: 'user',
    points: 30,
    seconds: 600,
    method: 'POST',
    path: /^\/api\/auth\/api-tokens\/?$/,
  },
  {
    name: 'user-views',
    by: 'user',
    points: 60,
    seconds: 60,
    method: 'POST',
    path: /^\/api\/games\/library\/views\/?$/,
  },
  {
    name: 'user-views',
    by: 'user',
    points: 60,
    seconds: 60,
    method: 'PUT',
    path: /^\/api\/games\/library\/views\/[^/]+\/?$/,
  },
  {
    name: 'user-views',
    by: 'user',
    points: 60,
    seconds: 60,
    method: 'DELETE',
    path: /^\/api\/games\/library\/views\/[^/]+\/?$/,
  },
  {
    name: 'user-favourites',
    by: 'user',
    points: 120,
    seconds: 60,
    method: 'PUT',
    path: /^\/api\/games\/library\/favourites\/?$/,
  },
  {
    name: 'user-plays',
    by: 'user',
    points: 120,
    seconds: 60,
    method: 'POST',
    path: /^\/api\/games\/library\/[^/]+\/(playthroughs|sessions)\/?$/,
  },
  {
    name: 'user-plays',
    by: 'user',
    points: 120,
    seconds: 60,
    method: 'PUT',
    path: /^\/api\/games\/library\/(playthroughs|sessions)\/[^/]+\/?$/,
  },
  {
    name: 'user-plays',
    by: 'user',
    points: 120,
    seconds: 60,
    method: 'DELETE',
    path: /^\/api\/games\/library\/(playthroughs|sessions)\/[^/]+\/?$/,
  },
  {
    name: 'user-lists-read',
    by: 'user',
    points: 240,
    seconds: 60,
    method: 'GET',
    path: /^\/api\/games\/lists\/?$/,
  },
  {
    name: 'user-lists',
    by: 'user',
    points: 240,
    seconds: 60,
    method: 'POST',
    path: /^\/api\/games\/lists(\/[^/]+\/games(\/[^/]+\/move)?)?\/?$/,
  },
  {
    name: 'user-lists',
    by: 'user',
    points: 240,
    seconds: 60,
    method: 'PUT',
    path: /^\/api\/games\/lists\/[^/]+(\/games\/[^/]+)?\/?$/,
  },
  {
    name: 'user-lists',
    by: 'user',
    points: 240,
    seconds: 60,
    method: 'DELETE',
    path: /^\/api\/games\/lists\/[^/]+(\/games\/[^/]+)?\/?$/,
  },
  {
    name: 'user-export',
    by: 'user',
    points: 20,
    seconds: 600,
    method: 'GET',
    path: /^\/api\/games\/library\/(export(\.(csv|json)|\/[^/]+)|imports\/[^/]+\/report\.csv)$/,
  },
  {
    name: 'user-imports',
    by: 'user',
    points: 240,
    seconds: 60,
    method: 'POST',
    path: /^\/api\/games\/library\/imports(\/[^/]+\/(parts|rows|step|match|own-games))?$/,
  },
  {
    name: 'user-imports',
    by: 'user',
    points: 240,
    seconds: 60,
    method: 'PUT',
    path: /^\/api\/games\/library\/imports\/[^/]+(\/rows\/[^/]+)?$/,
  },
  {
    name: 'user-imports',
    by: 'user',
    points: 240,
    seconds: 60,
    method: 'DELETE',
    path: /^\/api\/games\/library\/imports\/[^/]+$/,
  },
  {
    name: 'user-imports',
    by: 'user',
    points: 240,
    seconds: 60,
    method: 'GET',
    path: /^\/api\/games\/library\/imports\/[^/]+$/,
  },
  {
    name: 'user-history',
    by: 'user',
    points: 60,
    seconds: 60,
    method: 'PUT',
    path: /^\/api\/games\/library\/history$/,
  },
  {
    name: 'user-history',
    by: 'user',
    points: 60,
    seconds: 60,
    method: 'POST',
    path: /^\/api\/games\/library\/([^/]+\/history\/[^/]+\/restore|actions\/[^/]+\/undo)$/,
  },
  {
    name: 'user-history-read',
    by: 'user',
    points: 120,
    seconds: 60,
    method: 'GET',
    path: /^\/api\/games\/library\/(history|actions|removed|at)$/,
  },
  {
    name: 'user-covers',
    by: 'user',
    points: 60,
    seconds: 600,
    method: 'PUT',
    path: /^\/api\/games\/library\/own-games\/[^/]+\/cover$/,
  },
  { name: 'user-candidates', by: 'user', points: 120, seconds: 60, method: 'POST', path: /^\/api\/games\/candidates$/ },
  { name: 'user-push', by: 'user', points: 30, seconds: 600, path: /^\/api\/notifications\/push$/ },
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
    const demanded = rules.filter(
      (rule) => (!rule.method || rule.method === method) && rule.path.test(decodeURI(path)),
    );
    const limits = demanded.map(({ path: _, method: __, ...limit }) => limit);
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

test('limits HEAD like GET', () => {
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

test("returns the methods of a path's own calls, without those of a call with a parameter in its place", () => {
  expect(methodsOf('/api/auth/passkeys/options')).toEqual(['POST']);
  expect(methodsOf('/api/auth/passkeys/0195f3f0-0000-7000-8000-000000000001')).toEqual(['PATCH', 'DELETE']);
  expect(methodsOf('/api/games/library/add')).toEqual(['POST']);
});
