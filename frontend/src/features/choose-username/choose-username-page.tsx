import { zodResolver } from '@hookform/resolvers/zod';
import { usernameChoice } from '@nightshelf/contracts/credentials.ts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { Agreement } from '../../entities/credentials/agreement.tsx';
import { selectUser } from '../../entities/session/selectors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { choiceState } from './saga.ts';
import { choiceOpened, type PendingIdentity, selectChoice, usernameChosen } from './slice.ts';
import { choiceTexts as texts } from './texts.ts';

/** Asks for the username; the field starts with an available suggestion. */
function UsernameForm({ pending }: { readonly pending: PendingIdentity }) {
  const dispatch = useDispatch();
  const { busy, error, fieldErrors } = useSelector(selectChoice).submission;
  const form = useForm({
    resolver: zodResolver(usernameChoice),
    mode: 'onTouched',
    defaultValues: { username: pending.suggested_username },
  });
  const allOnFields = useFieldErrors(form, fieldErrors);
  const { register, handleSubmit, formState } = form;
  return (
    <FormCard title={texts.title} lead={texts.lead(pending.provider.name)} error={allOnFields ? null : error}>
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

export const page: PageModule = { Page: ChooseUsernamePage, state: [choiceState] };

function ChooseUsernamePage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const { status, pending, returnTo } = useSelector(selectChoice);
  useEffect(() => {
    dispatch(choiceOpened());
  }, [dispatch]);

  if (user) return <Navigate to={returnTo} replace />;
  if (status === 'waiting' && pending) return <UsernameForm pending={pending} />;
  if (status === 'loading') {
    return (
      <FormCard title={texts.title}>
        <div role="status" className="grid gap-5">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      </FormCard>
    );
  }
  return (
    <FormCard title={texts.title} error={status === 'gone' ? texts.gone : texts.unreachable}>
      <div className="flex flex-wrap gap-3">
        {status === 'failed' && <Button onClick={() => dispatch(choiceOpened())}>{texts.retry}</Button>}
        <ButtonLink to="/login" look={status === 'gone' ? 'primary' : 'quiet'}>
          {texts.toLogin}
        </ButtonLink>
      </div>
    </FormCard>
  );
}
