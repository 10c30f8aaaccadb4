import { emailChange } from '@nightshelf/contracts/credentials.ts';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PasswordField, TextField } from '../../../components/ui/text-field.tsx';
import { useServerForm } from '../../../entities/credentials/use-server-form.ts';
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
  const empty = { email: '', ...(hasPassword ? { current_password: '' } : {}) };
  const { field, handleSubmit, error } = useServerForm(emailChange, empty, refused, texts.failed);
  const submit = async (change: EmailChange) => {
    const { data } = await changeEmail(change);
    if (data) whileHere(onClose);
  };
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      <p className="text-ink-2">{texts.explanation}</p>
      {error !== null && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField
        {...field('email')}
        type="email"
        label={texts.next}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      {hasPassword && (
        <PasswordField
          {...field('current_password')}
          label={securityTexts.password.current}
          autoComplete="current-password"
        />
      )}
      <DialogButtons submit={busy ? texts.busy : texts.submit} busy={busy} onClose={onClose} />
    </form>
  );
}
