import { z } from 'zod';

/** Auth's own settings. */
export const authSettings = z.object({
  /** Password hashes computed at once; each takes 19 MiB of memory and a thread. */
  PASSWORD_HASHES_AT_ONCE: z.coerce.number().int().min(1).max(64).default(2),
  /** Password hashes that may wait for their turn; whoever comes after them is told to come back (503). */
  PASSWORD_HASHES_WAITING: z.coerce.number().int().min(0).max(10_000).default(100),
});
