import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalTarget } from './canonical-target.ts';

test.each([
  ['/', '/'],
  ['/api/auth/login', '/api/auth/login'],
  ['/api/auth/%6cogin', '/api/auth/login'],
  ['/api/auth/%6Cog%69n?a=%6C', '/api/auth/login?a=%6C'],
  ['/api/auth/%256cogin', '/api/auth/%256cogin'],
  ['/api/auth/./login', '/api/auth/login'],
  ['/api/auth/%2e/login', '/api/auth/login'],
  ['/api/x/%2E%2e/auth/login', '/api/auth/login'],
  ['/../../api/auth/login', '/api/auth/login'],
  ['/api//auth///login', '/api/auth/login'],
  ['/api/auth//../login', '/api/login'],
  ['/api/auth/login/', '/api/auth/login/'],
  ['/api/auth/login/.', '/api/auth/login/'],
  ['/api/auth/login/..', '/api/auth/'],
  ['//evil.example/..', '/'],
  ['/api/auth/login;x=1', '/api/auth/login;x=1'],
  ['/api/users/a%3bb', '/api/users/a%3Bb'],
  ['/games/pok%c3%a9mon', '/games/pok%C3%A9mon'],
  ['/games/a|b{c}', '/games/a%7Cb%7Bc%7D'],
  ['/.well-known/x', '/.well-known/x'],
  ['/games?q=a//../b&q=%zz%00\\', '/games?q=a//../b&q=%zz%00\\'],
])('turns %s into %s', (target, form) => {
  expect(canonicalTarget(target)).toBe(form);
});

test.each([
  '',
  '*',
  'api/auth/login',
  'http://shelf.example/api/auth/login',
  '/api/auth%2flogin',
  '/api/auth%2Flogin',
  '/api\\auth\\login',
  '/api/auth%5clogin',
  '/api/auth/login%00',
  '/api/auth/login%0d%0a',
  '/api/auth/login%7f',
  '/api/auth/login%C2%85',
  '/api/auth/login%',
  '/api/auth/login%4',
  '/api/auth/login%zz',
  '/api/auth/%C1%ACogin',
  '/api/auth%C0%AFlogin',
  '/api/auth/login%ff',
  '/api/auth/login%ED%A0%80',
  '/api/auth/lögin',
  '/api/auth/log in',
  '/api/auth/login#',
  '/games?q=a#b',
  '/games?q=é',
])('rejects %s', (target) => {
  expect(canonicalTarget(target)).toBeNull();
});

/** Pieces of paths, and pieces that attackers insert. */
const pieces = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '.',
    '..',
    '%2e',
    '%2F',
    '%5c',
    '\\',
    '%',
    '%25',
    '%00',
    '%c0%af',
    ';',
    '?',
    '#',
    'é',
    '\n',
  ),
  fc.string({ maxLength: 4 }),
  fc.string({ unit: 'grapheme', maxLength: 2 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const targets = fc.array(pieces, { maxLength: 12 }).map((parts) => `/${parts.join('')}`);

const always = (holds: (form: string, target: string) => boolean) =>
  fc.assert(
    fc.property(targets, (target) => {
      const form = canonicalTarget(target);
      return form === null || holds(form, target);
    }),
    { numRuns: 5000 },
  );

const pathIn = (form: string) => form.split('?')[0] ?? '';

test('rejects any target or returns a form that is already canonical', () => {
  always((form) => canonicalTarget(form) === form);
});

test('returns only paths that all parsers read the same way', () => {
  always((form) => {
    const path = pathIn(form);
    const isPath = /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[2-9A-F][0-9A-F])*)+$/.test(path);
    const segments = path.split('/').slice(1);
    const isWalked = segments.includes('.') || segments.includes('..') || segments.slice(0, -1).includes('');
    return isPath && !isWalked && !/%(?:2F|5C|7F)/.test(path) && decodeURIComponent(path) !== '';
  });
});

test('keeps the decoded segments of the target', () => {
  const read = (path: string) => path.split('/').map(decodeURIComponent);
  always((form, target) => {
    const walked: string[] = [];
    for (const segment of read(pathIn(target))) {
      if (segment === '..') walked.pop();
      else if (segment !== '' && segment !== '.') walked.push(segment);
    }
    return (
      read(pathIn(form)).filter(Boolean).join('/') === walked.join('/') &&
      form.endsWith(target.slice(pathIn(target).length))
    );
  });
});

test('decodes any escaping of letters to the same path', () => {
  const anyCase = fc.boolean();
  fc.assert(
    fc.property(fc.array(fc.tuple(anyCase, anyCase), { minLength: 40, maxLength: 40 }), (choices) => {
      const path = '/api/games/library/0195f3f0/restore';
      const escaped = path.replace(/[^/]/g, (letter, at: number) => {
        const [isEscaped, isLower] = choices[at] ?? [false, false];
        const code = letter.charCodeAt(0).toString(16);
        return isEscaped ? `%${isLower ? code : code.toUpperCase()}` : letter;
      });
      return canonicalTarget(escaped) === path;
    }),
  );
});
