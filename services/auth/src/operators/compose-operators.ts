import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { OperatorParts } from './act-on-account.ts';
import { answerConsole } from './answer-console.ts';
import { runAccountCommand } from './command.ts';
import { endLateSessions } from './end-late-sessions.ts';
import { eraseAccount } from './erase-account.ts';
import { retellDeletionsDaily } from './retell-deletions.ts';

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
