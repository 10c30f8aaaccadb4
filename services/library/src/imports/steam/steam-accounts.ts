import type { SteamSync } from '@nightshelf/contracts/steam-sync.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';

const instant = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** Returns the Steam account that the user's vault is synced with, or null. */
export async function ownSteam(em: EntityManager, userId: string): Promise<SteamSync | null> {
  const [found] = await em.execute<(Omit<SteamSync, 'next_look_at'> & { readonly due_at: string })[]>(
    `select account, rule, status, outcome, ${['connected_at', 'looked_at', 'due_at'].map(instant).join(', ')},
       (select id from imports i where i.id = a.import_id) as import_id, due_at <= clock_timestamp() as looking
     from steam_accounts a where user_id = ?`,
    [userId],
  );
  if (!found) return null;
  const { due_at: next_look_at, ...steam } = found;
  return { ...steam, next_look_at };
}

/** Notifies the user's tabs and devices of a finished sync or changed settings. */
export const tellSteam = ({ tell }: Pick<Transaction, 'tell'>, userId: string) =>
  tell({ to: { user: userId }, event: 'imports', data: {} });
