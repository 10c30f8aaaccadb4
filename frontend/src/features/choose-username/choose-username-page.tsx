import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { usernameChoice } from '@nightshelf/contracts/credentials.ts';
import { useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { Loading } from '../../components/ui/skeleton.tsx';
import { UsernameField } from '../../components/ui/text-field.tsx';
import { Agreement } from '../../entities/credentials/agreement.tsx';
import { useServerForm } from '../../entities/credentials/use-server-form.ts';
import { serverApi } from '../../entities/server/api.ts';
import { serverState } from '../../entities/server/state.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { signedIn } from '../../entities/session/slice.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-errors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { choiceTexts as texts } from './texts.ts';

type Calls = typeof accountCalls;
type PendingIdentity = CallAnswer<Calls['getPendingIdentity']>;

const choiceApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    pendingIdentity: build.query<PendingIdentity, void>({
      query: () => apiRequest<Calls['getPendingIdentity']>('GET', '/api/auth/pending-identity'),
      // The next visit is for another sign-in.
      keepUnusedDataFor: 0,
    }),

    completeSignIn: build.mutation<CallAnswer<Calls['completeIdentitySignIn']>, string>({
      query: (username) =>
        apiRequest<Calls['completeIdentitySignIn']>('POST', '/api/auth/pending-identity', { body: { username } }),
    }),
  }),
});

interface UsernameFormProps {
  readonly pending: PendingIdentity;
  readonly busy: boolean;
  /** Error of the last choice. */
  readonly refused: unknown;
  readonly onChoose: (username: string) => void;
}

/** Asks for the username; the field starts with an available suggestion. */
function UsernameForm({ pending, busy, refused, onChoose }: UsernameFormProps) {
  const first = { username: pending.suggested_username };
  const { field, handleSubmit, error } = useServerForm(usernameChoice, first, refused, texts.failed);
  return (
    <FormCard title={texts.title} lead={texts.lead(pending.provider.name)} error={error}>
      <form noValidate onSubmit={handleSubmit(({ username }) => onChoose(username))} className="space-y-5">
        <UsernameField
          {...field('username')}
          label={texts.username}
          hint={pending.email === null ? undefined : texts.withEmail(pending.email)}
        />
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? texts.busy : texts.submit}
        </Button>
        <Agreement />
      </form>
    </FormCard>
  );
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

export const page: PageModule = { Page: ChooseUsernamePage, state: [serverState] };

export function ChooseUsernamePage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const pending = choiceApi.usePendingIdentityQuery();
  const [complete, completion] = choiceApi.useCompleteSignInMutation();
  const returnTo = useRef('/');
  // Signs the user in even after the page was left, because the account has been created.
  const choose = async (username: string) => {
    const { data } = await complete(username);
    if (!data) return;
    // Must come first: signing in redirects the page immediately.
    returnTo.current = data.return_to;
    dispatch(signedIn(data.user));
  };

  if (user) return <Navigate to={returnTo.current} replace />;
  const isGone = isMissing(pending.error) || isMissing(completion.error);
  if (pending.data && !isGone) {
    const { isLoading, error } = completion;
    return <UsernameForm pending={pending.data} busy={isLoading} refused={error} onChoose={choose} />;
  }
  if (pending.isFetching) {
    return (
      <FormCard title={texts.title}>
        <Loading text={texts.loading} shapes={['h-11', 'h-11']} className="grid gap-5" />
      </FormCard>
    );
  }
  return (
    <FormCard title={texts.title} error={isGone ? texts.gone : texts.unreachable}>
      <div className="flex flex-wrap gap-3">
        {!isGone && <Button onClick={() => pending.refetch()}>{texts.retry}</Button>}
        <ButtonLink to="/login" look={isGone ? 'primary' : 'quiet'}>
          {texts.toLogin}
        </ButtonLink>
      </div>
    </FormCard>
  );
}
