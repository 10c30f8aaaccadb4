import type { AccountOutcome, AccountRequest, ListedAccount } from '@nightshelf/contracts/operators.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

type Wanted = Extract<AccountRequest, { action: 'list' }>;

/** Returns a page of accounts, ordered by username. */
export async function listAccounts(
  em: EntityManager,
  { search, disabled, after, limit }: Wanted,
): Promise<Extract<AccountOutcome, { kind: 'listed' }>> {
  const part = search.trim().toLowerCase();
  const rows = await em.execute<ListedAccount[]>(
    `select id, username, email, is_active,
       to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
     from users
     where (?::text is null or lower(username) > lower(?::text)) and (not ? or not is_active)
       and (strpos(lower(username), ?) > 0 or strpos(lower(coalesce(email, '')), ?) > 0)
     order by lower(username) limit ?`,
    [after, after, disabled, part, part, limit + 1],
  );
  const users = rows.slice(0, limit);
  return { kind: 'listed', users, next: rows.length > limit ? (users.at(-1)?.username ?? null) : null };
}
