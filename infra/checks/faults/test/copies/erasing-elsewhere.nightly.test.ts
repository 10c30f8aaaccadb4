import { authService } from '@nightshelf/auth/service';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import { libraryService } from '@nightshelf/library/service';
import { type RunningService, startService } from '@nightshelf/platform/service/start-service.ts';
import { infrastructure } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { deletesWhole, expectErased, fill, join, remove } from './members.ts';
import { type Setup, startSetup, untilRows } from './setup.ts';
import { foundIn } from './traces.ts';

test.each([
  ['a stopped service', false],
  ['a service stopped for longer than the bus keeps events', true],
])("%s erases the user's data after restarting", async (_, isForgotten) => {
  const setup = await startSetup('redis', { libraryRoles: 'http,relay' });
  const back: RunningService[] = [];
  try {
    const [ann, bob] = [await join(setup), await join(setup)];
    await fill(setup, ann, [bob], []);
    await remove(setup, ann.username);
    await untilRows(setup.social, 'select from users where id = $1', [ann.id], 0);
    expect(await foundIn(setup.library, ann.id)).not.toEqual([]);
    if (isForgotten) await forgetStreams(setup, 'auth.users');
    back.push(await startService(libraryService, { ...setup.library.env, ROLES: 'consumers,jobs' }));
    // The owner publishes deletions again daily and when it starts.
    if (isForgotten) back.push(await startService(authService, { ...setup.auth.env, ROLES: 'jobs,relay' }));
    await expectErased(setup, ann);
  } finally {
    for (const service of back) await service.stop();
    await setup.stop();
  }
});

async function forgetStreams({ library }: Setup, topic: keyof typeof topics): Promise<void> {
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
  const setup = await startSetup('kafka');
  try {
    const [bob, cyd] = [await join(setup), await join(setup)];
    await deletesWhole(setup, [bob, cyd], await setup.games(2));
  } finally {
    await setup.stop();
  }
});
