import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { ApiError, fieldMessagesOf, messageOf } from '../../../lib/api-errors.ts';
import type { Confirmation } from '../../../lib/confirmation.ts';
import { sessionExpired } from '../../../lib/request.ts';
import { selectUser } from '../../session/selectors.ts';
import { type Proof, stepUp } from './api.ts';
import { ExternalAccounts } from './external-accounts.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { confirmationTexts as texts } from './texts.ts';

/** Asks the user to prove their identity, then resends the waiting call; closing it changes nothing. */
export function ConfirmationDialog({ confirmation: { methods, settle } }: { readonly confirmation: Confirmation }) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const userId = useSelector(selectUser)?.id;
  const [asked] = useState(userId);
  useEffect(() => {
    if (userId !== asked) settle(false);
  }, [userId, asked, settle]);
  const prove = async (proof: Proof) => {
    setBusy(true);
    setRefusal(null);
    try {
      await stepUp(proof);
      settle(true);
    } catch (error) {
      setBusy(false);
      setRefusal(error);
      if (!(error instanceof ApiError) || error.status !== 401) return;
      settle(false);
      dispatch(sessionExpired());
    }
  };
  const onFields = fieldMessagesOf(refusal);
  const isSaid = Object.keys(onFields).length > 0;
  return (
    <Dialog title={texts.title} description={texts.explanation} onClose={() => settle(false)}>
      <div className="grid gap-5">
        {refusal !== null && !isSaid && <MessageBox>{messageOf(refusal, texts.failed)}</MessageBox>}
        {methods.includes('password') && <PasswordForm busy={busy} error={onFields.password} onProof={prove} />}
        {methods.some((method) => method === 'passkey' || method === 'totp' || method === 'recovery_code') && (
          <SecondFactorForm
            methods={methods}
            purpose="step-up"
            busy={busy}
            error={onFields.code ?? onFields.recovery_code}
            onProof={prove}
            onFailed={setRefusal}
          />
        )}
        {methods.includes('external_account') && <ExternalAccounts onFailed={setRefusal} />}
        {methods.length === 0 && <MessageBox>{texts.noWay}</MessageBox>}
        <Button onClick={() => settle(false)}>{texts.cancel}</Button>
      </div>
    </Dialog>
  );
}
