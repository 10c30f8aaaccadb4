import {
  type AccountOutcome,
  factorsInWords,
  type ListedAccount,
  type ShownAccount,
} from '@nightshelf/contracts/operators.ts';

/** Formats an outcome as lines for a terminal. */
export function tell(outcome: AccountOutcome): readonly string[] {
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
