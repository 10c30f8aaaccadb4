import { importRules } from '@nightshelf/contracts/import-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type CatalogParts, findCandidates, type SteamGames } from '../ask-catalog.ts';
import type { Match } from '../matching/match.ts';
import { candidateRow, matchRows } from '../matching/match-rows.ts';
import { steam } from '../sources/steam.ts';
import type { Look } from './take-look.ts';

/** Games matched per request. */
const part = 500;

export type MatchesOfNews = ReadonlyMap<number, Match>;

/** Matches the account's new games, keyed by Steam app id. */
export async function matchNews(
  parts: CatalogParts & { readonly work: Work },
  { user_id }: Look,
  { games }: SteamGames,
  stopping: AbortSignal,
): Promise<MatchesOfNews> {
  const em = parts.work.query();
  const brought = await broughtApps(em, user_id);
  const fresh = games
    .filter(({ app_id }) => !brought.has(app_id))
    .slice(0, importRules.rows)
    .map((game) => ({ appId: game.app_id, given: readSteamGame(game).given }));
  const matches = new Map<number, Match>();
  for (let from = 0; from < fresh.length; from += part) {
    const rows = fresh.slice(from, from + part);
    const given = rows.map((row) => row.given);
    const asked = parts.catalogUrl
      ? (await findCandidates(parts, user_id, given.map(candidateRow), { askProvider: false, stopping })).rows
      : [];
    const found = await matchRows(em, user_id, given, asked);
    for (const [at, { appId }] of rows.entries()) {
      const { isAsked: _, ...match } = found[at] ?? { isAsked: true, match: 'none', guid: null, alternatives: [] };
      matches.set(appId, match);
    }
  }
  return matches;
}

/** Converts a game of the account to an import row. */
export const readSteamGame = ({ app_id, name, minutes, guid }: SteamGames['games'][number]) =>
  steam(
    { appid: String(app_id), name, playtime_forever: String(minutes), guid: guid ?? '' },
    { rating_of: 10, status: 'collection' },
  );

async function broughtApps(em: EntityManager, userId: string): Promise<ReadonlySet<number>> {
  const rows = await em.execute<{ app_id: string }[]>(
    'select app_id from steam_games where user_id = ? and guid is not null',
    [userId],
  );
  return new Set(rows.map(({ app_id }) => Number(app_id)));
}
