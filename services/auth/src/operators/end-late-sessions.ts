import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';

const everyMs = 30_000;

/**
 * Ends what sessions of closed accounts there are for an hour after the closing: one may have begun at the moment itself,
 * by a request that had been let in before.
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
