import { randomUUID } from 'node:crypto';
import type { SyncRule } from '@nightshelf/contracts/import-rules.ts';
import type { VaultImport } from '@nightshelf/contracts/imports.ts';
import type { LookOutcome } from '@nightshelf/contracts/steam-sync.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';

/** A process that stops renewing its lease for this long counts as dead. */
const leaseSeconds = 60;
export const renewMs = 15_000;

/**
 * Delays until the next sync: daily; after a failure, doubled each time up to the longest; and while an import of the
 * account is unfinished.
 */
const daySeconds = 86_400;
const failedSeconds = 300;
const longestFailedSeconds = 6 * 3600;
export const busySeconds = 60;

/** A started sync with its lease. */
export interface Look {
  readonly id: string;
  readonly user_id: string;
  readonly account: string;
  /** Null before the account was first found. */
  readonly steam_id: string | null;
}

/** The account's current settings, locked until the transaction ends. */
export interface HeldAccount {
  readonly account: string;
  readonly rule: SyncRule;
  readonly status: VaultImport['options']['status'];
}

/** @returns null when the account is not due or another process has the lease */
export async function takeLook(work: Work, userId: string): Promise<Look | null> {
  const [look] = await work.transaction(({ em }) =>
    em.execute<Look[]>(
      `update steam_accounts set look = ?, leased_until = clock_timestamp() + make_interval(secs => ?)
       where user_id = ? and due_at <= clock_timestamp()
         and (leased_until is null or leased_until < clock_timestamp())
       returning look as id, user_id, account, steam_id`,
      [randomUUID(), leaseSeconds, userId],
    ),
  );
  return look ?? null;
}

export const renewLook = (work: Work, { id, user_id }: Look) =>
  work.transaction(({ em }) =>
    em.execute(
      `update steam_accounts set leased_until = clock_timestamp() + make_interval(secs => ?) where user_id = ? and look = ?`,
      [leaseSeconds, user_id, id],
    ),
  );

/** Releases the lease, so that another process can start immediately. */
export const giveLookBack = (work: Work, { id, user_id }: Look) =>
  work.transaction(({ em }) => putOff(em, { id, user_id }, 0));

export const putOff = (em: EntityManager, { id, user_id }: Pick<Look, 'id' | 'user_id'>, seconds: number) =>
  em.execute(
    `update steam_accounts set look = null, leased_until = null,
       due_at = greatest(due_at, clock_timestamp() + make_interval(secs => ?)) where user_id = ? and look = ?`,
    [seconds, user_id, id],
  );

/** @returns null when the lease was lost or the account is no longer linked, so the result must be discarded */
export async function holdAccount(em: EntityManager, { id, user_id }: Look): Promise<HeldAccount | null> {
  const [held] = await em.execute<HeldAccount[]>(
    'select account, rule, status from steam_accounts where user_id = ? and look = ? for update',
    [user_id, id],
  );
  return held ?? null;
}

/** Stores the outcome of a sync and schedules the next one from now, so that missed days are not made up. */
export const endLook = (em: EntityManager, { id, user_id }: Look, outcome: LookOutcome) =>
  em.execute(
    `update steam_accounts set looked_at = clock_timestamp(), outcome = ?, look = null, leased_until = null,
       failures = case when ? then least(failures + 1, 20) else 0 end,
       due_at = clock_timestamp() + make_interval(secs =>
         case when ? then least(${failedSeconds} * 2 ^ failures, ${longestFailedSeconds}) else ${daySeconds} end)
     where user_id = ? and look = ?`,
    [outcome, outcome === 'failed', outcome === 'failed', user_id, id],
  );
