import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '../../test/builders.ts';
import { askOrKept } from './kept-answers.ts';

afterEach(() => vi.unstubAllGlobals());

test('does not store a response when a different user turns out to be signed in', async () => {
  const [own, other] = [aUser(), aUser({ id: 'other' })];
  const kept: string[] = [];
  const cache = { put: async (address: string) => void kept.push(address), keys: async () => [] };
  vi.stubGlobal('caches', { open: async () => cache, match: async () => undefined, keys: async () => [] });
  vi.stubGlobal('fetch', async () => Response.json({ lists: ['mine'] }));
  let session: object = { known: false, user: null, reader: null, presumed: own };
  const api = { signal: new AbortController().signal, getState: () => ({ session }) };
  await askOrKept({ method: 'GET', path: '/api/lists' } as never, api as never);
  // The verify-token response is late; another tab has signed in another user.
  session = { known: true, user: other, reader: null, presumed: null };
  await new Promise((done) => setTimeout(done, 300));
  expect(kept).toEqual([]);
});
