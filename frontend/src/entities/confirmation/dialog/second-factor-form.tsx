import type { SecondFactorMethod, SecondFactorProof } from '@nightshelf/contracts/factors.ts';
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { canUsePasskeys } from '../../../lib/can-use-passkeys.ts';
import { confirmationTexts as texts } from './texts.ts';
import { answerChallenge, isDismissed } from './webauthn.ts';

interface ProofFormProps {
  readonly busy: boolean;
  /** The only field, with the name `proof`. */
  readonly children: ReactNode;
  readonly onProof: (proof: string) => void;
}

/** Asks for a password or code. Its field takes focus at first and after a wrong answer. */
export function ProofForm({ busy, children, onProof }: ProofFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!busy) form.current?.querySelector('input')?.select();
  }, [busy]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onProof(String(new FormData(event.currentTarget).get('proof')));
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-5">
      {children}
      <Button type="submit" look="primary" busy={busy}>
        {busy ? texts.busy : texts.submit}
      </Button>
    </form>
  );
}

interface SecondFactorFormProps {
  readonly methods: readonly string[];
  readonly purpose: 'second-factor' | 'step-up';
  readonly busy: boolean;
  /** The server's error for the code. */
  readonly error: string | undefined;
  readonly onProof: (proof: SecondFactorProof) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Offers the second factors: passkey, authenticator code or recovery code. */
export function SecondFactorForm({ methods, purpose, busy, error, onProof, onFailed }: SecondFactorFormProps) {
  const has = (method: SecondFactorMethod) => methods.includes(method);
  const [recovering, setRecovering] = useState(!has('totp') && !has('passkey'));
  const [asking, setAsking] = useState(false);
  const askPasskey = async () => {
    setAsking(true);
    try {
      onProof({ assertion: await answerChallenge(purpose) });
    } catch (failure) {
      if (!isDismissed(failure)) onFailed(failure);
    } finally {
      setAsking(false);
    }
  };
  const byCode = recovering || has('totp');
  return (
    <div className="grid gap-5">
      {has('passkey') && !recovering && (
        <Button
          look={byCode ? 'quiet' : 'primary'}
          busy={asking || (busy && !byCode)}
          disabled={busy || !canUsePasskeys()}
          onClick={askPasskey}
        >
          {!asking && <KeyRound aria-hidden="true" className="size-5" />}
          {texts.passkey}
        </Button>
      )}
      {byCode && (
        <ProofForm
          key={String(recovering)}
          busy={busy}
          onProof={(code) => onProof(recovering ? { recovery_code: code } : { code })}
        >
          <TextField
            name="proof"
            label={recovering ? texts.recoveryCode : texts.code}
            hint={recovering ? texts.recoveryHint : texts.codeHint}
            error={error}
            required
            autoComplete="one-time-code"
            inputMode={recovering ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
          />
        </ProofForm>
      )}
      {has('recovery_code') && (has('totp') || has('passkey')) && (
        <Button look="plain" onClick={() => setRecovering(!recovering)}>
          {recovering ? texts.otherWay : texts.useRecoveryCode}
        </Button>
      )}
    </div>
  );
}
