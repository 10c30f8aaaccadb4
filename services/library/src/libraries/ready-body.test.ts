import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ReadyBody } from './ready-body.ts';

const state = { version: '1', snapshot: '1:1:', mark: 'here', seconds: 0 };

test('decodes each encoding to the same bytes', async () => {
  const plain = Buffer.from(JSON.stringify({ library: Array.from({ length: 200 }, (_, i) => ({ i })) }));
  const ready = new ReadyBody(state, plain, () => {});
  expect(brotliDecompressSync((await ready.for('br')).bytes)).toEqual(plain);
  expect(gunzipSync((await ready.for('gzip')).bytes)).toEqual(plain);
  expect(await ready.for(undefined)).toEqual({ bytes: plain, encoding: null });
});

test('sends a small body uncompressed', async () => {
  expect(await new ReadyBody(state, Buffer.from('{}'), () => {}).for('br')).toMatchObject({ encoding: null });
});
