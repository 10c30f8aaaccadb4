import { zodResolver } from '@hookform/resolvers/zod';
import { usernameChoice } from '@nightshelf/contracts/credentials.ts';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { Agreement } from '../../entities/credentials/agreement.tsx';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { type PendingIdentity, selectChoice, usernameChosen } from './slice.ts';
import { choiceTexts as texts } from './texts.ts';

/** Asks for the username; the field starts with an available suggestion. */
export function UsernameForm({ pending }: { readonly pending: PendingIdentity }) {
  const dispatch = useDispatch();
  const { busy, error, fieldErrors } = useSelector(selectChoice).submission;
  const form = useForm({
    resolver: zodResolver(usernameChoice),
    mode: 'onTouched',
    defaultValues: { username: pending.suggested_username },
  });
  const allSaidOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, formState } = form;
  return (
    <FormCard title={texts.title} lead={texts.lead(pending.provider.name)} error={allSaidOnFields ? null : error}>
      <form
        noValidate
        onSubmit={handleSubmit((values) => dispatch(usernameChosen(values.username)))}
        className="space-y-5"
      >
        <TextField
          {...register('username')}
          label={texts.username}
          hint={pending.email === null ? undefined : texts.withEmail(pending.email)}
          error={formState.errors.username?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? texts.busy : texts.submit}
        </Button>
        <Agreement />
      </form>
    </FormCard>
  );
}
