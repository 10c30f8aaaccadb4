import type { Match } from './matches.ts';

/** A match as a database row. */
export interface MatchRow {
  readonly guid: string;
  readonly tier: number | string;
  readonly fame: number | string;
  readonly name: string;
}

export const toMatches = (rows: readonly MatchRow[]): Match[] =>
  rows.map(({ guid, tier, fame, name }) => ({ guid, tier: Number(tier), fame: Number(fame), name }));

/**
 * Fame of a row `p` of `popularity`: the catalogue's prominence plus the nightly vault step, so that no single vault
 * change is visible.
 */
export const fame = 'coalesce(p.prominence, 0) + coalesce(p.step, 0)';
