import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { daily, Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { OperatorParts } from './act-on-account.ts';
import { eraseAccount } from './close-account.ts';
import { answerConsole, runAccountCommand } from './command.ts';

export function composeOperators(parts: OperatorParts & Pick<Foundation<object>, 'logger'>): ServicePart {
  const { work, sessions, redis, logger } = parts;
  return {
    jobs: [
      answerConsole(parts, logger),
      endLateSessions(work, sessions, logger),
      retellDeletionsDaily(work, logger),
      // Uses only the jobs: auth receives no deletions except its own.
      ...eraseUsers(work, logger, eraseAccount(sessions, new PrivacyNotes(redis))).jobs,
    ],
    commands: { accounts: (args) => runAccountCommand(parts, args) },
  };
}

const everyMs = 30_000;

/**
 * Ends sessions of accounts closed within the last hour, because a request admitted before the closure may have begun
 * one.
 */
const endLateSessions = (work: Work, sessions: BrowserSessions, logger: Logger) =>
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

/** Republishes the deletions of the last 40 days, for services that were down longer than the bus keeps events. */
const retellDeletionsDaily = (work: Work, logger: Logger) =>
  daily('retell-deletions', logger, () =>
    work.transaction(async ({ em, publish }) => {
      const deleted = await em.execute<{ user_id: string; version: number }[]>(
        `select user_id, version from erased_users where erased_at > now() - interval '40 days' for share`,
      );
      for (const { user_id, version } of deleted) publish(userDeleted, { data: { user_id }, version });
    }),
  );
