import type { Delivery } from '../bus.ts';
import type { DeliveryHandling } from './handle-delivery.ts';

interface Told {
  readonly id: string;
  readonly type: string;
}

/**
 * Returns how many of the first records need no handling, because the inbox has their events or no handler takes their
 * type. One query for all of them instead of a transaction for each.
 * @throws when the database does not respond
 */
export async function countKnown(
  { consumer, work, handlers, known, metrics }: DeliveryHandling,
  waiting: readonly Delivery[],
): Promise<number> {
  const events = waiting.map(({ value }) => eventOf(value));
  const ids = events.flatMap((event) => (event && handlers.has(event.type) ? [event.id] : []));
  const rows = await work
    .query()
    .execute<{ event_id: string }[]>(
      `select event_id from inbox_events where consumer = ? and event_id = any(?::uuid[])`,
      [consumer, `{${ids}}`],
    );
  const handled = new Set(rows.map(({ event_id }) => event_id));
  const needed = events.findIndex(
    (event) => !event || (handlers.has(event.type) ? !handled.has(event.id) : !known.has(event.type)),
  );
  const count = needed < 0 ? events.length : needed;
  for (const [index, event] of events.slice(0, count).entries()) {
    const topic = waiting[index]?.topic;
    if (!event || !topic) continue;
    if (handlers.has(event.type)) metrics.count(topic, event.type, 'duplicate');
    else metrics.count(topic, 'unknown', 'ignored');
  }
  return count;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Undefined for anything but our events; the handling itself reports these. */
function eventOf(value: string): Told | undefined {
  try {
    const { id, type } = JSON.parse(value);
    return typeof type === 'string' && typeof id === 'string' && uuid.test(id) ? { id, type } : undefined;
  } catch {
    return undefined;
  }
}
