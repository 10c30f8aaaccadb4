import { randomUUIDv7 } from 'node:crypto';
import { type ApiToken, mostApiTokens } from '@nightshelf/contracts/api-tokens.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import { hashOfSecret, newTokenSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import { TokenCopies, type TokenHolder, tokenLookupPath } from '@nightshelf/platform/api-tokens/token-copies.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { conflict, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import type { AuthParts } from '../parts.ts';
import { lockCaller } from '../sessions/routes.ts';
import { lockActiveUser } from '../users/user.ts';

/** The user's API tokens, and the gateway's token lookup. */
export function apiTokenRoutes(app: FastifyInstance, { work, sessions, redis }: AuthParts): void {
  const copies = new TokenCopies(redis);

  route(app, apiTokenCalls.listApiTokens, async ({ identity: caller, reply }) => {
    reply.header('cache-control', 'no-store');
    const tokens = await listTokens(work.query(), caller.userId);
    return { success: true, message: 'Your API tokens.', tokens };
  });

  // The idempotency record does not store the secret, so a repeated request gets the same token with a new secret.
  route(app, apiTokenCalls.createApiToken, async ({ identity: caller, body: form, intent, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const { userId } = caller;
    const secret = newTokenSecret();
    let isNew = false;
    const token = await work.for(intent).transaction(async ({ em }) => {
      // The lock keeps concurrent requests from exceeding the limit.
      await lockCaller(em, sessions, caller);
      await refuseTooMany(em, userId);
      const [made] = await em.execute<[ApiToken]>(
        `insert into api_tokens (id, user_id, name, scopes, secret_hash, created_at, ends_at)
         values (?, ?, ?, array(select jsonb_array_elements_text(?::jsonb)), ?, now(), now() + make_interval(days => ?))
         returning ${tokenColumns}`,
        [randomUUIDv7(), userId, form.name, JSON.stringify(form.scopes), hashOfSecret(secret), form.days],
      );
      await recordActivity(em, { userId, kind: 'api_token_made', client: clientOf(request), detail: form.name });
      isNew = true;
      return made;
    });
    if (!isNew) await replaceSecret(work, userId, token.id, secret);
    return { success: true, message: 'API token created. Copy it now: it is not shown again.', token, secret };
  });

  route(app, apiTokenCalls.revokeApiToken, async ({ identity: { userId }, params, intent, request }) => {
    const hash = await work.for(intent).transaction(async ({ em }) => {
      // Locks the user first, in the same order as account recovery, to avoid a deadlock.
      if (!(await lockActiveUser(em, userId))) throw unauthenticated();
      const [revoked] = await em.execute<{ name: string; secret_hash: string }[]>(
        'delete from api_tokens where id = ? and user_id = ? returning name, secret_hash',
        [params.id, userId],
      );
      if (!revoked) throw notFound('auth.api_token_not_found', 'API token not found.');
      await recordActivity(em, { userId, kind: 'api_token_revoked', client: clientOf(request), detail: revoked.name });
      return revoked.secret_hash;
    });
    // Makes the revocation immediate; without it the copy expires within seconds.
    await copies.forget(hash).catch(() => undefined);
    return { success: true, message: 'API token revoked.' };
  });

  // Needs no authentication: only a caller who has the token knows its hash.
  app.get<{ Params: { hash: string } }>(tokenLookupPath(':hash'), { schema: { hide: true } }, async ({ params }) => ({
    token: await findToken(work, copies, params.hash),
  }));
}

/** @throws CodedError 409 when the user has revoked the token */
async function replaceSecret(work: Work, userId: string, tokenId: string, secret: string): Promise<void> {
  const replaced = await work.transaction(({ em }) =>
    em.execute<object[]>('update api_tokens set secret_hash = ? where id = ? and user_id = ? returning 1', [
      hashOfSecret(secret),
      tokenId,
      userId,
    ]),
  );
  if (replaced.length === 0) throw conflict('auth.api_token_revoked', 'This API token was revoked. Create another.');
}

/** How long the list shows an expired token. */
const shownDays = 30;

async function refuseTooMany(em: EntityManager, userId: string): Promise<void> {
  await em.execute('delete from api_tokens where user_id = ? and ends_at < now() - make_interval(days => ?)', [
    userId,
    shownDays,
  ]);
  const [{ count }] = await em.execute<[{ count: number }]>(
    'select count(*)::int as count from api_tokens where user_id = ? and ends_at > now()',
    [userId],
  );
  if (count < mostApiTokens) return;
  throw conflict('auth.too_many_api_tokens', `You have ${mostApiTokens} API tokens. Revoke one to create another.`);
}

/** Limits how often the last use is written. */
const touchSeconds = 60;

/** @param hash of the secret. @returns the token's user and scopes, or null when it expired or the user is inactive */
async function findToken(work: Work, copies: TokenCopies, hash: string): Promise<TokenHolder | null> {
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

/** The columns of an ApiToken. */
const tokenColumns = ['id', 'name', 'scopes', ...['created_at', 'ends_at', 'last_used_at'].map(instantColumn)].join();

/** Returns the user's tokens, newest first, including recently expired ones. */
export async function listTokens(em: EntityManager, userId: string): Promise<ApiToken[]> {
  return em.execute<ApiToken[]>(`select ${tokenColumns} from api_tokens where user_id = ? order by id desc`, [userId]);
}

/**
 * Revokes all tokens when the owner recovers the account by mail. Gateways refuse them within seconds. They check closed
 * and deleted users without this.
 */
export async function revokeTokens(em: EntityManager, userId: string, client: Client): Promise<void> {
  const revoked = await em.execute<object[]>('delete from api_tokens where user_id = ? returning 1', [userId]);
  if (revoked.length > 0) await recordActivity(em, { userId, kind: 'api_tokens_revoked', client });
}
