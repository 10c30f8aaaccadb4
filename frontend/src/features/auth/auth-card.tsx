import { type ReactNode, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { ProviderMark } from '../../entities/identity/provider-mark.tsx';
import { refusalText } from '../../entities/identity/refusals.ts';
import { useAbortOnLeave } from '../../entities/server/use-abort-on-leave.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { authApi } from './api.ts';
import { originOf, returnAddressOf } from './origin.ts';
import { authTexts } from './texts.ts';

const texts = authTexts.providers;

interface AuthCardProps {
  readonly title: string;
  readonly lead: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly children: ReactNode;
}

/**
 * Frame of the sign-in and registration pages, with provider buttons. Redirects a signed-in user to their origin. The
 * buttons are last in the card, so that loading them shifts nothing.
 */
export function AuthCard({ title, lead, busy, error, children }: AuthCardProps) {
  const user = useSelector(selectUser);
  const { state } = useLocation();
  const [query] = useSearchParams();
  // The form works without providers; the next visit retries a failed request.
  const { data } = authApi.useIdentityProvidersQuery(undefined, { refetchOnMountOrArgChange: false });
  const [begin, leaving] = authApi.useSignInWithProviderMutation();
  const leave = useAbortOnLeave(begin);
  useEffect(abortSignIn, []);
  if (user) return <Navigate to={originOf(state)} replace />;
  // Hide the previous sign-in error while a new attempt runs.
  const refused = busy || leaving.isLoading ? null : query.get('refused');
  const unopened = leaving.error ? messageOf(leaving.error, texts.failed) : null;
  const chosen = leaving.isLoading ? leaving.originalArgs?.provider : undefined;
  return (
    <FormCard title={title} lead={lead} error={error ?? unopened ?? (refused === null ? null : refusalText(refused))}>
      {children}
      {data && data.providers.length > 0 && (
        <div className="mt-4">
          <OrLine />
          <ul className="mt-4 grid gap-3">
            {data.providers.map(({ id, name }) => (
              <li key={id}>
                <Button
                  busy={chosen === id}
                  disabled={busy || leaving.isLoading}
                  onClick={() => leave({ provider: id, return_to: returnAddressOf(state) })}
                  className="w-full"
                >
                  {chosen !== id && <ProviderMark id={id} name={name} />}
                  <span className="min-w-0 truncate" dir="auto">
                    {chosen === id ? texts.busy(name) : texts.proceed(name)}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormCard>
  );
}

export function OrLine() {
  return (
    <p className="or mt-4 flex items-center gap-4 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line [.or~*>&]:hidden">
      {authTexts.or}
    </p>
  );
}

/** The sign-in in flight. Opening another form aborts it, since it may be another user's. */
let signingIn: { readonly abort: () => void } | undefined;

function abortSignIn(): void {
  signingIn?.abort();
}

export function noteSignIn<SignIn extends { readonly abort: () => void }>(begun: SignIn): SignIn {
  signingIn = begun;
  return begun;
}

/** Returns the text for a refusal without its own: the server's, or that no response came. */
export const fallbackFor = (
  error: unknown,
  { failed, unreachable }: Record<'failed' | 'unreachable', string>,
): string => (error instanceof ApiError && error.status < 500 ? failed : unreachable);
