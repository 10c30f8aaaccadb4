import type { SyncRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import type { UserFields } from '../../entries/entry.ts';
import type { Match } from '../matching/match-rows.ts';
import { type Expected, planOf } from '../rows.ts';

/** A game of the account with its match. */
export interface SteamGame {
  readonly appId: number;
  readonly given: ImportedFields;
  readonly problems: readonly string[];
  readonly match: Match;
}

/** A game's state after an earlier sync. */
export interface Imported {
  readonly guid: string;
  readonly hours: number | null;
}

interface Known {
  readonly rule: SyncRule;
  /** By Steam app id; null for a seen game that is not matched yet. */
  readonly imported: ReadonlyMap<number, Imported | null>;
  /** By guid: games in the vault. */
  readonly entries: ReadonlyMap<string, UserFields>;
  /** By guid: the hours that any import set last. */
  readonly lastHours: ReadonlyMap<string, number | null>;
}

interface NewRow extends Omit<SteamGame, 'appId' | 'match'>, Match {
  readonly expects: Expected;
}

/** A game's state, stored for the next sync. */
interface Seen {
  readonly app_id: number;
  readonly guid: string | null;
  readonly hours: number | null;
}

/**
 * Plans the import rows for what is new in an account; none when nothing would change. A known game only updates hours
 * that the user has not edited, and a likely match is left to the user, because no person reviews these rows.
 */
export function planSync(games: readonly SteamGame[], known: Known): { rows: NewRow[]; seen: Seen[] } {
  const seen: Seen[] = [];
  const meant = new Set<string>();
  let changes = 0;
  const rows = games.flatMap((game) => {
    const before = known.imported.get(game.appId) ?? null;
    const row = before ? hoursAlone(game, before) : asNew(game, known.lastHours);
    const { guid } = row;
    const entry = guid === null ? null : (known.entries.get(guid) ?? null);
    const { fate } = planOf(known.rule, { ...row, entry, is_doubled: guid !== null && meant.has(guid) });
    if (guid !== null) meant.add(guid);
    const isTaken = fate === 'added' || fate === 'changed';
    if (isTaken) changes += 1;
    // Skipped hours are not the vault's hours, so keep the previous ones.
    const isAsBefore = before !== null || row.expects.hours_played !== null;
    const hours = isTaken || !isAsBefore ? row.given.hours_played : row.expects.hours_played;
    seen.push({ app_id: game.appId, guid, hours });
    return isTaken || (fate === 'unmatched' && !known.imported.has(game.appId)) ? [row] : [];
  });
  return { rows: changes > 0 ? rows : [], seen };
}

const hoursAlone = ({ given, problems }: SteamGame, { guid, hours }: Imported): NewRow => ({
  given: { ...given, guid, platform_id: null },
  ...{ problems, match: 'exact', guid, alternatives: [], expects: { hours_played: hours, adds: false } },
});

function asNew({ given, problems, match }: SteamGame, lastHours: Known['lastHours']): NewRow {
  const { guid } = match;
  const isLikely = match.match === 'likely' && guid !== null;
  const sure: Match = isLikely ? { match: 'none', guid: null, alternatives: [guid, ...match.alternatives] } : match;
  const hours = sure.guid === null ? null : (lastHours.get(sure.guid) ?? null);
  return { given, problems, ...sure, expects: { hours_played: hours, adds: true } };
}
