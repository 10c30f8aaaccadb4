import { z } from 'zod';
import { guid, id, instant, text } from './fields.ts';
import { gameSummary } from './games.ts';

/** How long a notification is kept, in days, and how many of one user. */
export const notificationDays = 90;
export const mostNotifications = 500;

export const notificationKinds = ['new_follower', 'friend_finished', 'wanted_game_out'] as const;

const notificationKind = z.enum(notificationKinds);

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
const choice = z.object({
  on: z.boolean().meta({ description: 'Whether there are notifications of this kind.' }),
  push: z.boolean().meta({ description: 'Whether they are also sent to the browsers that have subscribed.' }),
});

export const notificationSettings = z.object({
  new_follower: choice,
  friend_finished: choice,
  wanted_game_out: choice,
} satisfies Record<NotificationKind, z.ZodType>);

const chosen = choice.partial();

export const notificationChoices = z.object({
  new_follower: chosen,
  friend_finished: chosen,
  wanted_game_out: chosen,
} satisfies Record<NotificationKind, z.ZodType>);

/** Web Push, as far as it concerns this session's browser, and which others there are. */
export const pushState = z.object({
  public_key: z
    .string()
    .nullable()
    .meta({ description: 'The VAPID key to subscribe with; null where push is not offered.' }),
  on_here: z.boolean().meta({ description: 'Whether the browser of this session has subscribed.' }),
  browsers: z
    .array(z.object({ service: z.string().meta({ description: 'Host of the push service.' }), subscribed_at: instant }))
    .meta({ description: 'All browsers of the user that have subscribed, the newest first.' }),
});

/** What a browser's `PushSubscription` says of itself. */
export const pushSubscription = z.object({
  endpoint: text(1000).regex(/^https?:\/\/[\x21-\x7e]+$/, 'Must be a web address'),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'Must be a P-256 point in base64url'),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'Must be 16 bytes in base64url'),
  }),
});

/** Browsers of one user to which notifications are sent. */
export const mostPushSubscriptions = 10;

/** What is sent to a browser: the kind alone, so that nothing private is on a locked screen. */
export interface PushMessage {
  readonly kind: NotificationKind;
}

export type PushState = z.infer<typeof pushState>;
export type PushSubscriptionGiven = z.infer<typeof pushSubscription>;
export type NotificationKind = z.infer<typeof notificationKind>;
export type Notification = z.infer<typeof notification>;
export type NotificationSettings = z.infer<typeof notificationSettings>;
