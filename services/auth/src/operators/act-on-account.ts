import { type AccountOutcome, type AccountRequest, accountConsequences } from '@nightshelf/contracts/operators.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { recordDeed } from '@nightshelf/platform/operators/audit.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FactorMails } from '../second-factors/tell.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { User } from '../users/user.ts';
import { type Closed, deleteAccount, setActive } from './close-account.ts';
import { findAccount } from './find-account.ts';
import { listAccounts } from './list-accounts.ts';
import { resetFactors } from './reset-factors.ts';
import { showAccount } from './show-account.ts';

export interface OperatorParts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
  readonly redis: Foundation<object>['redis'];
  readonly mails: FactorMails;
}

/** Executes an operator's request and records changes in the operators' audit trail. @param who the operator */
export async function actOnAccount(
  parts: OperatorParts,
  request: AccountRequest,
  who: string,
): Promise<AccountOutcome> {
  const em = parts.work.query();
  if (request.action === 'list') return listAccounts(em, request);
  const { action } = request;
  const user = await findAccount(em, request.user);
  if (action === 'show') return user ? showAccount(em, parts.sessions, user) : unknownUser(request.user);
  const record = (target: string, outcome: string) =>
    recordDeed(parts.redis, { who, what: `${action} account`, target, outcome });
  if (!user) {
    await record('', 'no such user');
    return unknownUser(request.user);
  }
  try {
    const closed = await change(parts, action, user);
    await record(user.id, closed ? (closed.changed ? 'done' : 'was so before') : 'no such user');
    return closed ? outcomeOf(action, user, closed) : unknownUser(request.user);
  } catch (error) {
    await record(user.id, 'failed').catch(() => undefined);
    throw error;
  }
}

type Change = Exclude<AccountRequest['action'], 'list' | 'show'>;

async function change(parts: OperatorParts, action: Change, { id }: User): Promise<Closed | null> {
  if (action === 'delete') return deleteAccount(parts, id);
  if (action === 'reset-factors') return resetFactors(parts, id);
  if (action === 'sign-out') {
    const sessionsEnded = await parts.sessions.endAll(id);
    return { changed: sessionsEnded > 0, sessionsEnded };
  }
  return setActive(parts, id, action === 'enable');
}

const unknownUser = (name: string): AccountOutcome => ({ kind: 'unknown', message: `There is no user ${name}.` });

function outcomeOf(action: Change, { id, username }: User, { changed, sessionsEnded }: Closed): AccountOutcome {
  const ended = `${sessionsEnded} ${sessionsEnded === 1 ? 'session' : 'sessions'}`;
  const message = {
    disable: changed
      ? `${username} is disabled and was signed out of ${ended}; others no longer see them within seconds.`
      : `${username} was disabled before; nothing changed.`,
    enable: changed
      ? `${username} is enabled: they can sign in, and others see them again within seconds.`
      : `${username} was enabled before; nothing changed.`,
    'sign-out': changed ? `${username} was signed out of ${ended}.` : `${username} was signed in nowhere.`,
    'reset-factors': changed
      ? `${username} has no second factor any more and was signed out of ${ended}.`
      : `${username} had no second factor; nothing changed.`,
    delete: `${username} is deleted and was signed out of ${ended}; every service erases what it keeps within seconds.`,
  }[action];
  return { kind: 'done', user: { id, username }, changed, sessions_ended: sessionsEnded, message };
}

/** Returns one sentence about what the action will do. */
export const consequenceOf = (action: Change, name: string) => accountConsequences[action](name);
