import { z } from 'zod';
import { id } from '../fields.ts';
import { defineEvent } from './event.ts';

const count = z.number().int().nonnegative();

const digest = z.object({
  user_id: id,
  /** By kind, what is new since the last one and unread; at least one thing. No names: whom it is about may be private by now. */
  unread: z.object({ new_follower: count, friend_finished: count, wanted_game_out: count }),
});

/**
 * A user who wants a mail every week is to have one now. The version of the subject, the user, is the week (`weekOf`), so that
 * whoever sends it does so once in a week, however often and late the event comes.
 */
export const digestPrepared = defineEvent({
  type: 'social.digest.prepared.v1',
  topic: 'social.digests',
  data: digest,
  subject: ({ user_id }) => user_id,
  key: ({ user_id }) => user_id,
});

export type Digest = z.infer<typeof digest>;

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Which week it is, by UTC, counted from 1970: they begin on Thursdays. */
export const weekOf = (at: Date): number => Math.floor(at.getTime() / weekMs) + 1;
