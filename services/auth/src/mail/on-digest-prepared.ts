import { digestPrepared } from '@nightshelf/contracts/events/digests.ts';
import { type EventHandler, on } from '@nightshelf/platform/events/handler.ts';
import { lockActiveUser } from '../users/find-user.ts';
import type { MailQueue } from './mail-queue.ts';

/** What came later than this is no mail of the week any more, in milliseconds. */
const newsMs = 7 * 24 * 60 * 60 * 1000;
/** A mail that could not be sent for this long is not sent, in seconds. */
const lifetimeSeconds = 2 * 24 * 60 * 60;

/**
 * Has a user's weekly mail sent, to a confirmed address alone. The inbox takes one event of a user and week, in the
 * transaction that queues its mail.
 */
export const onDigestPrepared = (queue: MailQueue, publicOrigin: string): EventHandler =>
  on(digestPrepared, async ({ em, data, time }) => {
    if (!queue.isSending || Date.now() - time.getTime() > newsMs) return;
    // Whoever closes the account at this moment waits, and takes the mail away.
    const user = await lockActiveUser(em, data.user_id);
    if (!user?.email || !user.emailVerifiedAt) return;
    const link = new URL('/notifications', publicOrigin).href;
    const payload = { kind: 'weekly', username: user.username, unread: data.unread, link } as const;
    await queue.add(em, { userId: user.id, recipient: user.email, payload, lifetimeSeconds });
  });
