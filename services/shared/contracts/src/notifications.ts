import { z } from 'zod';
import { id, instant, text } from './fields.ts';
import { playedGame } from './playthroughs.ts';

/** Days for which a notification is kept, and maximum number of one user. */
export const notificationDays = 90;
export const mostNotifications = 500;

export const notificationKinds = ['new_follower', 'friend_finished', 'wanted_game_out'] as const;

const notificationKind = z.enum(notificationKinds);

/** A notification of a user, with current names. */
export const notification = z.object({
  id,
  kind: notificationKind.meta({
    description:
      'new_follower: `user` follows you. friend_finished: `user`, whom you follow, completed `game`, which you are playing. wanted_game_out: `game`, which you want to play, came out.',
  }),
  created_at: instant,
  read_at: instant.nullable(),
  user: z.object({ id, username: z.string() }).nullable(),
  game: playedGame.nullable(),
});

/** A user's settings for one kind. */
const choice = z.object({
  on: z.boolean().meta({ description: 'Whether there are notifications of this kind.' }),
  push: z.boolean().meta({ description: 'Whether they are also sent to the browsers that have subscribed.' }),
});

const ofEachKind = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ new_follower: schema, friend_finished: schema, wanted_game_out: schema } satisfies Record<
    NotificationKind,
    Schema
  >);

export const notificationSettings = ofEachKind(choice);

export const notificationChoices = ofEachKind(choice.partial());

/** The Web Push state of this session's browser, and the user's other browsers. */
export const pushState = z.object({
  public_key: z
    .string()
    .nullable()
    .meta({ description: 'The VAPID key to subscribe with; null where push is not offered.' }),
  on_here: z.boolean().meta({ description: 'Whether the browser of this session has subscribed.' }),
  browsers: z
    .array(z.object({ service: z.string().meta({ description: 'Host of the push service.' }), subscribed_at: instant }))
    .meta({ description: 'All subscribed browsers of the user, newest first.' }),
});

/** The content of a browser's `PushSubscription`. */
export const pushSubscription = z.object({
  endpoint: text(1000).regex(/^https?:\/\/[\x21-\x7e]+$/, 'Must be a web address'),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'Must be a P-256 point in base64url'),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'Must be 16 bytes in base64url'),
  }),
});

/** Maximum browsers of a user that receive notifications. */
export const mostPushSubscriptions = 10;

/** A push message. It has only the kind, so that a locked screen shows nothing private. */
export interface PushMessage {
  readonly kind: NotificationKind;
}

export type PushState = z.infer<typeof pushState>;
export type PushSubscriptionGiven = z.infer<typeof pushSubscription>;
export type NotificationKind = z.infer<typeof notificationKind>;
export type Notification = z.infer<typeof notification>;
export type NotificationSettings = z.infer<typeof notificationSettings>;
