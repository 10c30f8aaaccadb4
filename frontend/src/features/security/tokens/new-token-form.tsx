import { newApiToken, tokenDays, tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { useServerForm } from '../../../entities/credentials/use-server-form.ts';
import { type MadeToken, type NewToken, useCreateApiTokenMutation } from './api.ts';
import { tokenTexts as texts } from './texts.ts';

interface NewTokenFormProps {
  /** Called even after the form was closed, because the server sends the secret once. */
  readonly onMade: (made: MadeToken) => void;
  readonly onClose: () => void;
}

const unnamed: NewToken = { name: '', scopes: ['library:read'], days: 90 };

export function NewTokenForm({ onMade, onClose }: NewTokenFormProps) {
  const [createToken, { isLoading: busy, error: refused }] = useCreateApiTokenMutation();
  const submit = async (wanted: NewToken) => {
    const { data } = await createToken(wanted);
    if (data) onMade({ name: data.token.name, secret: data.secret });
  };
  const { field, register, handleSubmit, formState, error } = useServerForm(
    newApiToken,
    unnamed,
    refused,
    texts.makeFailed,
  );
  const { errors } = formState;
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      {error !== null && <MessageBox>{error}</MessageBox>}
      <TextField {...field('name')} label={texts.name} hint={texts.nameHint} maxLength={60} autoComplete="off" />
      <fieldset aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend className="mb-1 text-sm font-medium text-ink-1">{texts.allowed}</legend>
        <div className="grid">
          {tokenScope.options.map((scope) => (
            <Checkbox key={scope} {...register('scopes')} value={scope} label={texts.scopes[scope]} />
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
        label={texts.days}
        options={tokenDays.map((days) => ({ value: String(days), label: texts.dayCount(days) }))}
        error={errors.days?.message}
      />
      <DialogButtons submit={busy ? texts.busy : texts.submit} busy={busy} onClose={onClose} />
    </form>
  );
}
