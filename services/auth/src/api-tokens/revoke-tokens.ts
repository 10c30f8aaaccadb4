import type { TokenCopies } from '@nightshelf/platform/api-tokens/token-copies.ts';
import { notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { Claim } from '../users/claims.ts';
import { lockActiveUser } from '../users/find-user.ts';

interface Revocation {
  readonly userId: string;
  readonly tokenId: string;
  readonly client: Client;
}

/** Revokes one of the user's tokens. @throws CodedError 404 when the user has none of this id */
export async function revokeToken(
  work: Change,
  copies: TokenCopies,
  { userId, tokenId, client }: Revocation,
): Promise<void> {
  const hash = await work.transaction(async ({ em }) => {
    // First: whoever takes the account back has the user's row when it comes to the tokens.
    if (!(await lockActiveUser(em, userId))) throw unauthenticated();
    const [revoked] = await em.execute<{ name: string; secret_hash: string }[]>(
      'delete from api_tokens where id = ? and user_id = ? returning name, secret_hash',
      [tokenId, userId],
    );
    if (!revoked) throw notFound('auth.api_token_not_found', 'There is no such API token.');
    await recordActivity(em, { userId, kind: 'api_token_revoked', client, detail: revoked.name });
    return revoked.secret_hash;
  });
  // Only so that it stops at once: a copy is not believed for longer than a few seconds.
  await copies.forget(hash).catch(() => undefined);
}

/** Gateways refuse them within seconds; those of a user who is closed or deleted they refuse without this. */
export const tokensClaim: Claim = {
  endsWhen: 'taken back',
  end: async (em, userId, client) => {
    const revoked = await em.execute<object[]>('delete from api_tokens where user_id = ? returning 1', [userId]);
    if (revoked.length > 0) await recordActivity(em, { userId, kind: 'api_tokens_revoked', client });
    return revoked.length;
  },
};
