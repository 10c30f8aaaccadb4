import { userUnfollowed } from '@nightshelf/contracts';
import type { Transaction } from '@nightshelf/platform';
import { countWithOthers } from '../follows/hide-follows.ts';
import { eraseNotifications } from '../notifications/erase-notifications.ts';
import { tellPage } from '../profiles/tell-page.ts';

/** Rows of a kind that one transaction takes away. */
const batch = 2000;

interface Ended {
  readonly follower_id: string;
  readonly followee_id: string;
  readonly version: number;
}

/**
 * Takes away what is kept of a user: the profile, the copy of the library and what was done with it, follows both ways, each with its event, the
 * place that they had in others' counts, and notifications.
 * @returns whether there may be more
 */
export async function eraseUser({ em, publish, tell }: Transaction, userId: string): Promise<boolean> {
  const [user] = await em.execute<{ username: string; is_active: boolean }[]>(
    'delete from users where id = ? returning username, is_active',
    [userId],
  );
  // What others were answered who followed the user.
  if (user) {
    const named = `"username":${JSON.stringify(user.username)}`;
    await em.execute('delete from idempotency_keys where strpos(result, ?) > 0', [named]);
    tellPage({ tell }, userId);
  }
  // Whose account was closed is in nobody's counts already.
  if (user?.is_active ?? true) await countWithOthers(em, userId, -1);
  await em.execute(
    `update follows set active = false, version = version + 1 where active and (follower_id = ? or followee_id = ?)`,
    [userId, userId],
  );
  const ended = await em.execute<Ended[]>(
    `delete from follows where (follower_id, followee_id) in (
       select follower_id, followee_id from follows where follower_id = ? or followee_id = ? limit ${batch})
     returning follower_id, followee_id, version`,
    [userId, userId],
  );
  for (const { version, ...data } of ended) publish(userUnfollowed, { data, version });
  const entries = await em.execute<object[]>(
    `delete from entries where entry_id in (select entry_id from entries where user_id = ? limit ${batch}) returning 1`,
    [userId],
  );
  const deeds = await em.execute<object[]>(
    `delete from deeds where entry_id in (select entry_id from deeds where user_id = ? limit ${batch}) returning 1`,
    [userId],
  );
  for (const table of ['library_versions', 'favourites', 'follow_counts']) {
    await em.execute(`delete from ${table} where user_id = ?`, [userId]);
  }
  const more = await eraseNotifications(em, userId, batch);
  return more || [ended, entries, deeds].some(({ length }) => length === batch);
}
