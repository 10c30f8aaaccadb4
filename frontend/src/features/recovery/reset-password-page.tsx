import { zodResolver } from '@hookform/resolvers/zod';
import { passwordReset } from '@nightshelf/contracts/credentials.ts';
import { useCallback, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PasswordField } from '../../components/ui/text-field.tsx';
import { PasswordChecklist } from '../../entities/credentials/password-checklist.tsx';
import { UnlinkChoice } from '../../entities/identity/unlink-choice.tsx';
import { serverState } from '../../entities/server/state.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { hasCode } from '../../lib/submission.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { type ResetOutlook, useLookAtResetMutation } from './link-api.ts';
import { recoveryState } from './saga.ts';
import { linkRefused, resetSubmitted, selectRecovery, startedAnew } from './slice.ts';
import { recoveryTexts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

const texts = recoveryTexts.invalid;

const resetFormTexts = recoveryTexts.reset;

/** @param token token of the link, sent with the new password */
function ResetForm({ token }: { readonly token: string }) {
  const dispatch = useDispatch();
  const { busy, error, fieldErrors } = useSelector(selectRecovery);
  const form = useForm({
    resolver: zodResolver(passwordReset),
    mode: 'onTouched',
    defaultValues: { token, password: '', confirm_password: '' },
  });
  const allOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, control, formState } = form;
  const { errors, touchedFields } = formState;
  const password = useWatch({ control, name: 'password' });
  const [look, { data: outlook, error: lookRefused }] = useLookAtResetMutation();
  useEffect(() => {
    look(token);
  }, [look, token]);
  useEffect(() => {
    if (hasCode(lookRefused, 'auth.reset_token_invalid')) dispatch(linkRefused());
  }, [lookRefused, dispatch]);
  const [unlink, setUnlink] = useState<readonly string[]>([]);
  const submit = handleSubmit((values) =>
    dispatch(resetSubmitted(unlink.length > 0 ? { ...values, unlink: [...unlink] } : values)),
  );
  return (
    <FormCard title={resetFormTexts.title} lead={resetFormTexts.lead} error={allOnFields ? null : error}>
      <form noValidate onSubmit={submit} className="space-y-5">
        {outlook && <About outlook={outlook} />}
        <PasswordField
          {...register('password', { deps: touchedFields.confirm_password ? ['confirm_password'] : [] })}
          label={resetFormTexts.password}
          error={errors.password?.message}
          hint={<PasswordChecklist password={password} />}
          autoComplete="new-password"
        />
        <PasswordField
          {...register('confirm_password')}
          label={resetFormTexts.confirmPassword}
          error={errors.confirm_password?.message}
          autoComplete="new-password"
        />
        {outlook && !outlook.is_takeover && (
          <UnlinkChoice identities={outlook.identities} chosen={unlink} onChange={setUnlink} />
        )}
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? resetFormTexts.busy : resetFormTexts.submit}
        </Button>
      </form>
    </FormCard>
  );
}

/** Names the account, and what else the reset does. */
function About({ outlook: { username, is_takeover } }: { readonly outlook: ResetOutlook }) {
  if (is_takeover) return <MessageBox tone="notice">{resetFormTexts.takeover(username)}</MessageBox>;
  return <p className="text-sm [overflow-wrap:anywhere] text-ink-3">{resetFormTexts.account(username)}</p>;
}

export const page: PageModule = { Page: ResetPasswordPage, state: [recoveryState, serverState] };

/** Sets a new password; opened by the link in the email. */
function ResetPasswordPage() {
  const dispatch = useDispatch();
  const { done, linkInvalid } = useSelector(selectRecovery);
  const startAnew = useCallback(() => {
    dispatch(startedAnew());
  }, [dispatch]);
  const token = useLinkToken(startAnew);

  useEffect(() => startAnew, [startAnew]);

  if (done) return <Navigate to="/login" replace />;
  if (token !== null && !linkInvalid) return <ResetForm key={token} token={token} />;
  return (
    <FormCard title={texts.title} error={linkInvalid ? texts.old : texts.incomplete}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/forgot-password" look="primary">
          {texts.askAgain}
        </ButtonLink>
        <ButtonLink to="/login">{recoveryTexts.toLogin}</ButtonLink>
      </div>
    </FormCard>
  );
}
