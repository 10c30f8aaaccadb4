import { zodResolver } from '@hookform/resolvers/zod';
import { loginPayload } from '@nightshelf/contracts/credentials.ts';
import { KeyRound } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { PasswordField, TextField } from '../../components/ui/text-field.tsx';
import { signedIn } from '../../entities/session/slice.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { canUsePasskeys } from '../../lib/can-use-passkeys.ts';
import { isPasskeyKnown, rememberPasskey } from '../../lib/known-passkey.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { idle } from '../../lib/submission.ts';
import { useWhileHere } from '../../lib/use-while-here.ts';
import { AuthCard } from './components/auth-card.tsx';
import { OrLine } from './components/or-line.tsx';
import { providersState } from './providers/saga.ts';
import { authState } from './saga.ts';
import { signInWithPasskey } from './second-step/api.ts';
import { formOpened, loginSubmitted, refused, selectAuth } from './slice.ts';
import { authTexts } from './texts.ts';
import { useSubmission } from './use-submission.ts';

const texts = authTexts.login;

const passkeyButtonTexts = authTexts.passkey;
const load = () => loadCode(() => import('../../entities/confirmation/dialog/webauthn.ts'));

/** Signs in with a passkey. A browser that has used one before also offers it in the username field. */
export function PasskeyButton({ disabled }: { readonly disabled: boolean }) {
  const dispatch = useDispatch();
  const [asking, setAsking] = useState(false);
  const whileHere = useWhileHere();
  const fail = useCallback(
    (error: unknown) =>
      whileHere(() => dispatch(refused({ ...idle, error: messageOf(error, passkeyButtonTexts.failed) }))),
    [dispatch, whileHere],
  );
  const signIn = useCallback(
    async (autofill: boolean) => {
      const { answerChallenge, isDismissed } = await load();
      try {
        const assertion = await answerChallenge('sign-in', autofill);
        const { user } = await signInWithPasskey(assertion);
        rememberPasskey();
        dispatch(signedIn(user));
      } catch (error) {
        // Autofill runs unasked, so its errors are not shown.
        if (isDismissed(error) || autofill) return;
        fail(error);
      }
    },
    [dispatch, fail],
  );
  useEffect(() => {
    if (canUsePasskeys() && isPasskeyKnown()) signIn(true).catch(() => {});
  }, [signIn]);
  if (!canUsePasskeys()) return null;
  const ask = async () => {
    setAsking(true);
    dispatch(formOpened());
    await signIn(false).catch(fail);
    setAsking(false);
  };
  return (
    <>
      <OrLine />
      <Button busy={asking} disabled={disabled} onClick={ask} className="mt-4 w-full">
        {!asking && <KeyRound aria-hidden="true" className="size-5" />}
        {asking ? passkeyButtonTexts.busy : passkeyButtonTexts.submit}
      </Button>
    </>
  );
}

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
