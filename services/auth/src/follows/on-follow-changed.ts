import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import { isErased } from '@nightshelf/platform/erasure/erased-users.ts';
import { type EventHandler, on } from '@nightshelf/platform/events/handler.ts';

/** Maintains auth's copy of the follows. */
export const onFollowChanged: readonly EventHandler[] = [
  on(userFollowed, async ({ em, data }) => {
    if (await isErased(em, data.follower_id, data.followee_id)) return;
    await em.execute('insert into follows (follower_id, followee_id) values (?, ?) on conflict do nothing', [
      data.follower_id,
      data.followee_id,
    ]);
  }),
  on(userUnfollowed, async ({ em, data }) => {
    await em.execute('delete from follows where follower_id = ? and followee_id = ?', [
      data.follower_id,
      data.followee_id,
    ]);
  }),
];
