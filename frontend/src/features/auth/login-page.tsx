import { zodResolver } from '@hookform/resolvers/zod';
import { loginPayload } from '@nightshelf/contracts/credentials.ts';
import { Suspense } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { PasswordField, TextField } from '../../components/ui/text-field.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { AuthCard } from './components/auth-card.tsx';
import { providersState } from './providers/saga.ts';
import { authState } from './saga.ts';
import { PasskeyButton } from './second-step/passkey-button.tsx';
import { loginSubmitted, selectAuth } from './slice.ts';
import { authTexts } from './texts.ts';
import { useSubmission } from './use-submission.ts';

const texts = authTexts.login;
const linkClasses = 'font-medium text-accent underline underline-offset-4';

export const page: PageModule = { Page: LoginPage, state: [authState, providersState] };

// Loaded on demand: few users need a second step.
const loadSecondStep = () => loadCode(() => import('./second-step/second-step.tsx'));
const SecondStep = lazyPart(() => loadSecondStep().then(({ SecondStep }) => ({ default: SecondStep })));

function LoginPage() {
  const { hasSecondStep } = useSelector(selectAuth);
  const [query] = useSearchParams();
  if (!hasSecondStep && query.get('step') !== 'second-factor') return <FirstStep />;
  return (
    <Suspense fallback={<Spinner className="appears-late" />}>
      <SecondStep />
    </Suspense>
  );
}

function FirstStep() {
  const dispatch = useDispatch();
  const location = useLocation();
  const form = useForm({
    resolver: zodResolver(loginPayload),
    mode: 'onTouched',
    defaultValues: { username_or_email: '', password: '' },
  });
  const { busy, error } = useSubmission(form);
  const { register, handleSubmit, formState } = form;
  return (
    <AuthCard title={texts.title} lead={texts.lead} busy={busy} error={error}>
      <form noValidate onSubmit={handleSubmit((values) => dispatch(loginSubmitted(values)))} className="space-y-5">
        <TextField
          {...register('username_or_email')}
          label={texts.usernameOrEmail}
          error={formState.errors.username_or_email?.message}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...register('password')}
          label={texts.password}
          error={formState.errors.password?.message}
          autoComplete="current-password"
        />
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? texts.busy : texts.submit}
        </Button>
      </form>
      <div className="mt-6 flex flex-col gap-1 text-sm text-ink-2">
        <p className="py-2">
          <Link to="/forgot-password" className={linkClasses}>
            {texts.forgot}
          </Link>
        </p>
        <p className="py-2">
          {texts.noAccount}{' '}
          <Link to="/register" state={location.state} className={linkClasses}>
            {texts.toRegister}
          </Link>
        </p>
      </div>
      <PasskeyButton disabled={busy} />
    </AuthCard>
  );
}
