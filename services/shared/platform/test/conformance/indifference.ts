import { randomUUID } from 'node:crypto';
import type { EventDefinition } from '@nightshelf/contracts/events/event.ts';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import { envelope } from '@nightshelf/testing/envelope.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { on } from '../../src/events/handler.ts';
import { createEventSetup } from '../fixtures/event-setup.ts';
import type { Harness } from './harness.ts';

const definitions = [userUnfollowed, userFollowed] as const;

/** The event of a version: odd ones follow, even ones unfollow. */
function eventOf(subject: number, version: number) {
  const definition: EventDefinition = definitions[version % 2] ?? userFollowed;
  const data = { follower_id: idOf(subject), followee_id: idOf(1000) };
  return envelope(definition, data, { version });
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Shuffles items with a fixed seed, so that every run has the same order. */
const shuffled = <Item>(items: readonly Item[]) => {
  let state = 7;
  const keyed = items.map((item) => {
    state = (state * 48271) % 2147483647;
    return { item, state };
  });
  return keyed.sort((one, other) => one.state - other.state).map(({ item }) => item);
};

/** Consumers do not depend on the order of events, neither of one subject nor of several. */
export function testIndifference(harness: Harness): void {
  test('events in any order result in the newest state, and a removed subject stays removed', async () => {
    const setup = await createEventSetup(harness.target.address);
    try {
      await setup.query('create table follows (follower text primary key)');
      // Like the services' own handlers, these ignore versions.
      const handlers = [
        on(userFollowed, async ({ em, data, version }) => {
          await em.execute('insert into follows values (?) on conflict do nothing', [data.follower_id]);
          await em.execute('insert into effects (what) values (?)', [`${data.follower_id} ${version}`]);
        }),
        on(userUnfollowed, async ({ em, data, version }) => {
          await em.execute('delete from follows where follower = ?', [data.follower_id]);
          await em.execute('insert into effects (what) values (?)', [`${data.follower_id} ${version}`]);
        }),
      ];
      const group = `indifferent-${randomUUID()}`;
      for (let count = 0; count < 3; count += 1) setup.startConsumer(handlers, { service: group });
      const subjects = Array.from({ length: 40 }, (_, subject) => subject);
      const newest = (subject: number) => (subject % 2 === 0 ? 4 : 5);
      const events = subjects.flatMap((subject) =>
        Array.from({ length: newest(subject) }, (_, version) => eventOf(subject, version + 1)),
      );
      // Each event twice, under unrelated keys.
      const records = shuffled([...events, ...events]).map((event, index) => ({
        topic: userFollowed.topic,
        key: `key-${index}`,
        value: JSON.stringify(event),
      }));
      for (let at = 0; at < records.length; at += 20) {
        for (const outcome of await setup.bus.publish(records.slice(at, at + 20))) expect(outcome).toBeUndefined();
      }
      const recorded = async () =>
        (await setup.query('select 1 from inbox_events where consumer = $1', [group])).length === events.length;
      await until('all are handled', recorded, 90_000);
      const rows = await setup.query<{ follower: string }>('select follower from follows order by follower');
      expect(rows.map(({ follower }) => follower)).toEqual(subjects.filter((one) => one % 2 === 1).map(idOf));
      const effects = await setup.effects();
      for (const subject of subjects) {
        const versions = effects
          .filter((what) => what.startsWith(idOf(subject)))
          .map((what) => Number(what.split(' ')[1]));
        expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
        expect(versions.at(-1)).toBe(newest(subject));
      }
    } finally {
      await setup.stop();
    }
  }, 150_000);
}
