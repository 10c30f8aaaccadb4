import { expect, test } from 'vitest';
import { originOf, returnAddressOf } from './origin.ts';

test('whoever was sent to sign in returns to the attempted location', () => {
  expect(originOf({ from: { pathname: '/library', search: '?view=list', hash: '' } })).toBe('/library?view=list');
});

test.each([[null], [undefined], ['/library'], [{}], [{ from: '/library' }], [{ from: { search: '?q=a' } }]])(
  'a visit of one’s own ends at home: %j',
  (state) => expect(originOf(state)).toBe('/'),
);

test.each([
  [{ pathname: '/search', search: '?q=zelda', hash: '' }, '/search?q=zelda'],
  [{ pathname: '/search', search: '?q=ポケモン', hash: '#a' }, '/search?q=%E3%83%9D%E3%82%B1%E3%83%A2%E3%83%B3#a'],
  [{ pathname: '/search', search: `?q=${'a'.repeat(500)}`, hash: '' }, '/'],
  [{ pathname: '//elsewhere.example', search: '', hash: '' }, '/'],
  [{ pathname: '/\\elsewhere.example', search: '', hash: '' }, '/'],
])('through a provider one returns to an address of this site: %j', (from, address) =>
  expect(returnAddressOf({ from })).toBe(address),
);
