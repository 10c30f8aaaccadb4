import { expect, test } from 'vitest';
import { originOf } from './origin.ts';

test('whoever was sent to sign in returns to the attempted location', () => {
  expect(originOf({ from: { pathname: '/library', search: '?view=list', hash: '' } })).toBe('/library?view=list');
});

test.each([[null], [undefined], ['/library'], [{}], [{ from: '/library' }], [{ from: { search: '?q=a' } }]])(
  'a visit of one’s own ends at home: %j',
  (state) => expect(originOf(state)).toBe('/'),
);
