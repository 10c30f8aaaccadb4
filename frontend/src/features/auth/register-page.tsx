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
import { Link, useLocation } from 'react-router-dom';
import { z } from 'zod/mini';
import { Button } from '../../components/ui/button.tsx';
import { TextField, UsernameField } from '../../components/ui/text-field.tsx';
import { Agreement } from '../../entities/credentials/agreement.tsx';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { useServerForm } from '../../entities/credentials/use-server-form.ts';
import { serverState } from '../../entities/server/state.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { authApi, type RegistrationBody } from './api.ts';
import { AuthCard, fallbackFor } from './auth-card.tsx';
import { authTexts } from './texts.ts';

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

export const page: PageModule = { Page: RegisterPage, state: [serverState] };

function RegisterPage() {
  const location = useLocation();
  const [hidden] = useState(() => ({ openedAt: Date.now(), name: honeypotName() }));
  const honeypot = useRef<HTMLInputElement>(null);
  const [register, { isLoading: busy, error: refused }] = authApi.useRegisterMutation();
  const { field, handleSubmit, error } = useServerForm(
    registrationForm,
    { first_name: '', last_name: '', username: '', email: '', password: '', confirm_password: '' },
    refused,
    fallbackFor(refused, texts),
  );
  const submit = handleSubmit((values) => {
    const trap = { name: hidden.name, value: honeypot.current?.value ?? '' };
    return register(registrationBody(values, { openedAt: hidden.openedAt, honeypot: trap }));
  });

  return (
    <AuthCard title={texts.title} lead={texts.lead} busy={busy} error={error}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('first_name')} label={texts.firstName} optional autoComplete="given-name" />
          <TextField {...field('last_name')} label={texts.lastName} optional autoComplete="family-name" />
        </div>
        <UsernameField {...field('username')} label={texts.username} />
        <TextField {...field('email')} type="email" label={texts.email} autoComplete="email" />
        <NewPasswordFields
          labels={[texts.password, texts.confirmPassword]}
          password={field('password')}
          confirmation={field('confirm_password')}
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
