import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { partitionOf } from '../src/events/redis-streams/topics.ts';
import { redis, useWorlds, world } from './fixtures/each-world.ts';

useWorlds();

const { topic } = gameRequested;
const stream = `bus:stream:${topic}:0`;
const guids = Array.from({ length: 64 }, (_, index) => `game-${index}`);
const isOfStream = (guid: string) => partitionOf(guid, topics[topic].partitions) === 0;
/** In another bus partition, which has its own offset. */
const elsewhere = guids.find((guid) => !isOfStream(guid)) ?? '';

/** Keys of one bus partition with their outbox partitions. */
const keys = () =>
  world.query<{ guid: string; share: number }>(
    'select guid, hashtext(guid) & 7 as share from unnest($1::text[]) as guid order by share',
    [guids.filter(isOfStream)],
  );
const publish = async (guid: string, version = 1) => {
  await world.work.transaction(async ({ publish }) => publish(gameRequested, { data: { guid }, version }));
  await until(
    `${guid} is published`,
    async () => (await world.query('select 1 from outbox where published_at is null')).length === 0,
  );
};
const held = async () =>
  (await redis.xrange(stream, '-', '+')).map(([id, fields]) => {
    const { subject, aggregateversion } = JSON.parse(fields[fields.indexOf('v') + 1] ?? '');
    return { id, what: `${subject} ${aggregateversion}` };
  });
/** Loses the last published record, then publishes a key of the same outbox partition. */
async function expectBack(guid: string) {
  const last = (await held()).at(-1);
  expect(last?.what).toBe(`${guid} 1`);
  await redis.xdel(stream, last?.id ?? '');
  await publish(guid, 2);
  await until('what was lost is back', async () => (await held()).some(({ what }) => what === `${guid} 1`));
}
const holders = () =>
  world.query<{ holder: string; shares: number[] }>(
    `select holder, array_agg(share) as shares from outbox_shares
     where expires_at > clock_timestamp() and holder is not null group by holder`,
  );

test.each(['older', 'newer'])('detects a loss when the relay reads the %s of two offsets last', async (last) => {
  const all = await keys();
  const [older, newer] = [all.at(0), all.at(-1)];
  const first = world.startRelay();
  await publish(older?.guid ?? '');
  await publish(newer?.guid ?? '');
  await first.stop();
  // Rows are returned in the order of their last write, and every heartbeat writes them.
  const { share } = (last === 'older' ? older : newer) ?? {};
  await world.query('update outbox_shares set fence = fence where share = $1', [share]);
  world.startRelay();
  // By then it knows the acknowledged offsets.
  await publish(elsewhere);
  await expectBack(newer?.guid ?? '');
});

test('detects a loss after taking over an older offset from another relay', async () => {
  world.startRelay();
  await until('it has all', async () => (await holders()).length === 1);
  const [staying] = await holders();
  const leaving = world.startRelay();
  const isStaying = ({ holder }: { readonly holder: string }) => holder === staying?.holder;
  await until('each has half', async () => {
    const both = await holders();
    return both.length === 2 && both.every(({ shares }) => shares.length === 4);
  });
  const shares = (await holders()).find(isStaying)?.shares ?? [];
  const all = await keys();
  await publish(all.find(({ share }) => !shares.includes(share))?.guid ?? '');
  const own = all.find(({ share }) => shares.includes(share))?.guid ?? '';
  await publish(own);
  await leaving.stop();
  await until('it has all again', async () => (await holders()).find(isStaying)?.shares.length === 8);
  await publish(elsewhere);
  await expectBack(own);
});
