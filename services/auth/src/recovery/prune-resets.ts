import type { Work } from '@nightshelf/platform';

/** Deletes reset links that have expired and no longer count towards the hourly limit. */
export async function pruneResets(work: Work): Promise<void> {
  await work.transaction(({ em }) =>
    em.execute(`delete from password_resets where created_at < now() - interval '1 day'`),
  );
}
