import { zodResolver } from '@hookform/resolvers/zod';
import { newApiToken, tokenDays, tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { isNotConfirmed } from '../../../lib/confirmation.ts';
import { idle, refusalOf } from '../../../lib/submission.ts';
import { useFieldErrors } from '../../../lib/use-field-errors.ts';
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
  const { error, fieldErrors } = useMemo(
    () => (refused && !isNotConfirmed(refused) ? refusalOf(refused, texts.makeFailed) : idle),
    [refused],
  );
  const submit = async (wanted: NewToken) => {
    const { data } = await createToken(wanted);
    if (data) onMade({ name: data.token.name, secret: data.secret });
  };
  const form = useForm({ resolver: zodResolver(newApiToken), mode: 'onTouched', defaultValues: unnamed });
  const allOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5">
      {error !== null && !allOnFields && <MessageBox>{error}</MessageBox>}
      <TextField
        {...register('name')}
        label={texts.name}
        hint={texts.nameHint}
        error={errors.name?.message}
        maxLength={60}
        autoComplete="off"
      />
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
