import type { AccountOutcome } from '@nightshelf/contracts/operators.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { countFollows } from '../follows/count-follows.ts';
import { factorsOf } from '../second-factors/factors.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { User } from '../users/user.ts';

/** Returns what operators may see of an account: no passwords, links or network addresses. */
export async function showAccount(
  em: EntityManager,
  sessions: BrowserSessions,
  user: User,
): Promise<Extract<AccountOutcome, { kind: 'shown' }>> {
  const [linked] = await em.execute<{ providers: string[] }[]>(
    `select coalesce(array_agg(distinct provider), '{}') as providers from identities where user_id = ?`,
    [user.id],
  );
  const [last] = await em.execute<{ at: string | null }[]>(
    `select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from activity where user_id = ?`,
    [user.id],
  );
  const { totp, passkeys, recoveryCodesLeft } = await factorsOf(em, user.id);
  return {
    kind: 'shown',
    user: {
      id: user.id,
      username: user.username,
      email: user.email ?? null,
      is_active: user.isActive,
      created_at: user.createdAt.toISOString(),
      first_name: user.firstName ?? null,
      last_name: user.lastName ?? null,
      privacy: user.privacy,
      disabled_at: user.disabledAt?.toISOString() ?? null,
      has_password: Boolean(user.passwordHash),
      providers: linked?.providers ?? [],
      factors: { totp, passkeys, recovery_codes: recoveryCodesLeft },
      ...(await countFollows(em, user.id)),
      sessions: (await sessions.list(user.id)).length,
      last_activity_at: last?.at ?? null,
    },
  };
}
