import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Activity, ActivityKind } from '@nightshelf/contracts/accounts.ts';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { bulkhead } from 'cockatiel';
import type { FastifyInstance } from 'fastify';
import { deviceName } from '../clients/known-devices.ts';

interface Occurrence {
  readonly userId: string;
  readonly kind: ActivityKind;
  readonly client: Client;
  /** For example a provider's name. Never a secret. */
  readonly detail?: string | null;
}

/** Writes an audit line; call it in the transaction of the change where possible. */
export async function recordActivity(em: EntityManager, { userId, kind, client, detail }: Occurrence): Promise<void> {
  // Inserts a new account first, because the line references it.
  await em.flush();
  await em.execute(
    'insert into activity (id, user_id, kind, at, address, device, detail) values (?, ?, ?, now(), ?, ?, ?)',
    [randomUUIDv7(), userId, kind, client.address, client.device, detail ?? null],
  );
}

/**
 * Returns a page of the account's audit trail, newest first.
 * @param page `before` is the id of the last line of the previous page
 */
export async function listActivity(
  em: EntityManager,
  userId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<{ activity: Activity[]; has_more: boolean }> {
  const lines = await em.execute<Activity[]>(
    `select id, kind, address, device, detail,
       ${instantColumn('at')}
     from activity where user_id = ? ${before ? 'and id < ?' : ''} order by id desc limit ?`,
    [userId, ...(before ? [before] : []), limit + 1],
  );
  const activity = lines
    .slice(0, limit)
    .map(({ device, ...line }) => ({ ...line, device: device && deviceName(device) }));
  return { activity, has_more: lines.length > limit };
}

const keptDays = 180;
const keptLines = 1000;

const dayMs = 24 * 60 * 60 * 1000;

/** Small batches keep the statements short. */
const batch = 5000;

/**
 * Deletes a batch of lines older than 180 days or beyond a user's latest 1,000. Skips locked lines to avoid a deadlock
 * with a user deletion.
 * @returns whether more lines may be left
 */
export function pruneActivity(work: Work): Promise<boolean> {
  return work.transaction(async ({ em }) => {
    const old = await em.execute<object[]>(
      `with old as materialized (
         select id from activity where at < now() - make_interval(days => ?) limit ? for update skip locked)
       delete from activity where id in (select id from old) returning 1`,
      [keptDays, batch],
    );
    const surplus = await em.execute<object[]>(
      `with surplus as materialized (
         select a.id
         from (select user_id from activity group by user_id having count(*) > ?) crowded
         cross join lateral (
           select id from activity where user_id = crowded.user_id order by id desc offset ?) a
         limit ?)
       delete from activity where id in (
         select id from activity where id in (select id from surplus) for update skip locked) returning 1`,
      [keptLines, keptLines, batch],
    );
    return old.length === batch || surplus.length === batch;
  });
}

export const pruneActivityDaily = ({ work, logger }: Foundation<object>) =>
  new Worker({ name: 'prune-activity', idleMs: dayMs, logger, step: () => pruneActivity(work) });

export function activityRoutes(app: FastifyInstance, { work }: Foundation<object>): void {
  route(app, accountCalls.listActivity, async ({ identity: caller, query }) => {
    const page = await listActivity(work.query(), caller.userId, query);
    return { success: true, message: 'Activity of your account.', ...page };
  });
}

const atOnce = 2;
const waiting = 1000;

/** Repeated refusals from one address within this time become one line. */
const refusalSeconds = 60;

export type DeferredActivity = ReturnType<typeof deferredActivity>;

/**
 * Writes audit lines after the response, so that they add no delay and cannot fail it. A killed process may lose them.
 */
export function deferredActivity({ work, redis, logger }: Foundation<object>) {
  const limit = bulkhead(atOnce, waiting);
  const running = new Set<Promise<void>>();

  const write = (occurrence: Occurrence) => work.transaction(({ em }) => recordActivity(em, occurrence));

  const run = ({ kind }: Occurrence, act: () => Promise<void>): void => {
    const one = limit
      .execute(act)
      .catch((error: unknown) => logger.warn({ err: error, kind }, 'A line of the audit trail was lost'))
      .finally(() => running.delete(one));
    running.add(one);
  };

  return {
    record: (occurrence: Occurrence): void => run(occurrence, () => write(occurrence)),

    /** Records at most one refused attempt per account, kind and address in a minute. */
    recordRefusal: (occurrence: Occurrence): void =>
      run(occurrence, async () => {
        const { userId, kind, client } = occurrence;
        const about = createHash('sha256').update(`${userId} ${kind} ${client.address}`).digest('base64url');
        const isFirst = await redis.set(`refused:${about}`, '1', 'EX', refusalSeconds, 'NX');
        if (isFirst) await write(occurrence);
      }),

    /** Waits until all pending lines are written. */
    settle: async (): Promise<void> => {
      await Promise.all(running);
    },
  };
}
