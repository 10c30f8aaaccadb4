import { type Digest, digestPrepared, weekOf } from '@nightshelf/contracts/events/digests.ts';
import { notificationKinds } from '@nightshelf/contracts/notifications.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { SocialParts } from '../parts.ts';
import { countUnread, visibleNotifications } from './visible-notifications.ts';

/** In hours, because a day does not always have 24. */
export const digestIntervalHours = 7 * 24;

/** Users per transaction; each takes a few milliseconds. */
const batchSize = 20;
/** In milliseconds, between polls for due users. */
const idleMs = 60_000;

interface Due {
  readonly user_id: string;
  /** Time of the previous check, in milliseconds since 1970. */
  readonly looked_at: number;
  /** Milliseconds since 1970 by the database's clock, which all replicas share. */
  readonly now: number;
  readonly is_active: boolean;
}

/** Publishes a digest once a week for each user who wants the mail. */
export const prepareDigests = ({ work, notes, logger }: SocialParts) =>
  new Worker({
    name: 'digests',
    idleMs,
    logger,
    step: () => work.transaction((transaction) => prepareSome(transaction, notes)),
  });

/** Prepares the users that are due longest; other replicas skip them. @returns whether more may be due */
async function prepareSome({ em, publish }: Pick<Transaction, 'em' | 'publish'>, notes: PrivacyNotes) {
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
  // Counts from now instead of the due time, so that mails stay a week apart after an outage.
  await em.execute(
    `update digests set due_at = now() + make_interval(hours => ?), looked_at = now()
     where user_id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [digestIntervalHours, JSON.stringify(due.map(({ user_id }) => user_id))],
  );
  return due.length === batchSize;
}
