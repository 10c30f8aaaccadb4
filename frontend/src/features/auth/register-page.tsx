import { zodResolver } from '@hookform/resolvers/zod';
import { type Ref, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { PasswordField, TextField } from '../../components/ui/text-field.tsx';
import { Agreement } from '../../entities/credentials/agreement.tsx';
import { PasswordChecklist } from '../../entities/credentials/password-checklist.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { AuthCard } from './components/auth-card.tsx';
import { providersState } from './providers/saga.ts';
import { honeypotName, registrationBody, registrationForm } from './registration-form.ts';
import { authState } from './saga.ts';
import { registrationSubmitted } from './slice.ts';
import { authTexts } from './texts.ts';
import { useSubmission } from './use-submission.ts';

/** Honeypot: a field that people cannot see or reach, and that bots fill in. */
function Honeypot({ name, ref }: { readonly name: string; readonly ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        {authTexts.register.leaveEmpty}
        <input ref={ref} name={name} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}

const texts = authTexts.register;
const linkClasses = 'font-medium text-accent underline underline-offset-4';

export const page: PageModule = { Page: RegisterPage, state: [authState, providersState] };

function RegisterPage() {
  const dispatch = useDispatch();
  const location = useLocation();
  const [hidden] = useState(() => ({ openedAt: Date.now(), name: honeypotName() }));
  const honeypot = useRef<HTMLInputElement>(null);
  const form = useForm({
    resolver: zodResolver(registrationForm),
    mode: 'onTouched',
    defaultValues: { first_name: '', last_name: '', username: '', email: '', password: '', confirm_password: '' },
  });
  const { busy, error } = useSubmission(form);
  const { register, handleSubmit, control, formState } = form;
  const { errors } = formState;
  const password = useWatch({ control, name: 'password' });

  const submit = handleSubmit((values) => {
    const field = { name: hidden.name, value: honeypot.current?.value ?? '' };
    dispatch(registrationSubmitted(registrationBody(values, { openedAt: hidden.openedAt, honeypot: field })));
  });

  return (
    <AuthCard title={texts.title} lead={texts.lead} busy={busy} error={error}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...register('first_name')}
            label={texts.firstName}
            optional
            error={errors.first_name?.message}
            autoComplete="given-name"
          />
          <TextField
            {...register('last_name')}
            label={texts.lastName}
            optional
            error={errors.last_name?.message}
            autoComplete="family-name"
          />
        </div>
        <TextField
          {...register('username')}
          label={texts.username}
          error={errors.username?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...register('email')}
          type="email"
          label={texts.email}
          error={errors.email?.message}
          autoComplete="email"
        />
        <PasswordField
          {...register('password', { deps: formState.touchedFields.confirm_password ? ['confirm_password'] : [] })}
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
        <Honeypot name={hidden.name} ref={honeypot} />
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? texts.busy : texts.submit}
        </Button>
        <Agreement />
      </form>
      <p className="mt-4 py-2 text-sm text-ink-2">
        {texts.hasAccount}{' '}
        <Link to="/login" state={location.state} className={linkClasses}>
          {texts.toLogin}
        </Link>
      </p>
    </AuthCard>
  );
}
