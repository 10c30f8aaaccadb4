import { expect, test } from 'vitest';
import { steam } from '../sources/sources.ts';
import { type Imported, planSync, type SteamGame } from './plan-sync.ts';

const options = { rating_of: 10, status: 'collection' } as const;

const game = (appId: number, minutes: number, match: Partial<SteamGame['match']> = {}): SteamGame => ({
  appId,
  ...steam({ name: `Game ${appId}`, playtime_forever: String(minutes) }, options),
  match: { match: 'exact', guid: `g-${appId}`, alternatives: [], ...match },
});

const entry = (hours: number | null) => ({
  status: 'playing' as const,
  rating: null,
  hours_played: hours,
  platform_id: null,
  tags: [],
  is_shared: false,
});

interface Given {
  readonly rule?: 'hours_only' | 'fill_empty' | 'only_new';
  readonly imported?: readonly (readonly [number, Imported | null])[];
  readonly entries?: readonly (readonly [string, ReturnType<typeof entry>])[];
  readonly lastHours?: readonly (readonly [string, number])[];
}

const plan = (games: readonly SteamGame[], { rule = 'hours_only', imported, entries, lastHours }: Given = {}) => {
  const known = { rule, imported: new Map(imported), entries: new Map(entries), lastHours: new Map(lastHours) };
  const { rows, seen } = planSync(games, known);
  return { rows: rows.map(({ guid, given }) => [guid, given.hours_played]), seen };
};

test('adds new games but leaves a likely match to the user', () => {
  const likely = game(2, 60, { match: 'likely', alternatives: ['g-3'] });
  expect(plan([game(1, 60), likely, game(1, 90)]).rows).toEqual([
    ['g-1', 1],
    [null, 1],
  ]);
  const nothing = { imported: new Map(), entries: new Map(), lastHours: new Map() };
  const { rows } = planSync([game(1, 60), likely], { rule: 'hours_only', ...nothing });
  expect(rows[1]).toMatchObject({ match: 'none', alternatives: ['g-2', 'g-3'] });
  // A likely match alone starts no import.
  expect(plan([likely]).rows).toEqual([]);
});

test('updates imported hours but not hours that the user edited, with every rule', () => {
  const imported = [[1, { guid: 'g-1', hours: 1 }]] as const;
  const now = (hours: number | null, given: Given = {}) =>
    plan([game(1, 120)], { imported, entries: [['g-1', entry(hours)]], ...given });
  expect(now(1)).toEqual({ rows: [['g-1', 2]], seen: [{ app_id: 1, guid: 'g-1', hours: 2 }] });
  expect(now(5)).toEqual({ rows: [], seen: [{ app_id: 1, guid: 'g-1', hours: 1 }] });
  expect(now(null).rows).toEqual([]);
  expect(now(null, { rule: 'fill_empty' }).rows).toEqual([]);
  expect(now(1, { rule: 'only_new' })).toEqual({ rows: [], seen: [{ app_id: 1, guid: 'g-1', hours: 1 }] });
  const neverStarted = [[1, { guid: 'g-1', hours: null }]] as const;
  expect(now(null, { rule: 'fill_empty', imported: neverStarted }).rows).toEqual([['g-1', 2]]);
});

test('imports an unknown game once it is known', () => {
  const unknown = { match: 'none', guid: null } as const;
  expect(plan([game(1, 60, unknown), game(2, 60)], { imported: [[1, null]] }).rows).toEqual([['g-2', 1]]);
  expect(plan([game(1, 60)], { imported: [[1, null]] }).rows).toEqual([['g-1', 1]]);
});
