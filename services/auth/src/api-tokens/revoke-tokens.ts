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

/** Revokes a token. @throws CodedError 404 when the user has no token with this id */
export async function revokeToken(
  work: Change,
  copies: TokenCopies,
  { userId, tokenId, client }: Revocation,
): Promise<void> {
  const hash = await work.transaction(async ({ em }) => {
    // Locks the user first, in the same order as account recovery, to avoid a deadlock.
    if (!(await lockActiveUser(em, userId))) throw unauthenticated();
    const [revoked] = await em.execute<{ name: string; secret_hash: string }[]>(
      'delete from api_tokens where id = ? and user_id = ? returning name, secret_hash',
      [tokenId, userId],
    );
    if (!revoked) throw notFound('auth.api_token_not_found', 'API token not found.');
    await recordActivity(em, { userId, kind: 'api_token_revoked', client, detail: revoked.name });
    return revoked.secret_hash;
  });
  // Makes the revocation immediate; without it the copy expires within seconds.
  await copies.forget(hash).catch(() => undefined);
}

/** Gateways refuse the tokens within seconds. They check closed and deleted users without this. */
export const tokensClaim: Claim = {
  endsWhen: 'taken back',
  end: async (em, userId, client) => {
    const revoked = await em.execute<object[]>('delete from api_tokens where user_id = ? returning 1', [userId]);
    if (revoked.length > 0) await recordActivity(em, { userId, kind: 'api_tokens_revoked', client });
    return revoked.length;
  },
};
