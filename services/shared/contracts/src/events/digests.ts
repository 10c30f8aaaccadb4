import { z } from 'zod';
import { id } from '../fields.ts';
import { defineEvent } from './event.ts';

const count = z.number().int().nonnegative();

const digest = z.object({
  user_id: id,
  /**
   * New and unread notifications since the last digest by kind; at least one. No names, because the users may have
   * become private.
   */
  unread: z.object({ new_follower: count, friend_finished: count, wanted_game_out: count }),
});

/**
 * A weekly email is due for a user. The subject's version is the week (`weekOf`), so that the mailer sends one per
 * week, however often and late the event arrives.
 */
export const digestPrepared = defineEvent({
  type: 'social.digest.prepared.v1',
  topic: 'social.digests',
  data: digest,
  subject: ({ user_id }) => user_id,
});

export type Digest = z.infer<typeof digest>;

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Returns the number of the week in UTC, counted from 1970; weeks begin on Thursdays. */
export const weekOf = (at: Date): number => Math.floor(at.getTime() / weekMs) + 1;
