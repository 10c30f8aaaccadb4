import { searchGames } from '@nightshelf/contracts/calls/catalog.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toGame } from '../src/providers/giant-bomb.ts';
import { toGame as toGameOfIgdb } from '../src/providers/igdb.ts';
import { startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog({ env: { ROLES: 'http' } });

/** Text that software often mishandles: lone surrogates, NUL, non-BMP, combining, right-to-left, long words. */
const awkward = fc.constantFrom(
  ...['\ud842', '\udfb7', '\u0000', '𠮷', '🎮', 'e\u0301', '\u0301'.repeat(40), 'العاب', '\u202e', '\ufeff', 'ﷺ', 'ß'],
  ...["'", '"', '\\', '%', '_', '{', '(', ':*', '&', '\n', ' ', 'zelda', 'a'.repeat(3000), '𠮷'.repeat(3000)],
);
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const unit = fc.oneof(codePoint, fc.string(), awkward);
const anyText = fc.oneof(
  fc.array(unit, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.integer({ min: 1, max: 10_000 }).chain((length) => unit.map((piece) => piece.repeat(length).slice(0, length))),
);
const onlyShort = anyText.map((text) => text.slice(0, 200));

const examples = [
  ...['𠮷𠮷', '𠮷𠮷𠮷𠮷𠮷', '𠮷'.repeat(100), `ab${'\u{1d7d8}'.repeat(60)}`, '\ud842\ud842\ud842\ud842\ud842'],
  ...['%', '_', '%%%', '\\', "'", '?', `"; drop table games; --`, '*:*', '<->', '( or', 'a'.repeat(200)],
];

test('searches for any text without failing', async () => {
  await storeGames(catalog, [{ guid: '3030-1', name: '𠮷𠮷 zelda العاب' }]);
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyText, onlyShort, onlyShort), async (q) => {
      const { status } = await catalog.service.api.attempt(searchGames, { query: { q, limit: 50 } });
      expect([200, 414, 422, 431]).toContain(status);
    }),
    { numRuns: 100, examples: examples.map((text) => [text]) },
  );
  for (const q of examples.filter((text) => text.isWellFormed())) {
    await catalog.service.api.call(searchGames, { query: { q, limit: 50 } });
  }
});

test('stores a game with any name and finds it, or omits it', async () => {
  let count = 100;
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (name, more) => {
      count += 1;
      const item = { guid: `3030-${count}`, name, aliases: more, deck: more, description: more };
      const platforms = [{ id: 1, name: more, abbreviation: more }];
      const games = [
        toGame({ ...item, platforms, original_game_rating: [{ name: more }] }),
        toGameOfIgdb({ id: count, name, summary: more, alternative_names: [{ name: more }], platforms }),
      ].flatMap((game) => game ?? []);
      const stored = await storeGames(catalog, games);
      expect(stored.map(({ guid }) => guid)).toEqual(games.map(({ guid }) => guid));
    }),
    {
      numRuns: 60,
      examples: [
        ['half \ud842', '\udfb7'],
        ['\u0000', '\u0000'],
        ['𠮷'.repeat(600), 'a'.repeat(10_000)],
      ],
    },
  );
});
