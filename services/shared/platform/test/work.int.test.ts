import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { LiveNotification } from '@nightshelf/contracts/live.ts';
import { beforeEach, expect, test } from 'vitest';
import type { EntityManager } from '../src/database/database.ts';
import { Work } from '../src/database/work.ts';
import { toCodedError } from '../src/errors/error-answer.ts';
import { createOrm } from './fixtures/orm.ts';

const NoteSchema = defineEntity({ name: 'Note', tableName: 'notes', properties: { id: p.integer().primary() } });
class Note extends NoteSchema.class {}
NoteSchema.setClass(Note);

const sent: LiveNotification[] = [];
// One connection, so that each read reuses the connection of a previous change.
const { orm } = await createOrm({ pool: 1, entities: [Note] });
const work = new Work(orm, 'test', () => undefined, { notify: (all) => void sent.push(...all) });
await work.transaction(({ em }) => em.execute('create table notes (id integer primary key)'));
const notes = async () => (await work.query().findAll(Note)).map(({ id }) => id);
beforeEach(() => work.transaction(({ em }) => em.execute('truncate notes; insert into notes values (1)')));

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
  const fault = await change(work.query()).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: '25006', message: expect.stringContaining('Reading is not to change anything') });
  // Our own bug, not an unavailable database that callers would wait for.
  expect(toCodedError(fault)).toMatchObject({ status: 500, code: 'service.failed' });
  expect(await notes()).toEqual([1]);
});

test.each(Object.entries(changes))('a transaction allows the %s, and later reads are read-only', async (_, change) => {
  await work.transaction(({ em }) => change(em));
  await expect(work.query().execute('delete from notes')).rejects.toMatchObject({ code: '25006' });
});

test('reads on the connection of a failed transaction are read-only', async () => {
  await expect(work.transaction(({ em }) => em.execute('select 1 / 0'))).rejects.toThrow();
  await expect(work.query().execute('delete from notes')).rejects.toMatchObject({ code: '25006' });
  expect(await notes()).toEqual([1]);
});

test('sends a notification only after its change has committed', async () => {
  const notification = (): LiveNotification => ({ to: { user: randomUUID() }, event: 'vault', data: {} });
  const [kept, undone] = [notification(), notification()];
  await work.transaction(async ({ em, notifyClients }) => {
    notifyClients(kept);
    await em.execute('insert into notes values (2)');
    expect(sent).not.toContainEqual(kept);
  });
  const fails = work.transaction(async ({ em, notifyClients }) => {
    notifyClients(undone);
    await em.execute('insert into notes values (2)');
  });
  await expect(fails).rejects.toThrow();
  expect(sent).toEqual([kept]);
});
