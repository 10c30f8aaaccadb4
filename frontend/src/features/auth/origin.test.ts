import { expect, test } from 'vitest';
import { originOf, returnAddressOf } from './origin.ts';

test('returns to the attempted location after sign-in', () => {
  expect(originOf({ from: { pathname: '/library', search: '?view=list', hash: '' } })).toBe('/library?view=list');
});

test.each([[null], [undefined], ['/library'], [{}], [{ from: '/library' }], [{ from: { search: '?q=a' } }]])(
  'returns to the home page without an attempted location: %j',
  (state) => expect(originOf(state)).toBe('/'),
);

test.each([
  [{ pathname: '/search', search: '?q=zelda', hash: '' }, '/search?q=zelda'],
  [{ pathname: '/search', search: '?q=ポケモン', hash: '#a' }, '/search?q=%E3%83%9D%E3%82%B1%E3%83%A2%E3%83%B3#a'],
  [{ pathname: '/search', search: `?q=${'a'.repeat(500)}`, hash: '' }, '/'],
  [{ pathname: '//elsewhere.example', search: '', hash: '' }, '/'],
  [{ pathname: '/\\elsewhere.example', search: '', hash: '' }, '/'],
])('returns to an address of this site after a provider sign-in: %j', (from, address) =>
  expect(returnAddressOf({ from })).toBe(address),
);
