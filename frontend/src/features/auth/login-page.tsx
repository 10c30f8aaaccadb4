import { loginPayload } from '@nightshelf/contracts/credentials.ts';
import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { PasswordField, UsernameField } from '../../components/ui/text-field.tsx';
import { useServerForm } from '../../entities/credentials/use-server-form.ts';
import { serverState } from '../../entities/server/state.ts';
import { signedIn } from '../../entities/session/slice.ts';
import { hasCode, messageOf } from '../../lib/api-errors.ts';
import { canUsePasskeys } from '../../lib/can-use-passkeys.ts';
import { isPasskeyKnown, rememberPasskey } from '../../lib/known-passkey.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { authApi, signInWithPasskey } from './api.ts';
import { AuthCard, fallbackFor, noteSignIn, OrLine } from './auth-card.tsx';
import { authTexts } from './texts.ts';

const texts = authTexts.login;

const passkeyTexts = authTexts.passkey;
const load = () => loadCode(() => import('../../entities/confirmation/dialog/webauthn.ts'));

interface PasskeyButtonProps {
  readonly disabled: boolean;
  /** Called with the reason of a failure, or null on a new attempt. */
  readonly onRefused: (reason: string | null) => void;
}

/** Signs in with a passkey. A browser that has used one before also offers it in the username field. */
function PasskeyButton({ disabled, onRefused }: PasskeyButtonProps) {
  const dispatch = useDispatch();
  const [asking, setAsking] = useState(false);
  const signIn = useCallback(
    async (autofill: boolean) => {
      const { answerChallenge, isDismissed } = await load();
      try {
        const assertion = await answerChallenge('sign-in', autofill);
        const { user } = await signInWithPasskey(assertion);
        rememberPasskey();
        dispatch(signedIn(user));
      } catch (error) {
        if (!isDismissed(error)) throw error;
      }
    },
    [dispatch],
  );
  useEffect(() => {
    // Autofill runs unasked, so its errors are not shown.
    if (canUsePasskeys() && isPasskeyKnown()) signIn(true).catch(() => {});
  }, [signIn]);
  if (!canUsePasskeys()) return null;
  const ask = async () => {
    setAsking(true);
    onRefused(null);
    await signIn(false).catch((error) => onRefused(messageOf(error, passkeyTexts.failed)));
    setAsking(false);
  };
  return (
    <>
      <OrLine />
      <Button busy={asking} disabled={disabled} onClick={ask} className="mt-4 w-full">
        {!asking && <KeyRound aria-hidden="true" className="size-5" />}
        {asking ? passkeyTexts.busy : passkeyTexts.submit}
      </Button>
    </>
  );
}

const linkClasses = 'font-medium text-accent underline underline-offset-4';

export const page: PageModule = { Page: LoginPage, state: [serverState] };

// Loaded on demand: few users need a second step.
const loadSecondStep = () => loadCode(() => import('./second-step.tsx'));
const SecondStep = lazyPart(loadSecondStep, 'SecondStep', <Spinner className="appears-late" />);

function LoginPage() {
  const [hasSecondStep, setHasSecondStep] = useState(false);
  const [query] = useSearchParams();
  if (!hasSecondStep && query.get('step') !== 'second-factor')
    return <FirstStep onSecondStep={() => setHasSecondStep(true)} />;
  return <SecondStep onStartOver={() => setHasSecondStep(false)} />;
}

function FirstStep({ onSecondStep }: { readonly onSecondStep: () => void }) {
  const location = useLocation();
  const [login, { isLoading: busy, error: refused, reset }] = authApi.useLoginMutation();
  const [passkeyError, setPasskeyError] = useState<string | null>(null);
  const { field, handleSubmit, error } = useServerForm(
    loginPayload,
    { username_or_email: '', password: '' },
    refused,
    fallbackFor(refused, texts),
  );
  const submit = handleSubmit(async (values) => {
    setPasskeyError(null);
    const answer = await noteSignIn(login(values));
    if (hasCode(answer.error, 'auth.second_factor_required')) onSecondStep();
  });
  const showPasskeyError = (reason: string | null) => {
    reset();
    setPasskeyError(reason);
  };
  return (
    <AuthCard title={texts.title} lead={texts.lead} busy={busy} error={passkeyError ?? error}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <UsernameField {...field('username_or_email')} label={texts.usernameOrEmail} autoComplete="username webauthn" />
        <PasswordField {...field('password')} label={texts.password} autoComplete="current-password" />
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
      <PasskeyButton disabled={busy} onRefused={showPasskeyError} />
    </AuthCard>
  );
}
