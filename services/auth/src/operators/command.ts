import { parseArgs } from 'node:util';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import {
  type AccountOutcome,
  type AccountRequest,
  factorsInWords,
  type ListedAccount,
  type ShownAccount,
} from '@nightshelf/contracts/operators.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { daily, Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { CommandRefused } from '@nightshelf/platform/service/run-process.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import {
  actOnAccount,
  confirmByName,
  consequenceOf,
  eraseAccount,
  findAccount,
  type OperatorParts,
} from './accounts.ts';

export function composeOperators(parts: OperatorParts & Pick<Foundation<object>, 'logger'>): ServicePart {
  const { work, sessions, redis, logger } = parts;
  return {
    jobs: [
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
      for (const { id } of closed) await sessions.store.endAll(id);
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

const usage = `Usage: accounts <action> [options]
  list [--search <text>] [--disabled] [--limit <1-1000>] [--after <username>]
  show <user>           what is known of an account
  disable <user>        signs out everywhere, refuses sign-in, hides from everybody
  enable <user>         the account as it was
  sign-out <user>       ends every session
  reset-factors <user>  takes passkeys, authenticator app and recovery codes away, signs out everywhere
  delete <user>         erases everything; asks for the username, or takes --yes
<user> is a username, an email address or an id. --json prints one line of JSON.
Ends with 0 when done, 2 for what was typed or not confirmed, 3 when there is no such user, 1 for anything else.`;

const options = {
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  search: { type: 'string', default: '' },
  disabled: { type: 'boolean', default: false },
  limit: { type: 'string', default: '50' },
  after: { type: 'string' },
} as const;

/**
 * Runs `accounts …` for operators.
 * @param print prints one line
 * @throws CommandRefused
 */
async function runAccountCommand(
  parts: OperatorParts,
  args: readonly string[],
  print: (line: string) => void = console.log,
): Promise<void> {
  const { request, json, yes } = parse(args);
  const action = request.action;
  const user = request.action === 'list' ? null : await findAccount(parts.work.query(), request.user);
  if (user && action !== 'list' && action !== 'show') {
    if (!json) print(consequenceOf(action, user.username));
    if (action === 'delete' && !yes) await confirmByName(user.username);
  }
  const outcome = await actOnAccount(parts, request, 'command line');
  if (outcome.kind === 'unknown') throw new CommandRefused(outcome.message, 3);
  for (const line of json ? [JSON.stringify(withoutKind(outcome))] : linesOf(outcome)) print(line);
}

function withoutKind({ kind: _, ...rest }: AccountOutcome): object {
  return rest;
}

function parse(args: readonly string[]): { request: AccountRequest; json: boolean; yes: boolean } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [action = '', user, ...rest] = positionals;
    const { json, yes, search, disabled, limit, after = null } = values;
    if (action === 'list' && user === undefined && /^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= 1000) {
      return { request: { action, search, disabled, after, limit: Number(limit) }, json, yes };
    }
    if (isOnUser(action) && user?.trim() && rest.length === 0) return { request: { action, user }, json, yes };
  } catch {
    // Falls through to the usage text.
  }
  throw new CommandRefused(usage);
}

const onUser = ['show', 'disable', 'enable', 'sign-out', 'reset-factors', 'delete'] as const;
const isOnUser = (action: string): action is (typeof onUser)[number] => onUser.some((known) => known === action);

/** Formats an outcome as lines for a terminal. */
function linesOf(outcome: AccountOutcome): readonly string[] {
  if (outcome.kind === 'listed') return listed(outcome.users, outcome.next);
  if (outcome.kind === 'shown') return shown(outcome.user);
  return [outcome.message];
}

const state = ({ is_active }: Pick<ListedAccount, 'is_active'>) => (is_active ? 'active' : 'disabled');

function listed(users: readonly ListedAccount[], next: string | null): string[] {
  if (users.length === 0) return ['No such accounts.'];
  const rows = users.map((user) => [user.username, state(user), user.email ?? '-', user.created_at, user.id]);
  const all = [['username', 'state', 'email', 'since', 'id'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  const lines = all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return next === null ? lines : [...lines, `More: --after ${next}`];
}

function shown(user: ShownAccount): string[] {
  const facts: Readonly<Record<string, string>> = {
    username: user.username,
    id: user.id,
    email: user.email ?? 'none',
    name: [user.first_name, user.last_name].filter(Boolean).join(' ') || 'none',
    state: user.disabled_at ? `disabled since ${user.disabled_at}` : state(user),
    since: user.created_at,
    library: user.privacy,
    'signs in with': [...(user.has_password ? ['password'] : []), ...user.providers].join(', ') || 'nothing',
    'second factors': factorsInWords(user),
    followers: String(user.followers),
    following: String(user.following),
    sessions: String(user.sessions),
    'last activity': user.last_activity_at ?? 'none',
  };
  return Object.entries(facts).map(([name, value]) => `${name.padEnd(14)} ${value}`);
}
