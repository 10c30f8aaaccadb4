import { passwordConfirmed } from '@nightshelf/contracts/credentials.ts';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PasswordField } from '../../../components/ui/text-field.tsx';
import { useServerForm } from '../../../entities/credentials/use-server-form.ts';
import { useAbortOnLeave } from '../../../entities/server/use-abort-on-leave.ts';
import { useLinkProviderMutation } from '../api.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.identities;

interface LinkFormProps {
  readonly provider: { readonly id: string; readonly name: string };
  readonly username: string;
  readonly onClose: () => void;
}

/** Asks for the password before linking an account while the address is unconfirmed. */
export function LinkForm({ provider, username, onClose }: LinkFormProps) {
  const [begin, { isLoading: busy, error: refused }] = useLinkProviderMutation();
  const link = useAbortOnLeave(begin);
  const { field, handleSubmit, error } = useServerForm(passwordConfirmed, { password: '' }, refused, texts.linkFailed);
  const submit = handleSubmit(({ password }) => link({ provider: provider.id, password }));
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-ink-2">{texts.whyPassword(provider.name)}</p>
      {error !== null && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field('password')} label={securityTexts.password.current} autoComplete="current-password" />
      <DialogButtons
        submit={busy ? texts.linking(provider.name) : texts.link(provider.name)}
        busy={busy}
        onClose={onClose}
      />
    </form>
  );
}
