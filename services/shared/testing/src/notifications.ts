import type { LiveNotification } from '@nightshelf/contracts/live.ts';
import { liveChannel } from '@nightshelf/platform/live/notifier.ts';
import { Redis } from 'ioredis';
import { closeAfterTests } from './close-after-tests.ts';

export interface CollectedNotifications {
  /** Returns the notifications for a user, page or game, oldest first. Other tests use the same channel. */
  to(what: LiveNotification['to']): readonly Pick<LiveNotification, 'event' | 'data'>[];
  close(): void;
}

/**
 * Collects all notifications over this Redis from now on.
 * @param url of the cache server
 */
export async function collectNotifications(url: string): Promise<CollectedNotifications> {
  const redis = new Redis(url);
  closeAfterTests(async () => redis.disconnect());
  const received: LiveNotification[] = [];
  redis.on('message', (_, message: string) => received.push(JSON.parse(message)));
  await redis.subscribe(liveChannel);
  return {
    to: (what) =>
      received
        .filter(({ to }) => JSON.stringify(to) === JSON.stringify(what))
        .map(({ event, data }) => ({ event, data })),
    close: () => redis.disconnect(),
  };
}
