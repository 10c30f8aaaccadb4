import { digestPrepared } from '@nightshelf/contracts/events/digests.ts';
import { type EventHandler, on } from '@nightshelf/platform/events/handler.ts';
import { lockActiveUser } from '../users/find-user.ts';
import type { MailQueue } from './mail-queue.ts';

/** In milliseconds. Older events no longer belong to this week's mail. */
const newsMs = 7 * 24 * 60 * 60 * 1000;
/** In seconds. Gives up on a mail that cannot be sent for this long. */
const lifetimeSeconds = 2 * 24 * 60 * 60;

/** Queues the weekly mail, to verified addresses only. The inbox accepts one event per user and week. */
export const onDigestPrepared = (queue: MailQueue, publicOrigin: string): EventHandler =>
  on(digestPrepared, async ({ em, data, time }) => {
    if (!queue.isSending || Date.now() - time.getTime() > newsMs) return;
    // The lock makes a concurrent account closure wait, and then delete this mail.
    const user = await lockActiveUser(em, data.user_id);
    if (!user?.email || !user.emailVerifiedAt) return;
    const link = new URL('/notifications', publicOrigin).href;
    const payload = { kind: 'weekly', username: user.username, unread: data.unread, link } as const;
    await queue.add(em, { userId: user.id, recipient: user.email, payload, lifetimeSeconds });
  });
