import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { closeAfterTests, until } from '@nightshelf/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Transaction } from '../src/database/transaction.ts';
import { Work } from '../src/database/work.ts';
import { Deadline } from '../src/http/deadline.ts';
import type { Intent } from '../src/idempotency/intent.ts';
import { pruneKeys } from '../src/idempotency/keys-table.ts';
import { createOrm } from './fixtures/orm.ts';

const { orm, url } = await createOrm({ pool: 4 });
const pool = new pg.Pool({ connectionString: url, max: 2 });
pool.on('error', () => undefined);
closeAfterTests(() => pool.end());
await pool.query('create table effects (what text not null)');
const work = new Work(orm, 'test', () => undefined);
const query = async (sql: string, params: unknown[] = []) => (await pool.query(sql, params)).rows;
const effects = async (what: string) => (await query('select from effects where what = $1', [what])).length;

interface Given {
  readonly key?: string;
  readonly body?: string;
  readonly userId?: string | null;
  readonly caller?: string;
  readonly deadline?: Deadline;
}

const intent = ({
  key = randomUUID(),
  body = '',
  userId = null,
  caller = 'a caller',
  deadline = Deadline.in(10_000),
}: Given = {}): Intent => ({
  key: { key, userId, fingerprint: createHash('sha256').update(body).digest() },
  caller,
  deadline,
});

const leave =
  (what: string) =>
  async ({ em }: Transaction) => {
    await em.execute('insert into effects (what) values (?)', [what]);
    return { what, at: randomUUID() };
  };

/** A change with an intent of its own. */
const make = (what: string, given?: Given) => work.for(intent(given)).transaction(leave(what));

const lateness = expect.objectContaining({ status: 503, code: 'service.late' });
const reuse = expect.objectContaining({ status: 422, code: 'request.idempotency_key_reused' });

test('returns the stored result of a key and makes its change once', async () => {
  const [what, key] = [randomUUID(), randomUUID()];
  const first = await make(what, { key });
  expect(await make(what, { key })).toEqual(first);
  expect(await effects(what)).toBe(1);
});

test('one of ten concurrent requests makes the change, and all return its result', async () => {
  const [what, key] = [randomUUID(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 10 }, () => make(what, { key })));
  expect(new Set(answers.map(({ at }) => at)).size).toBe(1);
  expect(await effects(what)).toBe(1);
});

test('stores nothing for a failed change, so that the next request makes it', async () => {
  const [what, key] = [randomUUID(), randomUUID()];
  const failing = work.for(intent({ key, body: 'wrong' })).transaction(async (transaction) => {
    await leave(what)(transaction);
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await make(what, { key, body: 'right' });
  expect(await effects(what)).toBe(1);
});

test('every method rejects a key that its caller used for something else', async () => {
  const [what, key, userId] = [randomUUID(), randomUUID(), randomUUID()];
  await make(what, { key, body: 'one', userId });
  const other = () => work.for(intent({ key, body: 'two', userId }));
  await expect(other().transaction(leave(what))).rejects.toThrow(reuse);
  await expect(other().repeatable(leave(what))).rejects.toThrow(reuse);
  await expect(other().noted(async () => expect.unreachable())).rejects.toThrow(reuse);
  await expect(other().prepared(async () => expect.unreachable(), leave(what))).rejects.toThrow(reuse);
  expect(await effects(what)).toBe(1);
});

test('callers with the same key do not block each other and see only their own results', async () => {
  const [what, key] = [randomUUID(), randomUUID()];
  // The first two callers send the same body.
  const callers = [
    { userId: randomUUID(), body: 'same' },
    { userId: randomUUID(), body: 'same' },
    { userId: null, body: 'different' },
  ];
  const asEach = (changes: Given = {}) => Promise.all(callers.map((one) => make(what, { key, ...one, ...changes })));
  const first = await asEach();
  expect(new Set(first.map(({ at }) => at)).size).toBe(3);
  expect(await asEach()).toEqual(first);
  for (const [at, one] of callers.entries()) {
    const again = work.for(intent({ key, ...one }));
    expect(await again.prepared(async () => expect.unreachable(), leave(what))).toEqual(first[at]);
  }
  await expect(asEach({ body: 'other' })).rejects.toThrow(reuse);
  expect(await effects(what)).toBe(3);
});

test.each(['signed in', 'signed out'])('recognizes a repeated request after the caller has %s', async (change) => {
  const [what, key, userId] = [randomUUID(), randomUUID(), randomUUID()];
  const [before, after] = change === 'signed in' ? [null, userId] : [userId, null];
  const first = await make(what, { key, body: 'same', userId: before });
  expect(await make(what, { key, body: 'same', userId: after })).toEqual(first);
});

test('a key stored by the previous release works for its caller and blocks no other', async () => {
  const [what, key, userId] = [randomUUID(), randomUUID(), randomUUID()];
  const { key: noted } = intent({ key, body: 'one', userId });
  await query(`insert into idempotency_keys (key, user_id, fingerprint, result) values ($1, $2, $3, '"done"')`, [
    key,
    userId,
    noted?.fingerprint,
  ]);
  const repeat = intent({ key, body: 'one', userId });
  expect(await work.for(repeat).transaction(async () => 'again')).toBe('done');
  await make(what, { key, body: 'one', userId: randomUUID() });
  expect(await effects(what)).toBe(1);
});

test('makes costly preparations once, and ignores their failure when another request made the change', async () => {
  const [what, key] = [randomUUID(), randomUUID()];
  const prepare = async () => {
    const first = await make(what, { key });
    throw new Error(`taken by ${first.at}`);
  };
  const answered = await work.for(intent({ key })).prepared(prepare, leave(what));
  expect(await work.for(intent({ key })).prepared(async () => expect.unreachable(), leave(what))).toEqual(answered);
  expect(await effects(what)).toBe(1);
});

test('allows only one transaction per intent', async () => {
  const once = work.for(intent());
  await once.transaction(leave('one of two'));
  await expect(once.transaction(leave('two of two'))).rejects.toThrow('one transaction');
  expect(await effects('two of two')).toBe(0);
});

test('stores nothing past the deadline or after the caller has disconnected', async () => {
  let isGone = false;
  const gone = new Deadline(performance.now() + 10_000, () => isGone);
  const leaving = work.for(intent({ deadline: gone })).transaction(async (transaction) => {
    await leave('too late')(transaction);
    isGone = true;
    return null;
  });
  await expect(leaving).rejects.toThrow(lateness);
  for (const deadline of [gone, Deadline.in(-1)]) {
    await expect(make('too late', { deadline })).rejects.toThrow(lateness);
  }
  expect(await effects('too late')).toBe(0);
});

test.each([
  ['PostgreSQL is busy', async ({ em }: Transaction) => em.execute('select pg_sleep(5)')],
  ['the process does something else', () => pause(700)],
])('ends the transaction when the deadline passes while %s, and replaces its connection', async (_, dawdle) => {
  const what = randomUUID();
  const began = performance.now();
  const attempt = work.for(intent({ deadline: Deadline.in(300) })).transaction(async (transaction) => {
    await leave(what)(transaction);
    await dawdle(transaction);
    return null;
  });
  await expect(attempt).rejects.toThrow(lateness);
  // Earlier than the statement would have finished.
  expect(performance.now() - began).toBeLessThan(4500);
  expect(await effects(what)).toBe(0);
  await until('no transaction is left', async () => {
    const open = await query(
      `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    return open.length === 0;
  });
  await Promise.all(Array.from({ length: 8 }, () => make(what)));
  expect(await effects(what)).toBe(8);
});

test("a request that waits for its key's holder waits only until its own deadline", async () => {
  const key = randomUUID();
  const [taken, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = work.for(intent({ key })).transaction(async () => {
    taken.resolve();
    await finish.promise;
    return 'done';
  });
  await taken.promise;
  const impatient = work.for(intent({ key, deadline: Deadline.in(200) })).transaction(async () => 'again');
  await expect(impatient).rejects.toThrow(lateness);
  finish.resolve();
  expect(await slow).toBe('done');
  expect(await work.for(intent({ key })).transaction(async () => 'again')).toBe('done');
});

test("deletes keys after a day by the database's clock, in batches", async () => {
  await query(
    `insert into idempotency_keys (key, fingerprint, noted_at)
     select 'old ' || n, '', clock_timestamp() - interval '25 hours' from generate_series(1, 1500) n`,
  );
  await query(
    `insert into idempotency_keys (key, fingerprint, noted_at) values ('young', '', now() - interval '23 hours')`,
  );
  expect(await work.transaction(({ em }) => pruneKeys(em))).toBe(true);
  expect(await work.transaction(({ em }) => pruneKeys(em))).toBe(false);
  expect(await query(`select key from idempotency_keys where key like 'old%' or key = 'young'`)).toEqual([
    { key: 'young' },
  ]);
});

test('a caller with many concurrent changes does not delay the others', async () => {
  const begun: string[] = [];
  const change = (caller: string) =>
    work.for(intent({ caller })).transaction(async ({ em }) => {
      begun.push(caller);
      await em.execute('select pg_sleep(0.02)');
      return caller;
    });
  const many = Array.from({ length: 60 }, () => change('greedy'));
  await until('some run', () => begun.length >= 4);
  await change('modest');
  expect(begun.indexOf('modest')).toBeLessThan(20);
  await Promise.all(many);
});
