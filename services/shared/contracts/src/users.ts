import { z } from 'zod';
import { id, instant } from './fields.ts';

export const privacy = z.enum(['public', 'private']);

export const userQueryTooShort = 'Search query must be at least 2 characters long';

/** The fields of a user that every signed-in user may see. */
export const publicUser = z.object({
  id,
  username: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  created_at: instant,
  is_active: z.boolean(),
  follower_count: z.number().int().nonnegative(),
  following_count: z.number().int().nonnegative(),
  is_following: z.boolean(),
});

/** The fields of the user's own account. */
export const ownUser = publicUser.omit({ is_following: true }).extend({
  email: z.string().nullable().meta({ description: 'Null where a sign-in provider named no verified address.' }),
  email_verified: z.boolean().optional().meta({ description: 'Whether the user has confirmed the address.' }),
  privacy,
});

export type Privacy = z.infer<typeof privacy>;
export type PublicUser = z.infer<typeof publicUser>;
export type OwnUser = z.infer<typeof ownUser>;
