import { z } from 'zod';
import { guid, id, instant } from './fields.ts';
import { gameSummary } from './games.ts';

/** How long a notification is kept, in days, and how many of one user. */
export const notificationDays = 90;
export const mostNotifications = 500;

export const notificationKinds = ['new_follower', 'friend_finished', 'wanted_game_out'] as const;

export const notificationKind = z.enum(notificationKinds);

/** Something that a user is told. Names are as they are now. */
export const notification = z.object({
  id,
  kind: notificationKind.meta({
    description:
      'new_follower: `user` follows you. friend_finished: `user`, whom you follow, completed `game`, which you are playing. wanted_game_out: `game`, which you want to play, came out.',
  }),
  created_at: instant,
  read_at: instant.nullable(),
  user: z.object({ id, username: z.string() }).nullable(),
  game: z.object({ guid, name: gameSummary.shape.name, image_url: gameSummary.shape.image_url }).nullable(),
});

/** What a user wants of one kind. */
const choice = z.object({ on: z.boolean().meta({ description: 'Whether there are notifications of this kind.' }) });

export const notificationSettings = z.object({
  new_follower: choice,
  friend_finished: choice,
  wanted_game_out: choice,
} satisfies Record<NotificationKind, z.ZodType>);

export type NotificationKind = z.infer<typeof notificationKind>;
export type Notification = z.infer<typeof notification>;
export type NotificationSettings = z.infer<typeof notificationSettings>;
