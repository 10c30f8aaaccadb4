import { type Digest, digestPrepared, weekOf } from '@nightshelf/contracts/events/digests.ts';
import { notificationKinds } from '@nightshelf/contracts/notifications.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { countUnread, visibleNotifications } from './visible-notifications.ts';
import { lookEveryHours } from './weekly-mail.ts';

/** Users whom one transaction looks at; each takes some milliseconds. */
const batchSize = 20;
/** How soon it is noticed that somebody is due, in milliseconds. */
const idleMs = 60_000;

interface Parts {
  readonly work: Work;
  readonly notes: PrivacyNotes;
  readonly logger: Logger;
}

interface Due {
  readonly user_id: string;
  /** Up to when was looked before, in milliseconds since 1970. */
  readonly looked_at: number;
  /** By the database's clock, which all replicas share, in the same unit. */
  readonly now: number;
  readonly is_active: boolean;
}

/** Says who is to have a mail of what is new, once a week of each who wants one. */
export const prepareDigests = ({ work, notes, logger }: Parts) =>
  new Worker({
    name: 'digests',
    idleMs,
    logger,
    step: () => work.transaction((transaction) => prepareSome(transaction, notes)),
  });

/** Those who are due longest; other replicas leave them alone meanwhile. @returns whether there may be more */
async function prepareSome(
  { em, publish }: Pick<Transaction, 'em' | 'publish'>,
  notes: PrivacyNotes,
): Promise<boolean> {
  const due = await em.execute<Due[]>(
    `select d.user_id, floor(extract(epoch from d.looked_at) * 1000)::float8 as looked_at,
       floor(extract(epoch from now()) * 1000)::float8 as now, coalesce(u.is_active, false) as is_active
     from digests d left join users u on u.id = d.user_id
     where d.due_at <= now() order by d.due_at limit ? for update of d skip locked`,
    [batchSize],
  );
  if (due.length === 0) return false;
  for (const { user_id, looked_at, now, is_active } of due) {
    if (!is_active) continue;
    const all = await visibleNotifications(em, notes, user_id);
    const news = all.filter(({ created_at }) => Date.parse(created_at) >= looked_at);
    const counts = notificationKinds.map((kind) => [kind, countUnread(news.filter((one) => one.kind === kind))]);
    const unread = Object.fromEntries(counts) as Digest['unread'];
    if (Object.values(unread).every((count) => count === 0)) continue;
    publish(digestPrepared, { data: { user_id, unread }, version: weekOf(new Date(now)) });
  }
  // From now and not from when it was due: after a standstill, too, there is a week between two mails.
  await em.execute(
    `update digests set due_at = now() + make_interval(hours => ?), looked_at = now()
     where user_id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [lookEveryHours, JSON.stringify(due.map(({ user_id }) => user_id))],
  );
  return due.length === batchSize;
}
