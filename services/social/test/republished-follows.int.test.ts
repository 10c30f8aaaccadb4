import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import { snapshotted } from '@nightshelf/contracts/events/snapshots.ts';
import { expect, test } from 'vitest';
import { startSocial } from './helpers.ts';

const service = await startSocial();

test('publishes each follow once, wherever a page ends', async () => {
  // The first user follows 700, the others two each, so that pages end within and between followers.
  await service.query(
    `insert into follows (follower_id, followee_id, active, version)
     select ('018f4c1e-0000-7000-8000-' || lpad(follower::text, 12, '0'))::uuid,
       ('018f4c1e-0000-7000-8000-' || lpad((1000 + n)::text, 12, '0'))::uuid, n % 5 > 0, 1
     from generate_series(1, 300) follower, generate_series(1, case when follower = 1 then 700 else 2 end) n`,
  );
  await service.command('republish');
  const published = async (event: typeof userFollowed | typeof userUnfollowed) =>
    (await service.recorded(event)).map(({ data }) => `${data.follower_id}:${data.followee_id}`);
  const stored = async (active: boolean) =>
    (
      await service.query<{ subject: string }>(
        `select follower_id || ':' || followee_id as subject from follows where active = $1
         order by follower_id, followee_id`,
        [active],
      )
    ).map(({ subject }) => subject);
  expect(await published(userFollowed)).toEqual(await stored(true));
  expect(await published(userUnfollowed)).toEqual(await stored(false));
  const [end] = await service.recorded(snapshotted['social.follows']);
  expect(end?.data.count).toBe((await stored(true)).length);
});
