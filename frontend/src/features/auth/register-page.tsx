import { zodResolver } from '@hookform/resolvers/zod';
import {
  email,
  firstName,
  lastName,
  password,
  passwordConfirmation,
  passwordsMatch,
  username,
} from '@nightshelf/contracts/credentials.ts';
import { type Ref, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { z } from 'zod/mini';
import { Button } from '../../components/ui/button.tsx';
import { PasswordField, TextField } from '../../components/ui/text-field.tsx';
import { Agreement } from '../../entities/credentials/agreement.tsx';
import { PasswordChecklist } from '../../entities/credentials/password-checklist.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import type { RegistrationBody } from './api.ts';
import { AuthCard } from './components/auth-card.tsx';
import { providersState } from './providers/saga.ts';
import { authState } from './saga.ts';
import { registrationSubmitted } from './slice.ts';
import { authTexts } from './texts.ts';
import { useSubmission } from './use-submission.ts';

/** Form values. The server defines the rules of the single fields; names may stay empty. */
const registrationForm = z
  .object({
    first_name: firstName,
    last_name: lastName,
    username,
    email,
    password,
    confirm_password: passwordConfirmation,
  })
  .check(
    z.refine((form) => form.confirm_password === '' || form.password === form.confirm_password, {
      path: ['confirm_password'],
      message: passwordsMatch,
      // Compare the passwords even when other fields are invalid.
      when: () => true,
    }),
  );

type RegistrationForm = z.infer<typeof registrationForm>;

const honeypotWords = ['company', 'phone_number', 'website_url', 'referrer'] as const;

/** Returns a random name for the hidden field: one of four harmless words and 4 digits, such as `company_1234`. */
function honeypotName(random: () => number = Math.random): string {
  const word = honeypotWords[Math.floor(random() * honeypotWords.length)] ?? honeypotWords[0];
  return `${word}_${Math.floor(1000 + random() * 9000)}`;
}

interface HiddenFields {
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly honeypot: { readonly name: string; readonly value: string };
}

/** Builds the registration request: empty names become null, and the hidden field keeps its own name. */
function registrationBody(form: RegistrationForm, { openedAt, honeypot }: HiddenFields): RegistrationBody {
  return {
    ...form,
    first_name: form.first_name.trim() || null,
    last_name: form.last_name.trim() || null,
    form_timestamp: openedAt,
    honeypot_field: honeypot.name,
    [honeypot.name]: honeypot.value,
  };
}

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
