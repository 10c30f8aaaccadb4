import type { Hint } from '@nightshelf/contracts/live.ts';

/** Redis pub/sub channel of notifications, each as JSON; on the cache server, because they are not stored. */
export const liveChannel = 'live';

/** Sends notifications after a commit. Never fails and never delays the caller; what cannot be sent now is dropped. */
export interface Hints {
  tell(hints: readonly Hint[]): void;
}

export const noHints: Hints = { tell: () => undefined };
