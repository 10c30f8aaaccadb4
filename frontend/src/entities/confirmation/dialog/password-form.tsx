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
  // At once, and again when the password was wrong: nothing else is to be done here.
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
