import type { Hint } from '@nightshelf/contracts/live.ts';

/** Channel of Redis' publish/subscribe on which hints go, each as JSON; on the cache server, since nothing of them is kept. */
export const liveChannel = 'live';

/** Where hints go after a commit. Never fails, and is never waited for: what cannot be told now is not told. */
export interface Hints {
  tell(hints: readonly Hint[]): void;
}

export const noHints: Hints = { tell: () => undefined };
