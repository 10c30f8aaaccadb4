import { zodResolver } from '@hookform/resolvers/zod';
import { passwordChange } from '@nightshelf/contracts/credentials.ts';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PasswordField } from '../../../components/ui/text-field.tsx';
import { PasswordChecklist } from '../../../entities/credentials/password-checklist.tsx';
import { UnlinkChoice } from '../../../entities/identity/unlink-choice.tsx';
import { idle, refusalOf } from '../../../lib/submission.ts';
import { useFieldErrors } from '../../../lib/use-field-errors.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { type PasswordChange, useChangePasswordMutation, useSignInMethodsQuery } from '../api.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.password;

interface ChangePasswordFormProps {
  /** Tells password managers whose password changes. */
  readonly username: string;
  readonly onClose: () => void;
}

export function ChangePasswordForm({ username, onClose }: ChangePasswordFormProps) {
  const [changePassword, { isLoading: busy, error: refused }] = useChangePasswordMutation();
  const whileHere = useWhileHere();
  const { error, fieldErrors } = useMemo(() => (refused ? refusalOf(refused, texts.failed) : idle), [refused]);
  const { data: methods } = useSignInMethodsQuery();
  const [unlink, setUnlink] = useState<readonly string[]>([]);
  const submit = async (change: PasswordChange) => {
    const { data } = await changePassword(unlink.length > 0 ? { ...change, unlink: [...unlink] } : change);
    if (data) whileHere(onClose);
  };
  const form = useForm({
    resolver: zodResolver(passwordChange),
    mode: 'onTouched',
    defaultValues: { current_password: '', password: '', confirm_password: '' },
  });
  const allOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, control, formState } = form;
  const { errors, touchedFields } = formState;
  const password = useWatch({ control, name: 'password' });
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      <p className="text-ink-2">{texts.endsOthers}</p>
      {error !== null && !allOnFields && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        {...register('current_password')}
        label={texts.current}
        error={errors.current_password?.message}
        autoComplete="current-password"
      />
      <PasswordField
        {...register('password', { deps: touchedFields.confirm_password ? ['confirm_password'] : [] })}
        label={texts.next}
        error={errors.password?.message}
        hint={<PasswordChecklist password={password} />}
        autoComplete="new-password"
      />
      <PasswordField
        {...register('confirm_password')}
        label={texts.confirm}
        error={errors.confirm_password?.message}
        autoComplete="new-password"
      />
      <UnlinkChoice identities={methods?.identities ?? []} chosen={unlink} onChange={setUnlink} />
      <DialogButtons submit={busy ? texts.busy : texts.submit} busy={busy} onClose={onClose} />
    </form>
  );
}
