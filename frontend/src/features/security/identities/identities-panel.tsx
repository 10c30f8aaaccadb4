import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { refusalText } from '../../../entities/identity/refusals.ts';
import { LoadedPanel } from '../components/loaded-panel.tsx';
import { securityTexts } from '../texts.ts';
import { IdentityLine } from './identity-line.tsx';
import {
  type IdentitiesState,
  linkChosen,
  linkEnded,
  methodsNeeded,
  type SignInMethods,
  selectIdentities,
  unlinkRequested,
} from './slice.ts';

const texts = securityTexts.identities;

/** The providers' accounts that lead into this one. */
export function IdentitiesPanel() {
  const dispatch = useDispatch();
  const state = useSelector(selectIdentities);
  useLinkOutcome();
  return (
    <LoadedPanel
      title={texts.title}
      status={state.status}
      failed={texts.failed}
      onRetry={() => dispatch(methodsNeeded())}
    >
      <Message state={state} />
      {state.methods && <Methods methods={state.methods} state={state} />}
    </LoadedPanel>
  );
}

/** Takes what came of linking out of the address, so that it is told of once. */
function useLinkOutcome() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const linked = query.get('linked');
  const refused = query.get('refused');
  useEffect(() => {
    if (linked === null && refused === null) return;
    dispatch(linkEnded(linked === null ? { refused: refused ?? '' } : { linked }));
    navigate('/profile/security', { replace: true });
  }, [linked, refused, dispatch, navigate]);
}

function Message({ state: { error, outcome, methods } }: { readonly state: IdentitiesState }) {
  if (error !== null) return <MessageBox className="mb-4">{error}</MessageBox>;
  if (!outcome) return null;
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

function Methods({ methods, state }: { readonly methods: SignInMethods; readonly state: IdentitiesState }) {
  const dispatch = useDispatch();
  const { has_password, identities, providers } = methods;
  const { leaving, unlinking } = state;
  const isLastWayIn = !has_password && identities.length === 1;
  const unlinked = providers.filter(({ id }) => !identities.some(({ provider }) => provider.id === id));
  return (
    <>
      {identities.length === 0 && (
        <p className="text-ink-2">{providers.length === 0 ? texts.noProviders : texts.none}</p>
      )}
      <ul className="divide-y divide-line">
        {identities.map((identity) => (
          <IdentityLine
            key={identity.id}
            identity={identity}
            busy={unlinking === identity.id}
            locked={isLastWayIn}
            onUnlink={() => dispatch(unlinkRequested(identity))}
          />
        ))}
      </ul>
      {isLastWayIn && <p className="mt-2 text-sm text-ink-3">{texts.lastWayIn}</p>}
      {unlinked.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {unlinked.map(({ id, name }) => (
            <Button
              key={id}
              busy={leaving === id}
              disabled={leaving !== null}
              onClick={() => dispatch(linkChosen(id))}
              className="max-w-full"
            >
              <span className="min-w-0 truncate" dir="auto">
                {leaving === id ? texts.linking(name) : texts.link(name)}
              </span>
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
