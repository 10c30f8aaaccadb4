import type { SyncRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import type { Match } from '../matching/match-rows.ts';
import { type Expected, type Planned, planOf } from '../rows.ts';

/** A readable game of the account with its match. */
export interface Told {
  readonly appId: number;
  readonly given: ImportedFields;
  readonly problems: readonly string[];
  readonly match: Match;
}

/** What an earlier sync imported for a game. */
export interface Brought {
  readonly guid: string;
  readonly hours: number | null;
}

interface Known {
  readonly rule: SyncRule;
  /** By Steam app id; null for a seen game that is not matched yet. */
  readonly brought: ReadonlyMap<number, Brought | null>;
  /** By guid: games in the vault. */
  readonly entries: ReadonlyMap<string, NonNullable<Planned['entry']>>;
  /** By guid: the hours that any import set last. */
  readonly imported: ReadonlyMap<string, number | null>;
}

export interface NewRow extends Omit<Told, 'appId' | 'match'>, Match {
  readonly expects: Expected;
}

/** What the next sync needs to know about a game. */
export interface Seen {
  readonly app_id: number;
  readonly guid: string | null;
  readonly hours: number | null;
}

/**
 * Plans the import rows for what is new in an account; none when nothing would change. A known game only updates hours
 * that the user has not edited, and a likely match is left to the user, because no person reviews these rows.
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
    // Skipped hours are not the vault's hours, so keep the previous ones.
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
