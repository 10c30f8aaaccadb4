import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { addressTexts as texts } from './texts.ts';

/** Sends another email with the confirmation link. */
export function useMailAgain() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly isSent: boolean; readonly text: string } | null>(null);
  const send = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      await call<typeof accountCalls.mailVerification>({ method: 'POST', path: '/api/auth/email/verification' });
      setOutcome({ isSent: true, text: texts.sent });
    } catch (error) {
      setOutcome({ isSent: false, text: messageOf(error, texts.notSent) });
    }
    setBusy(false);
  };
  return { send, busy, outcome };
}
