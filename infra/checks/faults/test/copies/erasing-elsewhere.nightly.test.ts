import { authService } from '@nightshelf/auth/service';
import { libraryService } from '@nightshelf/library/service';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { closeAfterTests, infrastructure } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { deletesWhole, expectErased, fill, join, remove } from './members.ts';
import { forgetStreams, startSetup, untilRows } from './setup.ts';
import { foundIn } from './traces.ts';

test.each([
  ['a stopped service', false],
  ['a service stopped for longer than the bus keeps events', true],
])("%s erases the user's data after restarting", async (_, isForgotten) => {
  const setup = await startSetup('redis', { libraryRoles: 'http,relay' });
  const [ann, bob] = [await join(setup), await join(setup)];
  await fill(setup, ann, [bob], []);
  await remove(setup, ann.username);
  await untilRows(setup.social, 'select from users where id = $1', [ann.id], 0);
  expect(await foundIn(setup.library, ann.id)).not.toEqual([]);
  if (isForgotten) await forgetStreams(setup, 'auth.users');
  const library = await startService(libraryService, { ...setup.library.env, ROLES: 'consumers,jobs' });
  closeAfterTests(() => library.stop());
  if (isForgotten) {
    // The owner publishes deletions again daily and when it starts.
    const auth = await startService(authService, { ...setup.auth.env, ROLES: 'jobs,relay' });
    closeAfterTests(() => auth.stop());
  }
  await expectErased(setup, ann);
});

test.skipIf(infrastructure().kafkaBrokers === null)('over Kafka nothing is left either', async () => {
  const setup = await startSetup('kafka');
  const [bob, cyd] = [await join(setup), await join(setup)];
  await deletesWhole(setup, [bob, cyd], await setup.games(2));
});
