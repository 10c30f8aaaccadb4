import { expect, test } from 'vitest';
import { aGame, anEntry } from '../../../test/builders.ts';
import { takeAnswer } from './take-answer.ts';

const own = anEntry({ game: aGame({ guid: 'own-1', name: 'Tape Racer' }), version: 3 });
const merged = { ...own, guid: '3030-1', game: aGame({ guid: '3030-1' }), version: 4 };
const other = anEntry({ id: '00000000-0000-4000-8000-000000000002', game: aGame({ guid: '3030-2' }) });
const known = { saved: { 'own-1': own, '3030-2': other }, queue: [] };

test('removes an entry from its previous game when it moves to another', () => {
  const news = takeAnswer({ whole_needed: false, changed: [merged], removed: [] }, known);
  expect(news).toEqual({ entries: [merged], gone: ['own-1'], dropped: [] });
});

test('does not replace a later version of an entry under another game with an earlier one', () => {
  const late = { ...known, saved: { '3030-1': merged, '3030-2': other } };
  expect(takeAnswer({ whole_needed: false, changed: [own], removed: [] }, late)).toMatchObject({
    entries: [],
    gone: [],
  });
});
