import { describe, expect, it } from 'vitest';
import type { EntryHistory, Fields, Intent, Seen } from '../gamers/history.ts';
import { checkEntry } from './check-entry.ts';

const first: Seen = { version: 1, status: 'playing', rating: null, hours_played: 1, platform_id: 1 };
const end = 1000;

const seen = (version: number, fields: Fields = {}): Seen => ({ ...first, ...fields, version });

const intent = (sentAt: number, given: Partial<Intent>): Intent => ({
  kind: 'change',
  by: 'gamer',
  key: `key-${sentAt}`,
  fields: {},
  sentAt,
  endedAt: sentAt + 1,
  mayLandUntil: given.endedAt ?? sentAt + 1,
  outcome: 'acknowledged',
  status: 200,
  before: [],
  ...given,
});

const added = intent(0, { kind: 'add', fields: { hours_played: 1, platform_id: 1 }, seen: first });

const history = (...intents: Intent[]): EntryHistory => ({
  entryId: 'entry',
  userId: 'user',
  guid: 'game',
  intents: [added, ...intents],
  readings: [],
});

const checksOf = (given: EntryHistory, stored: Seen | null) => [
  ...new Set(checkEntry(given, stored, end).map(({ check }) => check)),
];

const change = (sentAt: number, hours: number, version: number, more: Partial<Intent> = {}) =>
  intent(sentAt, { fields: { hours_played: hours }, seen: seen(version, { hours_played: hours }), ...more });
const unanswered = (sentAt: number, hours: number, more: Partial<Intent> = {}) =>
  intent(sentAt, { fields: { hours_played: hours }, outcome: 'unknown', status: 504, ...more });

describe('accepts', () => {
  it('changes one after the other', () => {
    expect(checksOf(history(change(10, 2, 2), change(20, 3, 3)), seen(3, { hours_played: 3 }))).toEqual([]);
  });

  it('concurrent changes of two writers, in either order', () => {
    const other = intent(10, { fields: { platform_id: 9 }, endedAt: 15, seen: seen(2, { platform_id: 9 }) });
    const mine = change(11, 2, 3, { endedAt: 14, seen: seen(3, { hours_played: 2, platform_id: 9 }) });
    expect(checksOf(history(other, mine), seen(3, { hours_played: 2, platform_id: 9 }))).toEqual([]);
  });

  it.each([
    ['took effect', seen(2, { hours_played: 2 })],
    ['did not', first],
  ])('a change without a response that %s', (_, stored) => {
    expect(checksOf(history(unanswered(10, 2)), stored)).toEqual([]);
  });

  it('a removal and a restoration', () => {
    const removed = intent(10, { kind: 'remove' });
    expect(checksOf(history(removed), null)).toEqual([]);
    expect(checksOf(history(removed, intent(20, { kind: 'restore', seen: seen(3) })), seen(3))).toEqual([]);
  });
});

describe('reports', () => {
  it('an acknowledged change that is not stored', () => {
    expect(checksOf(history(change(10, 2, 2)), first)).toContain('lost');
    expect(checksOf(history(change(10, 2, 2)), null)).toContain('lost');
  });

  it('two acknowledged changes that made the same version', () => {
    expect(checksOf(history(change(10, 2, 2), change(20, 3, 2)), seen(2, { hours_played: 3 }))).toContain(
      'contradiction',
    );
  });

  it('a change that took effect twice', () => {
    const stored = seen(4, { hours_played: 2 });
    expect(checksOf(history(change(10, 2, 2), change(20, 3, 3)), stored)).toEqual(['doubled', 'older over newer']);
    expect(checksOf(history(change(10, 2, 2)), seen(3, { hours_played: 2 }))).toEqual(['doubled']);
  });

  it('an abandoned change that took effect after a later one', () => {
    const given = history(unanswered(10, 2), change(100, 3, 2));
    expect(checksOf(given, seen(3, { hours_played: 2 }))).toContain('older over newer');
  });

  it('a removed entry that is there again', () => {
    expect(checksOf(history(intent(10, { kind: 'remove' })), first)).toContain('older over newer');
  });

  it('a response that shows an older version', () => {
    const given = history(change(10, 2, 2));
    given.readings.push({ sentAt: 20, endedAt: 21, seen: first });
    expect(checksOf(given, seen(2, { hours_played: 2 }))).toEqual(['older over newer']);
  });

  it('an ignored condition, and a refusal without a reason', () => {
    const stored = seen(3, { hours_played: 3 });
    expect(checksOf(history(change(10, 2, 2), change(20, 3, 3, { ifVersion: 1 })), stored)).toEqual(['condition']);
    const refused = change(10, 2, 1, {
      ifVersion: 1,
      outcome: 'refused',
      status: 409,
      code: 'library.entry_changed',
      seen: first,
    });
    expect(checksOf(history(refused), first)).toEqual(['wrong refusal']);
  });
});
