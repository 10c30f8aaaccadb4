import type { Match } from './matches.ts';

/** A match as the database gives it. */
export interface MatchRow {
  readonly guid: string;
  readonly tier: number | string;
  readonly vaults: number | string;
  readonly name: string;
}

export const toMatches = (rows: readonly MatchRow[]): Match[] =>
  rows.map(({ guid, tier, vaults, name }) => ({ guid, tier: Number(tier), vaults: Number(vaults), name }));
