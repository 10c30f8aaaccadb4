import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { invalid, isCoded, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { DeferredActivity } from '../activity/deferred-activity.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { type ConfirmParts, confirmPassword } from '../credentials/confirm-password.ts';
import { findActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import { isMailedEnough, refuseTooManyMails, revokeLinks } from './address-links.ts';
import type { AddressMails } from './address-mails.ts';
import { lockForAddress } from './free-address.ts';

export interface RequestParts extends ConfirmParts {
  readonly work: Work;
  readonly deferred: DeferredActivity;
  readonly mails: AddressMails;
}

interface EmailRequest {
  readonly caller: Identity;
  readonly email: string;
  readonly password: string | undefined;
  readonly client: Client;
}

/**
 * Mails a link to the new address and a notice to the previous one. Neither the response nor its time reveals whether
 * another account has the address.
 * @throws CodedError 422 on `current_password` or `email`, 429 after too many attempts or mails
 */
export async function requestEmailChange(
  intended: IntendedWork,
  parts: RequestParts,
  { caller, email, password, client }: EmailRequest,
): Promise<void> {
  const { work, deferred, mails } = parts;
  const prepare = async () => {
    const user = await findActiveUser(work.query(), caller.userId);
    if (!user) throw unauthenticated();
    if (user.passwordHash) await confirmPassword(parts, user, { given: password, client });
    return user.passwordHash ?? null;
  };
  try {
    await intended.prepared(prepare, async ({ em }, checked) => {
      const { user, holder } = await lockForAddress(em, caller.userId, email);
      // Another request may have changed the password since the check.
      if (!user || (user.passwordHash ?? null) !== checked) throw unauthenticated();
      if (user.email?.toLowerCase() === email.toLowerCase()) throw invalid({ email: ['This is already your address'] });
      await refuseTooManyMails(em, user.id);
      await revokeLinks(em, user.id, ['change']);
      await mailBoth(em, mails, { user, holder, email });
      await recordActivity(em, { userId: user.id, kind: 'email_change_asked', client });
      return null;
    });
  } catch (error) {
    if (isCoded(error, 'auth.wrong_password')) {
      deferred.recordRefusal({ userId: caller.userId, kind: 'email_change_refused', client });
    }
    throw error;
  }
  mails.sent();
}

async function mailBoth(
  em: EntityManager,
  mails: AddressMails,
  { user, holder, email }: { user: User; holder: User | null; email: string },
): Promise<void> {
  const isEnough = await isMailedEnough(em, email);
  if (isEnough || holder?.emailVerifiedAt) await mails.noChange(em, user, email, isEnough ? null : holder);
  else await mails.change(em, user, email);
  // An unverified address may belong to a stranger, who must not get an undo link.
  if (user.email && user.emailVerifiedAt) await mails.changeNotice(em, user, user.email, email);
}
