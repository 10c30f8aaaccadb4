import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, ReadyBody } from './ready-body.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=1.0', 'gzip'],
  ['br; q=0.0', null],
  ['deflate', null],
  ['', null],
  [undefined, null],
])('Accept-Encoding %s gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('each encoding holds the same bytes', async () => {
  const plain = Buffer.from(JSON.stringify({ library: Array.from({ length: 200 }, (_, i) => ({ i })) }));
  const ready = new ReadyBody('1', plain, () => {});
  expect(brotliDecompressSync((await ready.for('br')).bytes)).toEqual(plain);
  expect(gunzipSync((await ready.for('gzip')).bytes)).toEqual(plain);
  expect(await ready.for(undefined)).toEqual({ bytes: plain, encoding: null });
});

test('a small body is sent as it is', async () => {
  expect(await new ReadyBody('1', Buffer.from('{}'), () => {}).for('br')).toMatchObject({ encoding: null });
});
