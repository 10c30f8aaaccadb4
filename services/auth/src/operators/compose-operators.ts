import { eraseUsers, type Logger, PrivacyNotes } from '@nightshelf/platform';
import type { OperatorParts } from './act-on-account.ts';
import { answerConsole } from './answer-console.ts';
import { runAccountCommand } from './command.ts';
import { endLateSessions } from './end-late-sessions.ts';
import { eraseAccount } from './erase-account.ts';
import { retellDeletionsDaily } from './retell-deletions.ts';

/** What operators do to accounts, and what follows from it. */
export const composeOperators = ({ logger, ...parts }: OperatorParts & { readonly logger: Logger }) => ({
  jobs: [
    answerConsole(parts, logger),
    endLateSessions(parts.work, parts.sessions, logger),
    retellDeletionsDaily(parts.work, logger),
    eraseUsers(parts.work, logger, eraseAccount(parts.sessions, new PrivacyNotes(parts.redis))).job,
  ],
  commands: { accounts: (args: readonly string[]) => runAccountCommand(parts, args) },
});
