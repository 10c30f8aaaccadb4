import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ProviderMark } from '../../../entities/identity/provider-mark.tsx';
import { refusalText } from '../../../entities/identity/refusals.ts';
import { useAbortOnLeave } from '../../../entities/server/use-abort-on-leave.ts';
import { selectUser } from '../../../entities/session/selectors.ts';
import { formatDay } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { type SignInMethods, useLinkProviderMutation, useSignInMethodsQuery, useUnlinkMutation } from '../api.ts';
import { Item, LoadedPanel } from '../components/loaded-panel.tsx';
import { LinkForm } from '../lazy-forms.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.identities;

const factsOf = ({ email, linked_at, last_used_at }: LinkedIdentity) => [
  ...(email === null ? [] : [email]),
  [
    texts.linkedSince(formatDay(linked_at)),
    ...(last_used_at === null ? [] : [texts.lastUsed(formatAgo(last_used_at))]),
  ].join(', '),
];

/** Result of linking from the address: the provider's id or an error code. */
type Outcome = { readonly linked: string } | { readonly refused: string };

/** Linked provider accounts. */
export function IdentitiesPanel() {
  const query = useSignInMethodsQuery();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useLinkOutcome(setOutcome);
  return (
    <LoadedPanel
      title={texts.title}
      query={query}
      failed={texts.failed}
      shape={
        <>
          <Skeleton className="h-12 sm:h-6" />
          <Skeleton className="mt-1 h-11 w-36" />
        </>
      }
    >
      {outcome && <Message outcome={outcome} methods={query.data} />}
      {query.data && <Methods methods={query.data} onAttempt={() => setOutcome(null)} />}
    </LoadedPanel>
  );
}

/** Removes the linking result from the address, so that it is shown once. */
function useLinkOutcome(onOutcome: (outcome: Outcome) => void) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const linked = query.get('linked');
  const refused = query.get('refused');
  useEffect(() => {
    if (linked === null && refused === null) return;
    onOutcome(linked === null ? { refused: refused ?? '' } : { linked });
    navigate('/profile/security', { replace: true });
  }, [linked, refused, onOutcome, navigate]);
}

interface MessageProps {
  readonly outcome: Outcome;
  readonly methods: SignInMethods | undefined;
}

function Message({ outcome, methods }: MessageProps) {
  if ('refused' in outcome) {
    const text = outcome.refused === 'cancelled' ? texts.cancelled : refusalText(outcome.refused);
    return <MessageBox className="mb-4">{text}</MessageBox>;
  }
  const provider = methods?.providers.find(({ id }) => id === outcome.linked);
  return (
    <MessageBox tone="notice" className="mb-4">
      {texts.linked(provider?.name ?? texts.someProvider)}
    </MessageBox>
  );
}

interface MethodsProps {
  readonly methods: SignInMethods;
  readonly onAttempt: () => void;
}

function Methods({ methods: { has_password, identities, providers }, onAttempt }: MethodsProps) {
  const [begin, linking] = useLinkProviderMutation();
  const linkProvider = useAbortOnLeave(begin);
  const [unlink, unlinking] = useUnlinkMutation();
  const user = useSelector(selectUser);
  const [asking, setAsking] = useState<string | null>(null);
  const leaving = linking.isLoading ? linking.originalArgs?.provider : undefined;
  const needsPassword = has_password && user?.email_verified === false;
  const asked = providers.find(({ id }) => id === asking);
  const isLastWayIn = !has_password && identities.length === 1;
  const unlinked = providers.filter(({ id }) => !identities.some(({ provider }) => provider.id === id));
  const link = (provider: string) => {
    onAttempt();
    unlinking.reset();
    if (needsPassword) setAsking(provider);
    else linkProvider({ provider });
  };
  const remove = (identity: LinkedIdentity) => {
    if (unlinking.isLoading) return;
    onAttempt();
    linking.reset();
    unlink(identity);
  };
  return (
    <>
      <Refusal error={linking.error} fallback={texts.linkFailed} />
      <Refusal error={unlinking.error} fallback={texts.unlinkFailed} />
      {identities.length === 0 && (
        <p className="text-ink-2">{providers.length === 0 ? texts.noProviders : texts.none}</p>
      )}
      <ul className="divide-y divide-line">
        {identities.map((identity) => (
          <Item
            key={identity.id}
            icon={<ProviderMark {...identity.provider} />}
            name={identity.provider.name}
            facts={factsOf(identity)}
          >
            <Button
              size="small"
              busy={unlinking.isLoading && unlinking.originalArgs?.id === identity.id}
              disabled={isLastWayIn}
              aria-label={texts.unlinkNamed(identity.provider.name)}
              onClick={() => remove(identity)}
            >
              {texts.unlink}
            </Button>
          </Item>
        ))}
      </ul>
      {isLastWayIn && <p className="mt-2 text-sm text-ink-3">{texts.lastWayIn}</p>}
      {unlinked.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {unlinked.map(({ id, name }) => (
            <Button
              key={id}
              busy={leaving === id}
              disabled={leaving !== undefined}
              onClick={() => link(id)}
              className="max-w-full"
            >
              <span className="min-w-0 truncate" dir="auto">
                {leaving === id ? texts.linking(name) : texts.link(name)}
              </span>
            </Button>
          ))}
        </div>
      )}
      {asked && user && (
        <Dialog title={texts.link(asked.name)} onClose={() => setAsking(null)}>
          <LinkForm provider={asked} username={user.username} onClose={() => setAsking(null)} />
        </Dialog>
      )}
    </>
  );
}
