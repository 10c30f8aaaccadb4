import { useState } from 'react';
import { messageOf } from '../../lib/api-errors.ts';
import { mailVerification } from './api.ts';
import { addressTexts as texts } from './texts.ts';

export function useMailAgain() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly isSent: boolean; readonly text: string } | null>(null);
  const send = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      await mailVerification();
      setOutcome({ isSent: true, text: texts.sent });
    } catch (error) {
      setOutcome({ isSent: false, text: messageOf(error, texts.notSent) });
    }
    setBusy(false);
  };
  return { send, busy, outcome };
}
