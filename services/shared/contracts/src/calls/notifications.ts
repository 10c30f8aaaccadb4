import { z } from 'zod';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { fromPage, id, limit, nextPage } from '../fields.ts';
import { pushLimits } from '../limits.ts';
import {
  notification,
  notificationChoices,
  notificationSettings,
  pushState,
  pushSubscription,
} from '../notifications.ts';

const weeklyMail = z.boolean().meta({
  description: 'Whether to send a weekly email with the number of unread notifications. Off by default.',
});

const unread = z.number().int().nonnegative().meta({ description: 'Number of all unread notifications.' });

/**
 * With `limit=1` it serves to count unread notifications; with the ETag of the last response it returns 304 while
 * nothing has changed.
 */
export const listNotifications = defineCall('GET /api/notifications', {
  summary: 'The user’s notifications, newest first',
  query: z.object({ limit: limit(20, 100), before: fromPage(id) }),
  answer: answer({
    notifications: z.array(notification),
    unread,
    next: nextPage(id),
  }),
});

export const readNotifications = defineCall('POST /api/notifications/read', {
  summary: 'Mark notifications as read, up to the given one; later ones stay unread',
  body: z.object({ up_to: id }),
  answer: answer({ unread }),
});

export const getNotificationSettings = defineCall('GET /api/notifications/settings', {
  summary: 'The user’s notification settings',
  answer: answer({ settings: notificationSettings, weekly_mail: weeklyMail, push: pushState }),
});

export const changeNotificationSettings = defineCall('PUT /api/notifications/settings', {
  summary: 'Change the notification settings; omitted fields keep their value',
  body: z.object({ settings: notificationChoices.partial(), weekly_mail: weeklyMail.optional() }),
  answer: answer({ settings: notificationSettings, weekly_mail: weeklyMail }),
});

/** Lasts until the session ends. The eleventh browser replaces the oldest one. */
export const subscribeToPush = defineCall('POST /api/notifications/push', {
  limits: pushLimits,
  summary: 'Turn on Web Push for the browser of this session',
  refuses: ['social.push_not_offered', 'social.push_endpoint'],
  body: pushSubscription,
});

export const unsubscribeFromPush = defineCall('DELETE /api/notifications/push', {
  limits: pushLimits,
  summary: 'Turn off Web Push for the browser of this session',
});
