import { expect, test } from 'vitest';
import { cut, cutOrNull, dateOf, imageSources, imageUrl } from './lenient.ts';

test('cuts text without NUL and lone surrogates', () => {
  expect(cut('a\u0000b', 10)).toBe('ab');
  expect(cut('ab😀', 3)).toBe('ab');
  expect(cut('ab😀', 4)).toBe('ab😀');
  expect(cutOrNull('  ', 4)).toBeNull();
});

test.each([
  ['2009-10-29', '2009-10-29'],
  ['2009-10-29 00:00:00', '2009-10-29'],
  ['2009-02-30', null],
  ['2009', null],
  ['', null],
  [null, null],
])('reads %s as the date %s', (text, date) => expect(dateOf(text)).toBe(date));

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//host/x.png',
  'https://host/a b',
  `https://${'a'.repeat(3000)}`,
  '',
])('rejects %s as the address of an image', (url) => expect(imageUrl(url)).toBeNull());

test('accepts http and https addresses', () => {
  expect(imageUrl('https://host/x.png')).toBe('https://host/x.png');
  expect(imageUrl('http://host:8080/x.png')).toBe('http://host:8080/x.png');
});

const sources = imageSources(['http://127.0.0.1:9000', 'https://*.pictures.example']);

test.each([
  'https://www.giantbomb.com/a/uploads/scale_small/1/2.jpg',
  'https://static.giantbomb.com/1.png',
  'https://images.igdb.com/igdb/image/upload/t_thumb/co1.jpg',
  'http://127.0.0.1:9000/covers/1.svg',
  'https://a.pictures.example/1.webp',
])('allows %s', (address) => expect(sources(address)).toBe(address));

test.each([
  null,
  '',
  'nothing',
  'http://static.giantbomb.com/1.png',
  'https://giantbomb.com.example/1.png',
  'https://notgiantbomb.com/1.png',
  'https://images.igdb.com@169.254.169.254/latest/meta-data',
  'https://user:password@images.igdb.com/1.jpg',
  'https://images.igdb.com:8443/1.jpg',
  'http://127.0.0.1:9001/covers/1.svg',
  'http://169.254.169.254/latest/meta-data',
  'https://pictures.example.evil.example/1.webp',
  'file:///etc/passwd',
  'javascript:alert(1)',
])('rejects %s', (address) => expect(sources(address)).toBeNull());
