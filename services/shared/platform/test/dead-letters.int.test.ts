import { randomUUID } from 'node:crypto';
import { dataSchemaOf, gameRequested } from '@nightshelf/contracts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runDeadLetterCommand } from '../src/events/dead-letters/command.ts';
import { on } from '../src/events/handler.ts';
import { createEventWorld, type EventWorld, startBusServer } from './fixtures/event-world.ts';

let busServer: Awaited<ReturnType<typeof startBusServer>>;
let world: EventWorld;
let broken = true;

beforeAll(async () => {
  busServer = await startBusServer();
});
beforeEach(async () => {
  broken = true;
  world = await createEventWorld({ ...busServer.address, keyPrefix: `${randomUUID()}:` });
});
afterEach(() => world.stop());
afterAll(() => busServer.server.stop());

const run = async (...args: string[]) => {
  const lines: string[] = [];
  await runDeadLetterCommand(world.bus, args, (line) => lines.push(line));
  return lines;
};
const request = async (guid: string) => {
  const id = randomUUID();
  const value = JSON.stringify({
    specversion: '1.0',
    id,
    source: '/tests',
    type: gameRequested.type,
    time: new Date().toISOString(),
    subject: guid,
    datacontenttype: 'application/json',
    dataschema: dataSchemaOf(gameRequested.type),
    aggregateversion: 1,
    data: { guid },
  });
  const [outcome] = await world.bus.publish([{ topic: gameRequested.topic, key: guid, value }]);
  expect(outcome).toBeUndefined();
  return id;
};
const startConsumer = (service: string) =>
  world.startConsumer(
    [
      on(gameRequested, async ({ em, data }) => {
        if (broken) throw new Error('does not work yet');
        await em.execute('insert into effects (what) values (?)', [`${service} ${data.guid}`]);
      }),
    ],
    undefined,
    service,
  );
const lettersListed = (count: number) =>
  until(`${count} dead letters`, async () => {
    const lines = await run('list', gameRequested.topic);
    return lines.length === count + 1 ? lines : null;
  });

test('nothing put aside is said in a sentence', async () => {
  expect(await run('list')).toEqual(['No dead letters.']);
  expect(await run('list', gameRequested.topic)).toEqual(['No dead letters.']);
  await expect(run('replay', gameRequested.topic)).rejects.toThrow('No dead letters');
});

test('dead letters are listed with where they came from and why', async () => {
  startConsumer('library');
  const ids = [await request('a'), await request('b')];
  const [title, ...lines] = await lettersListed(2);
  expect(title).toMatch(/^time +topic +position +consumer +event +attempts +error$/);
  for (const id of ids) {
    const line = lines.find((one) => one.includes(id));
    expect(line).toContain(gameRequested.topic);
    expect(line).toContain('library');
    expect(line).toContain('Error: does not work yet');
  }
  expect(await run('list')).toHaveLength(3);
  expect(await run('list', 'auth.users')).toEqual(['No dead letters.']);
});

test('one event can be replayed, and has its effect once', async () => {
  startConsumer('library');
  const [first] = [await request('a'), await request('b')];
  await lettersListed(2);
  broken = false;
  expect(await run('replay', gameRequested.topic, first)).toEqual([
    `Published 1 event to ${gameRequested.topic} again.`,
  ]);
  await until('its effect', async () => (await world.effects()).includes('library a'));
  expect(await world.effects()).toEqual(['library a']);
  await expect(run('replay', gameRequested.topic, randomUUID())).rejects.toThrow('No dead letter');
});

test('replaying everything reaches each consumer that failed, and a second time nobody', async () => {
  startConsumer('library');
  startConsumer('catalog');
  await request('a');
  await lettersListed(2);
  broken = false;
  await run('replay', gameRequested.topic);
  await until('both effects', async () => (await world.effects()).length === 2);
  await run('replay', `${gameRequested.topic}.dead-letter`);
  await request('last');
  await until('the last effects', async () => (await world.effects()).length === 4);
  expect((await world.effects()).sort()).toEqual(['catalog a', 'catalog last', 'library a', 'library last']);
});

test.each([
  { args: [] },
  { args: ['lst'] },
  { args: ['list', 'no.such.topic'] },
  { args: ['list', 'auth.users', 'more'] },
  { args: ['replay'] },
  { args: ['replay', 'no.such.topic'] },
  { args: ['replay', 'auth.users', 'id', 'more'] },
])('wrong arguments $args are answered with the right ones', async ({ args }) => {
  await expect(run(...args)).rejects.toThrow(/dead-letters list \[topic\][\s\S]*auth\.users/);
});
