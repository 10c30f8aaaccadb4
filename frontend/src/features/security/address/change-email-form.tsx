import { zodResolver } from '@hookform/resolvers/zod';
import { emailChange } from '@nightshelf/contracts/credentials.ts';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PasswordField, TextField } from '../../../components/ui/text-field.tsx';
import { isNotConfirmed } from '../../../lib/confirmation.ts';
import { idle, refusalOf } from '../../../lib/submission.ts';
import { useFieldErrors } from '../../../lib/use-field-errors.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { type EmailChange, useChangeEmailMutation } from '../api.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.address;

interface ChangeEmailFormProps {
  readonly hasPassword: boolean;
  readonly username: string;
  readonly onClose: () => void;
}

export function ChangeEmailForm({ hasPassword, username, onClose }: ChangeEmailFormProps) {
  const [changeEmail, { isLoading: busy, error: refused }] = useChangeEmailMutation();
  const whileHere = useWhileHere();
  const { error, fieldErrors } = useMemo(
    () => (refused && !isNotConfirmed(refused) ? refusalOf(refused, texts.failed) : idle),
    [refused],
  );
  const form = useForm({
    resolver: zodResolver(emailChange),
    mode: 'onTouched',
    defaultValues: { email: '', ...(hasPassword ? { current_password: '' } : {}) },
  });
  const allOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const submit = async (change: EmailChange) => {
    const { data } = await changeEmail(change);
    if (data) whileHere(onClose);
  };
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      <p className="text-ink-2">{texts.explanation}</p>
      {error !== null && !allOnFields && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField
        {...register('email')}
        type="email"
        label={texts.next}
        error={errors.email?.message}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      {hasPassword && (
        <PasswordField
          {...register('current_password')}
          label={securityTexts.password.current}
          error={errors.current_password?.message}
          autoComplete="current-password"
        />
      )}
      <DialogButtons submit={busy ? texts.busy : texts.submit} busy={busy} onClose={onClose} />
    </form>
  );
}
