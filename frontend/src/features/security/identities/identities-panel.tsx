import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { ProviderMark } from '../../../entities/identity/provider-mark.tsx';
import { refusalText } from '../../../entities/identity/refusals.ts';
import { useAbortOnLeave } from '../../../entities/server/use-abort-on-leave.ts';
import { selectUser } from '../../../entities/session/selectors.ts';
import { formatDay } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { type SignInMethods, securityApi } from '../api.ts';
import { Item, LoadedPanel } from '../components/loaded-panel.tsx';
import { LinkForm } from '../lazy-forms.tsx';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.identities;

const factsOf = ({ email, linked_at, last_used_at }: LinkedIdentity) => [
  ...(email === null ? [] : [email]),
  [
    texts.linkedSince(formatDay(linked_at)),
    ...(last_used_at === null ? [] : [texts.lastUsed(formatAgo(last_used_at))]),
  ].join(', '),
];

/** Linked provider accounts. */
export function IdentitiesPanel() {
  const query = securityApi.useSignInMethodsQuery();
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
      {query.data && <Methods methods={query.data} />}
    </LoadedPanel>
  );
}

/** Shows the result of linking that a provider's redirect brings, and removes it from the address. */
function useLinkOutcome({ providers }: SignInMethods): void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const linked = query.get('linked');
  const refused = query.get('refused');
  useEffect(() => {
    if (linked === null && refused === null) return;
    const name = providers.find(({ id }) => id === linked)?.name ?? texts.someProvider;
    const text =
      refused === 'cancelled' ? texts.cancelled : refused === null ? texts.linked(name) : refusalText(refused);
    dispatch(alertRaised({ tone: refused === null ? 'notice' : 'error', text }));
    navigate('/profile/security', { replace: true });
  }, [linked, refused, providers, dispatch, navigate]);
}

function Methods({ methods }: { readonly methods: SignInMethods }) {
  const { has_password, identities, providers } = methods;
  useLinkOutcome(methods);
  const [begin, linking] = securityApi.useLinkProviderMutation();
  const linkProvider = useAbortOnLeave(begin);
  const [unlink, unlinking] = securityApi.useUnlinkMutation();
  const user = useSelector(selectUser);
  const [asking, setAsking] = useState<string | null>(null);
  const leaving = linking.isLoading ? linking.originalArgs?.provider : undefined;
  const needsPassword = has_password && user?.email_verified === false;
  const asked = providers.find(({ id }) => id === asking);
  const isLastWayIn = !has_password && identities.length === 1;
  const unlinked = providers.filter(({ id }) => !identities.some(({ provider }) => provider.id === id));
  const link = (provider: string) => {
    unlinking.reset();
    if (needsPassword) setAsking(provider);
    else linkProvider({ provider });
  };
  const remove = (identity: LinkedIdentity) => {
    if (unlinking.isLoading) return;
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
