import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type NextPage, pages } from '@nightshelf/platform/paging/pages.ts';

interface Asking {
  /** The user whose library lacks the games; the catalog serves users in turn. */
  readonly userId?: string;
  /** Skips games that were requested within this many seconds. */
  readonly notWithinSeconds?: number;
}

/**
 * Requests games from the catalog. Each request has its own version, so that consumers do not drop it as a duplicate.
 */
export async function requestGames(
  { em, publish }: Transaction,
  guids: readonly string[],
  { userId, notWithinSeconds = 0 }: Asking = {},
): Promise<void> {
  const requests = await em.execute<{ guid: string; version: number }[]>(
    `insert into requested_games as r (guid, version, requested_at)
     select guid, 1, clock_timestamp() from jsonb_array_elements_text(?::jsonb) as wanted (guid) order by guid
     on conflict (guid) do update set version = r.version + 1, requested_at = clock_timestamp()
     where r.requested_at <= clock_timestamp() - make_interval(secs => ?)
     returning guid, version`,
    [JSON.stringify(guids), notWithinSeconds],
  );
  for (const { guid, version } of requests) {
    publish(gameRequested, { data: { guid, ...(userId === undefined ? {} : { user_id: userId }) }, version });
  }
}

/**
 * Requests all unconfirmed games of all libraries again.
 * @returns how many games were requested
 */
export async function requestUnconfirmedGames(work: Work): Promise<number> {
  const requested = pages(
    (guid: string) => guid,
    (next) => requestPage(work, next),
  );
  let recorded = 0;
  for await (const guids of requested) recorded += guids.length;
  return recorded;
}

function requestPage(work: Work, { after, limit }: NextPage): Promise<string[]> {
  return work.transaction(async (transaction) => {
    const rows = await transaction.em.execute<{ guid: string }[]>(
      `select distinct guid from entries
       where guid > ? and guid not like 'own-%' and not exists (select from games where games.guid = entries.guid)
       order by guid limit ?`,
      [after ?? '', limit],
    );
    const guids = rows.map(({ guid }) => guid);
    await requestGames(transaction, guids);
    return guids;
  });
}
