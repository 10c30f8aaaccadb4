import { newApiToken, tokenDays, tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { emailChange, passwordChange, passwordConfirmed } from '@nightshelf/contracts/credentials.ts';
import { useState } from 'react';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { DialogButtons } from '../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { PasswordField, TextField, UsernameField } from '../../components/ui/text-field.tsx';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { useServerForm } from '../../entities/credentials/use-server-form.ts';
import { UnlinkChoice } from '../../entities/identity/unlink-choice.tsx';
import { useAbortOnLeave } from '../../entities/server/use-abort-on-leave.ts';
import { useWhileHere } from '../../lib/use-while-here.ts';
import { type EmailChange, type NewToken, type PasswordChange, securityApi } from './api.ts';
import { securityTexts } from './texts.ts';
import { tokenTexts } from './tokens/texts.ts';

const { address, identities, password } = securityTexts;

interface FormProps {
  readonly username: string;
  readonly onClose: () => void;
}

interface ChangeEmailFormProps extends FormProps {
  readonly hasPassword: boolean;
}

export function ChangeEmailForm({ hasPassword, username, onClose }: ChangeEmailFormProps) {
  const [changeEmail, { isLoading: busy, error: refused }] = securityApi.useChangeEmailMutation();
  const whileHere = useWhileHere();
  const empty = { email: '', ...(hasPassword ? { current_password: '' } : {}) };
  const { field, handleSubmit, error } = useServerForm(emailChange, empty, refused, address.failed);
  const submit = async (change: EmailChange) => {
    const { data } = await changeEmail(change);
    if (data) whileHere(onClose);
  };
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      <p className="text-ink-2">{address.explanation}</p>
      {error !== null && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <UsernameField {...field('email')} type="email" label={address.next} autoComplete="email" />
      {hasPassword && (
        <PasswordField {...field('current_password')} label={password.current} autoComplete="current-password" />
      )}
      <DialogButtons submit={busy ? address.busy : address.submit} busy={busy} onClose={onClose} />
    </form>
  );
}

const noPassword = { current_password: '', password: '', confirm_password: '' };

export function ChangePasswordForm({ username, onClose }: FormProps) {
  const [changePassword, { isLoading: busy, error: refused }] = securityApi.useChangePasswordMutation();
  const whileHere = useWhileHere();
  const { data: methods } = securityApi.useSignInMethodsQuery();
  const [unlink, setUnlink] = useState<readonly string[]>([]);
  const submit = async (change: PasswordChange) => {
    const { data } = await changePassword(unlink.length > 0 ? { ...change, unlink: [...unlink] } : change);
    if (data) whileHere(onClose);
  };
  const { field, handleSubmit, error } = useServerForm(passwordChange, noPassword, refused, password.failed);
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      <p className="text-ink-2">{password.endsOthers}</p>
      {error !== null && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field('current_password')} label={password.current} autoComplete="current-password" />
      <NewPasswordFields
        labels={[password.next, password.confirm]}
        password={field('password')}
        confirmation={field('confirm_password')}
      />
      <UnlinkChoice identities={methods?.identities ?? []} chosen={unlink} onChange={setUnlink} />
      <DialogButtons submit={busy ? password.busy : password.submit} busy={busy} onClose={onClose} />
    </form>
  );
}

interface LinkFormProps extends FormProps {
  readonly provider: { readonly id: string; readonly name: string };
}

/** Asks for the password before linking an account while the address is unconfirmed. */
export function LinkForm({ provider, username, onClose }: LinkFormProps) {
  const [begin, { isLoading: busy, error: refused }] = securityApi.useLinkProviderMutation();
  const link = useAbortOnLeave(begin);
  const { field, handleSubmit, error } = useServerForm(
    passwordConfirmed,
    { password: '' },
    refused,
    identities.linkFailed,
  );
  const submit = handleSubmit(({ password }) => link({ provider: provider.id, password }));
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-ink-2">{identities.whyPassword(provider.name)}</p>
      {error !== null && <MessageBox>{error}</MessageBox>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field('password')} label={password.current} autoComplete="current-password" />
      <DialogButtons
        submit={busy ? identities.linking(provider.name) : identities.link(provider.name)}
        busy={busy}
        onClose={onClose}
      />
    </form>
  );
}

interface NewTokenFormProps {
  /** Only this response contains the secret. */
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

const unnamed: NewToken = { name: '', scopes: ['library:read'], days: 90 };

export function NewTokenForm({ onMade, onClose }: NewTokenFormProps) {
  const [createToken, { isLoading: busy, error: refused }] = securityApi.useCreateApiTokenMutation();
  const whileHere = useWhileHere();
  const submit = async (wanted: NewToken) => {
    const { data } = await createToken(wanted);
    if (data) whileHere(() => onMade(data.secret));
  };
  const { field, register, handleSubmit, formState, error } = useServerForm(
    newApiToken,
    unnamed,
    refused,
    tokenTexts.makeFailed,
  );
  const { errors } = formState;
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      {error !== null && <MessageBox>{error}</MessageBox>}
      <TextField
        {...field('name')}
        label={tokenTexts.name}
        hint={tokenTexts.nameHint}
        maxLength={60}
        autoComplete="off"
      />
      <fieldset aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend className="mb-1 text-sm font-medium text-ink-1">{tokenTexts.allowed}</legend>
        <div className="grid">
          {tokenScope.options.map((scope) => (
            <Checkbox key={scope} {...register('scopes')} value={scope} label={tokenTexts.scopes[scope]} />
          ))}
        </div>
        {errors.scopes && (
          <p id="scopes-error" role="alert" className="mt-1.5 text-sm text-danger">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <SelectField
        {...register('days', { valueAsNumber: true })}
        label={tokenTexts.days}
        options={tokenDays.map((days) => ({ value: String(days), label: tokenTexts.dayCount(days) }))}
        error={errors.days?.message}
      />
      <DialogButtons submit={busy ? tokenTexts.busy : tokenTexts.submit} busy={busy} onClose={onClose} />
    </form>
  );
}
