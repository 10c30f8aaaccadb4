import { createDatabase, startSwallowingProxy, until } from '@nightshelf/testing';
import { expect, onTestFinished, test } from 'vitest';
import { requestLimits } from '../src/database/limits.ts';
import { connectPostgres } from '../src/database/postgres-client.ts';
import { isDependencyFault, isTimeLimit } from '../src/errors/dependency-faults.ts';

const limits = { ...requestLimits, statementMs: 400, answerMs: 200 };

const database = await createDatabase('client');
const proxy = await startSwallowingProxy(database.url);

async function open(given: Partial<typeof limits> = {}) {
  const client = await connectPostgres(proxy.url, { name: 'tried', limits: { ...limits, ...given } });
  onTestFinished(() => client.end());
  let ended = false;
  client.once('end', () => {
    ended = true;
  });
  return { client, ended: () => ended };
}

const faultOf = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

test('an unanswered connection ends within its limit, with all its statements', async () => {
  const { client, ended } = await open();
  await client.query('select 1');
  proxy.swallow();
  const faults = await Promise.all([faultOf(client.query('select 1')), faultOf(client.query('select 2'))]);
  expect(faults.map((fault) => isDependencyFault(fault))).toEqual([true, true]);
  await until('the end is reported', ended);
  expect(isDependencyFault(await faultOf(client.query('select 3')))).toBe(true);
});

test('PostgreSQL ends a statement over its limit and keeps the connection', async () => {
  // Long enough for any delay of its response.
  const { client, ended } = await open({ answerMs: 10_000 });
  const fault = await faultOf(client.query('select pg_sleep(5)'));
  expect([isTimeLimit(fault), isDependencyFault(fault)]).toEqual([true, false]);
  await client.query('select 1');
  expect(ended()).toBe(false);
});

test('each of several statements has its own time limit', async () => {
  const { client, ended } = await open({ statementMs: 1000 });
  await Promise.all(Array.from({ length: 4 }, () => client.query('select pg_sleep(0.3)')));
  expect(ended()).toBe(false);
});

test('does not reuse a connection whose transaction could not begin', async () => {
  const { client, ended } = await open();
  await faultOf(client.query('begin isolation level nonsense'));
  await until('the end is reported', ended);
});

test('PostgreSQL is configured to detect vanished clients', async () => {
  const { client } = await open();
  const { rows } = await client.query(
    `select name, setting::int from pg_settings where name like 'tcp_%' or name like 'idle_in%' order by name`,
  );
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  const { tcp_keepalives_idle: idle, tcp_keepalives_interval: interval, tcp_keepalives_count: count } = settings;
  expect(idle + interval * count).toBeLessThanOrEqual(15);
  expect(settings.tcp_user_timeout).toBeLessThanOrEqual(15_000);
  expect(settings.idle_in_transaction_session_timeout).toBeLessThanOrEqual(10_000);
});

test('an unanswered close does not hang', async () => {
  const { client } = await open();
  proxy.swallow();
  await client.end();
});
