import type { Work } from '@nightshelf/platform';

/** Forgets reset links that neither work nor count towards the limit of an hour any more. */
export async function pruneResets(work: Work): Promise<void> {
  await work.read().execute(`delete from password_resets where created_at < now() - interval '1 day'`);
}
