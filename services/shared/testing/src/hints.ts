import type { Hint } from '@nightshelf/contracts/live.ts';
import { liveChannel } from '@nightshelf/platform/live/hints.ts';
import { Redis } from 'ioredis';

export interface HeardHints {
  /** Those that go to a user, a page or a game, oldest first. Other tests' hints go over the same channel. */
  to(what: Hint['to']): readonly Pick<Hint, 'event' | 'data'>[];
  close(): void;
}

/** Hears every hint that is told over this Redis from now on. @param url of the cache server */
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
