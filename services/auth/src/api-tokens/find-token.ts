import type { TokenCopies, TokenHolder } from '@nightshelf/platform/api-tokens/token-copies.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';

/** In seconds. Limits how often the last use is written. */
const touchSeconds = 60;

/** @param hash of the secret. @returns the token's user and scopes, or null when it expired or the user is inactive */
export async function findToken(work: Work, copies: TokenCopies, hash: string): Promise<TokenHolder | null> {
  const [found] = await work.query().execute<(TokenHolder & { is_due: boolean })[]>(
    `select t.id as token_id, t.user_id, u.username, t.scopes,
            floor(extract(epoch from t.ends_at) * 1000)::float8 as ends_at,
            t.last_used_at is null or t.last_used_at < now() - make_interval(secs => ?) as is_due
     from api_tokens t join users u on u.id = t.user_id
     where t.secret_hash = ? and t.ends_at > now() and u.is_active`,
    [touchSeconds, hash],
  );
  if (!found) return null;
  const { is_due, ...holder } = found;
  // A failed copy or last-use update must not refuse the caller.
  await Promise.allSettled([copies.keep(hash, holder), ...(is_due ? [touch(work, holder.token_id)] : [])]);
  return holder;
}

const touch = (work: Work, tokenId: string) =>
  work.transaction(({ em }) => em.execute('update api_tokens set last_used_at = now() where id = ?', [tokenId]));
