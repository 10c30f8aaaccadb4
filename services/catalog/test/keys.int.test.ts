import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import { checkKeys, nameOf, namesOfUnsafe, someIdentity, type UnsafeCall } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, startCatalog } from './catalog.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await startCatalog({ env: { ROLES: 'http' } });
});
afterAll(() => catalog.stop());

const unsafe: readonly UnsafeCall[] = [
  {
    call: catalogCalls.cacheSearchResults,
    prepare: async () => {
      const { results } = await catalog.service.api.call(catalogCalls.searchExternalGames, { query: { q: 'zelda' } });
      const [one, two] = results.map(({ guid }) => ({ body: { results: [{ guid }] } }));
      return { client: catalog.service.api.as(someIdentity()), input: { ...one }, other: { ...two } };
    },
  },
];

/** It is sent as a body because of its length. */
const readsOnly = nameOf(catalogCalls.findCandidates);

test('every call that changes something is among these, and none of media changes anything', () => {
  expect(unsafe.map(({ call }) => nameOf(call)).sort()).toEqual(
    namesOfUnsafe(catalogCalls).filter((name) => name !== readsOnly),
  );
  expect(namesOfUnsafe(mediaCalls)).toEqual([]);
});

test.each(unsafe.map((one) => [nameOf(one.call), one] as const))(
  '%s, sent again with its key, is answered as the first time and done once',
  (_, one) => checkKeys(catalog.service, one),
);
