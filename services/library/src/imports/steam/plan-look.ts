import type { SyncRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import type { Match } from '../matching/match.ts';
import { type Expected, type Planned, planOf } from '../rows.ts';

/** A game of the account, as far as it can be read, with what the library makes of it. */
export interface Told {
  readonly appId: number;
  readonly given: ImportedFields;
  readonly problems: readonly string[];
  readonly match: Match;
}

/** What was brought of a game before. */
export interface Brought {
  readonly guid: string;
  readonly hours: number | null;
}

interface Known {
  readonly rule: SyncRule;
  /** By Steam's numbers; null for a game that was seen, but nobody knows which it is. */
  readonly brought: ReadonlyMap<number, Brought | null>;
  /** By identifiers: games that are in the vault. */
  readonly entries: ReadonlyMap<string, NonNullable<Planned['entry']>>;
  /** By identifiers: hours that an import of any kind gave last. */
  readonly imported: ReadonlyMap<string, number | null>;
}

export interface NewRow extends Omit<Told, 'appId' | 'match'>, Match {
  readonly expects: Expected;
}

/** What is to be remembered of a game. */
export interface Seen {
  readonly app_id: number;
  readonly guid: string | null;
  readonly hours: number | null;
}

/**
 * What of an account is new since the last look, as rows of an import; none where nothing would change. Of a game that was brought, only
 * hours, and only where they are still those that came; what its user changed, removed or undid since is theirs. Nobody is
 * going to look at it before it is done: a game that is only likely is left to its user.
 */
export function planLook(told: readonly Told[], known: Known): { rows: NewRow[]; seen: Seen[] } {
  const seen: Seen[] = [];
  const meant = new Set<string>();
  let changes = 0;
  const rows = told.flatMap((one) => {
    const before = known.brought.get(one.appId) ?? null;
    const row = before ? hoursAlone(one, before) : asNew(one, known.imported);
    const { guid } = row;
    const entry = guid === null ? null : (known.entries.get(guid) ?? null);
    const { fate } = planOf(known.rule, { ...row, entry, is_doubled: guid !== null && meant.has(guid) });
    if (guid !== null) meant.add(guid);
    const isTaken = fate === 'added' || fate === 'changed';
    if (isTaken) changes += 1;
    // Hours that were not taken are not what the vault has.
    const isAsBefore = before !== null || row.expects.hours_played !== null;
    const hours = isTaken || !isAsBefore ? row.given.hours_played : row.expects.hours_played;
    seen.push({ app_id: one.appId, guid, hours });
    return isTaken || (fate === 'unmatched' && !known.brought.has(one.appId)) ? [row] : [];
  });
  return { rows: changes > 0 ? rows : [], seen };
}

function hoursAlone({ given, problems }: Told, { guid, hours }: Brought): NewRow {
  return {
    given: { ...given, guid, platform_id: null },
    problems,
    match: 'exact',
    guid,
    alternatives: [],
    expects: { hours_played: hours, adds: false },
  };
}

function asNew({ given, problems, match }: Told, imported: Known['imported']): NewRow {
  const { guid } = match;
  const isLikely = match.match === 'likely' && guid !== null;
  const sure: Match = isLikely ? { match: 'none', guid: null, alternatives: [guid, ...match.alternatives] } : match;
  const hours = sure.guid === null ? null : (imported.get(sure.guid) ?? null);
  return { given, problems, ...sure, expects: { hours_played: hours, adds: true } };
}
