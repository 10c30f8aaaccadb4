import type { NotificationKind } from '@nightshelf/contracts';
import { type Logger, type SessionStore, type Work, Worker } from '@nightshelf/platform';
import { type PushTarget, type PushWay, sendPush } from './send-push.ts';

interface Delivery extends PushTarget {
  readonly subscription_id: string;
  readonly session_id: string;
  readonly kind: NotificationKind;
  /** How often it was tried, this time included. */
  readonly attempts: number;
}

/** Sent at once. */
const atOnce = 4;
const idleMs = 1000;
/** Longer than sending takes; after that another process may try, in seconds. */
const leaseSeconds = 60;
const mostAttempts = 6;
/** After the first failure, in seconds; four times as long after each further one. */
const retrySeconds = 15;

interface Parts {
  readonly work: Work;
  readonly sessions: SessionStore;
  readonly way: PushWay;
  readonly logger: Logger;
}

/** Sends what is due to the browsers that have subscribed. */
export const deliverPushes = (parts: Parts): Worker =>
  new Worker({ name: 'push', idleMs, logger: parts.logger, step: () => deliverSome(parts) });

/** @returns whether there was anything to do */
async function deliverSome(parts: Parts): Promise<boolean> {
  const due = await take(parts.work);
  await Promise.all(due.map((delivery) => deliver(parts, delivery)));
  return due.length > 0;
}

/** Takes what is due longest; other replicas leave it alone meanwhile. */
const take = (work: Work): Promise<Delivery[]> =>
  work.transaction(({ em }) =>
    em.execute<Delivery[]>(
      `update push_deliveries d set attempts = d.attempts + 1, due_at = now() + make_interval(secs => ?)
       from push_subscriptions s
       where s.id = d.subscription_id and (d.subscription_id, d.kind) in (
         select subscription_id, kind from push_deliveries where due_at <= now() order by due_at limit ?
         for update skip locked)
       returning d.subscription_id, d.kind, d.attempts, s.session_id, s.endpoint, s.p256dh, s.auth`,
      [leaseSeconds, atOnce],
    ),
  );

async function deliver({ work, sessions, way, logger }: Parts, delivery: Delivery): Promise<void> {
  try {
    // Whoever has signed out there, or was signed out, is no longer told there.
    if ((await sessions.factsOf(delivery.session_id)) === null) return await forget(work, delivery);
    const status = await sendPush(way, delivery, { kind: delivery.kind });
    if (status === 404 || status === 410) return await forget(work, delivery);
    if (status < 200 || status > 299) throw new Error(`The push service answered ${status}`);
    await done(work, delivery);
  } catch (error) {
    const { subscription_id: subscription, attempts } = delivery;
    // Nothing of the address, which is as good as a key.
    const reason = error instanceof Error ? ('code' in error && error.code) || error.message : 'unknown';
    logger.info({ subscription, attempts, reason }, 'A notification could not be pushed');
    await (attempts < mostAttempts ? putOff(work, delivery) : done(work, delivery));
  }
}

/** Not where somebody else has subscribed in the same browser meanwhile. */
const forget = (work: Work, { subscription_id, session_id }: Delivery): Promise<void> =>
  work.transaction(async ({ em }) => {
    await em.execute('delete from push_subscriptions where id = ? and session_id = ?', [subscription_id, session_id]);
  });

/** Nothing when another process has taken it meanwhile. */
const done = (work: Work, { subscription_id, kind, attempts }: Delivery): Promise<void> =>
  work.transaction(async ({ em }) => {
    await em.execute(
      `update push_deliveries set due_at = null, sent_at = now(), attempts = 0
       where subscription_id = ? and kind = ? and attempts = ?`,
      [subscription_id, kind, attempts],
    );
  });

const putOff = (work: Work, { subscription_id, kind, attempts }: Delivery): Promise<void> =>
  work.transaction(async ({ em }) => {
    await em.execute(
      `update push_deliveries set due_at = now() + make_interval(secs => ?)
       where subscription_id = ? and kind = ? and attempts = ?`,
      [retrySeconds * 4 ** (attempts - 1), subscription_id, kind, attempts],
    );
  });
