import { passwordChange } from '@nightshelf/contracts/credentials.ts';
import { useState } from 'react';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PasswordField } from '../../../components/ui/text-field.tsx';
import { NewPasswordFields } from '../../../entities/credentials/new-password-fields.tsx';
import { useServerForm } from '../../../entities/credentials/use-server-form.ts';
import { UnlinkChoice } from '../../../entities/identity/unlink-choice.tsx';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { type PasswordChange, useChangePasswordMutation, useSignInMethodsQuery } from '../api.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.password;

interface ChangePasswordFormProps {
  /** Tells password managers whose password changes. */
  readonly username: string;
  readonly onClose: () => void;
}

const empty = { current_password: '', password: '', confirm_password: '' };

export function ChangePasswordForm({ username, onClose }: ChangePasswordFormProps) {
  const [changePassword, { isLoading: busy, error: refused }] = useChangePasswordMutation();
  const whileHere = useWhileHere();
  const { data: methods } = useSignInMethodsQuery();
  const [unlink, setUnlink] = useState<readonly string[]>([]);
  const submit = async (change: PasswordChange) => {
    const { data } = await changePassword(unlink.length > 0 ? { ...change, unlink: [...unlink] } : change);
    if (data) whileHere(onClose);
  };
  const { field, handleSubmit, error } = useServerForm(passwordChange, empty, refused, texts.failed);
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      <p className="text-ink-2">{texts.endsOthers}</p>
      {error !== null && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field('current_password')} label={texts.current} autoComplete="current-password" />
      <NewPasswordFields
        labels={[texts.next, texts.confirm]}
        password={field('password')}
        confirmation={field('confirm_password')}
      />
      <UnlinkChoice identities={methods?.identities ?? []} chosen={unlink} onChange={setUnlink} />
      <DialogButtons submit={busy ? texts.busy : texts.submit} busy={busy} onClose={onClose} />
    </form>
  );
}
