import type { IdentityProvider } from '@nightshelf/contracts/accounts.ts';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PasswordField } from '../../../components/ui/text-field.tsx';
import { ApiError, fieldMessagesOf, messageOf } from '../../../lib/api-errors.ts';
import type { Confirmation } from '../../../lib/confirmation.ts';
import { leaveFor } from '../../../lib/leave-for.ts';
import { sessionExpired } from '../../../lib/request.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { selectUser } from '../../session/selectors.ts';
import { beginSignIn, type Proof, signInMethods, stepUp } from './api.ts';
import { ProofForm, SecondFactorForm } from './second-factor-form.tsx';
import { confirmationTexts as texts } from './texts.ts';

/** Users without a password confirm by signing in again with a provider, which returns to this page. */
export function ExternalAccounts({ onFailed }: { readonly onFailed: (error: unknown) => void }) {
  const [providers, setProviders] = useState<readonly IdentityProvider[]>([]);
  const [leaving, setLeaving] = useState<string | null>(null);
  const whileHere = useWhileHere();
  useEffect(() => {
    signInMethods().then(({ identities, providers: offered }) => {
      const linked = new Set(identities.map(({ provider }) => provider.id));
      setProviders(offered.filter(({ id }) => linked.has(id)));
    }, onFailed);
  }, [onFailed]);
  const leave = async (provider: string) => {
    setLeaving(provider);
    try {
      const { pathname, search } = window.location;
      const address = await beginSignIn(provider, pathname + search);
      await whileHere(() => leaveFor(address));
    } catch (error) {
      onFailed(error);
    }
    setLeaving(null);
  };
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{texts.signInAgain}</p>
      {providers.map(({ id, name }) => (
        <Button key={id} busy={leaving === id} disabled={leaving !== null} onClick={() => leave(id)}>
          <span className="min-w-0 truncate" dir="auto">
            {leaving === id ? texts.leaving(name) : texts.proceed(name)}
          </span>
        </Button>
      ))}
    </div>
  );
}

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
        {methods.includes('password') && (
          <ProofForm busy={busy} onProof={(password) => prove({ password })}>
            <PasswordField
              name="proof"
              label={texts.password}
              error={onFields.password}
              required
              autoComplete="current-password"
            />
          </ProofForm>
        )}
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
