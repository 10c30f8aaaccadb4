import { expect, it } from 'vitest';
import { checkShown } from '../checks.ts';
import { EntryLedger, type Fields, type Seen } from './ledger.ts';

const seen = (version: number, fields: Fields = {}): Seen => ({
  ...{ status: 'playing', rating: null, hours_played: 1, platform_id: 1, ...fields },
  version,
});

/** An entry that one writer added, then changed to two hours. */
function changed(): EntryLedger {
  const entry = new EntryLedger('entry', 'user', 'game');
  entry.acknowledge({ hours_played: 1, platform_id: 1 }, seen(1));
  entry.acknowledge({ hours_played: 2 }, seen(2, { hours_played: 2 }));
  return entry;
}

const checks = (entry: EntryLedger, stored: Seen | null) => [
  ...new Set(entry.compare(stored).map(({ check }) => check)),
];

it('accepts writes whose responses arrive in another order than the writes took effect', () => {
  const entry = changed();
  entry.acknowledge({ rating: 5 }, seen(4, { hours_played: 3, rating: 5 }));
  entry.acknowledge({ hours_played: 3 }, seen(3, { hours_played: 3 }), 2);
  expect(checks(entry, seen(4, { hours_played: 3, rating: 5 }))).toEqual([]);
});

it('accepts a removal and a restoration', () => {
  const entry = changed();
  entry.remove();
  expect(checks(entry, null)).toEqual([]);
  entry.isRemoved = false;
  entry.acknowledge({}, seen(4, { hours_played: 2 }));
  expect(checks(entry, seen(4, { hours_played: 2 }))).toEqual([]);
});

it.each<[string, string, Seen | null, ((entry: EntryLedger) => void)?]>([
  ['a lost change', 'lost', seen(1)],
  ['a lost entry', 'lost', null],
  ['a change that another overwrote', 'lost', seen(2)],
  ['a change that took effect twice', 'doubled', seen(3, { hours_played: 2 })],
  ['a removed entry that is there again', 'doubled', seen(3), (entry) => entry.remove()],
  ['two writes of one version', 'doubled', seen(2), (entry) => entry.acknowledge({}, seen(2))],
  ['a version that no write made', 'doubled', seen(4), (entry) => entry.acknowledge({}, seen(4))],
  ['an ignored condition', 'condition', seen(3), (entry) => entry.acknowledge({}, seen(3), 1)],
  ['an older version after a newer one', 'older over newer', seen(2), (entry) => entry.read(seen(1), 2)],
])('reports %s', (_, check, stored, act) => {
  const entry = changed();
  act?.(entry);
  expect(checks(entry, stored)).toContain(check);
});

it('reports an older version that a visitor sees after a newer one', () => {
  const shownIn = (...hours: number[]) =>
    checkShown({ entries: new Map([['entry', changed()]]), shown: new Map([['entry', hours]]) });
  expect(shownIn(1, 2)).toEqual([]);
  expect(shownIn(1, 2, 1)).toMatchObject([{ check: 'older over newer', about: 'entry' }]);
});
