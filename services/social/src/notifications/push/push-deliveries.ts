import type { NotificationKind } from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type Job, Worker } from '@nightshelf/platform/jobs/worker.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import type { SocialParts } from '../../parts.ts';
import { type PushSender, type PushTarget, sendPush } from './send-push.ts';

interface Delivery extends PushTarget {
  readonly subscription_id: string;
  readonly session_id: string;
  readonly kind: NotificationKind;
  /** The push service's host. */
  readonly host: string;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

const batch = 4;
/** Candidates per push service and in total, because other replicas may hold some of them. */
const maxCandidates = 64;
/** In seconds. Longer than sending takes; then another process may retry. */
const leaseSeconds = 60;

/**
 * Takes the deliveries due longest, except for busy hosts; other replicas skip them until the lease ends. Searches host
 * by host, so that one host's backlog does not slow down the others.
 */
export const takeDeliveries = (em: EntityManager, busy: readonly string[]): Promise<Delivery[]> =>
  em.execute<Delivery[]>(
    `with recursive hosts as (
       (select host from push_deliveries where due_at is not null order by host limit 1)
       union all
       select (select host from push_deliveries where due_at is not null and host > hosts.host order by host limit 1)
       from hosts where host is not null
     ), due as materialized (
       select w.subscription_id, w.kind from hosts
       cross join lateral (
         select subscription_id, kind, due_at from push_deliveries
         where host = hosts.host and due_at <= now() order by due_at limit ${maxCandidates}) w
       where hosts.host not in (select jsonb_array_elements_text(?::jsonb)) order by w.due_at limit ${maxCandidates}
     ), taken as materialized (
       select w.subscription_id, w.kind from due join push_deliveries w using (subscription_id, kind)
       where w.due_at <= now() order by w.due_at limit ? for update of w skip locked
     )
     update push_deliveries d set attempts = d.attempts + 1, due_at = now() + make_interval(secs => ?)
     from push_subscriptions s, taken
     where s.id = d.subscription_id and d.subscription_id = taken.subscription_id and d.kind = taken.kind
     returning d.subscription_id, d.kind, d.attempts, s.session_id, s.endpoint, s.p256dh, s.auth, d.host`,
    [JSON.stringify(busy), batch, leaseSeconds],
  );

/** Concurrent pushes per process. */
const maxInFlight = 64;
/** Concurrent pushes per push service, so that one that hangs does not delay the others. */
const maxInFlightPerHost = 16;
const idleMs = 1000;
const mostAttempts = 6;
/** In seconds after the first failure; four times as long after each further one. */
const retrySeconds = 15;

/** Sends due pushes to subscribed browsers independently. Stopping waits for the pushes in flight. */
export function deliverPushes(parts: SocialParts, sender: PushSender): Job {
  const { work, logger } = parts;
  /** Maps each push in flight to its host. */
  const inFlight = new Map<Promise<void>, string>();
  const begin = (delivery: Delivery) => {
    const sending = deliver(parts, sender, delivery)
      .catch((error) => logger.warn({ err: error }, 'Could not store the outcome of a push, so it is sent again'))
      .finally(() => {
        inFlight.delete(sending);
        worker.wake();
      });
    inFlight.set(sending, delivery.host);
  };
  /** @returns whether there was anything to do */
  const step = async () => {
    if (inFlight.size > maxInFlight - batch) return false;
    const due = await work.transaction(({ em }) => takeDeliveries(em, busyHosts([...inFlight.values()])));
    for (const delivery of due) begin(delivery);
    return due.length > 0;
  };
  const worker = new Worker({ name: 'push', idleMs, logger, step });
  return {
    name: worker.name,
    start: () => worker.start(),
    stop: async () => {
      await worker.stop();
      await Promise.all(inFlight.keys());
    },
  };
}

/** Returns the hosts without room for another batch. */
const busyHosts = (hosts: readonly string[]): string[] =>
  [...Map.groupBy(hosts, (host) => host)].flatMap(([host, { length }]) =>
    length > maxInFlightPerHost - batch ? [host] : [],
  );

async function deliver({ work, redis, logger }: SocialParts, sender: PushSender, delivery: Delivery): Promise<void> {
  try {
    // A browser whose session has ended gets no more pushes.
    if ((await new SessionStore(redis).factsOf(delivery.session_id)) === null) return await forget(work, delivery);
    const status = await sendPush(sender, delivery, { kind: delivery.kind });
    if (status === 404 || status === 410) return await forget(work, delivery);
    if (status < 200 || status > 299) throw new Error(`The push service answered ${status}`);
    await done(work, delivery);
  } catch (error) {
    const { subscription_id: subscription, attempts } = delivery;
    // Never logs the endpoint, which works like a secret.
    const reason = error instanceof Error ? ('code' in error && error.code) || error.message : 'unknown';
    logger.info({ subscription, attempts, reason }, 'Could not push a notification');
    await (attempts < mostAttempts ? postpone(work, delivery) : done(work, delivery));
  }
}

/** Keeps the subscription if another session has taken over the browser. */
const forget = (work: Work, { subscription_id, session_id }: Delivery) =>
  change(work, 'delete from push_subscriptions where id = ? and session_id = ?', [subscription_id, session_id]);

/** Does nothing when another process has taken the delivery. */
const done = (work: Work, { subscription_id, kind, attempts }: Delivery) =>
  change(
    work,
    `update push_deliveries set due_at = null, sent_at = now(), attempts = 0
     where subscription_id = ? and kind = ? and attempts = ?`,
    [subscription_id, kind, attempts],
  );

const postpone = (work: Work, { subscription_id, kind, attempts }: Delivery) =>
  change(
    work,
    `update push_deliveries set due_at = now() + make_interval(secs => ?)
     where subscription_id = ? and kind = ? and attempts = ?`,
    [retrySeconds * 4 ** (attempts - 1), subscription_id, kind, attempts],
  );

async function change(work: Work, statement: string, parameters: unknown[]): Promise<void> {
  await work.transaction(({ em }) => em.execute(statement, parameters));
}
