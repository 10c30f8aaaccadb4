import { libraryService } from '@nightshelf/library/service';
import { startService } from '@nightshelf/platform';
import { infrastructure } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { deletesWhole, expectErased, fill, join, remove } from './members.ts';
import { foundIn } from './traces.ts';
import { startWorld, untilRows } from './world.ts';

test('a service that was away erases what it has when it comes back', async () => {
  const world = await startWorld('redis', undefined, 'http,relay');
  let back: Awaited<ReturnType<typeof startService>> | undefined;
  try {
    const [ann, bob] = [await join(world), await join(world)];
    await fill(world, ann, [bob], []);
    await remove(world, ann.username);
    await untilRows(world.social, 'select from users where id = $1', [ann.id], 0);
    expect(await foundIn(world.library, ann.id)).not.toEqual([]);
    back = await startService(libraryService, { ...world.library.env, ROLES: 'consumers,jobs', PORT: '0' });
    await expectErased(world, ann);
  } finally {
    await back?.stop();
    await world.stop();
  }
});

test.skipIf(infrastructure().kafkaBrokers === null)('over Kafka nothing is left either', async () => {
  const world = await startWorld('kafka');
  try {
    const [bob, cyd] = [await join(world), await join(world)];
    await deletesWhole(world, [bob, cyd], await world.games(2));
  } finally {
    await world.stop();
  }
});
