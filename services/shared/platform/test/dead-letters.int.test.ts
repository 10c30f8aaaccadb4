import { randomUUID } from 'node:crypto';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { envelope } from '@nightshelf/testing/envelope.ts';
import { until } from '@nightshelf/testing/until.ts';
import { beforeEach, expect, test } from 'vitest';
import { runDeadLetterCommand } from '../src/events/dead-letters/command.ts';
import { keepDeadLetter, listDeadLetters, requestReplay } from '../src/events/dead-letters/dead-letters.ts';
import { on } from '../src/events/handler.ts';
import { handlingOf } from '../src/events/inbox/consumer.ts';
import { pruneOld } from '../src/events/inbox/inbox.ts';
import { redis, setup, useSetups } from './fixtures/each-setup.ts';

useSetups();

let broken = true;
beforeEach(() => {
  broken = true;
});

const reactionOf = (service: string) =>
  on(gameRequested, async ({ em, data }) => {
    if (broken) throw new Error('does not work yet');
    await em.execute('insert into effects (what) values (?)', [`${service} ${data.guid}`]);
  });
const runAs = async (service: string, ...args: string[]) => {
  const lines: string[] = [];
  const handling = handlingOf({ service, work: setup.work, handlers: [reactionOf(service)] });
  await runDeadLetterCommand(handling, args, (line) => lines.push(line));
  return lines;
};
const run = (...args: string[]) => runAs('library', ...args);
const request = async (guid: string) => {
  const event = envelope(gameRequested, { guid });
  await setup.deliver(gameRequested.topic, guid, event);
  return event.id;
};
const startConsumer = (service: string) => setup.startConsumer([reactionOf(service)], { service });
const lettersListed = (count: number) =>
  until(`${count} dead letters`, async () => {
    const lines = await run('list', gameRequested.topic);
    return lines.length === count + 1 ? lines : null;
  });

test('reports that there are no dead letters', async () => {
  expect(await run('list')).toEqual(['No dead letters.']);
  expect(await run('list', gameRequested.topic)).toEqual(['No dead letters.']);
  await expect(run('replay', gameRequested.topic)).rejects.toThrow('No dead letters');
});

test('lists dead letters with their origin and reason', async () => {
  startConsumer('library');
  const ids = [await request('a'), await request('b')];
  const [title, ...lines] = await lettersListed(2);
  expect(title).toMatch(/^time +topic +position +consumer +event +reason +attempts +error$/);
  for (const id of ids) {
    const line = lines.find((one) => one.includes(id));
    expect(line).toContain(gameRequested.topic);
    expect(line).toContain('library');
    expect(line).toContain('Error: does not work yet');
  }
  expect(await run('list')).toHaveLength(3);
  expect(await run('list', 'auth.users')).toEqual(['No dead letters.']);
});

test('replays one event with one effect, after which it is no longer a dead letter', async () => {
  startConsumer('library');
  const [first] = [await request('a'), await request('b')];
  await lettersListed(2);
  broken = false;
  expect(await run('replay', gameRequested.topic, first)).toEqual([`${first}: handled`]);
  expect(await setup.effects()).toEqual(['library a']);
  await lettersListed(1);
  await expect(run('replay', gameRequested.topic, first)).rejects.toThrow('No dead letter');
  await expect(run('replay', gameRequested.topic, randomUUID())).rejects.toThrow('No dead letter');
});

test('replays only to the consumer that stored the event', async () => {
  startConsumer('library');
  startConsumer('catalog');
  await request('a');
  await lettersListed(2);
  broken = false;
  await run('replay', gameRequested.topic);
  expect(await setup.effects()).toEqual(['library a']);
  await runAs('catalog', 'replay', gameRequested.topic);
  expect((await setup.effects()).sort()).toEqual(['catalog a', 'library a']);
  await request('last');
  await until('the last effects', async () => (await setup.effects()).length === 4);
  expect((await setup.effects()).sort()).toEqual(['catalog a', 'catalog last', 'library a', 'library last']);
});

test('keeps a dead letter when its replay fails again, which it reports, and when the bus is emptied', async () => {
  startConsumer('library');
  const id = await request('a');
  await lettersListed(1);
  await expect(run('replay', gameRequested.topic, id)).rejects.toThrow('1 of 1 could not be handled');
  expect((await lettersListed(1))[1]).toMatch(/failed +6 +Error: does not work yet/);
  await redis.flushall();
  await lettersListed(1);
  broken = false;
  await run('replay', gameRequested.topic);
  expect(await setup.effects()).toEqual(['library a']);
});

test('concurrent replays of the same event have one effect', async () => {
  startConsumer('library');
  const id = await request('a');
  await lettersListed(1);
  broken = false;
  await Promise.allSettled(Array.from({ length: 4 }, () => run('replay', gameRequested.topic, id)));
  expect(await setup.effects()).toEqual(['library a']);
});

test('the service replays an event on request of the operator console', async () => {
  startConsumer('library');
  await request('a');
  await lettersListed(1);
  broken = false;
  const [letter] = await listDeadLetters(setup.work.query());
  expect(await setup.work.transaction(({ em }) => requestReplay(em, letter?.id ?? ''))).toBe(true);
  await until('its effect', async () => (await setup.effects()).length === 1);
  await until('it is none any more', async () => (await listDeadLetters(setup.work.query())).length === 0);
  expect(await setup.work.transaction(({ em }) => requestReplay(em, letter?.id ?? ''))).toBe(false);
  expect(await setup.effects()).toEqual(['library a']);
});

test('stores a repeated failure of an event as the same dead letter', async () => {
  startConsumer('library');
  const event = { type: gameRequested.type, id: 'no uuid' };
  for (let times = 0; times < 3; times += 1) await setup.deliver(gameRequested.topic, 'k', event);
  await until('all have been put aside', async () => {
    const [row] = await setup.query('select attempts from dead_letters');
    return row?.attempts === 3;
  });
  expect(await listDeadLetters(setup.work.query())).toHaveLength(1);
});

test('deletes expired dead letters of this consumer only', async () => {
  const keep = (consumer: string, key: string) =>
    setup.work.transaction(({ em }) =>
      keepDeadLetter(
        em,
        { topic: gameRequested.topic, partition: 0, offset: '1', key, value: 'x', headers: {} },
        { consumer, eventId: undefined, type: undefined, error: 'e', reason: 'failed', attempts: 1 },
      ),
    );
  for (const key of ['old', 'new']) await keep('library', key);
  await keep('catalog', 'old');
  await setup.query(`update dead_letters set put_aside_at = now() - interval '31 days' where key = 'old'`);
  await pruneOld(setup.work, 'dead_letters', 'library', 30 * 24 * 3600 * 1000);
  const left = await listDeadLetters(setup.work.query());
  expect(left.map(({ consumer, original }) => [consumer, original.key])).toEqual([
    ['library', 'new'],
    ['catalog', 'old'],
  ]);
});

test.each([
  '',
  'lst',
  'list no.such.topic',
  'list auth.users more',
  'replay',
  'replay no.such.topic',
  'replay auth.users id more',
])('prints the usage for the wrong arguments "%s"', async (args) => {
  await expect(run(...args.split(' ').filter(Boolean))).rejects.toThrow(
    /dead-letters list \[topic\][\s\S]*auth\.users/,
  );
});
