import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { call } from '../../lib/api-client.ts';

/**
 * Requests another email with the confirmation link.
 * @throws ApiError, NetworkError
 */
export const mailVerification = () =>
  call<typeof accountCalls.mailVerification>({ method: 'POST', path: '/api/auth/email/verification' });
