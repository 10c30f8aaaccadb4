import { authService } from '@nightshelf/auth/service';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import { libraryService } from '@nightshelf/library/service';
import { type RunningService, startService } from '@nightshelf/platform/service/start-service.ts';
import { infrastructure } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { deletesWhole, expectErased, fill, join, remove } from './members.ts';
import { foundIn } from './traces.ts';
import { startWorld, untilRows, type World } from './world.ts';

test.each([
  ['a service that was away', false],
  ['a service that was away for longer than the bus keeps anything', true],
])('%s erases what it has when it comes back', async (_, isForgotten) => {
  const world = await startWorld('redis', undefined, 'http,relay');
  const back: RunningService[] = [];
  try {
    const [ann, bob] = [await join(world), await join(world)];
    await fill(world, ann, [bob], []);
    await remove(world, ann.username);
    await untilRows(world.social, 'select from users where id = $1', [ann.id], 0);
    expect(await foundIn(world.library, ann.id)).not.toEqual([]);
    if (isForgotten) await forgetStreams(world, 'auth.users');
    back.push(await startService(libraryService, { ...world.library.env, ROLES: 'consumers,jobs' }));
    // The owner publishes deletions again daily and when it starts.
    if (isForgotten) back.push(await startService(authService, { ...world.auth.env, ROLES: 'jobs,relay' }));
    await expectErased(world, ann);
  } finally {
    for (const service of back) await service.stop();
    await world.stop();
  }
});

async function forgetStreams({ library }: World, topic: keyof typeof topics): Promise<void> {
  const redis = new Redis(library.env.REDIS_URL ?? '');
  try {
    for (let partition = 0; partition < topics[topic].partitions; partition += 1) {
      await redis.xtrim(`bus:stream:${topic}:${partition}`, 'MAXLEN', 0);
    }
  } finally {
    redis.disconnect();
  }
}

test.skipIf(infrastructure().kafkaBrokers === null)('over Kafka nothing is left either', async () => {
  const world = await startWorld('kafka');
  try {
    const [bob, cyd] = [await join(world), await join(world)];
    await deletesWhole(world, [bob, cyd], await world.games(2));
  } finally {
    await world.stop();
  }
});
