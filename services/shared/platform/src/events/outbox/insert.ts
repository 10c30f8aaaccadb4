import type { EntityManager } from '@mikro-orm/postgresql';
import type { Envelope } from '@nightshelf/contracts/events/event.ts';

export interface OutgoingEvent {
  readonly topic: string;
  readonly key: string;
  readonly envelope: Envelope;
}

/** Writes events in the transaction of their change. */
export async function insertIntoOutbox(em: EntityManager, outgoing: readonly OutgoingEvent[]): Promise<void> {
  if (outgoing.length === 0) return;
  // As one JSON parameter, because execute() would spread an array over several placeholders.
  const rows = outgoing.map(({ topic, key, envelope }) => ({
    event_id: envelope.id,
    topic,
    key,
    envelope: JSON.stringify(envelope),
  }));
  await em.execute(
    `insert into outbox (event_id, topic, key, envelope)
     select (event ->> 'event_id')::uuid, event ->> 'topic', event ->> 'key', event ->> 'envelope'
     from jsonb_array_elements(?::jsonb) with ordinality as recorded (event, position)
     order by position`,
    [JSON.stringify(rows)],
  );
}
