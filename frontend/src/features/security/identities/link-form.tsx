import { zodResolver } from '@hookform/resolvers/zod';
import { passwordConfirmed } from '@nightshelf/contracts/credentials.ts';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PasswordField } from '../../../components/ui/text-field.tsx';
import { idle, refusalOf } from '../../../lib/submission.ts';
import { useFieldErrors } from '../../../lib/use-field-errors.ts';
import { securityTexts } from '../texts.ts';
import { useLinking } from './use-linking.ts';

const texts = securityTexts.identities;

interface LinkFormProps {
  readonly provider: { readonly id: string; readonly name: string };
  readonly username: string;
  readonly onClose: () => void;
}

/** Asks for the password before linking an account while the address is unconfirmed. */
export function LinkForm({ provider, username, onClose }: LinkFormProps) {
  const [link, { isLoading: busy, error: refused }] = useLinking();
  const { error, fieldErrors } = useMemo(() => (refused ? refusalOf(refused, texts.linkFailed) : idle), [refused]);
  const form = useForm({ resolver: zodResolver(passwordConfirmed), defaultValues: { password: '' } });
  const allOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, formState } = form;
  const submit = handleSubmit(({ password }) => link({ provider: provider.id, password }));
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-ink-2">{texts.whyPassword(provider.name)}</p>
      {error !== null && !allOnFields && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        {...register('password')}
        label={securityTexts.password.current}
        error={formState.errors.password?.message}
        autoComplete="current-password"
      />
      <DialogButtons
        submit={busy ? texts.linking(provider.name) : texts.link(provider.name)}
        busy={busy}
        onClose={onClose}
      />
    </form>
  );
}
