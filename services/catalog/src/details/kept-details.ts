import { type GameDetails, gameDetails } from '@nightshelf/contracts/game-details.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Copy } from '../provider-cache/provider-cache.ts';

/** Days after which stored details are fetched again. */
export const keptDays = 30;

export interface KeptDetails {
  readonly details: GameDetails;
  readonly isOld: boolean;
}

export async function keptDetails(em: EntityManager, guid: string): Promise<KeptDetails | null> {
  const [row] = await em.execute<{ data: unknown; is_old: boolean }[]>(
    'select data, fetched_at < now() - make_interval(days => ?) as is_old from game_details where guid = ?',
    [keptDays, guid],
  );
  // A later release may store them in another form.
  const parsed = row && gameDetails.safeParse(row.data);
  return parsed?.success ? { details: parsed.data, isOld: row?.is_old ?? true } : null;
}

/** An older copy never replaces a newer one. */
export async function keepDetails({ em }: Transaction, guid: string, { value, at }: Copy<GameDetails>): Promise<void> {
  await em.execute(
    `insert into game_details (guid, data, fetched_at) values (?, ?::jsonb, least(?::timestamptz, clock_timestamp()))
     on conflict (guid) do update set data = excluded.data, fetched_at = excluded.fetched_at
     where game_details.fetched_at < excluded.fetched_at`,
    [guid, JSON.stringify(value), new Date(at).toISOString()],
  );
}
