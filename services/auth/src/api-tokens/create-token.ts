import { randomUUIDv7 } from 'node:crypto';
import { type ApiToken, mostApiTokens } from '@nightshelf/contracts/api-tokens.ts';
import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import { hashOfSecret, newTokenSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { shownColumns } from './list-tokens.ts';

interface Parts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
}

interface NewToken {
  readonly caller: Identity;
  readonly client: Client;
  readonly form: CallRequest<typeof apiTokenCalls.createApiToken>['body'];
}

/** In days. How long the list shows an expired token. */
const shownDays = 30;

/**
 * Creates a token. The idempotency record does not store the secret, so a repeated request gets the same token with a
 * new secret.
 * @throws CodedError 409 when the user has too many tokens, or revoked this one before the repeated request
 */
export async function createToken(
  { work, sessions }: Parts,
  intended: IntendedWork,
  { caller, client, form }: NewToken,
): Promise<{ token: ApiToken; secret: string }> {
  const { userId } = caller;
  const secret = newTokenSecret();
  let isNew = false;
  const token = await intended.transaction(async ({ em }) => {
    // The lock keeps concurrent requests from exceeding the limit.
    await lockCaller(em, sessions, caller);
    await refuseTooMany(em, userId);
    const [made] = await em.execute<[ApiToken]>(
      `insert into api_tokens (id, user_id, name, scopes, secret_hash, created_at, ends_at)
       values (?, ?, ?, array(select jsonb_array_elements_text(?::jsonb)), ?, now(), now() + make_interval(days => ?)) returning ${shownColumns}`,
      [randomUUIDv7(), userId, form.name, JSON.stringify(form.scopes), hashOfSecret(secret), form.days],
    );
    await recordActivity(em, { userId, kind: 'api_token_made', client, detail: form.name });
    isNew = true;
    return made;
  });
  if (!isNew) await replaceSecret(work, { id: token.id, userId, secret });
  return { token, secret };
}

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

async function replaceSecret(work: Work, token: { id: string; userId: string; secret: string }): Promise<void> {
  const replaced = await work.transaction(({ em }) =>
    em.execute<object[]>('update api_tokens set secret_hash = ? where id = ? and user_id = ? returning 1', [
      hashOfSecret(token.secret),
      token.id,
      token.userId,
    ]),
  );
  if (replaced.length === 0) throw conflict('auth.api_token_revoked', 'This API token was revoked. Create another.');
}
