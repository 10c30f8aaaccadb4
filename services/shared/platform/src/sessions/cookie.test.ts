import { expect, test } from 'vitest';
import { isSecureOrigin, sessionCookie, sessionCookieName, sessionTokenIn } from './cookie.ts';

const attributesOf = (header: string) => header.split('; ').sort();

test('over HTTPS binds the session cookie to this host and sends it over HTTPS only', () => {
  const secure = isSecureOrigin('https://shelf.example');
  expect(attributesOf(sessionCookie(secure).set('token', 60))).toEqual(
    ['__Host-session=token', 'Max-Age=60', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'].sort(),
  );
  expect(attributesOf(sessionCookie(secure).end())).toContain('Max-Age=0');
});

test('over plain HTTP omits the prefix and Secure, and keeps all other attributes', () => {
  const secure = isSecureOrigin('http://localhost:8080');
  expect(attributesOf(sessionCookie(secure).set('token', 60))).toEqual(
    ['session=token', 'Max-Age=60', 'Path=/', 'HttpOnly', 'SameSite=Lax'].sort(),
  );
});

test('ignores an unprefixed cookie over HTTPS, because a sibling site could have set it', () => {
  expect(sessionCookieName(true)).toBe('__Host-session');
  expect(sessionTokenIn('session=planted', true)).toBeNull();
  expect(sessionTokenIn('session=planted; __Host-session=own', true)).toBe('own');
  expect(sessionTokenIn('xsession=abc', false)).toBeNull();
  expect(sessionTokenIn(undefined, false)).toBeNull();
});
