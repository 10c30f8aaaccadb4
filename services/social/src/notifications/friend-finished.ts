import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { HandledEvent } from '@nightshelf/platform/events/handler.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { isHiddenSince } from '../directory/hidden-since.ts';
import { isOwnGame } from '../libraries/own-games.ts';
import { spread } from './spread.ts';

/** In milliseconds. Older events are not announced. */
const newsMs = 24 * 60 * 60 * 1000;

type Told = Pick<HandledEvent<never>, 'time' | 'republished'>;

/**
 * Notifies followers who are playing a game that it was completed. Ignores republished and late events, and entries
 * that were completed when added.
 * @param before the previous status; null for a new entry
 */
export async function tellOfFinished(
  em: EntityManager,
  { status, user_id, guid }: Pick<EntryState, 'status' | 'user_id' | 'guid'>,
  before: EntryState['status'] | null,
  { time, republished }: Told,
): Promise<void> {
  const isFinished = status === 'completed' && before !== null && before !== 'completed';
  if (!isFinished || isOwnGame(guid) || republished || Date.now() - time.getTime() > newsMs) return;
  await spread(em, { kind: 'friend_finished', actorId: user_id, guid });
}

/** Returns whether all followers of a user may currently see this completed game. */
export async function mayAllSee(
  em: EntityManager,
  notes: PrivacyNotes,
  userId: string,
  guid: string,
): Promise<boolean> {
  const [seen] = await em.execute<{ privacy: string; is_shared: boolean }[]>(
    `select u.privacy, e.is_shared from users u join entries e on e.user_id = u.id
     where u.id = ? and u.is_active and e.guid = ? and e.status = 'completed' order by e.is_shared desc limit 1`,
    [userId, guid],
  );
  if (!seen) return false;
  return seen.is_shared || (seen.privacy === 'public' && !(await isHiddenSince(em, notes, userId)));
}
