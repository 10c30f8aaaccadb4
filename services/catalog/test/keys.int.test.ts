import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import { checkKeys, nameOf, namesOfUnsafe, someIdentity, type UnsafeCall } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startCatalog } from './catalog.ts';

const catalog = await startCatalog({ env: { ROLES: 'http' } });

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

/** A read that uses POST, because its rows are too long for an address. */
const readsOnly = nameOf(catalogCalls.findCandidates);

test('covers every unsafe call', () => {
  expect(unsafe.map(({ call }) => nameOf(call)).sort()).toEqual(
    namesOfUnsafe(catalogCalls).filter((name) => name !== readsOnly),
  );
  expect(namesOfUnsafe(mediaCalls)).toEqual([]);
});

test.each(unsafe.map((one) => [nameOf(one.call), one] as const))(
  '%s, resent with its key, returns the first response and runs once',
  (_, one) => checkKeys(catalog.service, one),
);
