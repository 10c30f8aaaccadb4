import type { Attestation, Passkey } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { deletePasskey, storePasskey } from '../passkeys/passkey-table.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { lockCaller } from '../sessions/end-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import type { FactorKeys } from './factor-keys.ts';
import { dropNeedlessCodes } from './factors.ts';
import { wrongCode } from './prove-factor.ts';
import type { FactorMails } from './tell.ts';
import { acceptTotp, deleteTotp } from './totp.ts';

export interface ChangeParts {
  readonly keys: FactorKeys;
  readonly relyingParty: RelyingParty;
  readonly attempts: AttemptLimit;
  readonly mails: FactorMails;
  readonly sessions: BrowserSessions;
}

interface Actor extends Pick<Identity, 'userId' | 'sessionId'> {
  readonly client: Client;
}

const app = 'An authenticator app';

/** Confirms the authenticator app. @throws CodedError 422 for a wrong code, 429 after too many */
export function confirmTotp(
  work: Change,
  { keys, attempts, mails, sessions }: ChangeParts,
  actor: Actor & { code: string },
) {
  const { userId, client, code } = actor;
  return work.transaction(async ({ em }) => {
    const user = await lockCaller(em, sessions, actor);
    await attempts.enter(`totp:${userId}`, null);
    if (!(await acceptTotp(em, keys, { userId, code, isConfirmed: false }))) throw wrongCode('code');
    await attempts.succeeded(`totp:${userId}`, null);
    await recordActivity(em, { userId, kind: 'totp_added', client });
    await mails.tell(em, user, 'added', app);
    return null;
  });
}

/** @throws CodedError 404 when the user has no authenticator app */
export function removeTotp(work: Change, { mails, sessions }: ChangeParts, actor: Actor) {
  const { userId, client } = actor;
  return work.transaction(async ({ em }) => {
    const user = await lockCaller(em, sessions, actor);
    if (!(await deleteTotp(em, userId))) throw notFound('auth.no_totp', 'You have no authenticator app.');
    await dropNeedlessCodes(em, userId);
    await recordActivity(em, { userId, kind: 'totp_removed', client });
    await mails.tell(em, user, 'removed', app);
    return null;
  });
}

interface Made extends Actor {
  readonly name: string;
  readonly response: Attestation;
  readonly cookies: string | undefined;
}

/**
 * @throws CodedError 422 when the response does not match this browser's challenge, 409 when there are too many or it
 * is in use
 */
export function addPasskey(work: Change, { relyingParty, mails, sessions }: ChangeParts, made: Made): Promise<Passkey> {
  const { userId, client, name, response, cookies } = made;
  return work.transaction(async ({ em }) => {
    const user = await lockCaller(em, sessions, made);
    const verified = await relyingParty.verifyNew(cookies, userId, response);
    const passkey = await storePasskey(em, { userId, name, ...verified });
    await recordActivity(em, { userId, kind: 'passkey_added', client, detail: name });
    await mails.tell(em, user, 'added', `The passkey ${name}`);
    return passkey;
  });
}

/** @throws CodedError 404 when the user has no such passkey, 409 when it is the last way to sign in */
export function removePasskey(work: Change, { mails, sessions }: ChangeParts, actor: Actor & { id: string }) {
  const { userId, client, id } = actor;
  return work.transaction(async ({ em }) => {
    const user = await lockCaller(em, sessions, actor);
    const name = await deletePasskey(em, userId, id);
    if (!user.passwordHash) await refuseLastWayIn(em, userId);
    await dropNeedlessCodes(em, userId);
    await recordActivity(em, { userId, kind: 'passkey_removed', client, detail: name });
    await mails.tell(em, user, 'removed', `The passkey ${name}`);
    return name;
  });
}

async function refuseLastWayIn(em: EntityManager, userId: string): Promise<void> {
  const [other] = await em.execute<object[]>(
    'select 1 from identities where user_id = ? union all select 1 from passkeys where user_id = ? limit 1',
    [userId, userId],
  );
  if (other) return;
  throw conflict('auth.last_way_in', 'This is the only way into your account. Set a password first.');
}
