import { z } from 'zod';
import { answer, success } from '../answer.ts';
import { defineCall } from '../call.ts';
import { id, limit } from '../fields.ts';
import { pushLimits } from '../limits.ts';
import {
  notification,
  notificationChoices,
  notificationSettings,
  pushState,
  pushSubscription,
} from '../notifications.ts';

const weeklyMail = z.boolean().meta({
  description:
    'Whether a mail every week tells the confirmed address how much is new and unread, if anything. Off unless chosen.',
});

const unread = z.number().int().nonnegative().meta({ description: 'Of all that are kept.' });

/**
 * With `limit=1` it serves to count unread notifications; with the ETag of the last response it returns 304 while
 * nothing has changed.
 */
export const listNotifications = defineCall({
  method: 'GET',
  path: '/api/notifications',
  access: 'guarded',
  summary: 'What the user is told, newest first',
  query: z.object({
    limit: limit(20, 100),
    before: id.optional().meta({ description: 'The `next` of the page before.' }),
  }),
  answer: answer({
    notifications: z.array(notification),
    unread,
    next: id.nullable().meta({ description: 'Null where there are no more.' }),
  }),
});

export const readNotifications = defineCall({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'guarded',
  summary: 'Mark notifications as read, up to the newest that was seen; later ones stay unread',
  body: z.object({ up_to: id }),
  answer: answer({ unread }),
});

export const getNotificationSettings = defineCall({
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'guarded',
  summary: 'Of which kinds the user has notifications, and in which ways',
  answer: answer({ settings: notificationSettings, weekly_mail: weeklyMail, push: pushState }),
});

export const changeNotificationSettings = defineCall({
  method: 'PUT',
  path: '/api/notifications/settings',
  access: 'guarded',
  summary: 'Choose of which kinds one has notifications; what is left out stays as it is',
  body: z.object({ settings: notificationChoices.partial(), weekly_mail: weeklyMail.optional() }),
  answer: answer({ settings: notificationSettings, weekly_mail: weeklyMail }),
});

/** Lasts until the session ends. The eleventh browser replaces the oldest one. */
export const subscribeToPush = defineCall({
  method: 'POST',
  path: '/api/notifications/push',
  access: 'guarded',
  limits: pushLimits,
  summary: 'Have notifications sent to the browser of this session (Web Push)',
  refuses: ['social.push_not_offered', 'social.push_endpoint'],
  body: pushSubscription,
  answer: success,
});

export const unsubscribeFromPush = defineCall({
  method: 'DELETE',
  path: '/api/notifications/push',
  access: 'guarded',
  limits: pushLimits,
  summary: 'Send no notifications to the browser of this session any more',
  answer: success,
});
