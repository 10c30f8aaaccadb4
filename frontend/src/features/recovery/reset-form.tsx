import { zodResolver } from '@hookform/resolvers/zod';
import { passwordReset } from '@nightshelf/contracts/credentials.ts';
import { useForm, useWatch } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { PasswordField } from '../../components/ui/text-field.tsx';
import { PasswordChecklist } from '../../entities/credentials/password-checklist.tsx';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { resetSubmitted, selectRecovery } from './slice.ts';
import { recoveryTexts } from './texts.ts';

const texts = recoveryTexts.reset;

/** @param token of the link, which goes along with the new password */
export function ResetForm({ token }: { readonly token: string }) {
  const dispatch = useDispatch();
  const { busy, error, fieldErrors } = useSelector(selectRecovery);
  const form = useForm({
    resolver: zodResolver(passwordReset),
    mode: 'onTouched',
    defaultValues: { token, password: '', confirm_password: '' },
  });
  const allSaidOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, control, formState } = form;
  const { errors, touchedFields } = formState;
  const password = useWatch({ control, name: 'password' });
  return (
    <FormCard title={texts.title} lead={texts.lead} error={allSaidOnFields ? null : error}>
      <form noValidate onSubmit={handleSubmit((values) => dispatch(resetSubmitted(values)))} className="space-y-5">
        <PasswordField
          {...register('password', { deps: touchedFields.confirm_password ? ['confirm_password'] : [] })}
          label={texts.password}
          error={errors.password?.message}
          hint={<PasswordChecklist password={password} />}
          autoComplete="new-password"
        />
        <PasswordField
          {...register('confirm_password')}
          label={texts.confirmPassword}
          error={errors.confirm_password?.message}
          autoComplete="new-password"
        />
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? texts.busy : texts.submit}
        </Button>
      </form>
    </FormCard>
  );
}
