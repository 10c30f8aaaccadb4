import type { Hint } from '@nightshelf/contracts/live.ts';
import { liveChannel } from '@nightshelf/platform/live/hints.ts';
import { Redis } from 'ioredis';

export interface HeardHints {
  /** Returns the notifications for a user, page or game, oldest first. Other tests use the same channel. */
  to(what: Hint['to']): readonly Pick<Hint, 'event' | 'data'>[];
  close(): void;
}

/**
 * Collects all notifications over this Redis from now on.
 * @param url of the cache server
 */
export async function hearHints(url: string): Promise<HeardHints> {
  const redis = new Redis(url);
  const heard: Hint[] = [];
  redis.on('message', (_, message: string) => heard.push(JSON.parse(message)));
  await redis.subscribe(liveChannel);
  return {
    to: (what) =>
      heard.filter(({ to }) => JSON.stringify(to) === JSON.stringify(what)).map(({ event, data }) => ({ event, data })),
    close: () => redis.disconnect(),
  };
}
