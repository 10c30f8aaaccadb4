import * as calls from '@nightshelf/contracts/calls/steam-sync.ts';
import { type SteamSync, steamAccountOf } from '@nightshelf/contracts/steam.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { RequestOf, Serve } from '../../serve.ts';

/**
 * Starts syncing a vault with a Steam account, or changes the settings of the same account. Another account replaces
 * the previous one and starts afresh.
 */
const synchroniseSteam = ({ userId, body, change }: RequestOf<typeof calls.synchroniseSteam>) =>
  change.transaction(async ({ em, notifyClients }) => {
    const { account, rule, status } = body;
    if (await isErased(em, userId)) throw unauthenticated();
    const meant = steamAccountOf(account);
    const named = meant ? ('id' in meant ? meant.id : meant.name) : account.trim();
    await em.execute('delete from steam_accounts where user_id = ? and account <> ?', [userId, named]);
    await em.execute(
      `insert into steam_accounts (user_id, account, rule, status, connected_at, due_at)
       values (?, ?, ?, ?, clock_timestamp(), clock_timestamp())
       on conflict (user_id) do update set rule = excluded.rule, status = excluded.status`,
      [userId, named, rule, status],
    );
    notifyOfSync({ notifyClients }, userId);
    return found(await ownSteam(em, userId));
  });

/** Makes the sync due now. */
const syncNow = ({ userId, change }: RequestOf<typeof calls.lookAtSteam>) =>
  change.transaction(async ({ em, notifyClients }) => {
    await em.execute(
      `update steam_accounts set due_at = clock_timestamp() where user_id = ? and due_at > clock_timestamp()`,
      [userId],
    );
    notifyOfSync({ notifyClients }, userId);
    return found(await ownSteam(em, userId));
  });

/** Ends the sync and forgets what it imported; does nothing when there is none. */
const endSync = ({ userId, change }: RequestOf<typeof calls.endSteamSync>) =>
  change.transaction(async ({ em, notifyClients }) => {
    await em.execute('delete from steam_accounts where user_id = ?', [userId]);
    notifyOfSync({ notifyClients }, userId);
    return null;
  });

function found(steam: SteamSync | null): SteamSync {
  if (!steam) throw notFound('library.not_synchronised', 'Your vault does not sync with Steam.');
  return steam;
}

/** Returns the Steam account that the user's vault is synced with, or null. */
async function ownSteam(em: EntityManager, userId: string): Promise<SteamSync | null> {
  const [found] = await em.execute<(Omit<SteamSync, 'next_look_at'> & { readonly due_at: string })[]>(
    `select account, rule, status, outcome, ${['connected_at', 'looked_at', 'due_at'].map(instantColumn).join(', ')},
       (select id from imports i where i.id = a.import_id) as import_id, due_at <= clock_timestamp() as looking
     from steam_accounts a where user_id = ?`,
    [userId],
  );
  if (!found) return null;
  const { due_at: next_look_at, ...steam } = found;
  return { ...steam, next_look_at };
}

/** Notifies the user's tabs and devices of a finished sync or changed settings. */
export const notifyOfSync = ({ notifyClients }: Pick<Transaction, 'notifyClients'>, userId: string) =>
  notifyClients({ to: { user: userId }, event: 'imports', data: {} });

/** @param onDue called with a user whose account is due for a sync */
export function steamSyncRoutes(serve: Serve, onDue: (userId: string) => void): void {
  serve(calls.getSteamSync, 'Your Steam sync.', async ({ em, userId }) => ({ steam: await ownSteam(em, userId) }));
  serve(calls.synchroniseSteam, 'Your vault syncs with Steam.', async (request) => {
    const steam = await synchroniseSteam(request);
    if (steam.looking) onDue(request.userId);
    return { steam };
  });
  serve(calls.lookAtSteam, 'Checking Steam.', async (request) => {
    const steam = await syncNow(request);
    onDue(request.userId);
    return { steam };
  });
  serve(calls.endSteamSync, 'Your vault no longer syncs with Steam.', endSync);
}
