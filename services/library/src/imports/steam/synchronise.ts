import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as steamSyncCalls from '@nightshelf/contracts/calls/steam-sync.ts';
import { steamAccountOf } from '@nightshelf/contracts/steam-account.ts';
import type { SteamSync } from '@nightshelf/contracts/steam-sync.ts';
import { notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { ownSteam, tellSteam } from './steam-accounts.ts';

type Form = CallRequest<typeof steamSyncCalls.synchroniseSteam>['body'];

/**
 * Starts syncing a vault with a Steam account, or changes the settings of the same account. Another account replaces
 * the previous one and starts afresh.
 * @throws CodedError 401 for a deleted user
 */
export function synchroniseSteam(work: Change, userId: string, { account, rule, status }: Form): Promise<SteamSync> {
  return work.transaction(async ({ em, tell }) => {
    const [erased] = await em.execute<object[]>('select 1 from erased_users where user_id = ?', [userId]);
    if (erased) throw unauthenticated();
    const meant = steamAccountOf(account);
    const named = meant ? ('id' in meant ? meant.id : meant.name) : account.trim();
    await em.execute('delete from steam_accounts where user_id = ? and account <> ?', [userId, named]);
    await em.execute(
      `insert into steam_accounts (user_id, account, rule, status, connected_at, due_at)
       values (?, ?, ?, ?, clock_timestamp(), clock_timestamp())
       on conflict (user_id) do update set rule = excluded.rule, status = excluded.status`,
      [userId, named, rule, status],
    );
    tellSteam({ tell }, userId);
    return found(await ownSteam(em, userId));
  });
}

/** Makes the sync due now. @throws CodedError 404 when there is none */
export function lookNow(work: Change, userId: string): Promise<SteamSync> {
  return work.transaction(async ({ em, tell }) => {
    await em.execute(
      `update steam_accounts set due_at = clock_timestamp() where user_id = ? and due_at > clock_timestamp()`,
      [userId],
    );
    tellSteam({ tell }, userId);
    return found(await ownSteam(em, userId));
  });
}

/** Ends the sync and forgets what it imported; does nothing when there is none. */
export function endSync(work: Change, userId: string): Promise<null> {
  return work.transaction(async ({ em, tell }) => {
    await em.execute('delete from steam_accounts where user_id = ?', [userId]);
    tellSteam({ tell }, userId);
    return null;
  });
}

function found(steam: SteamSync | null): SteamSync {
  if (!steam) throw notFound('library.not_synchronised', 'Your vault does not sync with Steam.');
  return steam;
}
