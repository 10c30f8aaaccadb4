import type { NotificationKind } from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { PushTarget } from './send-push.ts';

export interface Delivery extends PushTarget {
  readonly subscription_id: string;
  readonly session_id: string;
  readonly kind: NotificationKind;
  /** The push service's host. */
  readonly host: string;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

export const batch = 4;
/** Candidates per push service and in total, because other replicas may hold some of them. */
const mostLookedAt = 64;
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
         where host = hosts.host and due_at <= now() order by due_at limit ${mostLookedAt}) w
       where hosts.host not in (select jsonb_array_elements_text(?::jsonb)) order by w.due_at limit ${mostLookedAt}
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
