import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { LiveNotification } from '@nightshelf/contracts/live.ts';
import { createDatabase as createTestDatabase } from '@nightshelf/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type EntityManager } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { platformMigrations } from '../src/database/migrations/index.ts';
import { Work } from '../src/database/work.ts';
import { toCodedError } from '../src/errors/error-answer.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { logger } from './fixtures/event-setup.ts';

const NoteSchema = defineEntity({ name: 'Note', tableName: 'notes', properties: { id: p.integer().primary() } });
class Note extends NoteSchema.class {}
NoteSchema.setClass(Note);

let setup: Awaited<ReturnType<typeof createSetup>>;
beforeAll(async () => {
  setup = await createSetup();
});
afterAll(() => setup.stop());
beforeEach(() => setup.work.transaction(({ em }) => em.execute('truncate notes; insert into notes values (1)')));

async function createSetup() {
  const database = await createTestDatabase('work');
  const orm = await createDatabase({
    url: database.url,
    // One connection, so that each read reuses the connection of a previous change.
    pool: 1,
    entities: [Note],
    migrations: platformMigrations,
    logger,
    registry: createRegistry('work'),
  });
  await migrate(orm, database.url, logger);
  const sent: LiveNotification[] = [];
  const work = new Work(orm, 'test', () => undefined, { notify: (all) => void sent.push(...all) });
  await work.transaction(({ em }) => em.execute('create table notes (id integer primary key)'));
  return {
    work,
    sent,
    notes: async () => (await work.query().findAll(Note)).map(({ id }) => id),
    stop: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
}

const changes: Readonly<Record<string, (em: EntityManager) => Promise<unknown>>> = {
  insert: (em) => em.execute('insert into notes values (2)'),
  'delete with a result': (em) => em.execute('delete from notes where id = ? returning id', [1]),
  'change within a question': (em) =>
    em.execute('with gone as (delete from notes returning id) select id from gone where id = ?', [1]),
  'lock of rows': (em) => em.execute('select from notes for update'),
  'native insert': (em) => em.insert(Note, { id: 2 }),
  'native delete': (em) => em.nativeDelete(Note, { id: 1 }),
  'flushed entity': async (em) => {
    em.create(Note, { id: 2 });
    await em.flush();
  },
  'removed entity': async (em) => {
    em.remove(await em.findOneOrFail(Note, { id: 1 }));
    await em.flush();
  },
  'transaction of its own': (em) => em.transactional((inner) => inner.execute('delete from notes')),
};

test.each(Object.entries(changes))('refuses a change outside a transaction: no %s', async (_, change) => {
  const fault = await change(setup.work.query()).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: '25006', message: expect.stringContaining('Reading is not to change anything') });
  // Our own bug, not an unavailable database that callers would wait for.
  expect(toCodedError(fault)).toMatchObject({ status: 500, code: 'service.failed' });
  expect(await setup.notes()).toEqual([1]);
});

test.each(Object.entries(changes))('a transaction allows the %s, and later reads are read-only', async (_, change) => {
  await setup.work.transaction(({ em }) => change(em));
  await expect(setup.work.query().execute('delete from notes')).rejects.toMatchObject({ code: '25006' });
});

test('reads on the connection of a failed transaction are read-only', async () => {
  await expect(setup.work.transaction(({ em }) => em.execute('select 1 / 0'))).rejects.toThrow();
  await expect(setup.work.query().execute('delete from notes')).rejects.toMatchObject({ code: '25006' });
  expect(await setup.notes()).toEqual([1]);
});

test('sends a notification only after its change has committed', async () => {
  const notification = (): LiveNotification => ({ to: { user: randomUUID() }, event: 'vault', data: {} });
  const [kept, undone] = [notification(), notification()];
  await setup.work.transaction(async ({ em, tell }) => {
    tell(kept);
    await em.execute('insert into notes values (2)');
    expect(setup.sent).not.toContainEqual(kept);
  });
  const fails = setup.work.transaction(async ({ em, tell }) => {
    tell(undone);
    await em.execute('insert into notes values (2)');
  });
  await expect(fails).rejects.toThrow();
  expect(setup.sent).toEqual([kept]);
});
