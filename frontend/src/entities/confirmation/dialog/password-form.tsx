import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { PasswordField } from '../../../components/ui/text-field.tsx';
import type { Proof } from './api.ts';
import { confirmationTexts as texts } from './texts.ts';

interface PasswordFormProps {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onProof: (proof: Proof) => void;
}

export function PasswordForm({ busy, error, onProof }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // Focus the only field at first and after a wrong password.
  useEffect(() => {
    if (!busy) form.current?.querySelector('input')?.select();
  }, [busy]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onProof({ password: String(new FormData(event.currentTarget).get('password')) });
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-5">
      <PasswordField name="password" label={texts.password} error={error} required autoComplete="current-password" />
      <Button type="submit" look="primary" busy={busy}>
        {busy ? texts.busy : texts.submit}
      </Button>
    </form>
  );
}
