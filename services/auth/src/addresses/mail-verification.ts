import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { lockActiveUser } from '../users/find-user.ts';
import { refuseTooManyMails } from './address-links.ts';
import type { AddressMails } from './address-mails.ts';

/**
 * Mails the verification link again.
 * @returns false when the address is already verified or missing
 * @throws CodedError 429 after too many mails in the last hour
 */
export async function mailVerification(work: Change, mails: AddressMails, userId: string): Promise<boolean> {
  const isAsked = await work.transaction(async ({ em }) => {
    // The lock makes concurrent requests count one after the other.
    const user = await lockActiveUser(em, userId);
    if (!user) throw unauthenticated();
    if (!user.email || user.emailVerifiedAt) return false;
    await refuseTooManyMails(em, userId);
    await mails.verification(em, user);
    return true;
  });
  if (isAsked) mails.sent();
  return isAsked;
}
