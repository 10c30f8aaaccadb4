import { username } from '@nightshelf/contracts/credentials.ts';
import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { returnPath } from './authorization.ts';
import { toUsername } from './first-sign-in.ts';
import { providerList } from './identity-providers.ts';

const origin = 'https://games.example.org';

test.each(['/', '/library', '/search?q=zelda&limit=2', '/game/igdb-1#about'])('keeps the path %s', (path) => {
  expect(returnPath(path, origin)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'evil.example',
  '@evil.example',
  '',
  'http://[',
])('replaces %j with the home page', (given) => {
  expect(returnPath(given, origin)).toBe('/');
});

test.each([
  ['ada', 'ada'],
  ['ada.brook@example.org', 'ada_brook'],
  ['Ada Brook', 'Ada_Brook'],
  ['Amélie Poulain', 'Amelie_Poulain'],
  ['  __x--y  ', 'x_y'],
  ['a name that is far too long for us', 'a_name_that_is_far_t'],
  ['nineteen characters !', 'nineteen_characters'],
])('turns %s into %s', (name, expected) => {
  expect(toUsername(name)).toBe(expected);
  expect(username.safeParse(expected).success).toBe(true);
});

test.each(['', '@example.org', '名前', '...'])('finds no username in %j', (name) => {
  expect(toUsername(name)).toBe('');
});

const schema = z.object({ OIDC_PROVIDERS: providerList });

const read = (...providers: unknown[]) =>
  readSettings(schema, { OIDC_PROVIDERS: JSON.stringify(providers) }).OIDC_PROVIDERS;

const google = {
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  client_id: 'nightshelf',
  client_secret: 'hush',
};

test('returns no providers without the setting', () => {
  expect(readSettings(schema, {}).OIDC_PROVIDERS).toEqual([]);
});

test('requests profile and email scopes by default', () => {
  expect(read(google)).toEqual([{ ...google, scopes: 'openid profile email' }]);
  expect(read({ ...google, scopes: 'openid' })[0]?.scopes).toBe('openid');
});

test.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000', 'https://login.example.org/tenant'])(
  'accepts the issuer %s',
  (issuer) => {
    expect(read({ ...google, issuer })).toHaveLength(1);
  },
);

test.each([
  [{ issuer: 'http://login.example.org' }, '0.issuer: must begin with https://'],
  [{ issuer: 'http://127.0.0.1.example.org' }, '0.issuer: must begin with https://'],
  [{ issuer: 'http://localhost.example.org' }, '0.issuer: must begin with https://'],
  [{ issuer: 'ftp://localhost' }, '0.issuer: must begin with https://'],
  [{ issuer: 'google' }, '0.issuer: must be an address'],
  [{ id: 'Google' }, '0.id: Must be an identity provider'],
  [{ id: '../x' }, '0.id: Must be an identity provider'],
  [{ scopes: 'profile' }, '0.scopes: must name the scope openid'],
  [{ name: ' ' }, '0.name:'],
  [{ client_secret: undefined }, '0.client_secret:'],
  [{ clientid: 'typing error' }, '0: Unrecognized key: "clientid"'],
])('refuses a provider with %o', (change, fault) => {
  expect(() => read({ ...google, ...change })).toThrow(`OIDC_PROVIDERS.${fault}`);
});

test('reports all faults together and no secrets', () => {
  const faults = () => read({ ...google, id: 'G' }, google, { ...google, issuer: 'http://x.org' });
  expect(faults).toThrow(/0\.id.*2\.issuer/s);
  expect(faults).toThrow(/^(?!.*hush)/s);
  expect(() => read(google, google)).toThrow('OIDC_PROVIDERS.1.id: is the id of another provider too');
});

test.each(['google', '{"id":"google"}', '[1]'])('refuses %s as a list of providers', (text) => {
  expect(() => readSettings(schema, { OIDC_PROVIDERS: text })).toThrow('OIDC_PROVIDERS');
});
