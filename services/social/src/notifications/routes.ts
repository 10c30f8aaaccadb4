import { createHash } from 'node:crypto';
import { notificationCalls } from '@nightshelf/contracts';
import { type PrivacyNotes, route, type Work } from '@nightshelf/platform';
import { matches } from '@nightshelf/platform/http/if-none-match.ts';
import type { FastifyInstance } from 'fastify';
import { listNotifications } from './list-notifications.ts';
import { readNotifications } from './read-notifications.ts';
import { changeSettings, findSettings } from './settings.ts';

interface Parts {
  readonly work: Work;
  readonly notes: PrivacyNotes;
}

export function notificationRoutes(app: FastifyInstance, { work, notes }: Parts): void {
  route(app, notificationCalls.listNotifications, async ({ identity, query, request, reply }) => {
    const listed = await listNotifications(work.query(), notes, identity.userId, query);
    const answer = { success: true as const, message: told(listed.unread), ...listed };
    const etag = `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    // Every page asks for it, and nearly always nothing has changed.
    if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return answer;
  });

  route(app, notificationCalls.readNotifications, async ({ identity, body, intent }) => {
    const unread = await readNotifications(work.for(intent), notes, identity.userId, body.up_to);
    return { success: true, message: told(unread), unread };
  });

  route(app, notificationCalls.getNotificationSettings, async ({ identity, reply }) => {
    reply.header('cache-control', 'no-store');
    const settings = await findSettings(work.query(), identity.userId);
    return { success: true, message: 'Your choices.', settings };
  });

  route(app, notificationCalls.changeNotificationSettings, async ({ identity, body, intent }) => {
    const settings = await changeSettings(work.for(intent), identity.userId, body.settings);
    return { success: true, message: 'Your choices are kept.', settings };
  });
}

const told = (unread: number) =>
  unread === 0 ? 'Nothing new.' : `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}.`;
