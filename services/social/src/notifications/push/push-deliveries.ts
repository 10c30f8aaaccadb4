import type { NotificationKind } from '@nightshelf/contracts';
import { type Job, type Logger, type SessionStore, type Work, Worker } from '@nightshelf/platform';
import { type PushTarget, type PushWay, sendPush } from './send-push.ts';

interface Delivery extends PushTarget {
  readonly subscription_id: string;
  readonly session_id: string;
  readonly kind: NotificationKind;
  /** Of the push service. */
  readonly host: string;
  /** How often it was tried, this time included. */
  readonly attempts: number;
}

/** Sent at once, by one process. */
const atOnce = 64;
/** And to one push service, whatever it calls itself: others are not to wait while it hangs. */
const atOnceToOne = 16;
/** Taken at once. */
const batch = 4;
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

/** Sends what is due to the browsers that have subscribed, each for itself. Stops when nothing is under way any more. */
export function deliverPushes(parts: Parts): Job {
  const { work, logger } = parts;
  /** With the host that each goes to. */
  const underWay = new Map<Promise<void>, string>();
  const begin = (delivery: Delivery) => {
    const sending = deliver(parts, delivery)
      .catch((error) => logger.warn({ err: error }, 'What became of a push was not kept: it is sent again'))
      .finally(() => {
        underWay.delete(sending);
        worker.wake();
      });
    underWay.set(sending, delivery.host);
  };
  /** @returns whether there was anything to do */
  const step = async () => {
    if (underWay.size > atOnce - batch) return false;
    const due = await take(work, busyAmong([...underWay.values()]));
    for (const delivery of due) begin(delivery);
    return due.length > 0;
  };
  const worker = new Worker({ name: 'push', idleMs, logger, step });
  return {
    name: worker.name,
    start: () => worker.start(),
    stop: async () => {
      await worker.stop();
      await Promise.all(underWay.keys());
    },
  };
}

/** Those to which another batch would be too much. */
const busyAmong = (hosts: readonly string[]): string[] =>
  [...Map.groupBy(hosts, (host) => host)].flatMap(([host, { length }]) => (length > atOnceToOne - batch ? [host] : []));

/** In SQL: the host of an address that was checked when it was given. */
const hostOf = (endpoint: string) => `lower(split_part(translate(${endpoint}, '\\' || chr(63), '//'), '/', 3))`;

/** Takes what is due longest, but nothing for the push services that are busy; other replicas leave it alone meanwhile. */
const take = (work: Work, busy: readonly string[]): Promise<Delivery[]> =>
  work.transaction(({ em }) =>
    em.execute<Delivery[]>(
      `update push_deliveries d set attempts = d.attempts + 1, due_at = now() + make_interval(secs => ?)
       from push_subscriptions s
       where s.id = d.subscription_id and (d.subscription_id, d.kind) in (
         select w.subscription_id, w.kind from push_deliveries w join push_subscriptions o on o.id = w.subscription_id
         where w.due_at <= now()
           and ${hostOf('o.endpoint')} not in (select jsonb_array_elements_text(?::jsonb))
         order by w.due_at limit ? for update of w skip locked)
       returning d.subscription_id, d.kind, d.attempts, s.session_id, s.endpoint, s.p256dh, s.auth,
         ${hostOf('s.endpoint')} as host`,
      [leaseSeconds, JSON.stringify(busy), batch],
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
