import { z } from 'zod';
import { id, instant } from '../fields.ts';
import { privacy } from '../users.ts';
import { defineEvent } from './event.ts';

const user = z.object({
  user_id: id,
  username: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  created_at: instant,
  is_active: z.boolean(),
  privacy,
  /** Whether the user has confirmed the email address. Missing in events of earlier releases. */
  email_verified: z.boolean().optional(),
});

const aboutUser = {
  topic: 'auth.users',
  data: user,
  subject: ({ user_id }: z.infer<typeof user>) => user_id,
} as const;

/** Both carry the whole current user; the email address stays in auth. */
export const userRegistered = defineEvent({ ...aboutUser, type: 'auth.user.registered.v1' });
export const userUpdated = defineEvent({ ...aboutUser, type: 'auth.user.updated.v1' });

/**
 * The account is permanently deleted. Consumers delete everything about the user and ignore later events about them;
 * another user may have the name by now.
 */
export const userDeleted = defineEvent({
  type: 'auth.user.deleted.v1',
  topic: 'auth.users',
  data: z.object({ user_id: id }),
  subject: ({ user_id }) => user_id,
});

export type UserState = z.infer<typeof user>;
