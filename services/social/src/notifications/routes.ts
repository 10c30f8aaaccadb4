import { createHash } from 'node:crypto';
import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import { matches } from '@nightshelf/platform/http/headers.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { FastifyInstance } from 'fastify';
import type { SocialParts } from '../parts.ts';
import { pushStateOf, subscribe, unsubscribe } from './push/subscriptions.ts';
import { changeSettings, findSettings } from './settings.ts';
import { countUnread, listNotifications, visibleNotifications } from './visible-notifications.ts';

/** Marks notifications as read up to this id. @returns the number still unread */
const readNotifications = (work: Change, notes: PrivacyNotes, userId: string, upTo: string): Promise<number> =>
  work.transaction(async ({ em, notifyClients }) => {
    const read = await em.execute<object[]>(
      'update notifications set read_at = clock_timestamp() where user_id = ? and id <= ? and read_at is null returning 1',
      [userId, upTo],
    );
    // Updates the unread count in other tabs and devices.
    if (read.length > 0) notifyClients({ to: { user: userId }, event: 'notifications', data: {} });
    return countUnread(await visibleNotifications(em, notes, userId));
  });

export function notificationRoutes(app: FastifyInstance, { work, notes, sender }: SocialParts): void {
  route(app, notificationCalls.listNotifications, async ({ identity, query, request, reply }) => {
    const listed = await listNotifications(work.query(), notes, identity.userId, query);
    const answer = { success: true as const, message: unreadMessage(listed.unread), ...listed };
    const etag = `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    // Every page polls this, and it has rarely changed.
    if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return answer;
  });

  route(app, notificationCalls.readNotifications, async ({ identity, body, intent }) => {
    const unread = await readNotifications(work.for(intent), notes, identity.userId, body.up_to);
    return { success: true, message: unreadMessage(unread), unread };
  });

  route(app, notificationCalls.getNotificationSettings, async ({ identity, reply }) => {
    reply.header('cache-control', 'no-store');
    const em = work.query();
    const settings = await findSettings(em, identity.userId);
    return { success: true, message: 'Your settings.', ...settings, push: await pushStateOf(em, sender, identity) };
  });

  route(app, notificationCalls.changeNotificationSettings, async ({ identity, body, intent }) => {
    const settings = await changeSettings(work.for(intent), identity.userId, body);
    return { success: true, message: 'Settings saved.', ...settings };
  });

  route(app, notificationCalls.subscribeToPush, async ({ identity, body, intent }) => {
    await subscribe(work.for(intent), sender, identity, body);
    return { success: true, message: 'This browser will notify you.' };
  });

  route(app, notificationCalls.unsubscribeFromPush, async ({ identity, intent }) => {
    await unsubscribe(work.for(intent), identity);
    return { success: true, message: 'This browser will no longer notify you.' };
  });
}

const unreadMessage = (unread: number) =>
  unread === 0 ? 'Nothing new.' : `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}.`;
