import { expect, test } from 'vitest';
import { imageSources } from './lenient.ts';

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
