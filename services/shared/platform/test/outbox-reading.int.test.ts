import { workDone } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutboxTable } from '../src/events/outbox/outbox-table.ts';
import type { RelayConnection } from '../src/events/outbox/relay-connection.ts';
import { createEventWorld, type EventWorld, startBusServer } from './fixtures/event-world.ts';

let busServer: Awaited<ReturnType<typeof startBusServer>>;
let world: EventWorld;
beforeAll(async () => {
  busServer = await startBusServer();
  world = await createEventWorld(busServer.address);
});
afterAll(async () => {
  await world.stop();
  await busServer.server.stop();
});

test('a batch is read without all that waits behind it', async () => {
  await world.query(
    `insert into outbox (event_id, topic, key, envelope)
     select gen_random_uuid(), 'library.entries', 'entry-' || n, repeat('x', 400) from generate_series(1, 50000) n`,
  );
  let read = 0;
  const { pages } = await workDone(world.databaseUrl, async (em) => {
    const connection = { query: (text: string, given: unknown[]) => em.execute(text, given) };
    const outbox = new OutboxTable(connection as unknown as RelayConnection, 'relay');
    read = (await outbox.next(500, [0, 1, 2, 3, 4, 5, 6, 7], [])).length;
  });
  expect(read).toBe(500);
  expect(pages).toBeLessThan(8000);
});
