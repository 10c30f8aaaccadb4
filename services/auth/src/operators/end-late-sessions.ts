import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';

const everyMs = 30_000;

/**
 * Ends sessions of accounts closed within the last hour, because a request admitted before the closure may have begun
 * one.
 */
export const endLateSessions = (work: Work, sessions: BrowserSessions, logger: Logger) =>
  new Worker({
    name: 'end-late-sessions',
    idleMs: everyMs,
    logger,
    step: async () => {
      const closed = await work
        .query()
        .execute<{ id: string }[]>(
          `select id from users where not is_active and disabled_at > now() - interval '1 hour'`,
        );
      for (const { id } of closed) await sessions.endAll(id);
      return false;
    },
  });
