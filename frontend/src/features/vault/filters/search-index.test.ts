import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterEntries } from '../../../entities/entry/filter-entries.ts';
import { aGame, anEntry } from '../../../test/builders.ts';
import { indexFacets } from './facet-index.ts';
import { indexSearch, matching } from './search-index.ts';

const name = fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '7'), maxLength: 5 });
const entry = fc.record({ name, status: fc.constantFrom('collection', 'playing', 'want_to_play') });
const query = fc.oneof(
  name,
  fc.constantFrom('collection', 'Collection', 'play', 'want to', 'want_to', 'zzz', 'a\\n', '.'),
);

test('finds the same games as searching one by one', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), query, (given, wanted) => {
      const entries = given.map(({ name, status }, place) =>
        anEntry({ guid: `3030-${place}`, status: status as 'playing', game: aGame({ name }) }),
      );
      const index = indexFacets(entries);
      const fits = wanted.trim() === '' ? null : matching(index, indexSearch(entries), wanted);
      const found = entries.filter((_, place) => fits === null || fits[place] === 1);
      expect(found).toEqual(filterEntries(entries, wanted));
    }),
  );
});
