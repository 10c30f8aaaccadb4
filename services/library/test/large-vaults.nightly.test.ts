import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type WholeLibrary, wholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { someIdentity, until } from '@nightshelf/testing';
import { beforeAll, expect, test } from 'vitest';
import { fillVault, type Manner, rawVault, startInstance, startLibrary, storeGames } from './helpers.ts';

const entries = 20_000;

const service = await startLibrary();
// The heap of a container with 512 MB.
const instance = await startInstance(service, { NODE_OPTIONS: '--max-old-space-size=256' });
beforeAll(() => storeGames(service.query, entries, { deck: 'x'.repeat(2000) }));

/** Creates a user with a full vault. */
async function collector(): Promise<Identity> {
  const identity = someIdentity();
  await fillVault(service, identity.userId, entries);
  return identity;
}

const open = (identity: Identity, manner?: Manner) => rawVault(instance.url, identity, manner);

test('sends a full vault whole, in order and equal in every encoding', async () => {
  const identity = await collector();
  const [plain, br, gzip] = await Promise.all([
    open(identity),
    open(identity, { encoding: 'br' }),
    open(identity, { encoding: 'gzip' }),
  ]);
  expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip']);
  expect(plain.bytes.length).toBeGreaterThan(40_000_000);
  // The version before the entries differs per response.
  const library = (bytes: Buffer) => bytes.subarray(bytes.indexOf('"library"'));
  expect(library(brotliDecompressSync(br.bytes)).equals(library(plain.bytes))).toBe(true);
  expect(library(gunzipSync(gzip.bytes)).equals(library(plain.bytes))).toBe(true);
  const answer = JSON.parse(plain.bytes.toString()) as WholeLibrary;
  expect(answer.library.map(({ guid }) => guid)).toEqual(Array.from({ length: entries }, (_, i) => `game-${i + 1}`));
  wholeLibrary.parse({ ...answer, library: answer.library.slice(0, 20) });
});

test("sends many full vaults to slow and disconnecting clients within a container's memory", async () => {
  const collectors = await Promise.all(Array.from({ length: 5 }, collector));
  for (let round = 0; round < 2; round += 1) {
    const leaving = collectors.map((identity) => open(identity, { leaves: true }));
    const begun = Promise.all(leaving);
    const answers = await Promise.all(
      collectors.map((identity, i) =>
        open(identity, { encoding: ['identity', 'br', 'gzip'][i % 3] ?? '', after: begun }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(collectors.map(() => 200));
  }
  expect(instance.peakMemory()).toBeLessThan(420);
});

test('frees the memory of clients that disconnect', async () => {
  const identity = await collector();
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(identity, { leaves: true })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
  await until('there is room', async () => (await open(identity, { encoding: 'br' })).status === 200);
});
