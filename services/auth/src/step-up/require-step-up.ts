import { stepUpCode } from '@nightshelf/contracts/step-up.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { stepUpMethods } from './methods.ts';

interface Parts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
}

/**
 * Requires a sign-in or step-up within the last ten minutes.
 * @throws CodedError 403 with the available methods
 */
export async function requireStepUp({ work, sessions }: Parts, caller: Identity): Promise<void> {
  if (await sessions.isProved(caller)) return;
  const methods = await stepUpMethods(work.query(), caller.userId);
  throw new CodedError(403, stepUpCode, 'Please confirm your identity.', { body: { methods } });
}
