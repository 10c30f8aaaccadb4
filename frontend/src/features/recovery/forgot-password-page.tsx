import { zodResolver } from '@hookform/resolvers/zod';
import { passwordForgotten } from '@nightshelf/contracts/credentials.ts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { recoveryState } from './saga.ts';
import { linkRequested, selectRecovery, startedAnew } from './slice.ts';
import { recoveryTexts } from './texts.ts';

const texts = recoveryTexts.forgot;

export const page: PageModule = { Page: ForgotPasswordPage, state: [recoveryState] };

/** Asks for a password reset link. The confirmation is the same for known and unknown accounts. */
function ForgotPasswordPage() {
  const dispatch = useDispatch();
  const { done } = useSelector(selectRecovery);
  useEffect(
    () => () => {
      dispatch(startedAnew());
    },
    [dispatch],
  );
  return done ? <LinkSent /> : <ForgotForm />;
}

function ForgotForm() {
  const dispatch = useDispatch();
  const { busy, error, fieldErrors } = useSelector(selectRecovery);
  const form = useForm({
    resolver: zodResolver(passwordForgotten),
    mode: 'onTouched',
    defaultValues: { username_or_email: '' },
  });
  const allOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, formState } = form;
  const submit = handleSubmit(({ username_or_email }) => dispatch(linkRequested(username_or_email)));
  return (
    <FormCard title={texts.title} lead={texts.lead} error={allOnFields ? null : error}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <TextField
          {...register('username_or_email')}
          label={texts.usernameOrEmail}
          error={formState.errors.username_or_email?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? texts.busy : texts.submit}
        </Button>
      </form>
      <p className="mt-6 py-2 text-sm">
        <Link to="/login" className="font-medium text-accent underline-offset-4 hover:underline">
          {recoveryTexts.toLogin}
        </Link>
      </p>
    </FormCard>
  );
}

function LinkSent() {
  const dispatch = useDispatch();
  // The focused form has disappeared.
  useEffect(() => {
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, []);
  return (
    <FormCard title={recoveryTexts.sent.title} lead={recoveryTexts.sent.text}>
      <p className="text-sm text-ink-3">{recoveryTexts.sent.hint}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/login" look="primary">
          {recoveryTexts.toLogin}
        </ButtonLink>
        <Button look="plain" onClick={() => dispatch(startedAnew())}>
          {recoveryTexts.sent.again}
        </Button>
      </div>
    </FormCard>
  );
}
