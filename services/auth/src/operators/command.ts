import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { CommandRefused } from '@nightshelf/platform/service/run-process.ts';
import type { ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import { countFollows } from '../follows/follows.ts';
import type { AuthParts } from '../parts.ts';
import { factorsOf } from '../second-factors/factors.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { findUserByLogin, stateOf, User } from '../users/user.ts';
import { type ActionName, actions, changeAccount, eraseAccount, record } from './actions.ts';

export function composeOperators(parts: AuthParts): ServicePart {
  const { work, sessions, redis, logger } = parts;
  return {
    jobs: [
      endLateSessions(parts),
      // Uses only the jobs: auth receives no deletions except its own.
      ...eraseUsers(work, logger, eraseAccount(sessions, new PrivacyNotes(redis))).jobs,
    ],
    commands: { accounts: (args) => runAccountCommand(parts, args) },
  };
}

/**
 * Ends sessions of accounts closed within the last hour again: a concurrent registration may have begun one, and a
 * failover of Redis may have lost the first deletion.
 */
const endLateSessions = ({ work, sessions, logger }: AuthParts) =>
  new Worker({
    name: 'end-late-sessions',
    idleMs: 30_000,
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

const usage = `Usage: accounts <action> [options]
  list [--search <text>] [--disabled] [--limit <1-1000>] [--after <username>]
  show <user>           what is known of an account
  disable <user>        signs out everywhere, refuses sign-in, hides the user from all others
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

/** Runs `accounts …` for operators. @throws CommandRefused */
async function runAccountCommand(parts: AuthParts, args: readonly string[]): Promise<void> {
  const wanted = parse(args);
  const { action, name, json, yes } = wanted;
  const print = (result: object, lines: readonly string[]) => {
    for (const line of json ? [JSON.stringify(result)] : lines) console.log(line);
  };
  const em = parts.work.query();
  if (action === 'list') {
    const page = await listAccounts(em, wanted);
    return print(page, linesOfPage(page));
  }
  const unknown = () => new CommandRefused(`There is no user ${name}.`, 3);
  const user = await findAccount(em, name);
  if (action === 'show') {
    if (!user) throw unknown();
    const shown = await showAccount(em, parts.sessions, user);
    return print({ user: shown }, linesOfAccount(shown));
  }
  if (!user) {
    await record(parts, action, '', 'no such user');
    throw unknown();
  }
  if (!json) console.log(actions[action].consequence(user.username));
  if (action === 'delete' && !yes) await confirmByName(user.username);
  const outcome = await changeAccount(parts, action, user);
  if (!outcome) throw unknown();
  print(outcome, [outcome.message]);
}

const isAction = (action: string): action is ActionName | 'list' | 'show' =>
  action === 'list' || action === 'show' || Object.hasOwn(actions, action);

/** @returns the options; `name` is a username, an email address or an id, and empty for a list */
function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [action = '', name = '', ...rest] = positionals;
    const isLimit = /^[1-9]\d{0,3}$/.test(values.limit) && Number(values.limit) <= 1000;
    const isComplete = action === 'list' ? positionals.length === 1 && isLimit : name.trim() && rest.length === 0;
    if (isAction(action) && isComplete) return { ...values, action, name: name.trim() };
  } catch {
    // Falls through to the usage text.
  }
  throw new CommandRefused(usage);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns the user, active or not; null when there is none */
async function findAccount(em: EntityManager, name: string): Promise<User | null> {
  const byId = uuid.test(name) ? await em.findOne(User, { id: name }) : null;
  return byId ?? findUserByLogin(em, name);
}

const notConfirmed = () =>
  new CommandRefused('Not confirmed: nothing was deleted. Type the username at a terminal, or add --yes.');

/** Asks the operator to type the username at a terminal. @throws CommandRefused */
async function confirmByName(username: string): Promise<void> {
  if (!process.stdin.isTTY) throw notConfirmed();
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const typed = await Promise.race([lines.question(`Type ${username} to delete the account: `), left]);
    if (typed.trim() !== username) throw notConfirmed();
  } finally {
    lines.close();
  }
}

interface ListedAccount {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly is_active: boolean;
  readonly created_at: string;
}

/** Returns a page of accounts, ordered by username. @param wanted `after` is the last username of the previous page */
async function listAccounts(em: EntityManager, wanted: ReturnType<typeof parse>) {
  const { disabled, after = null } = wanted;
  const part = wanted.search.trim().toLowerCase();
  const limit = Number(wanted.limit);
  const rows = await em.execute<ListedAccount[]>(
    `select id, username, email, is_active,
       ${instant('created_at')} as created_at
     from users
     where (?::text is null or lower(username) > lower(?::text)) and (not ? or not is_active)
       and (strpos(lower(username), ?) > 0 or strpos(lower(coalesce(email, '')), ?) > 0)
     order by lower(username) limit ?`,
    [after, after, disabled, part, part, limit + 1],
  );
  const users = rows.slice(0, limit);
  return { users, next: rows.length > limit ? (users.at(-1)?.username ?? null) : null };
}

/** Returns what operators may see of an account: no passwords, links or network addresses. */
async function showAccount(em: EntityManager, sessions: BrowserSessions, user: User) {
  const [row] = await em.execute<{ providers: string[]; at: string | null }[]>(
    `select array(select distinct provider from identities where user_id = ? order by provider) as providers,
            (select ${instant('max(at)')} from activity where user_id = ?) as at`,
    [user.id, user.id],
  );
  const { totp, passkeys, recoveryCodesLeft } = await factorsOf(em, user.id);
  const { user_id: id, email_verified: _, ...state } = stateOf(user);
  return {
    id,
    ...state,
    email: user.email ?? null,
    disabled_at: user.disabledAt?.toISOString() ?? null,
    has_password: Boolean(user.passwordHash),
    providers: row?.providers ?? [],
    factors: { totp, passkeys, recovery_codes: recoveryCodesLeft },
    ...(await countFollows(em, user.id)),
    sessions: (await sessions.store.list(user.id)).length,
    last_activity_at: row?.at ?? null,
  };
}

type ShownAccount = Awaited<ReturnType<typeof showAccount>>;

const state = ({ is_active }: Pick<ListedAccount, 'is_active'>) => (is_active ? 'active' : 'disabled');

function linesOfPage({ users, next }: Awaited<ReturnType<typeof listAccounts>>): string[] {
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

function linesOfAccount(user: ShownAccount): string[] {
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

/** Returns second factors in words, such as `authenticator app, 2 passkeys, 8 recovery codes`. */
function factorsInWords({ factors: { totp, passkeys, recovery_codes: codes } }: ShownAccount): string {
  const several = (count: number, one: string) => (count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${one}s`]);
  const words = [totp ? ['authenticator app'] : [], several(passkeys, 'passkey'), several(codes, 'recovery code')];
  return words.flat().join(', ') || 'none';
}
