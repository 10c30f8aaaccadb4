import type { Match } from './matches.ts';

/** A match as the database gives it. */
export interface MatchRow {
  readonly guid: string;
  readonly tier: number | string;
  readonly fame: number | string;
  readonly name: string;
}

export const toMatches = (rows: readonly MatchRow[]): Match[] =>
  rows.map(({ guid, tier, fame, name }) => ({ guid, tier: Number(tier), fame: Number(fame), name }));

/**
 * How well known a game is, of a row `p` of `popularity`: what the catalogue says, and the nightly step of vaults that have it, so that
 * nobody sees a single vault change.
 */
export const fame = 'coalesce(p.prominence, 0) + coalesce(p.step, 0)';
