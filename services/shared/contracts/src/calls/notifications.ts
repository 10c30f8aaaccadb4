import { z } from 'zod';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { id, limit } from '../fields.ts';
import { notification, notificationSettings } from '../notifications.ts';

const unread = z.number().int().nonnegative().meta({ description: 'Of all that are kept.' });

/** With `limit=1` it is the question how many are unread; with the ETag of the last answer, 304 while that holds. */
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
  summary: 'Of which kinds the user has notifications',
  answer: answer({ settings: notificationSettings }),
});

export const changeNotificationSettings = defineCall({
  method: 'PUT',
  path: '/api/notifications/settings',
  access: 'guarded',
  summary: 'Choose of which kinds one has notifications; kinds that are left out stay as they are',
  body: z.object({ settings: notificationSettings.partial() }),
  answer: answer({ settings: notificationSettings }),
});
